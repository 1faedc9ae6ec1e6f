// Events are shown one after another, for two seconds at most, and can be skipped; without motion the end is shown at once.
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
const view = (count: number) => ({ seat: 0, count }) as Counted;
const events = (...times: string[]) => times.map((event) => ({ event, rule: "", says: event }) as Happening);
const game = {
  board: { pace: { step: 200, long: 600 } },
  rules: { follow: (view: Counted) => void view.count++ },
} as unknown as Game;
const count = (playback: Playback) => (playback.view as Counted).count;
let reduced = false;

beforeEach(() => {
  vi.useFakeTimers();
  reduced = false;
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
});
afterEach(() => vi.useRealTimers());

test("each paced event is shown for its time, then the server's view", async () => {
  const playback = new Playback(view(0));
  void playback.show(game, events("step", "silent", "step"), view(10));
  expect([count(playback), playback.moment?.says, playback.playing]).toEqual([1, "step", true]);
  await vi.advanceTimersByTimeAsync(200);
  expect(count(playback)).toBe(3);
  await vi.advanceTimersByTimeAsync(200);
  expect([count(playback), playback.moment, playback.playing]).toEqual([10, null, false]);
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
    await vi.advanceTimersByTimeAsync(time - 1);
    expect(playback.playing, pace).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(playback.playing, pace).toBe(false);
  }
});

test("the view before is left as it was", () => {
  const before = view(0);
  const playback = new Playback(before);
  void playback.show(game, events("step"), view(1));
  expect([before.count, count(playback)]).toEqual([0, 1]);
});

test("many events take two seconds in all", async () => {
  const playback = new Playback(view(0));
  void playback.show(game, events(...Array<string>(20).fill("long")), view(99));
  await vi.advanceTimersByTimeAsync(1990);
  expect(playback.playing).toBe(true);
  await vi.advanceTimersByTimeAsync(20);
  expect(count(playback)).toBe(99);
});

test("a second update waits for the first", async () => {
  const playback = new Playback(view(0));
  void playback.show(game, events("step"), view(5));
  void playback.show(game, events("step"), view(8));
  await vi.advanceTimersByTimeAsync(200);
  expect(count(playback)).toBe(6);
  await vi.advanceTimersByTimeAsync(200);
  expect([count(playback), playback.playing]).toEqual([8, false]);
});

test("a tap skips everything that waits", async () => {
  const playback = new Playback(view(0));
  void playback.show(game, events("long", "long"), view(5));
  void playback.show(game, events("long"), view(8));
  playback.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect([count(playback), playback.playing]).toEqual([8, false]);
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
