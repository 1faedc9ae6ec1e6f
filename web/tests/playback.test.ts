// Things are shown one after another, each with a sentence that can be read, and can be skipped and shown again; without
// motion the end is shown at once.
import { render } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Happening, View } from "../src/lib/board";
import type { Game } from "../src/lib/game";
import Piece from "../src/lib/Piece.svelte";
import { Playback } from "../src/lib/playback.svelte";
import { settings } from "../src/lib/settings.svelte";

interface Counted extends View {
  count: number;
}
const view = (count: number, pending: number[] = []) => ({ seat: 0, count, pending }) as unknown as Counted;
/** Events of this seat, which knows what it does. */
const events = (...names: string[]) => names.map((event) => ({ event, rule: "", says: event, seat: 0 }) as Happening);
/** Events of another seat, each with a sentence of fifty letters. */
const others = (...names: string[]) =>
  names.map((event) => ({ event, rule: "", says: event.padEnd(50, "."), seat: 1 }) as Happening);
const READ = 400 + 18 * 50;
const walk = (rat: number, steps: number, from = 0) =>
  Array.from({ length: steps }, (_, k) => {
    return { event: "walk", rule: "", says: "a step", going: `rat ${rat}`, seat: 1, rat, to: from + k + 1 };
  });
const game = {
  board: { pace: { step: 200, long: 600, walk: 100, roll: 300 }, together: ["roll"], onward: { walk: ["rat"] } },
  rules: { follow: (view: Counted) => void view.count++ },
} as unknown as Game;
const count = (playback: Playback) => (playback.view as Counted).count;
const pass = (time: number) => vi.advanceTimersByTimeAsync(time);
let reduced = false;

beforeEach(() => {
  vi.useFakeTimers();
  reduced = false;
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
});
afterEach(() => vi.useRealTimers());

test("what one did oneself is shown for its time; the last of it leads to the server's view", async () => {
  const playback = new Playback(view(0));
  void playback.show(game, events("step", "silent", "step", "step"), view(10));
  expect([count(playback), playback.moment?.says, playback.playing]).toEqual([1, "step", true]);
  await pass(200);
  expect(count(playback)).toBe(3);
  await pass(200);
  expect([count(playback), playback.moment?.says, playback.playing]).toEqual([10, "step", true]);
  await pass(200);
  expect([count(playback), playback.moment, playback.playing]).toEqual([10, null, false]);
});

test("a step of one's own way is shown while the next is decided on; where it ends, it is shown first", async () => {
  const own = walk(4, 1).map((event) => ({ ...event, seat: 0 }));
  const playback = new Playback(view(0, [0]));
  void playback.show(game, own, view(1, [0]));
  expect([count(playback), playback.playing]).toEqual([1, false]);
  void playback.show(game, own, view(2, [1]));
  expect([count(playback), playback.playing]).toEqual([2, true]);
  await pass(100);
  void playback.show(game, [...own, ...events("step")], view(4, [0]));
  expect([count(playback), playback.playing], "with more than a step").toEqual([3, true]);
});

test("each takes as long as somebody wants", async () => {
  for (const [pace, time] of [
    ["slow", 400],
    ["quick", 100],
    ["usual", 200],
  ] as const) {
    settings.choose("pace", pace);
    const playback = new Playback(view(0));
    void playback.show(game, events("step"), view(10));
    await pass(time - 1);
    expect(playback.playing, pace).toBe(true);
    await pass(1);
    expect(playback.playing, pace).toBe(false);
  }
});

test("what others did stays until its sentence can have been read", async () => {
  const playback = new Playback(view(0));
  void playback.show(game, others("step", "long"), view(2));
  await pass(READ - 1);
  expect([count(playback), playback.says.startsWith("step")]).toEqual([1, true]);
  await pass(1);
  expect([count(playback), playback.says.startsWith("long")]).toEqual([2, true]);
  await pass(READ);
  expect(playback.playing).toBe(false);
});

