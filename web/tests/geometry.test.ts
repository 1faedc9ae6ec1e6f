// What all boards reckon with: a window into a drawing, and when two moves are the same.
import { expect, test } from "vitest";

import { sameMove } from "../src/lib/board";
import { clamp } from "../src/lib/zoom";

test("a zoomed drawing stays inside itself", () => {
  const whole = { x: -500, y: -500, size: 1000 };
  expect(clamp({ x: -900, y: 400, size: 500 }, whole)).toEqual({ x: -500, y: 0, size: 500 });
  expect(clamp({ x: 0, y: 0, size: 5000 }, whole)).toEqual(whole);
  expect(clamp({ x: 0, y: 0, size: 1 }, whole).size).toBeCloseTo(1000 / 3);
});

test("two moves are the same whatever the order of their keys", () => {
  expect(sameMove({ do: "dig", at: [1, 2], to: "east" }, { to: "east", at: [1, 2], do: "dig" })).toBe(true);
  expect(sameMove({ do: "dig", at: [1, 2] }, { do: "dig", at: [2, 1] })).toBe(false);
});
