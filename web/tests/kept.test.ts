/** Where games in the pocket are kept, in browsers that refuse it, or that clear it while the app is open. */
import { afterEach, expect, test, vi } from "vitest";

import type { Kept } from "../src/pocket/table";

const TABLE = { id: "pocket-a", seq: 1 } as Kept;

/** The storage of a page that has just been opened, in a browser with this IndexedDB. */
async function storageOf(open: () => unknown) {
  vi.stubGlobal("indexedDB", { open });
  vi.resetModules();
  return import("../src/pocket/kept");
}

afterEach(() => vi.unstubAllGlobals());

test("where nothing may be kept, it is there as long as the page is, and that is known", async () => {
  const { keeps, tables } = await storageOf(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(await keeps()).toBe(false);
  await tables.keep(TABLE);
  expect(await tables.find(TABLE.id)).toEqual(TABLE);
});

test("what the browser has closed is opened again, and what can't be written says so", async () => {
  const opened: IDBDatabase[] = [];
  const { keeps, tables, Unkept } = await storageOf(() => {
    const transaction = () => {
      throw new DOMException("closing", "InvalidStateError");
    };
    const asked = { result: { transaction } as unknown as IDBDatabase, onsuccess: () => undefined };
    opened.push(asked.result);
    queueMicrotask(() => asked.onsuccess());
    return asked;
  });
  expect([await keeps(), await keeps(), opened.length]).toEqual([true, true, 1]);
  await expect(tables.keepAfter(TABLE, 1)).rejects.toBeInstanceOf(Unkept);
  opened[0]!.onclose!(new Event("close"));
  expect([await keeps(), opened.length]).toEqual([true, 2]);
});
