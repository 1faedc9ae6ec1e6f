// The live connection: what is shown follows the server, nothing that was sent is lost, and it comes back by itself.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Live, spliced } from "../src/lib/live.svelte";
import { server, type Update } from "../src/lib/server";

class Socket {
  static readonly CONNECTING = 0;
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
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const now = () => Socket.all.at(-1)!;
const lines = () => live.events["0"]!.map(({ says }) => says);

test("it says hello and keeps what it is told", () => {
  now().open();
  expect(now().sent).toEqual([{ do: "hello", notes: true, parts: true, page: expect.any(String), again: false }]);
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

test("a table that is left before it is reached is let go of when it is, without a complaint of the browser", () => {
  const left = now();
  live.close();
  expect(left.readyState, "not closed before it is open").toBe(Socket.CONNECTING);
  left.open();
  expect(left.readyState).toBe(3);
  expect(left.sent).toEqual([]);
});

test("what is asked about a lost connection changes nothing once there is a newer one", async () => {
  let answer: (problem: unknown) => void = () => undefined;
  vi.spyOn(server, "look").mockReturnValue(new Promise((_, reject) => (answer = reject)));
  now().drop(1006);
  vi.advanceTimersByTime(2000);
  now().drop(1006);
  live.hurry();
  now().open();
  now().say(told("welcome", 1, 0, []));
  answer({ code: "no-table" });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(live.link).toBe("live");
  expect(Socket.all).toHaveLength(3);
});

test("what is taken back is taken back once, however often that is asked for", () => {
  now().open();
  now().say(told("welcome", 1, 0, []));
  live.undo(0);
  expect(live.busy).toBe(true);
  now().say(told("update", 2, 0, [], now().sent.at(-1)!.key as string));
  expect(live.busy).toBe(false);
});

test("lists are cut, then continued", () => {
  expect(spliced([1, 2, 3], 2, [9])).toEqual([1, 2, 9]);
  expect(spliced([1, 2, 3], 3, [])).toEqual([1, 2, 3]);
});

describe("a seat that is played on another page, too", () => {
  /** The page as it is named in the last hello, and whether it only comes back. */
  const hello = () => now().sent.find((message) => message.do === "hello") as { page: string; again: boolean };
  const elsewhere = () => now().say({ say: "elsewhere", seats: [0] });

  beforeEach(() => {
    now().open();
    now().say(told("welcome", 1, 0, []));
  });

  test("is let go of at once, and not fought for", () => {
    elsewhere();
    expect(live.link).toBe("elsewhere");
    expect(now().readyState).toBe(3);
    vi.advanceTimersByTime(120_000);
    dispatchEvent(new Event("online"));
    expect(Socket.all).toHaveLength(1);
    expect(live.link).toBe("elsewhere");
  });

  test("is taken over when somebody asks for it, by a page of a new name", () => {
    const before = hello();
    live.move(0, { do: "pass" });
    elsewhere();
    live.again();
    now().open();
    expect(hello().page).not.toBe(before.page);
    expect(hello().again).toBe(false);
    now().say(told("welcome", 2, 0, ["one"]));
    expect(live.link).toBe("live");
    expect(live.busy).toBe(false);
    expect(
      now().sent.filter(({ do: what }) => what === "move"),
      "what was decided elsewhere is not decided again",
    ).toEqual([]);
  });

  test("is not taken from a newer page by one that only lost its connection", () => {
    const before = hello();
    expect(before.again).toBe(false);
    now().drop(1006);
    vi.advanceTimersByTime(2000);
    now().open();
    expect(hello()).toEqual({ ...before, again: true });
    elsewhere();
    expect(live.link).toBe("elsewhere");
    vi.advanceTimersByTime(120_000);
    expect(Socket.all).toHaveLength(2);
  });

  test("is not let go of for what an old connection still says", () => {
    const old = now();
    live.again();
    now().open();
    now().say(told("welcome", 1, 0, []));
    old.say({ say: "elsewhere", seats: [0] });
    old.drop(4009);
    expect(live.link).toBe("live");
    expect(Socket.all).toHaveLength(2);
  });
});
