// Dice that can be checked: the protocol page's arithmetic, what this device sends and keeps, and what it says at the end.
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Connection } from "../src/lib/connection.svelte";
import { mixed, newShare, numberOf, seal } from "../src/lib/dice";
import type { Event } from "../src/lib/game";
import { isAwaited, keptOf, notice } from "../src/lib/luck";
import { server, type SeatAbout, type TableAbout } from "../src/lib/server";
import { judge, THEIR_WORD, type Log, type Mark, type Ruled, type Witness } from "../src/lib/verdict";
import { say } from "../src/lib/words";
import DiceMark from "../src/screens/DiceMark.svelte";
import { comes } from "./comes";
import { Socket } from "./socket";

const SECRET = Array.from({ length: 32 }, (_, k) => k.toString(16).padStart(2, "0")).join("");
const [ANNA, BEN] = ["a1".repeat(32), "b2".repeat(32)];
const COMMIT = seal(SECRET);
/** What molehill.server.dice finds with the same secret: of Anna's and Ben's luck, and for roll 3 without and with it. */
const PYTHON = {
  mixed: "dd7070aa8aede7b494df35f61bc41610d9f7b665c1f6e8c7296e0492f8e86181",
  alone: 0.49717734925410084,
  together: 0.4069414237183302,
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A table for two, before the start unless told otherwise. */
const tableOf = (luck: (string | null)[], more: Partial<TableAbout> = {}) =>
  ({
    id: "t",
    game: "honeymoon",
    status: "open",
    dice: { commit: COMMIT, secret: null, luck },
    seats: ["Anna", "Ben"].map((name, seat) => ({ seat, kind: "person", name, away: false }) as SeatAbout),
    ...more,
  }) as TableAbout;

describe("arithmetic", () => {
  test("hashes and numbers are those that Python finds", () => {
    expect(COMMIT).toBe("sha256:630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    expect(mixed([ANNA, null, BEN])).toBe(PYTHON.mixed);
    expect(numberOf(SECRET, "t", 3, "")).toBe(PYTHON.alone);
    expect(numberOf(SECRET, "t", 3, mixed([ANNA, null, BEN]))).toBe(PYTHON.together);
    expect(mixed([null, null])).toBe("");
  });

  test("a share is 32 bytes, and never the same", () => {
    const shares = Array.from({ length: 50 }, newShare);
    for (const share of shares) expect(share).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(shares).size).toBe(50);
  });
});

describe("what this device adds and keeps", () => {
  test("a share for each seat, kept with the commitment from before it was sent, and the same when asked again", () => {
    const owed = notice(tableOf([null, null]), [0, 1]);
    expect(owed.map(({ seat }) => seat)).toEqual([0, 1]);
    expect(
      notice(tableOf([null, null], { dice: { commit: "sha256:other", secret: null, luck: [null, null] } }), [0, 1]),
    ).toEqual(owed);
    expect(keptOf("t")).toMatchObject({ commit: COMMIT, shares: { 0: owed[0]!.share, 1: owed[1]!.share }, taken: [] });
  });

  test("what the server has taken, and what it showed at the start, is noted down", () => {
    const [{ share }] = notice(tableOf([null, null]), [0]) as [{ seat: number; share: string }];
    expect(notice(tableOf([seal(share), null]), [0])).toEqual([]);
    expect(keptOf("t")).toMatchObject({ taken: [0], begun: null });
    const begun = [seal(share), seal(BEN)];
    notice(tableOf(begun, { status: "playing" }), [0]);
    notice(tableOf([null, null], { status: "over" }), [0]);
    expect(keptOf("t")).toMatchObject({ taken: [0], begun });
  });

  test("anyone who gives up a seat before the start has sent nothing for it", () => {
    notice(tableOf([null, null], { id: "given up" }), [0, 1]);
    notice(tableOf([null, null], { id: "given up" }), [1]);
    expect(Object.keys(keptOf("given up")!.shares)).toEqual(["1"]);
    notice(tableOf([null, null], { id: "all given up" }), [0]);
    notice(tableOf([null, null], { id: "all given up" }), []);
    expect(keptOf("all given up")).toBeUndefined();
    notice(tableOf([null, null], { id: "given up", status: "playing" }), []); // a bot plays on; what was added stays
    expect(Object.keys(keptOf("given up")!.shares)).toEqual(["1"]);
  });

  test("nothing is added where somebody has added luck for the seat already, after the start, or without a seat", () => {
    const id = "not ours";
    expect(notice(tableOf([seal(ANNA), null], { id }), [0])).toEqual([]);
    expect(notice(tableOf([null, null], { id, status: "playing" }), [0])).toEqual([]);
    expect(notice(tableOf([null, null], { id }), [])).toEqual([]);
    expect(keptOf(id)).toBeUndefined();
  });

  test("only the newest tables are kept", () => {
    for (let n = 0; n < 60; n++) notice(tableOf([null], { id: `t${n}` }), [0]);
    expect(keptOf("t9")).toBeUndefined();
    expect(keptOf("t10")).toBeDefined();
  });

  test("a browser that keeps nothing adds luck all the same, and knows it as long as the page is open", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("no");
    });
    const owed = notice(tableOf([null, null], { id: "private" }), [0]);
    expect(notice(tableOf([null, null], { id: "private" }), [0])).toEqual(owed);
  });

  test("others are waited for who play on another device and have added nothing", () => {
    expect(isAwaited(tableOf([null, null]), [0])).toBe(true);
    expect(isAwaited(tableOf([null, seal(BEN)]), [0])).toBe(false);
    expect(isAwaited(tableOf([null, null]), [0, 1])).toBe(false);
    const [anna, ben] = tableOf([]).seats as [SeatAbout, SeatAbout];
    expect(isAwaited(tableOf([null, null], { seats: [anna, { ...ben, kind: "bot" }] }), [0])).toBe(false);
  });
});

