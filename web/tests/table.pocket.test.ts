/** A table in the pocket speaks the server's protocol: whole games of every game, with bots, undo, hints, a lesson, logs
 * that can be brought back, and a rematch. The thinkers are asked here instead of in workers. */
import { readFile } from "node:fs/promises";

import { beforeEach, describe, expect, test, vi } from "vitest";

import { Position } from "../../src/molehill/pocket/host";
import { Bot } from "../../src/molehill/pocket/search";
import type { Frame, OpenTable, Opened, Update, Welcome } from "../src/lib/server";
import { pocketRules } from "../src/lib/pocket";
import { answers } from "../src/pocket/answers";
import { editions, tables, Unkept } from "../src/pocket/kept";
import { kitOf } from "../src/pocket/kit";
import { digestOf } from "../src/pocket/log";
import { Match } from "../src/pocket/match";
import { Office, type Pocketed } from "../src/pocket/office";
import { Client, type Place } from "../src/pocket/place";
import type { Kept } from "../src/pocket/table";
import { Thinkers, type Found, type Thought } from "../src/pocket/thinkers";
import { comes } from "./comes";

const GAMES = ["honeymoon", "mole_park", "mole_rats", "moledozer", "target_rats"];

const soon = () => new Promise((done) => setImmediate(done));

/** A worker that thinks in this very thread. */
class Here {
  onmessage: ((event: { data: Found }) => void) | null = null;
  onerror: unknown = null;
  postMessage(asked: Thought): void {
    void this.#think(asked).then((data) => this.onmessage?.({ data }));
  }
  async #think({ game, table, seats, options, box, seat, bot }: Thought): Promise<Found> {
    const rules = await pocketRules(game, "bots");
    const position = new Position(rules, table, seats, options, box ?? rules.shipped);
    const thinking = new Bot(rules, bot ?? "sharp", { word: 7n, sims: 20 });
    return bot ? { move: thinking.choose(position, seat) } : { advice: thinking.advise(position, seat, 3) };
  }
}

beforeEach(() => {
  vi.stubGlobal("fetch", async (address: string) => new Response(await readFile(`.${address}`)));
  vi.stubGlobal("Worker", Here);
  // Bots do not wait; nobody waits for what takes too long.
  vi.stubGlobal("setTimeout", (work: () => void, wait: number) => wait < 10_000 && setImmediate(work));
  return () => vi.unstubAllGlobals();
});

const wanted = (game: string, more: Partial<OpenTable> = {}): OpenTable =>
  ({
    game,
    seats: [
      { kind: "here", name: "Anna" },
      { kind: "bot", bot: "greedy" },
    ],
    options: {},
    ...more,
  }) as OpenTable;

/** Somebody at a table: all frames that were sent, and what they add up to. */
class Guest {
  frames: Frame[] = [];
  client = new Client((frame) => this.frames.push(structuredClone(frame)), false);
  constructor(readonly place: Place) {
    place.greet(this.client);
  }
  static async at(office: Office, id: string): Promise<Guest> {
    return new Guest(await office.at(id));
  }
  say(message: Record<string, unknown> & { do: string }): Promise<void> {
    return this.place.hear(this.client, message);
  }
  get last(): Frame {
    return this.frames.at(-1)!;
  }
  get seq(): number {
    return this.place.table.seq;
  }
  /** The first legal move of each of one's decisions, up to the end or so many moves. */
  async play(most = Infinity): Promise<number> {
    const { table } = this.place;
    let made = 0;
    while (table.kept.status === "playing" && made < most) {
      const seat = table.pending.find((one) => this.place.seats.includes(one));
      if (seat === undefined) await soon();
      else {
        const [move] = table.match!.legal(seat);
        await this.say({ do: "move", seat, move: move!, seq: this.seq, key: `move-${made++}` });
      }
    }
    return made;
  }
}

const open = async (office: Office, table: OpenTable) => ((await office.answer("POST", "/tables", table)) as Opened).id;

