// The live connection: what is shown follows the server, nothing that was sent is lost, and it comes back by itself.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { decidedElsewhere, Live, spliced } from "../src/lib/live.svelte";
import type { Update } from "../src/lib/server";

class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly address: URL) {
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.drop(1000);
  }
  open() {
    this.readyState = Socket.OPEN;
    this.onopen();
  }
  drop(code: number) {
    this.readyState = 3;
    this.onclose({ code });
  }
  say(message: unknown) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const event = (says: string) => ({ event: "said", rule: "HM-05", says });

function told(say: "welcome" | "update", seq: number, from: number, events: string[], done: string | null = null) {
  const look = { seat: 0, view: { seat: 0 }, from, events: events.map(event), ask: null, legal: [], can_undo: false };
  return {
    say,
    seq,
    now: 0,
    done,
    you: { seats: [0], host: true },
    table: {},
    looks: [look],
    chat: { from: 0, lines: [] },
  } as unknown as Update;
}

let live: Live;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  Socket.all = [];
  live = new Live("table");
});
afterEach(() => {
  live.close();
  vi.useRealTimers();
});
const now = () => Socket.all.at(-1)!;
const lines = () => live.events["0"]!.map(({ says }) => says);

test("it says hello and keeps what it is told", () => {
  now().open();
  expect(now().sent).toEqual([{ do: "hello", notes: true, parts: true }]);
  now().say(told("welcome", 3, 0, ["one", "two"]));
  now().say(told("update", 4, 2, ["three"]));
  expect(live.link).toBe("live");
  expect(lines()).toEqual(["one", "two", "three"]);
});

test("after an undo the list of events is cut first", () => {
  now().open();
  now().say(told("welcome", 3, 0, ["one", "two", "three"]));
  now().say(told("update", 4, 1, ["other"]));
  expect(lines()).toEqual(["one", "other"]);
});

test("an older update changes nothing", () => {
  now().open();
  now().say(told("welcome", 9, 0, ["one"]));
  now().say(told("update", 5, 0, ["old"]));
  expect(lines()).toEqual(["one"]);
});

test("a move that was not acknowledged is sent again with the same key after a lost connection", () => {
  now().open();
  now().say(told("welcome", 1, 0, []));
  live.move(0, { do: "pass" });
  const first = now().sent.at(-1)!;
  expect(live.busy).toBe(true);
  now().drop(1006);
  expect(live.link).toBe("lost");
  vi.advanceTimersByTime(2000);
  expect(Socket.all).toHaveLength(2);
  now().open();
  now().say(told("welcome", 1, 0, []));
  expect(now().sent.at(-1)).toEqual(first);
  now().say(told("update", 2, 0, ["passed"], first.key as string));
  expect(live.busy).toBe(false);
  now().drop(1006);
  vi.advanceTimersByTime(5000);
  now().open();
  now().say(told("welcome", 2, 0, ["passed"]));
  expect(now().sent).toHaveLength(1);
});

test("a refusal tells why and where, and lets one decide again", () => {
  now().open();
  now().say(told("welcome", 1, 0, []));
  live.move(0, { do: "pass" }, { x: 10, y: 20 });
  const { key } = now().sent.at(-1)!;
  now().say({ say: "refused", key, code: "rule", rule: "HM-10", why: "whoever can dig must.", seq: 1 });
  expect(live.refusal).toEqual({ code: "rule", rule: "HM-10", why: "whoever can dig must.", at: { x: 10, y: 20 } });
  expect(live.busy).toBe(false);
});

test("a table that is gone is not asked for again", () => {
  now().drop(4004);
  expect(live.link).toBe("gone");
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(1);
});

test("lists are cut, then continued", () => {
  expect(spliced([1, 2, 3], 2, [9])).toEqual([1, 2, 9]);
  expect(spliced([1, 2, 3], 3, [])).toEqual([1, 2, 3]);
});

describe("a decision that nobody made here", () => {
  /** Seat 0 may make these moves; `seat` says what else is known of it. */
  const asked = (moves: string[], seat: object = {}, status = "playing", now = 0) =>
    ({
      now,
      table: { status, seats: [{ deadline: null, stand_in: null, ...seat }] },
      looks: [{ seat: 0, legal: moves.map((name) => ({ move: { do: name } })) }],
    }) as unknown as Update;

  test.each([
    ["was made elsewhere", asked(["dig", "pass"]), asked([]), true],
    ["was made elsewhere, and the next one is due", asked(["dig"]), asked(["step"]), true],
    ["is still due", asked(["dig"]), asked(["dig"]), false],
    ["was not due before", asked([]), asked(["dig"]), false],
    ["was the last of the game", asked(["dig"]), asked([], {}, "over"), false],
    ["was made by the bot that stands in", asked(["dig"]), asked([], { stand_in: "fair" }), false],
    ["was made because time ran out", asked(["dig"], { deadline: 60 }), asked([], {}, "playing", 60), false],
    ["was made elsewhere in time", asked(["dig"], { deadline: 60 }), asked([], {}, "playing", 30), true],
  ])("%s", (_, before, after, elsewhere) => {
    expect(decidedElsewhere(before, after)).toBe(elsewhere);
  });

  test("of a spectator is none", () => {
    const watching = (moves: string[]) => {
      const update = asked(moves);
      update.looks[0]!.seat = null;
      return update;
    };
    expect(decidedElsewhere(watching(["dig"]), watching([]))).toBe(false);
  });
});
