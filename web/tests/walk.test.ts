// One Tab stop for many things: where the arrows lead, and where the focus is when what had it is gone.
import { afterEach, beforeEach, expect, test } from "vitest";

import { nextIn, walkable, type Box, type Way } from "../src/lib/walk";

const WAYS: Way[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
const boxAt = (x: number, y: number, half = 20): Box => ({
  left: x - half,
  right: x + half,
  top: y - half,
  bottom: y + half,
});

/** Those that can be reached by arrows from the first one. */
function reached(boxes: Box[]): number {
  const found = new Set([0]);
  for (const k of found)
    for (const way of WAYS) {
      const others = boxes.filter((_, n) => n !== k);
      const next = nextIn(way, boxes[k]!, others);
      if (next !== undefined) found.add(boxes.indexOf(others[next]!));
    }
  return found.size;
}

const grid = Array.from({ length: 169 }, (_, k) => boxAt((k % 13) * 40, Math.floor(k / 13) * 40));
const rings = [440, 352, 266, 184, 108].flatMap((radius, tier) =>
  Array.from({ length: 40 - 8 * tier }, (_, k) => {
    const angle = (2 * Math.PI * k) / (40 - 8 * tier);
    return boxAt(radius * Math.sin(angle), -radius * Math.cos(angle));
  }),
);

test("in a grid an arrow leads to the next square, and nowhere at the edge", () => {
  expect(nextIn("ArrowRight", grid[14]!, grid)).toBe(15);
  expect(nextIn("ArrowLeft", grid[14]!, grid)).toBe(13);
  expect(nextIn("ArrowDown", grid[14]!, grid)).toBe(27);
  expect(nextIn("ArrowUp", grid[14]!, grid)).toBe(1);
  expect(nextIn("ArrowUp", grid[5]!, grid)).toBeUndefined();
});

test("in what is left of a grid, what is straight ahead comes before what is nearer and aside", () => {
  expect(nextIn("ArrowRight", boxAt(0, 0), [boxAt(40, 80), boxAt(120, 0)])).toBe(1);
});

test.each([
  ["a grid", grid],
  ["rings", rings],
  ["every fifth square", grid.filter((_, k) => k % 5 === 0)],
])("arrows reach everything in %s", (_, boxes) => {
  expect(reached(boxes)).toBe(boxes.length);
});

let ground: HTMLElement;
let leave: ReturnType<typeof walkable>;
/** Three buttons side by side, forty pixels apart. */
beforeEach(() => {
  document.body.innerHTML = `<div id="ground"></div><button id="elsewhere"></button>`;
  ground = document.getElementById("ground")!;
  for (const k of [0, 1, 2]) ground.append(buttonAt(k));
  leave = walkable(ground);
});
afterEach(() => leave?.());

function buttonAt(k: number): HTMLButtonElement {
  const button = document.createElement("button");
  Object.assign(button, { textContent: String(k), id: `b${k}` });
  button.dataset.place = `place-${k}`;
  const box = { ...boxAt(40 * k, 0), x: 40 * k, y: 0, width: 40, height: 40, toJSON: () => "" };
  button.getBoundingClientRect = () => box;
  button.getClientRects = () => [box] as unknown as DOMRectList;
  return button;
}
const at = (k: number) => ground.querySelector<HTMLButtonElement>(`#b${k}`)!;
const press = (key: string) =>
  document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const settled = () => new Promise((resolve) => setTimeout(resolve));
const stops = () => [...ground.querySelectorAll("button")].filter(({ tabIndex }) => tabIndex === 0);

test("there is one Tab stop: the first, and then where the focus was last", () => {
  expect(stops()).toEqual([at(0)]);
  at(1).focus();
  expect(stops()).toEqual([at(1)]);
});

test("arrows walk, Page Down goes round, and a place is typed", () => {
  at(0).focus();
  press("ArrowRight");
  expect(document.activeElement).toBe(at(1));
  press("End");
  press("PageDown");
  expect(document.activeElement).toBe(at(0));
  for (const letter of "place-2") press(letter);
  expect(document.activeElement).toBe(at(2));
});

test("when what had the focus is gone, what is nearest has it", async () => {
  at(2).focus();
  at(2).remove();
  await settled();
  expect(document.activeElement).toBe(at(1));
  expect(stops()).toEqual([at(1)]);
});

test("when there is nothing left, the ground has the focus, and what comes next gets it", async () => {
  at(2).focus();
  ground.replaceChildren();
  await settled();
  expect(document.activeElement).toBe(ground);
  ground.append(buttonAt(0), buttonAt(2));
  await settled();
  expect(document.activeElement, "where it was, not where the list begins").toBe(at(2));
});

test("what can't be pressed any more does not keep the focus", async () => {
  at(1).focus();
  at(1).disabled = true;
  await settled();
  expect([at(0), at(2)]).toContain(document.activeElement);
});

test("the focus is never taken from elsewhere", async () => {
  at(1).focus();
  document.getElementById("elsewhere")!.focus();
  at(1).remove();
  await settled();
  expect(document.activeElement!.id).toBe("elsewhere");
});

test("arrows are for the letters of a line of text", () => {
  const input = document.createElement("input");
  ground.append(input);
  input.focus();
  press("ArrowLeft");
  press("1");
  expect(document.activeElement).toBe(input);
});
