/** Where games in the pocket are kept: this browser's IndexedDB. A browser that has none, or does not open it, still plays;
 * nothing is there later, and whoever begins a game is told so. */
import type { Edition } from "./editions";
import type { Kept } from "./table";

const NAME = "molehill-pocket";
const VERSION = 1;
type Store = "tables" | "editions";

let opening: Promise<IDBDatabase | null> | null = null;
const unkept: Record<Store, Map<string, unknown>> = { tables: new Map(), editions: new Map() };

function opened(): Promise<IDBDatabase | null> {
  opening ??= new Promise<IDBDatabase | null>((resolve) => {
    const asked = indexedDB.open(NAME, VERSION);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("tables", { keyPath: "id" });
      asked.result.createObjectStore("editions", { keyPath: "hash" });
    };
    asked.onsuccess = () => {
      const { result } = asked;
      result.onclose = () => (opening = null); // the browser has cleared it: the next request opens it again
      result.onversionchange = () => {
        result.close(); // a newer version of the app needs it in another form
        opening = null;
      };
      resolve(result);
    };
    asked.onerror = () => resolve(null);
  }).catch(() => null); // there is none, or it may not be used
  return opening;
}

/** Whether what is kept is there later. */
export const keeps = async (): Promise<boolean> => (await opened()) !== null;

/** Something could not be written: the storage is full, or was switched off. */
export class Unkept extends Error {}

/** The answer of one request to a store. */
async function ask<T>(
  store: Store,
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<T>,
  otherwise: (kept: Map<string, unknown>) => unknown,
): Promise<T> {
  const database = await opened();
  if (!database) return otherwise(unkept[store]) as T;
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode);
    const asked = request(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("not kept"));
  }).catch((problem: unknown) => {
    throw mode === "readwrite" ? new Unkept(String(problem)) : problem;
  }) as Promise<T>;
}

/** Somebody else has changed a table meanwhile, in another tab. */
export class Overtaken extends Error {}

/** Keep a table that was last kept as `before`; if it has been changed since, nothing is kept. A browser has the changes
 * of all tabs one after another, so no move is lost and none is made twice. */
async function keepAfter(table: Kept, before: number): Promise<void> {
  let overtaken = false;
  try {
    await ask<Kept | undefined>(
      "tables",
      "readwrite",
      (store) => {
        const asked = store.get(table.id) as IDBRequest<Kept | undefined>;
        asked.onsuccess = () => {
          overtaken = asked.result?.seq !== before;
          if (overtaken) asked.transaction!.abort();
          else store.put(table);
        };
        return asked;
      },
      (kept) => kept.set(table.id, structuredClone(table)),
    );
  } catch (problem) {
    throw overtaken ? new Overtaken() : problem;
  }
}

export const tables = {
  keepAfter,
  keep: (table: Kept) =>
    ask(
      "tables",
      "readwrite",
      (store) => store.put(table),
      (kept) => kept.set(table.id, structuredClone(table)),
    ),
  find: (id: string) =>
    ask<Kept | undefined>(
      "tables",
      "readonly",
      (store) => store.get(id),
      (kept) => structuredClone(kept.get(id)),
    ),
  all: () =>
    ask<Kept[]>(
      "tables",
      "readonly",
      (store) => store.getAll(),
      (kept) => [...kept.values()],
    ),
  forget: (id: string) =>
    ask(
      "tables",
      "readwrite",
      (store) => store.delete(id),
      (kept) => kept.delete(id),
    ),
};

/** Boxes of people's own that a server has read, by their hashes. */
export const editions = {
  forget: (hash: string) =>
    ask(
      "editions",
      "readwrite",
      (store) => store.delete(hash),
      (kept) => kept.delete(hash),
    ),
  keep: (edition: Edition) =>
    ask(
      "editions",
      "readwrite",
      (store) => store.put(edition),
      (kept) => kept.set(edition.hash, edition),
    ),
  all: () =>
    ask<Edition[]>(
      "editions",
      "readonly",
      (store) => store.getAll(),
      (kept) => [...kept.values()],
    ),
};