describe.each(GAMES)("%s", (game) => {
  test("what is sent adds up to what is seen, and the log plays the same game again", async () => {
    const office = new Office(() => undefined);
    const id = await open(office, wanted(game));
    const anna = await Guest.at(office, id);
    expect(anna.last).toMatchObject({ say: "welcome", you: { seats: [0], host: true }, sights: [] });
    await anna.say({ do: "start", key: "start" });
    expect(anna.frames).toContainEqual(expect.objectContaining({ say: "update", done: "start" }));
    await anna.play(40);
    const { match } = anna.place.table;
    const { module, rules } = await kitOf(game);
    // Views follow from the first one and the events, as the screens follow them.
    const told = anna.frames.filter((frame): frame is Update => frame.say === "update");
    let view: Record<string, unknown> = {};
    const follow = (module as unknown as { follow: (view: unknown, event: unknown) => void }).follow;
    for (const sight of told.flatMap(({ sights }) => sights)) {
      if (sight.view) view = structuredClone(sight.view);
      else for (const event of sight.events) follow(view, event);
    }
    const now = match!.view(0);
    expect({ ...now, pending: view.pending }).toEqual(JSON.parse(JSON.stringify(view)));
    // The log leads to the same table.
    const log = (await office.answer("GET", `/tables/${id}/log`, undefined)) as { moves: never[]; table: string };
    const again = Match.from(match!.kit, 2, match!.options, rules.shipped, log.moves);
    expect(again.position.table).toEqual(match!.position.table);
    const { id: copy } = (await office.answer("POST", "/import", { log })) as Opened;
    const brought = (await office.at(copy)).table;
    expect(brought.about()).toMatchObject({ imported: true });
    expect(brought.kept.seats.map(({ kind, bot }) => bot ?? kind)).toEqual(["person", "greedy"]);
    await expect(office.answer("POST", "/import", { log: { ...log, seats: 3 } })).rejects.toThrow("changed after");
  });

  test("its lesson is played to the end, and a wrong move is answered", async () => {
    const office = new Office(() => undefined);
    const { id } = (await office.answer("POST", `/games/${game}/lesson`, { name: "Anna" })) as Opened;
    const anna = await Guest.at(office, id);
    await anna.say({ do: "start" });
    const { script } = (await answers.lesson(game))!;
    const asked = script.filter(([, , mine]) => mine).map(([, move]) => move);
    const { module } = await kitOf(game);
    let wrong = 0;
    for (const [k, move] of asked.entries()) {
      const other = anna.place.table.match!.legal(0).find((number) => number !== module.encode(move as never));
      if (other !== undefined) {
        wrong++;
        await anna.say({ do: "move", seat: 0, move: other, seq: anna.seq });
        expect(anna.last).toMatchObject({ say: "refused", code: "lesson" });
      }
      await anna.say({ do: "move", seat: 0, move, seq: anna.seq });
      expect(anna.place.table.about().lesson).toBe(k + 1);
    }
    expect(wrong).toBeGreaterThan(0);
  });
});

test("a move is taken back until chance or somebody else has followed, and refused with its clause", async () => {
  const office = new Office(() => undefined);
  const two = wanted("honeymoon", { seats: [{ kind: "here", name: "Anna" }, { kind: "here" }] as OpenTable["seats"] });
  const anna = await Guest.at(office, await open(office, two));
  await anna.say({ do: "start" });
  const { table } = anna.place;
  const before = table.match!.view(0);
  await anna.say({ do: "undo", seat: 0, seq: anna.seq });
  expect(anna.last).toMatchObject({ say: "refused", code: "no-undo" });
  const [move] = table.match!.legal(0);
  await anna.say({ do: "move", seat: 1, move: 1e9, seq: anna.seq });
  expect(anna.last).toMatchObject({ say: "refused", code: "malformed" });
  await anna.say({ do: "move", seat: 5, move: 0, seq: anna.seq });
  expect(anna.last).toMatchObject({ code: "not-yours" });
  await anna.say({ do: "move", seat: 0, move: move!, seq: 0 });
  expect(anna.last).toMatchObject({ code: "stale" });
  await anna.say({ do: "move", seat: 0, move: move!, seq: anna.seq });
  if (table.canUndo(0)) {
    await anna.say({ do: "undo", seat: 0, seq: anna.seq });
    expect(table.match!.view(0)).toEqual(before);
  }
});

