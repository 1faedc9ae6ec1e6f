/** The server's HTTP door. All that it says, here and over the WebSocket, is typed from its own description
 * (generated/server.d.ts, made by `make app-lint`). */
import type { components } from "../generated/server";
import { inPocket, place } from "./place.svelte";
import type { Pocketed } from "../pocket/office";
import type { Edition } from "../pocket/editions";
import { keep, kept } from "./storage";
import { say } from "./words";

type Schemas = components["schemas"];
export type GameAbout = Schemas["GameAbout"];
export type GameWhole = Schemas["GameWhole"];
export type BotAbout = Schemas["BotAbout"];
export type LeftOut = Schemas["LeftOutAbout"];
export type LobbyTable = Schemas["LobbyTable"];
export type OpenTable = Schemas["OpenTable"];
export type Opened = Schemas["Opened"];
export type LessonStep = Schemas["LessonStep"];
export type Preparation = Schemas["Preparation"];
export type PhonesAbout = Schemas["PhonesAbout"];
export type Held = Schemas["Held"];
export type Replay = Schemas["Replay"];
export type Result = Schemas["Result"];
export type SeatAbout = Schemas["SeatAbout"];
export type TableAbout = Schemas["TableAbout"];
export type ChatLine = Schemas["ChatLine"];
export type You = Schemas["You"];
export type SightFrame = Schemas["Sight"];
export type Welcome = Schemas["Welcome"];
export type Update = Schemas["Update"];
export type Refused = Schemas["Refused"];
export type Hints = Schemas["Hints"];
export type Frame = Schemas["ServerMessage"];
export type { Edition };

/** Why the server said no, in words. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    why: string,
    readonly status: number,
  ) {
    super(why);
  }
}

/** What to tell people when something could not be done. */
export function complaint(problem: unknown): string {
  return (problem instanceof Problem && problem.message) || say("lobby-offline");
}

/** A call's address, below wherever the app lies. */
export const callAt = (path: string): URL => new URL(`api${path}`, document.baseURI);

/** A call to the server, or to the pocket where that is what is played. While the server is away, the pocket tells what it
 * knows as well, and a game that is begun is there. */
async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (inPocket(path)) return pocketed<T>(method, path, body);
  try {
    return await asked<T>(method, path, body);
  } catch (problem) {
    place.away = problem instanceof Problem && problem.code === "offline";
    if (!["GET", "POST"].includes(method) || !inPocket(path)) throw problem;
    return pocketed<T>(method, path, body);
  }
}

const pocketed = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  (await import("../pocket/door")).call<T>(method, path, body);

async function asked<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(callAt(path), {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Problem("offline", "", 0);
  }
  place.away = false;
  if (answer.ok) return (await answer.json()) as T;
  const told = (await answer.json().catch(() => null)) as { code?: string; why?: string } | null;
  throw new Problem(told?.code ?? "trouble", told?.why ?? "", answer.status);
}

/** Have a server read a box, so that it can be played in the pocket, now or later. */
async function readBox(game: string, box: string): Promise<void> {
  await pocketed(
    "POST",
    "/editions",
    await asked<Schemas["BoxRead"]>("POST", `/games/${encodeURIComponent(game)}/box`, { box }),
  );
}

/** The same before a game is begun, where there is a server. If it can't be asked, the pocket may know the box already. */
async function readIfPossible(game: string, box: string | null | undefined): Promise<void> {
  if (!box || !place.has || place.alone) return;
  await readBox(game, box).catch((problem: unknown) => {
    if (place.pocket && problem instanceof Problem && problem.code === "bad-box") throw problem;
  });
}