test("what has no seat is done by the player who did something last", async () => {
  const playback = new Playback(view(0));
  const [played] = events("step");
  const [led] = others("step");
  void playback.show(game, [played!, { ...led!, seat: undefined }], view(2));
  await pass(200 + 200);
  expect(playback.playing).toBe(false);
});

test("the last sentence stays for a while, so that nothing flickers, and then it is gone", async () => {
  const playback = new Playback(view(0));
  void playback.show(game, others("step"), view(1));
  await pass(READ);
  expect([playback.playing, playback.says.startsWith("step")]).toEqual([false, true]);
  await pass(1500);
  expect(playback.says).toBe("");
});

test("what happens together is one picture, with a sentence for each", async () => {
  const playback = new Playback(view(0));
  const [one, two] = others("roll", "roll") as [Happening, Happening];
  void playback.show(game, [one, { ...two, says: "Another." }], view(2));
  expect([count(playback), playback.says]).toEqual([2, `${one.says} Another.`]);
});

test("a way is gone step by step under one sentence, however its steps come in", async () => {
  const playback = new Playback(view(0));
  void playback.show(game, walk(4, 2), view(2));
  const seen: unknown[][] = [];
  for (let k = 0; k < 4; k++) {
    seen.push([playback.moment?.to, playback.says]);
    await pass(100);
    if (k === 1) void playback.show(game, walk(4, 2, 2), view(4)); // while the sentence is being read
    await pass(0);
  }
  expect(seen).toEqual([1, 2, 3, 4].map((to) => [to, "rat 4"]));
  void playback.show(game, walk(5, 1), view(5));
  await pass(90);
  expect([playback.moment?.to, playback.says], "another rat is another way").toEqual([4, "rat 4"]);
  await pass(100);
  expect([count(playback), playback.says]).toEqual([5, "rat 5"]);
});

test("of a way all but the piece is drawn where it begins, and when it has been gone", async () => {
  const playback = new Playback(view(0));
  void playback.show(game, walk(4, 1), view(1));
  void playback.show(game, [...walk(4, 1, 1), ...others("silent"), ...walk(4, 1, 2), ...others("step")], view(5));
  const seen: unknown[][] = [];
  for (let k = 0; k < 4; k++) {
    seen.push([playback.moment?.to, count(playback), playback.ahead]);
    await pass(100);
  }
  const pauses = 100; // after the last step, so that it is seen
  await pass(pauses);
  seen.push([playback.moment?.event, count(playback), playback.ahead]);
  expect(seen).toEqual([[1, 1, 4], [2, 1, 4], [3, 1, 4], [3, 1, 4], ["step", 5, 0]]); // prettier-ignore
});

test("a further step is waited for, unless something else comes or is asked", async () => {
  for (const [more, after] of [
    [walk(4, 1, 1), view(2)],
    [events("silent"), view(2)],
    [[], view(1, [0])],
  ] as const) {
    const playback = new Playback(view(0));
    void playback.show(game, walk(4, 1), view(1));
    await pass(100 + 400 + 18 * "rat 4".length);
    expect(playback.playing, "its sentence has been read").toBe(true);
    void playback.show(game, [...more], after);
    await pass(0);
    expect(playback.moment?.to).toBe(more.length && "to" in more[0]! ? 2 : undefined);
    await pass(1000);
    expect([count(playback), playback.playing]).toEqual([(after as Counted).count, false]);
  }
});

test("what has been skipped on a way is not drawn after it", async () => {
  const playback = new Playback(view(0));
  void playback.show(game, walk(4, 3), view(3));
  await pass(250);
  playback.skip();
  await pass(0);
  expect([count(playback), playback.playing, playback.ahead]).toEqual([3, false, 0]);
  void playback.show(game, walk(4, 2, 3), view(5));
  expect([playback.moment?.to, count(playback)]).toEqual([4, 4]);
});

