// Aiming at what a board offers: what shows a choice, and what makes it.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Aim } from "../src/lib/aim.svelte";
import type { Choice } from "../src/lib/board";

const choice = (word: string): Choice => ({ move: { do: word }, label: word, says: word, note: null });
const [one, other] = [choice("one"), choice("other")];
const onplay = vi.fn();
const onpreview = vi.fn();
let choices = $state.raw([one, other]);
let pointed = $state.raw<Choice | null>(null);
let aim: Aim;
let leave: () => void;

beforeEach(() => {
  [choices, pointed] = [[one, other], null];
  leave = $effect.root(() => {
    aim = new Aim(() => ({ choices, pointed, onpreview, onplay }));
  });
  flushSync();
  vi.clearAllMocks();
});
afterEach(() => leave());

const click = (pointerType: string, x = 0) =>
  Object.assign(new MouseEvent("click", { clientX: x }), { pointerType }) as PointerEvent;
const pointer = (type: string, pointerType: string) => Object.assign(new Event(type), { pointerType }) as PointerEvent;

test("a mouse shows by pointing what would happen, and a click does it", () => {
  aim.at(one).onpointerenter(pointer("pointerenter", "mouse"));
  expect(aim.choice).toBe(one);
  expect(onpreview).toHaveBeenLastCalledWith(one);
  aim.at(one).onclick(click("mouse", 7));
  expect(onplay).toHaveBeenCalledExactlyOnceWith(one.move, { x: 7, y: 0 });
  aim.at(one).onpointerleave(pointer("pointerleave", "mouse"));
  expect(aim.choice).toBeNull();
});

test("with a finger the first touch shows what would happen, and the second does it", () => {
  aim.at(one).onpointerenter(pointer("pointerenter", "touch"));
  expect(aim.choice, "a finger that comes down has not yet chosen").toBeNull();
  aim.at(one).onclick(click("touch"));
  aim.at(other).onclick(click("touch"));
  expect(onplay).not.toHaveBeenCalled();
  expect(aim.choice).toBe(other);
  aim.at(other).onclick(click("touch"));
  expect(onplay).toHaveBeenCalledExactlyOnceWith(other.move, { x: 0, y: 0 });
});

test("Enter and the space bar do it, and no other key", () => {
  for (const key of ["a", "Enter", " "]) aim.at(one).onkeydown(new KeyboardEvent("keydown", { key }));
  expect(onplay.mock.calls).toEqual([[one.move], [one.move]]);
});

test("a key that is held down does it once", () => {
  for (const repeat of [false, true, true])
    aim.at(one).onkeydown(new KeyboardEvent("keydown", { key: "Enter", repeat }));
  expect(onplay).toHaveBeenCalledOnce();
});

test("what is pointed at beside the board is aimed at before all", () => {
  aim.to(one);
  pointed = other;
  expect(aim.choice).toBe(other);
});

test("with another decision nothing is aimed at any more", () => {
  aim.to(one);
  choices = [other];
  flushSync();
  expect(aim.choice).toBeNull();
  expect(onpreview).toHaveBeenLastCalledWith(null);
});