export const server = {
  about: () => call<Schemas["About"]>("GET", "/about"),
  /** Where others can open this server, and whether phones may join. */
  phones: () => call<PhonesAbout>("GET", "/phones"),
  letPhonesJoin: (open: boolean) => call<PhonesAbout>("PUT", "/phones", { open }),
  games: () => call<Schemas["Games"]>("GET", "/games"),
  game: (id: string) => call<GameWhole>("GET", `/games/${encodeURIComponent(id)}`),
  lesson: (game: string) => call<Schemas["Lesson"]>("GET", `/games/${game}/lesson`),
  /** A table for the lesson of a game. */
  learn: (game: string, name: string) => call<Opened>("POST", `/games/${game}/lesson`, { name }),
  /** How far a game is that the server is making ready; `prepare` also has it prepared before all others. */
  prepare: (game: string) => call<Preparation>("POST", `/games/${game}/preparation`),
  preparation: (game: string) => call<Preparation>("GET", `/games/${game}/preparation`),
  preparationAt: (table: string) => call<Preparation>("GET", `/tables/${table}/preparation`),
  tables: () => call<Schemas["Lobby"]>("GET", "/tables"),
  /** Which of these tables there still are, on line; nobody knows while the server is away. */
  known: (ids: string[]) => asked<Schemas["Known"]>("GET", `/tables/known?${ids.map((id) => `id=${id}`).join("&")}`),
  /** Whether the server can be reached again. */
  isThere: () =>
    asked("GET", "/about").then(
      () => true,
      () => false,
    ),
  look: (id: string) => call<Welcome>("GET", `/tables/${id}`),
  open: async (wanted: OpenTable) => {
    const read = readIfPossible(wanted.game, wanted.box);
    if (place.pocket) await read;
    return call<Opened>("POST", "/tables", wanted);
  },
  sit: (id: string, seat: number, name: string) =>
    call<Schemas["Seated"]>("POST", `/tables/${id}/seats/${seat}`, { name }),
  leave: (id: string, seat: number) => call<Held>("DELETE", `/tables/${id}/seats/${seat}`),
  /** The token of a seat that is held here, for a link that takes it along. */
  token: (id: string, seat: number) => call<Schemas["Seated"]>("POST", `/tables/${id}/seats/${seat}/token`),
  claim: (id: string, token: string) => call<Held>("POST", `/tables/${id}/claim`, { token }),
  /** Take the seats that are held here along to the table of the rematch. */
  rematch: (id: string) => call<Held>("POST", `/tables/${id}/rematch`),
  /** Show a line of the chat to those who run the server. */
  report: (id: string, line: number) => call<Schemas["Reported"]>("POST", `/tables/${id}/chat/${line}/report`),
  /** Steps of a finished game, as a seat (null: a spectator) saw them. */
  replay: (id: string, first: number, count: number, seat: number | null = null) =>
    call<Replay>("GET", `/tables/${id}/replay?first=${first}&count=${count}${seat === null ? "" : `&seat=${seat}`}`),
  /** The games in the pocket, the latest first, and whether the browser keeps them. */
  pocket: () => pocketed<{ tables: Pocketed[]; keeps: boolean }>("GET", "/pocket"),
  /** A table in the pocket from a log. */
  putIntoPocket: async (log: { game: string; box?: { toml?: string } }, seats?: OpenTable["seats"]) => {
    await readIfPossible(log.game, log.box?.toml);
    return pocketed<Opened>("POST", "/import", { log, seats });
  },
  /** A table on line from a log. */
  takeOnLine: (log: unknown, seats: OpenTable["seats"] | null) =>
    asked<Opened>("POST", "/import", { log, public: false, seats }),
  /** The boxes of people's own that are in the pocket, the latest first; one of them as a file; from a file. */
  editions: async () => (await pocketed<{ editions: Edition[] }>("GET", "/editions")).editions,
  edition: (hash: string) => pocketed<object>("GET", `/editions/${hash}`),
  bringEdition: (file: object) => pocketed<Edition>("POST", "/editions", file),
  forgetEdition: (hash: string) => pocketed("DELETE", `/editions/${hash}`),
  readBox,
  log: <T>(id: string) => call<T>("GET", `/tables/${id}/log`),
};

/** What is told about a game, asked for once. */
const told = new Map<string, GameAbout>();
export async function about(game: string): Promise<GameAbout> {
  if (!told.has(game)) for (const each of (await server.games()).games) told.set(each.id, each);
  const found = told.get(game);
  if (!found) throw new Problem("no-game", "", 404);
  return found;
}

/** Where something lies that the server names, seen from the app's root. */
export const addressOf = (path: string): string => new URL(path, document.baseURI).href;

// ---- what this device remembers: which tables it was at, and its person's name; never a token ------------------------

const TABLES = "molehill-tables";
const NAME = "molehill-name";
const WON = "molehill-won-together";
const LEARNED = "molehill-learned";
const MOST = 20;

export interface Remembered {
  id: string;
  game: string;
}

export const memory = {
  tables: () => kept<Remembered[]>(TABLES, []),
  remember(table: Remembered) {
    keep(TABLES, [table, ...this.tables().filter(({ id }) => id !== table.id)].slice(0, MOST));
  },
  forget(id: string) {
    keep(
      TABLES,
      this.tables().filter((table) => table.id !== id),
    );
  },
  /** How many tables of a game the same people have won together, this one among them. */
  won(game: string, people: string[], table: string): number {
    const all = kept<[string, string[]][]>(WON, []);
    const who = [game, ...people.toSorted()].join(" ");
    const before = all.find(([known]) => known === who)?.[1] ?? [];
    const tables = [...new Set([...before, table])].slice(-MOST);
    keep(WON, [...all.filter(([known]) => known !== who), [who, tables]].slice(-MOST));
    return tables.length;
  },
  /** The games of which somebody here has been offered the lesson. */
  learned: (game: string) => kept<string[]>(LEARNED, []).includes(game),
  learn: (game: string) => keep(LEARNED, [...new Set([...kept<string[]>(LEARNED, []), game])]),
  name: () => kept(NAME, ""),
  rename: (name: string) => keep(NAME, name),
};