test("nothing is told before it is shown", async () => {
  const playback = new Playback(view(0));
  void playback.show(game, others("step", "silent", "step", "step"), view(4));
  expect(playback.ahead).toBe(3);
  void playback.show(game, others("step"), view(5));
  expect(playback.ahead).toBe(4);
  await pass(READ);
  expect(playback.ahead).toBe(2);
  playback.skip();
  await pass(0);
  expect([playback.ahead, count(playback)]).toEqual([0, 5]);
});

test("what has been shown already is not drawn again at the end", async () => {
  const board = () => ({ spaces: [1, 2] });
  const playback = new Playback({ ...view(0), board: board() } as View);
  const { board: drawn } = playback.view as Counted & { board: object };
  void playback.show(game, events("step"), { ...view(2), board: board() } as View);
  await pass(200);
  expect([count(playback), playback.playing]).toEqual([2, false]);
  expect((playback.view as Counted & { board: object }).board).toBe(drawn);
});

test("the view before is left as it was", () => {
  const before = view(0);
  const playback = new Playback(before);
  void playback.show(game, events("step"), view(1));
  expect([before.count, count(playback)]).toEqual([0, 1]);
});

test("much that waits is hurried through", async () => {
  const playback = new Playback(view(0));
  const many = others(...Array<string>(30).fill("step")).map((one, k) => ({ ...one, says: `${one.says}${k}` }));
  void playback.show(game, many, view(99));
  await pass(7000 + 30);
  expect(playback.playing).toBe(false);
});

test("a tap skips everything that waits", async () => {
  const playback = new Playback(view(0));
  void playback.show(game, others("long", "long"), view(5));
  void playback.show(game, others("long"), view(8));
  playback.skip();
  await pass(0);
  expect([count(playback), playback.playing]).toEqual([8, false]);
});

test("what happened since one decided last can be shown again, with motion or without", async () => {
  for (reduced of [false, true]) {
    const playback = new Playback(view(0, [0]));
    void playback.show(game, events("step"), view(1));
    await pass(2000);
    void playback.show(game, others("step", "long"), view(3, [0]));
    await pass(2 * READ);
    expect([count(playback), playback.since.length]).toEqual([3, 3]);
    void playback.show(game, others("silent"), view(3, [0]));
    expect(playback.since.length, "while one thinks, others may do something").toBe(4);
    void playback.again();
    expect([count(playback), playback.playing, playback.ahead]).toEqual([1, true, 0]);
    await pass(200);
    expect(count(playback)).toBe(2);
    playback.skip();
    await pass(0);
    expect([count(playback), playback.playing]).toEqual([3, false]);
    void playback.show(game, events("step"), view(4));
    expect(playback.since.length, "a new decision, a new stretch").toBe(1);
    await pass(2000);
  }
});

test("reduced motion shows the result at once, with what happened last highlighted", async () => {
  reduced = true;
  const playback = new Playback(view(0));
  await playback.show(game, events("step", "long", "silent"), view(5));
  expect([count(playback), playback.playing, playback.moment, playback.mark?.says]).toEqual([5, false, null, "long"]);
  await vi.advanceTimersByTimeAsync(1500);
  expect(playback.mark).toBeNull();
});

test("a piece that has moved is highlighted where motion is not wanted", async () => {
  for (reduced of [true, false]) {
    const props = { name: "die", x: 0, y: 0, size: 40 };
    const { container, rerender, unmount } = render(Piece, props);
    await rerender({ ...props, x: 4 });
    expect(container.querySelector(".moved"), "it made room").toBeNull();
    await rerender({ ...props, x: 90 });
    expect(container.querySelector(".moved") !== null).toBe(reduced);
    await vi.advanceTimersByTimeAsync(1500);
    expect(container.querySelector(".moved")).toBeNull();
    unmount();
  }
});

test("an update in which nothing happened shows its view and plays nothing", () => {
  const playback = new Playback(view(0));
  void playback.show(game, [], view(5));
  expect([count(playback), playback.playing]).toEqual([5, false]);
});
