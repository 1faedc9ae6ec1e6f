// The connection: what is seen follows from what the server tells, nothing that was sent is lost, and it comes back by
// itself.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Connection } from "../src/lib/connection.svelte";
import type { Event, Sight } from "../src/lib/game";
import { sightsOf } from "../src/lib/recording";
import { server, type SightFrame, type TableAbout, type Update, type Welcome } from "../src/lib/server";
import { raw } from "./recordings";
import { Socket } from "./socket";

const { recording, game } = raw.find(({ name }) => name === "honeymoon")!;
const { steps, start } = recording;
const sights = sightsOf(game, recording);
const table = {
  id: "table",
  game: "honeymoon",
  status: "playing",
  dice: { commit: "sha256:c", secret: null, luck: [null, null] },
  seats: recording.names.map((name, seat) => ({ seat, name })),
} as unknown as TableAbout;

/** What the first seat sees, told as a whole: after the recorded steps up to this one. */
const whole = (step: number): SightFrame => ({
  ...news(step),
  first: 0,
  events: eventsUpTo(step),
  view: { ...sights[step]!.view },
});
/** What is new to it with a step. */
const news = (step: number): SightFrame => ({
  seat: 0,
  first: eventsUpTo(step - 1).length,
  ...(steps[step] as { events: Event[]; legal: number[] }),
  can_undo: false,
});
const eventsUpTo = (step: number) => steps.slice(0, step + 1).flatMap(({ events }) => events);

const welcome = (seq: number, ...told: SightFrame[]): Welcome => ({
  say: "welcome",
  seq,
  now: 0,
  you: { seats: [0], host: true },
  table,
  pending: [0],
  deadlines: {},
  sights: told,
  chat: { first: 0, lines: [] },
});
const update = (seq: number, told: SightFrame[], more: Partial<Update> = {}): Update => ({
  say: "update",
  seq,
  now: 0,
  done: null,
  pending: [0],
  sights: told,
  ...more,
});