test("hints come from what the seat sees, and a finished game is told step by step and played again", async () => {
  const office = new Office(() => undefined);
  const id = await open(office, wanted("moledozer"));
  const anna = await Guest.at(office, id);
  await anna.say({ do: "start" });
  while (!anna.place.table.pending.includes(0)) await soon();
  const legal = anna.place.table.match!.legal(0);
  await anna.say({ do: "hint", seat: 0 });
  await comes(() => expect(anna.frames.map(({ say }) => say)).toContain("hint"));
  const hint = anna.frames.find((frame) => frame.say === "hint")!;
  for (const { move } of hint.moves) expect(legal).toContain(move);
  await anna.play();
  const welcome = (await office.answer("GET", `/tables/${id}`, undefined)) as Welcome;
  expect(welcome.table.result!.why).not.toBe("");
  const steps = (await office.answer("GET", `/tables/${id}/replay?first=0&count=20000`, undefined)) as {
    steps: { actor: unknown; odds: unknown }[];
    count: number;
  };
  expect(steps.steps).toHaveLength(steps.count);
  expect(steps.steps.every(({ actor, odds }) => (actor === "chance") === (odds !== null))).toBe(true);
  await anna.say({ do: "rematch" });
  const next = (await office.at(anna.place.table.kept.rematch!)).table;
  expect(next.kept.seats.map(({ kind }) => kind)).toEqual(["bot", "person"]);
});

test("a table is as it was when it is loaded again, and one of other rules says so", async () => {
  const office = new Office(() => undefined);
  const id = await open(office, wanted("target_rats"));
  const anna = await Guest.at(office, id);
  await anna.say({ do: "start" });
  await anna.play(5);
  const { kept, match } = anna.place.table;
  office.forget(id);
  const again = (await office.at(id)).table;
  expect(again.match!.position.table).toEqual(match!.position.table);
  expect(again.seq).toBe(kept.seq);
  const other = (await office.answer("POST", "/tables", wanted("target_rats"))) as Opened;
  const place = await office.at(other.id);
  place.table.kept.rules = 99;
  const { Table } = await import("../src/pocket/table");
  expect(new Table(place.table.kept, place.table.kit).about().trouble).toContain("version 99");
});

test("nothing grows from game to game", async () => {
  const office = new Office(() => undefined);
  const { rules } = await kitOf("honeymoon");
  const used: unknown[] = [];
  for (let game = 0; game < 12 * Number(process.env.MOLEHILL_EFFORT ?? 1); game++) {
    const id = await open(office, wanted("honeymoon"));
    const anna = await Guest.at(office, id);
    await anna.say({ do: "start" });
    await anna.play();
    expect(anna.place.table.kept.status).toBe("over");
    await office.answer("DELETE", `/tables/${id}/seats/0`, undefined);
    used.push(rules.room);
  }
  expect(used.at(-1)).toEqual(used[0]);
});

test("two bots think at once, and a third waits for one of them", async () => {
  const asked: ((found: Found) => void)[] = [];
  class Slow {
    onmessage: ((event: { data: Found }) => void) | null = null;
    postMessage(): void {
      asked.push((data) => this.onmessage!({ data }));
    }
  }
  vi.stubGlobal("Worker", Slow);
  const { rules, module, words } = await kitOf("honeymoon");
  const match = new Match({ rules, module, words }, 3, {}, rules.shipped);
  match.chance();
  for (const [cores, most] of [
    [1, 1],
    [2, 2],
    [8, 2],
  ] as const) {
    asked.length = 0;
    vi.stubGlobal("navigator", { hardwareConcurrency: cores });
    const thinkers = new Thinkers();
    const chosen = Promise.all([0, 1, 2].map((seat) => thinkers.choose(match, seat, "sharp")));
    await soon();
    expect(asked).toHaveLength(most);
    for (let move = 0; move < 3; move++) {
      asked[move]!({ move });
      await soon();
      expect(asked).toHaveLength(Math.min(3, most + move + 1));
    }
    expect(await chosen).toEqual([0, 1, 2]);
  }
});

const EDITION = { game: "honeymoon", title: "Long nights", hash: "sha256:own", toml: "title = 1", edition: {} };

