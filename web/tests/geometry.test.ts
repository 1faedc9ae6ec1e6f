// What all boards reckon with: a window into a drawing, and when two moves are the same.
import { expect, onTestFinished, test, vi } from "vitest";

import { sameMove } from "../src/lib/board";
import { lens } from "../src/lib/lens";
import { clamp, zoomable } from "../src/lib/zoom";

test("a zoomed drawing stays inside itself", () => {
  const whole = { x: -500, y: -500, size: 1000 };
  expect(clamp({ x: -900, y: 400, size: 500 }, whole)).toEqual({ x: -500, y: 0, size: 500 });
  expect(clamp({ x: 0, y: 0, size: 5000 }, whole)).toEqual(whole);
  expect(clamp({ x: 0, y: 0, size: 1 }, whole).size).toBeCloseTo(1000 / 3);
});

/** A drawing of 100 units in 100 pixels that can be zoomed, and a finger on it. */
function fingered() {
  document.body.innerHTML = `<div class="board"><svg viewBox="0 0 100 100"><g role="button"></g><g class="ground"></g></svg></div>`;
  const svg = document.querySelector("svg")!;
  svg.getScreenCTM = () => ({ a: 1, inverse: () => ({}) }) as DOMMatrix;
  const [x0, y0, size] = [0, 1, 2].map((k) => () => Number(svg.getAttribute("viewBox")!.split(" ")[k]));
  vi.stubGlobal(
    "DOMPoint",
    class {
      constructor(
        readonly x: number,
        readonly y: number,
      ) {}
      matrixTransform = () => ({ x: x0!() + (this.x * size!()) / 100, y: y0!() + (this.y * size!()) / 100 });
    },
  );
  document.elementFromPoint = () => null;
  const leaves = [zoomable(svg), lens(svg)];
  let now = 1000;
  const touch = (type: string, x: number, y: number, on = ".ground", pointerId = 1) => {
    const touched = { pointerType: "touch", pointerId, clientX: x, clientY: y };
    const event = Object.assign(new Event(type, { bubbles: true }), touched);
    Object.defineProperty(event, "timeStamp", { value: (now += 50) });
    svg.querySelector(on)!.dispatchEvent(event);
  };
  const tap = (on?: string) => {
    touch("pointerdown", 50, 50, on);
    touch("pointerup", 50, 50, on);
  };
  onTestFinished(() => {
    for (const leave of leaves) leave?.();
    vi.unstubAllGlobals();
  });
  const pause = () => void (now += 1000);
  return { svg, tap, touch, pause, seen: () => svg.getAttribute("viewBox") };
}

test("a double tap zooms in, but not where something was chosen with the first", () => {
  const { tap, seen } = fingered();
  tap("[role=button]");
  tap();
  expect(seen()).toBe("0 0 100 100");
  tap();
  expect(seen()).toBe("25 25 50 50");
});

test("near by, one finger pushes the drawing along, and there is no lens", async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const { svg, tap, touch, pause, seen } = fingered();
  const isSeenThroughLens = async () => {
    touch("pointerdown", 50, 50);
    await frame();
    const lens = document.querySelector(".lens") !== null;
    touch("pointerup", 50, 50);
    pause();
    return lens;
  };
  touch("pointerdown", 50, 50);
  touch("pointermove", 90, 50);
  touch("pointerup", 90, 50);
  expect(seen(), "from afar").toBe("0 0 100 100");
  pause();
  expect(await isSeenThroughLens()).toBe(true);
  tap();
  tap();
  expect(seen()).toBe("25 25 50 50");
  expect(await isSeenThroughLens()).toBe(false);
  touch("pointerdown", 50, 50);
  touch("pointermove", 57, 50);
  expect(seen(), "a tap is never quite still").toBe("25 25 50 50");
  touch("pointermove", 70, 40);
  expect(seen(), "it goes where the finger goes").toBe("15 30 50 50");
  touch("pointermove", 170, 40);
  expect(seen(), "never beyond its edge").toBe("0 30 50 50");
  touch("pointerup", 170, 40);
  touch("pointerdown", 50, 50, "[role=button]");
  touch("pointermove", 90, 50, "[role=button]");
  touch("pointerup", 90, 50, "[role=button]");
  expect(seen(), "what can be chosen may be dragged by itself").toBe("0 30 50 50");
  tap();
  tap();
  expect([seen(), svg.dataset.near]).toEqual(["0 0 100 100", undefined]);
});

test("two moves are the same whatever the order of their keys", () => {
  expect(sameMove({ do: "dig", at: [1, 2], to: "east" }, { to: "east", at: [1, 2], do: "dig" })).toBe(true);
  expect(sameMove({ do: "dig", at: [1, 2] }, { do: "dig", at: [2, 1] })).toBe(false);
});