describe("on the wire", () => {
  const frame = (table: TableAbout, more = {}) => {
    const said = { say: "welcome", seq: 1, now: 0, you: { seats: [0], host: true }, table, pending: [], deadlines: {} };
    return { ...said, sights: [], chat: { first: 0, lines: [] }, ...more };
  };
  const sent = () => Socket.all.at(-1)!.sent.filter((message) => message.do !== "hello");
  function connected(table: TableAbout) {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Socket);
    Socket.all = [];
    const connection = new Connection("t");
    Socket.all[0]!.open();
    Socket.all[0]!.say(frame(table));
    return connection;
  }

  test("luck goes out with the first welcome, once, and before a start", () => {
    const connection = connected(tableOf([null, seal(BEN)]));
    connection.start();
    expect(sent().map((message) => message.do)).toEqual(["luck", "start"]);
    Socket.all[0]!.say(frame(tableOf([null, seal(BEN)]), { say: "update", seq: 2, done: null }));
    expect(sent()).toHaveLength(2);
    connection.close();
  });

  test("after a lost connection the same luck is sent again until it is acknowledged", () => {
    const connection = connected(tableOf([null, null]));
    const [first] = sent();
    Socket.all[0]!.drop(1006);
    vi.advanceTimersByTime(2000);
    Socket.all[1]!.open();
    Socket.all[1]!.say(frame(tableOf([null, null])));
    expect(sent()).toEqual([first]);
    connection.close();
  });

  test("a start waits for the luck of others, and begins when it has come", () => {
    const connection = connected(tableOf([null, null]));
    connection.start();
    connection.start();
    expect(connection.starting).toBe(true);
    expect(sent().map((message) => message.do)).toEqual(["luck"]);
    Socket.all[0]!.say(frame(tableOf([null, seal(BEN)]), { say: "update", seq: 2, done: null }));
    expect(sent().map((message) => message.do)).toEqual(["luck", "start"]);
    expect(connection.starting).toBe(false);
    connection.close();
  });

  test("a start waits for nobody for ever", () => {
    const connection = connected(tableOf([null, null]));
    connection.start();
    vi.advanceTimersByTime(2000);
    expect(sent().map((message) => message.do)).toEqual(["luck", "start"]);
    connection.close();
  });

  test("that luck was refused is no complaint about a move", () => {
    const connection = connected(tableOf([null, null]));
    Socket.all[0]!.say({ say: "refused", key: sent()[0]!.key, code: "not-now", rule: null, why: "late", seq: 2 });
    expect(connection.refusal).toBeNull();
    connection.close();
  });
});