test("an edition that a server has read is kept, saved as a file, and brought along", async () => {
  const office = new Office(() => undefined);
  const { rules } = await kitOf("honeymoon");
  const { facts } = rules;
  const read = { ...EDITION, rules: facts.rules, record: facts.box.record, edition: facts.box.edition };
  await office.answer("POST", "/editions", read);
  const [{ hash }] = ((await office.answer("GET", "/editions", null)) as { editions: [{ hash: string }] }).editions;
  const file = (await office.answer("GET", `/editions/${hash}`, null)) as Record<string, unknown>;
  await office.answer("DELETE", `/editions/${hash}`, null);
  expect(await office.answer("GET", "/editions", null)).toEqual({ editions: [] });
  await expect(open(office, wanted("honeymoon", { box: "title = 1" }))).rejects.toThrow("read by a server once");

  expect(await office.answer("POST", "/editions", file)).toMatchObject(read);
  const id = await open(office, wanted("honeymoon", { box: "title = 1" }));
  expect((await office.at(id)).table.about().box).toEqual({ hash, own: true });
  for (const [changed, why] of [
    [{ ...file, title: "Short nights" }, "changed after"],
    [{ ...read, record: "AAAA" }, "changed after"],
    [{ ...read, record: null }, "changed after"],
    [{ ...read, rules: 99 }, "version 99"],
    [{ ...read, game: "chess" }, "no such game"],
  ] as const)
    await expect(office.answer("POST", "/editions", changed)).rejects.toThrow(why);
  await office.answer("DELETE", `/editions/${hash}`, null);
});

test.each([
  [{ seats: [{ kind: "open" }] }, "put a person at this device"],
  [{ seats: [{ kind: "bot", bot: "fair" }] }, "At least one seat"],
  [{ seats: [{ kind: "here" }, { kind: "bot", bot: "huge" }] }, "no such bot"],
  [{ options: { colour: "red" } }, "no option colour"],
  [{ box: "title = 1" }, "read by a server once"],
  [{ game: "chess" }, "no such game"],
])("what can't be opened is refused: %j", async (more, why) => {
  const office = new Office(() => undefined);
  await expect(open(office, wanted("honeymoon", more as Partial<OpenTable>))).rejects.toThrow(why);
});

// ---- what comes damaged, crafted, or at a bad time ---------------------------------------------------------------------

test("a game that was kept and is damaged hides no other, says so, and stays until it is deleted", async () => {
  const office = new Office(() => undefined);
  const id = await open(office, wanted("honeymoon"));
  const sound = await Guest.at(office, id);
  await sound.say({ do: "start" });
  const { kept } = sound.place.table;
  const worse = ["pocket-nothing", "pocket-seats", "pocket-moves", "pocket-rolls"];
  await tables.keep({ id: worse[0] } as Kept);
  await tables.keep({ ...kept, id: worse[1]!, seats: [null] as never });
  await tables.keep({ ...kept, id: worse[2]!, moves: [null] as never });
  await tables.keep({ ...kept, id: worse[3]!, moves: [["chance", { die: 99 }]] });
  const { tables: all } = (await office.answer("GET", "/pocket", null)) as { tables: Pocketed[] };
  const status = Object.fromEntries(all.map((table) => [table.id, table.status]));
  expect(worse.map((one) => status[one])).toEqual(["damaged", "damaged", "damaged", "playing"]);
  expect(status[id]).toBe("playing");
  for (const one of worse.slice(0, 3)) await expect(office.at(one)).rejects.toMatchObject({ code: "broken" });
  const broken = await Guest.at(office, worse[3]!);
  expect(broken.last).toMatchObject({
    say: "welcome",
    table: { trouble: expect.stringContaining("damaged") as string },
  });
  await broken.say({ do: "move", seat: 0, move: 0, seq: broken.seq });
  expect(broken.last).toMatchObject({ say: "refused", why: expect.stringContaining("damaged") as string });
  for (const one of [...worse, id]) await office.answer("DELETE", `/tables/${one}/seats/0`, null);
  const left = (await tables.all()).map((table) => table.id);
  expect(left.filter((one) => worse.includes(one))).toEqual([]);
  for (const { place } of [sound, broken]) place.clients.clear();
});