let connection: Connection;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  Socket.all = [];
  connection = new Connection("table");
});
afterEach(() => {
  connection.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const now = () => Socket.all.at(-1)!;
/** Say something after the hello, and let the game be loaded. */
async function hear(...frames: (Welcome | Update)[]) {
  if (now().readyState === Socket.CONNECTING) now().open();
  for (const frame of frames) now().say(frame);
  await vi.advanceTimersByTimeAsync(0);
}
const seen = (): Sight => connection.sights[0]!;

test("it says hello, and makes views, choices and sentences of what it is told", async () => {
  await hear(welcome(3, whole(0)));
  expect(now().sent).toEqual([{ do: "hello", words: false, watch: false, page: expect.any(String), again: false }]);
  expect(connection.link).toBe("live");
  expect(seen()).toEqual(sights[0]);
  expect(seen().choices).toHaveLength(steps[0]!.legal.length);
});

test("what happens is followed from one view to the next", async () => {
  await hear(welcome(3, whole(0)), update(4, [news(1)]), update(5, [news(2)]));
  expect(seen()).toEqual(sights[2]);
  await hear(update(6, [], { pending: [1] }));
  expect(seen().view, "nothing new for this seat").toEqual(sights[2]!.view);
  expect(connection.pending).toEqual([1]);
});

test.each(raw)("$name: from its first view on the recorded events lead to its last", async ({ recording, game }) => {
  const names = recording.names.map((name, seat) => ({ seat, name }));
  const fresh: string[] = [];
  connection.onsight = (_, events) => fresh.push(...events.map(({ says }) => says));
  const at = { ...table, game: game.id, seats: names } as TableAbout;
  await hear({
    ...welcome(0, { seat: 0, first: 0, events: [], legal: [], can_undo: false, view: { ...recording.start } }),
    table: at,
  });
  let first = 0;
  for (const [k, step] of recording.steps.entries()) {
    await hear(update(k + 1, [{ seat: 0, first, can_undo: false, ...(step as { events: Event[]; legal: number[] }) }]));
    first += step.events.length;
  }
  expect(seen().view).toEqual(recording.end);
  expect(fresh).toEqual(seen().events.map(({ says }) => says));
  expect(now().sent.filter((message) => message.do === "again")).toEqual([]);
});

test("a decision that is still the same keeps its choices", async () => {
  await hear(welcome(3, whole(0)));
  const { choices } = seen();
  await hear(update(4, [{ ...news(0), first: eventsUpTo(0).length, events: [] }]));
  expect(seen().choices).toBe(choices);
});

test("what was taken back is forgotten, and is not shown as news", async () => {
  const shown = vi.fn();
  await hear(welcome(3, whole(2)));
  connection.onsight = shown;
  await hear(update(4, [{ ...whole(1), first: eventsUpTo(0).length, events: steps[1]!.events }]));
  expect(seen()).toEqual(sights[1]);
  expect(shown).toHaveBeenCalledExactlyOnceWith(sights[1], []);
});

test("what happened while the connection was lost is news when it is back", async () => {
  const shown = vi.fn();
  await hear(welcome(3, whole(0)));
  connection.onsight = shown;
  now().drop(1006);
  vi.advanceTimersByTime(2000);
  await hear(welcome(5, whole(1)));
  expect(shown).toHaveBeenCalledExactlyOnceWith(sights[1], sights[1]!.events.slice(sights[0]!.events.length));
});

test("what does not follow from what is known is asked for as a whole, once", async () => {
  await hear(welcome(3, whole(0)), update(5, [news(2)]), update(6, [news(3)]));
  const asked = () => now().sent.filter((message) => message.do === "again");
  expect(asked()).toEqual([{ do: "again" }]);
  expect(seen(), "until then nothing wrong is shown").toEqual(sights[0]);
  await hear(welcome(6, whole(3)), update(7, [news(4)]));
  expect(seen()).toEqual(sights[4]);
  expect(asked()).toHaveLength(1);
});

test("what is not understood as a whole is not asked for again and again", async () => {
  await hear(welcome(3, whole(0)));
  const nonsense = [{ event: "nonsense", rule: "HM-01" }];
  expect(() => now().say(welcome(4, { ...whole(0), events: nonsense }))).toThrow("nonsense");
  expect(now().sent.filter((message) => message.do === "again")).toEqual([]);
});

test("an older update changes nothing", async () => {
  await hear(welcome(9, whole(1)), update(5, [whole(0)]));
  expect(seen()).toEqual(sights[1]);
});

const line = (text: string) => ({ seat: 0, name: "", text, at: 0 });

test("what comes only when it has changed stays until then", async () => {
  await hear({ ...welcome(1, whole(0)), deadlines: { 0: 30 }, chat: { first: 0, lines: [line("one")] } });
  await hear(update(2, []));
  expect([connection.table, connection.deadlines, connection.chat.length]).toEqual([table, { 0: 30 }, 1]);
  const named = {
    ...table,
    seats: [
      { seat: 0, name: "Anna" },
      { seat: 1, name: "" },
    ],
  } as TableAbout;
  await hear(update(3, [], { table: named, deadlines: {}, chat: { first: 1, lines: [line("two")] } }));
  expect(connection.names).toEqual(["Anna", "Player 2"]);
  expect([connection.deadlines, connection.chat.map(({ text }) => text)]).toEqual([{}, ["one", "two"]]);
});

test("of a long chat only the end is told, and its lines keep their numbers", async () => {
  await hear({ ...welcome(1, whole(0)), chat: { first: 50, lines: [line("fifty"), line("more")] } });
  await hear(update(2, [], { chat: { first: 52, lines: [line("last")] } }));
  expect(connection.chat.map(({ number, text }) => [number, text])).toEqual([
    [50, "fifty"],
    [51, "more"],
    [52, "last"],
  ]);
  await hear({ ...welcome(3, whole(0)), chat: { first: 51, lines: [line("(deleted)"), line("last")] } });
  expect(connection.chat.map(({ text }) => text)).toEqual(["(deleted)", "last"]);
});

test("who may not look on sees nothing", async () => {
  await hear(welcome(1));
  expect(connection.sees).toBe(false);
  await hear(update(2, [{ ...whole(0), view: { ...start }, events: [], legal: [] }]));
  expect(connection.sees).toBe(true);
});

test("a move that was not acknowledged is sent again with the same key after a lost connection", () => {
  now().open();
  now().say(welcome(1));
  connection.move(0, { do: "pass" });
  const first = now().sent.at(-1)!;
  vi.advanceTimersByTime(200);
  expect(connection.busy).toBe(true);
  now().drop(1006);
  expect(connection.link).toBe("lost");
  vi.advanceTimersByTime(2000);
  expect(Socket.all).toHaveLength(2);
  now().open();
  now().say(welcome(1));
  expect(now().sent.at(-1)).toEqual(first);
  now().say(update(2, [], { done: first.key as string }));
  expect(connection.busy).toBe(false);
  now().drop(1006);
  vi.advanceTimersByTime(5000);
  now().open();
  now().say(welcome(2));
  expect(now().sent).toHaveLength(1);
});

test("a move is made once, and of one that is answered soon nothing is seen but what it did", () => {
  now().open();
  now().say(welcome(1));
  connection.move(0, { do: "pass" });
  connection.move(0, { do: "pass" });
  const moves = () => now().sent.filter((message) => message.do === "move");
  expect(moves()).toHaveLength(1);
  expect(connection.busy).toBe(false);
  now().say(update(2, [], { done: moves()[0]!.key as string }));
  vi.advanceTimersByTime(200);
  expect(connection.busy).toBe(false);
  connection.move(0, { do: "pass" });
  expect(moves()).toHaveLength(2);
  vi.advanceTimersByTime(200);
  expect(connection.busy, "it takes its time, and that is seen").toBe(true);
});

test("after a move and after a refusal the choices are new, as when somebody comes to them first", async () => {
  await hear(welcome(1, whole(0)));
  const choices = () => connection.sights[0]!.choices;
  const before = choices();
  await hear(update(2, [{ ...news(0), first: eventsUpTo(0).length, events: [] }]));
  expect(choices(), "what others do changes nothing that is aimed at").toBe(before);
  connection.move(0, { do: "pass" });
  const { key } = now().sent.at(-1)!;
  await hear({ say: "refused", key, code: "rule", rule: "HM-10", why: "anyone who can dig must.", seq: 2 } as never);
  expect(choices()).not.toBe(before);
  expect(choices()).toEqual(before);
  const again = choices();
  connection.send({ do: "chat", text: "hi" });
  const said = now().sent.at(-1)!.key;
  await hear({ say: "refused", key: said, code: "off", rule: null, why: "No chat here.", seq: 2 } as never);
  expect(choices(), "a line of chat decides nothing").toBe(again);
});

test("a refusal tells why and where, and lets one decide again", () => {
  now().open();
  now().say(welcome(1));
  connection.move(0, { do: "pass" }, { x: 10, y: 20 });
  const { key } = now().sent.at(-1)!;
  now().say({ say: "refused", key, code: "rule", rule: "HM-10", why: "anyone who can dig must.", seq: 1 });
  expect(connection.refusal).toEqual({
    code: "rule",
    rule: "HM-10",
    why: "anyone who can dig must.",
    at: { x: 10, y: 20 },
  });
  expect(connection.busy).toBe(false);
});

test.each([
  [4003, "banned"],
  [4004, "gone"],
])("after %d the table is not asked for again", (code, link) => {
  now().drop(code);
  expect(connection.link).toBe(link);
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(1);
});

test("a table that is left before it is reached is let go of when it is, without a complaint of the browser", () => {
  const left = now();
  connection.close();
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
  connection.hurry();
  now().open();
  now().say(welcome(1));
  answer({ code: "no-table" });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(connection.link).toBe("live");
  expect(Socket.all).toHaveLength(3);
});

test("what is taken back is taken back once, however often that is asked for", () => {
  now().open();
  now().say(welcome(1));
  connection.undo(0);
  connection.undo(0);
  expect(now().sent.filter((message) => message.do === "undo")).toHaveLength(1);
  now().say(update(2, [], { done: now().sent.at(-1)!.key as string }));
  connection.undo(0);
  expect(now().sent.filter((message) => message.do === "undo")).toHaveLength(2);
});

describe("a seat that is played on another page, too", () => {
  /** The page as it is named in the last hello, and whether it only comes back. */
  const hello = () => now().sent.find((message) => message.do === "hello") as { page: string; again: boolean };
  const elsewhere = () => now().say({ say: "elsewhere", seats: [0] });

  beforeEach(() => {
    now().open();
    now().say(welcome(1));
  });

  test("is let go of at once, and not fought for", () => {
    elsewhere();
    expect(connection.link).toBe("elsewhere");
    expect(now().readyState).toBe(3);
    vi.advanceTimersByTime(120_000);
    dispatchEvent(new Event("online"));
    expect(Socket.all).toHaveLength(1);
    expect(connection.link).toBe("elsewhere");
  });

  test("is taken over when somebody asks for it, by a page of a new name", () => {
    const before = hello();
    connection.move(0, { do: "pass" });
    elsewhere();
    connection.again();
    now().open();
    expect(hello().page).not.toBe(before.page);
    expect(hello().again).toBe(false);
    now().say(welcome(2));
    expect(connection.link).toBe("live");
    expect(connection.busy).toBe(false);
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
    expect(connection.link).toBe("elsewhere");
    vi.advanceTimersByTime(120_000);
    expect(Socket.all).toHaveLength(2);
  });

  test("is not let go of for what an old connection still says", () => {
    const old = now();
    connection.again();
    now().open();
    now().say(welcome(1));
    old.say({ say: "elsewhere", seats: [0] });
    old.drop(4009);
    expect(connection.link).toBe("live");
    expect(Socket.all).toHaveLength(2);
  });
});
