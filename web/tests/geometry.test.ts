// What all boards reckon with: a window into a drawing, and when two moves are the same.
import { expect, test, vi } from "vitest";

import { sameMove } from "../src/lib/board";
import { clamp, zoomable } from "../src/lib/zoom";

test("a zoomed drawing stays inside itself", () => {
  const whole = { x: -500, y: -500, size: 1000 };
  expect(clamp({ x: -900, y: 400, size: 500 }, whole)).toEqual({ x: -500, y: 0, size: 500 });
  expect(clamp({ x: 0, y: 0, size: 5000 }, whole)).toEqual(whole);
  expect(clamp({ x: 0, y: 0, size: 1 }, whole).size).toBeCloseTo(1000 / 3);
});

test("a double tap zooms in, but not where something was chosen with the first", () => {
  document.body.innerHTML = `<svg viewBox="0 0 100 100"><g role="button"></g><g class="ground"></g></svg>`;
  const svg = document.querySelector("svg")!;
  svg.getScreenCTM = () => ({ inverse: () => ({}) }) as DOMMatrix;
  vi.stubGlobal(
    "DOMPoint",
    class {
      matrixTransform = () => ({ x: 50, y: 50 });
    },
  );
  const leave = zoomable(svg);
  let now = 1000;
  const tap = (on: string) => {
    for (const type of ["pointerdown", "pointerup"]) {
      const event = Object.assign(new Event(type, { bubbles: true }), { pointerType: "touch", clientX: 5, clientY: 5 });
      Object.defineProperty(event, "timeStamp", { value: (now += 50) });
      svg.querySelector(on)!.dispatchEvent(event);
    }
  };
  tap("[role=button]");
  tap(".ground");
  expect(svg.getAttribute("viewBox")).toBe("0 0 100 100");
  tap(".ground");
  expect(svg.getAttribute("viewBox")).toBe("25 25 50 50");
  leave?.();
  vi.unstubAllGlobals();
});

test("two moves are the same whatever the order of their keys", () => {
  expect(sameMove({ do: "dig", at: [1, 2], to: "east" }, { to: "east", at: [1, 2], do: "dig" })).toBe(true);
  expect(sameMove({ do: "dig", at: [1, 2] }, { do: "dig", at: [2, 1] })).toBe(false);
});