/** A log as it should be, and what makes it none; its digest always fits, as anybody can make it fit. */
const nested = (depth: number): object => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`) as object;
test.each([
  ["nothing", () => null, "not a log"],
  ["a list", () => [], "not a log"],
  ["another format", (log: object) => ({ ...log, molehill: 2 }), "not a log"],
  ["without a box", (log: object) => ({ ...log, box: null }), "not a log"],
  ["without options", (log: object) => ({ ...log, options: null }), "not a log"],
  ["moves that are none", (log: object) => ({ ...log, moves: [null] }), "not a log"],
  ["more moves than there can be", (log: object) => ({ ...log, moves: Array(20_001).fill([0, {}]) }), "20,000"],
  ["nested without end", (log: object) => ({ ...log, options: nested(100_000) }), "digest"],
  ["a move of nobody", (log: object) => ({ ...log, moves: [[7, {}]], count: 1 }), "can't be made"],
  ["a crowd", (log: object) => ({ ...log, seats: 1e9 }), "can't be made"],
  ["no such option", (log: object) => ({ ...log, options: { colour: "red" } }), "can't be made"],
  ["a game of nobody", (log: object) => ({ ...log, game: "../honeymoon" }), "no such game"],
  ["a box of nobody", (log: object) => ({ ...log, box: { hash: "sha256:0" } }), "read by a server once"],
])("a log that is none is refused in words: %s", async (_, changed, why) => {
  const office = new Office(() => undefined);
  const before = (await tables.all()).length;
  const { rules } = await kitOf("honeymoon");
  const match = new Match(await kitOf("honeymoon"), 2, {}, rules.shipped);
  const log = changed(match.log(["Anna", "Ben"]));
  const digested = (what: object) => ({ ...what, digest: digestOf(what) });
  const file = log && !Array.isArray(log) && why !== "digest" ? digested(log) : log;
  await expect(office.answer("POST", "/import", { log: file })).rejects.toThrow(why);
  expect(await tables.all()).toHaveLength(before);
});

test("a move that can't be kept is not made, whoever makes it, and everybody is told why", async () => {
  const lost: string[] = [];
  const office = new Office((id) => lost.push(id));
  const id = await open(office, wanted("honeymoon"));
  const anna = await Guest.at(office, id);
  await anna.say({ do: "start" });
  const before = structuredClone(await tables.find(id));
  const told = { say: "refused", why: expect.stringContaining("storage is full") as string };
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(tables, "keepAfter").mockRejectedValue(new Unkept("full"));
  await comes(() => expect(anna.frames).toContainEqual(expect.objectContaining({ ...told, key: null }))); // the bot's
  const ben = await Guest.at(office, id);
  await ben.say({ do: "move", seat: 0, move: ben.place.table.match!.legal(0)[0]!, seq: ben.seq, key: "mine" });
  expect(ben.frames).toContainEqual(expect.objectContaining({ ...told, key: "mine" }));
  expect(lost).toContain(id);
  expect(await tables.find(id)).toEqual(before);
  vi.restoreAllMocks();
  const again = await Guest.at(office, id);
  await again.play();
  expect((await tables.find(id))!.status).toBe("over");
  await office.answer("DELETE", `/tables/${id}/seats/0`, null);
});

test("a thinker that dies is replaced, and its thought is begun again", async () => {
  let made = 0;
  class Mortal extends Here {
    #number = made++;
    terminate(): void {}
    override postMessage(asked: Thought): void {
      if (this.#number > 0) super.postMessage(asked);
      else (this.onerror as (event: object) => void)({ message: "gone", preventDefault: () => undefined });
    }
  }
  vi.stubGlobal("Worker", Mortal);
  const kit = await kitOf("honeymoon");
  const match = new Match(kit, 2, {}, kit.rules.shipped);
  match.chance();
  const thinkers = new Thinkers();
  for (let k = 0; k < 3; k++) expect((await thinkers.advise(match, 0))!.length).toBeGreaterThan(0);
  expect(made).toBe(2);
});

test("an edition that is brought while the clock is set back is not taken for the oldest", async () => {
  const office = new Office(() => undefined);
  const { facts } = (await kitOf("honeymoon")).rules;
  const read = { ...EDITION, rules: facts.rules, record: facts.box.record, edition: facts.box.edition };
  for (let k = 0; k < 40; k++) await editions.keep({ ...read, hash: `sha256:${k}`, touched: Date.now() + 1e9 + k });
  await office.answer("POST", "/editions", read);
  const { editions: all } = (await office.answer("GET", "/editions", null)) as { editions: { hash: string }[] };
  expect([all.length, all[0]!.hash]).toEqual([40, EDITION.hash]);
  for (const { hash } of all) await office.answer("DELETE", `/editions/${hash}`, null);
});

test("where a browser keeps nothing, whoever begins a game is told so", async () => {
  const office = new Office(() => undefined);
  const anna = await Guest.at(office, await open(office, wanted("honeymoon")));
  await anna.say({ do: "start" });
  expect(anna.frames).toContainEqual(expect.objectContaining({ say: "refused", code: "off", key: null }));
  expect(await office.answer("GET", "/pocket", null)).toMatchObject({ keeps: false });
  anna.place.clients.clear();
});