describe("the verdict", () => {
  const rolled = (shows: number): Event => ({ event: "rolled", rule: "HM-06", shows }) as unknown as Event;
  const SHARES = [ANNA, BEN];
  const ROLLS = [0, 1, 2].map((k) => Math.floor(6 * numberOf(SECRET, "t", k, mixed(SHARES))));
  const LOG: Log = {
    rules: 1,
    seats: 2,
    options: {},
    box: { hash: "" },
    moves: ROLLS.flatMap((shows, k): Log["moves"] => [
      ["chance", { do: "roll", shows }],
      [k % 2, { do: "pass" }],
    ]),
    dice: { table: "t", commit: COMMIT, secret: SECRET, first: 0, shares: SHARES },
  };
  const EVENTS = ROLLS.map(rolled);
  const RULED: Ruled[] = ROLLS.flatMap((shows): Ruled[] => [
    { odds: [shows, 1, 6], events: [rolled(shows)] },
    { odds: null, events: [] },
  ]);
  const WITNESS: Witness = {
    kept: { table: "t", commit: COMMIT, imported: false, shares: { 0: ANNA }, taken: [0], begun: SHARES.map(seal) },
    table: "t",
    imported: false,
    bots: [false, false],
    seat: 0,
    seen: EVENTS.map((event) => ({ ...event, says: "The die shows it.", going: "It rolls." })) as unknown as Event[],
  };
  const found = async (log = LOG, witness: Partial<Witness> = {}, ruled = RULED) => {
    const { mark, findings } = await judge(log, { ...WITNESS, ...witness }, { ours: true, rule: async () => ruled });
    return { mark, says: findings.filter((each) => each.mark === mark).map(({ says }) => says), findings };
  };
  const dice = (changes: Partial<Log["dice"]>): Log => ({ ...LOG, dice: { ...LOG.dice, ...changes } });
  const kept = (changes: object) => ({ kept: { ...WITNESS.kept!, ...changes } });

  test("all fits", async () => {
    const { mark, findings } = await found();
    expect(mark).toBe("checked");
    expect(findings).toContainEqual({ says: "dice-share-there", mark: "checked", seats: [0] });
    expect(findings).toContainEqual({ says: "dice-lucky", mark: "checked", seats: [0, 1] });
    expect(findings).toContainEqual({ says: "dice-rolls", mark: "checked", count: 3 });
  });

  test("whose word the odds are is told", async () => {
    expect((await found()).findings.at(-1)!.says).toBe("dice-odds-ours");
    vi.spyOn(server, "replay").mockImplementation(
      async (_, first) => ({ steps: RULED.slice(first, first + 2) }) as never,
    );
    const { mark, findings } = await judge(LOG, WITNESS, THEIR_WORD);
    expect([mark, findings.at(-1)!.says]).toEqual(["checked", "dice-odds-theirs"]);
  });

  const other = "c3".repeat(32);
  test.each<[string, Mark, string, Log, Partial<Witness>?, Ruled[]?]>([
    ["another secret", "wrong", "dice-commit-wrong", dice({ secret: other })],
    [
      "another commitment than at the start",
      "wrong",
      "dice-commit-wrong",
      dice({ secret: other, commit: seal(other) }),
    ],
    ["our luck exchanged", "wrong", "dice-share-dropped", dice({ shares: [other, BEN] })],
    ["our luck left out", "wrong", "dice-share-dropped", dice({ shares: [null, BEN] })],
    ["luck of others exchanged after the start", "wrong", "dice-share-changed", dice({ shares: [ANNA, other] })],
    ["luck of others left out after the start", "wrong", "dice-share-changed", dice({ shares: [ANNA, null] })],
    ["luck of a seat that there is not", "wrong", "dice-log-odd", dice({ shares: [ANNA, BEN, other] })],
    ["luck that is not in the log", "wrong", "dice-log-odd", dice({ shares: [ANNA] })],
    ["luck that is none", "wrong", "dice-log-odd", dice({ shares: [ANNA, "x,y"] })],
    ["luck of a bot", "wrong", "dice-share-bot", LOG, { bots: [false, true] }],
    [
      "rolls from elsewhere in a game that began here",
      "wrong",
      "dice-roll-wrong",
      dice({ first: 9 }),
      {},
      RULED.toSpliced(0, 1, { odds: [6, 1, 7], events: EVENTS.slice(0, 1) }),
    ],
    [
      "odds that hold everything",
      "wrong",
      "dice-roll-wrong",
      LOG,
      {},
      RULED.toSpliced(0, 1, { odds: [0, 9, 6], events: EVENTS.slice(0, 1) }),
    ],
    [
      "a roll that is another",
      "wrong",
      "dice-roll-wrong",
      LOG,
      {},
      RULED.toSpliced(2, 1, { odds: [6, 1, 7], events: EVENTS.slice(1, 2) }),
    ],
    [
      "a roll without odds",
      "wrong",
      "dice-roll-wrong",
      LOG,
      {},
      RULED.toSpliced(2, 1, { odds: null, events: EVENTS.slice(1, 2) }),
    ],
    ["a game that was another", "wrong", "dice-seen-wrong", LOG, { seen: [rolled(7), ...EVENTS.slice(1)] }],
    ["nothing of the game", "wrong", "dice-log-rules", LOG, {}, []],
    ["a last move that can't be made", "wrong", "dice-log-rules", LOG, {}, RULED.slice(0, -1)],
    ["dice of another table", "wrong", "dice-roll-wrong", LOG, { table: "u" }],
  ])("%s is found out", async (_, mark, says, log, witness, ruled) => {
    const verdict = await found(log, witness, ruled);
    expect(verdict.mark).toBe(mark);
    expect(verdict.says).toContain(says);
  });

  test("luck that the server never acknowledged is missing: too late, or left out", async () => {
    const shares = [null, BEN];
    const luck = mixed(shares);
    const ruled = RULED.map(({ odds, events }, k): Ruled => {
      const at = odds && Math.floor(6 * numberOf(SECRET, "t", k / 2, luck));
      return { odds: at === null ? null : [at, 1, 6], events };
    });
    const { mark, says } = await found(dice({ shares }), kept({ taken: [], begun: [null, seal(BEN)] }), ruled);
    expect([mark, says]).toEqual(["missing", ["dice-share-late"]]);
  });

  test("somebody who has added nothing, a spectator perhaps, learns what fits", async () => {
    const { mark, says } = await found(LOG, { kept: undefined, seat: null });
    expect([mark, says]).toEqual(["part", ["dice-commit-shown", "dice-share-none"]]);
  });

  test("rolls of an imported game from before can't be checked", async () => {
    const ruled = RULED.toSpliced(0, 1, { odds: [7, 1, 8], events: EVENTS.slice(0, 1) });
    const { mark, findings } = await found(dice({ first: 1 }), kept({ imported: true }), ruled);
    expect(mark).toBe("part");
    expect(findings).toContainEqual({ says: "dice-rolls", mark: "checked", count: 2 });
    expect(findings).toContainEqual({ says: "dice-rolls-older", mark: "part", count: 1 });
  });

  test("a page that came late compares the part of the game that it has seen", async () => {
    expect((await found(LOG, { seen: EVENTS.slice(1) })).mark).toBe("checked");
  });

  async function marked(log: Promise<Log>) {
    localStorage.setItem("molehill-luck", JSON.stringify([WITNESS.kept]));
    vi.spyOn(server, "log").mockReturnValue(log as Promise<never>);
    vi.spyOn(server, "replay").mockResolvedValue({ steps: RULED } as never);
    const connection = { names: ["Anna", "Ben"], sights: [{ seat: 0, events: WITNESS.seen }] } as unknown as Connection;
    const { container } = render(DiceMark, { connection, table: tableOf([], { status: "over" }) });
    await comes(() => expect(container.textContent).not.toBe(""));
    return container;
  }

  test("the mark is small, and its details name those who added luck", async () => {
    const details = (await marked(Promise.resolve(LOG))).querySelector("details")!;
    expect(details.open).toBe(false);
    expect(details.querySelector("summary")!.textContent).toBe(say("dice-checked"));
    expect(details.textContent).toContain(say("dice-lucky", { names: "Anna, Ben" }));
  });

  test("what does not fit is shown at once", async () => {
    const details = (await marked(Promise.resolve(dice({ secret: other })))).querySelector("details")!;
    expect(details.open).toBe(true);
    expect(details.textContent).toContain(say("dice-commit-wrong"));
  });

  test("a log that does not come is said, and asked for again", async () => {
    const container = await marked(Promise.reject(new Error("offline")));
    expect(container.textContent).toContain(say("dice-failed"));
    vi.mocked(server.log).mockResolvedValue(LOG as never);
    container.querySelector("button")!.click();
    await comes(() => expect(container.querySelector("details")).not.toBeNull());
  });
});
