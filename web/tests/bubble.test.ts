// A bubble says why not where it was tried, and covers no number that it need not.
import { expect, test } from "vitest";

import { numbersIn, placeBubble } from "../src/lib/bubble";

const WINDOW = { x: 400, y: 800 };
const SIZE = { width: 200, height: 100 };
const number = (left: number, top: number) => ({ left, top, width: 20, height: 20 });

test("it is above the finger, or below where there is no room", () => {
  expect(placeBubble({ x: 200, y: 400 }, SIZE, [], WINDOW)).toMatchObject({ left: 100, top: 282 });
  expect(placeBubble({ x: 200, y: 60 }, SIZE, [], WINDOW)).toMatchObject({ left: 100, top: 86 });
});

test("it is always within the window", () => {
  for (const x of [0, 400])
    for (const y of [0, 60, 400, 790]) {
      const { left, top } = placeBubble({ x, y }, SIZE, [number(x, y)], WINDOW);
      expect(left).toBeGreaterThanOrEqual(8);
      expect(left + SIZE.width).toBeLessThanOrEqual(392);
      expect(top).toBeGreaterThanOrEqual(8);
      expect(top + SIZE.height).toBeLessThanOrEqual(792);
    }
});

test("it gives way to numbers: to the side, or below", () => {
  expect(placeBubble({ x: 200, y: 400 }, SIZE, [number(110, 300)], WINDOW)).toMatchObject({ left: 178, top: 282 });
  const above = [number(110, 300), number(200, 300), number(280, 300)];
  expect(placeBubble({ x: 200, y: 400 }, SIZE, above, WINDOW).top).toBe(426);
});

test("a board's numbers are its texts with digits in them", () => {
  const board = document.createElement("div");
  board.innerHTML = "<b>12</b><span>none</span><span><b>3</b> in it</span><small>7 of 9</small>";
  for (const each of board.querySelectorAll("*"))
    each.getBoundingClientRect = () => ({ left: 0, top: 0, width: 1, height: 1 }) as DOMRect;
  expect(numbersIn(board)).toHaveLength(3);
  expect(numbersIn(null)).toEqual([]);
});
