// What has been as high stays as high, until its width changes, somebody wants other sizes, or it is let go.
import { flushSync } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";

import { settings } from "../src/lib/settings.svelte";
import { steady } from "../src/lib/steady";

let resized: () => void;

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(changed: () => void) {
        resized = changed;
      }
      observe() {}
      disconnect() {}
    },
  );
});

/** An element, and a way to give it another size. */
function drawn() {
  const element = document.createElement("div");
  const letGo = steady(element)!;
  const draw = (width: number, height: number) => {
    Object.defineProperties(element, {
      offsetWidth: { value: width, configurable: true },
      offsetHeight: { value: height, configurable: true },
    });
    resized();
    return element.style.minHeight;
  };
  return { element, draw, letGo };
}

test("it grows, and does not shrink", () => {
  const { draw } = drawn();
  expect([draw(300, 40), draw(300, 60), draw(300, 30)]).toEqual(["40px", "60px", "60px"]);
});

test("with another width it begins again", () => {
  const { draw } = drawn();
  expect([draw(300, 60), draw(900, 20)]).toEqual(["60px", "20px"]);
});

test("with other settings it begins again", () => {
  const element = document.createElement("div");
  Object.defineProperties(element, { offsetWidth: { value: 300 }, offsetHeight: { value: 60 } });
  const end = $effect.root(() => {
    $effect(() => steady(element) ?? undefined);
  });
  flushSync();
  resized();
  expect(element.style.minHeight).toBe("60px");
  settings.choose("text", "large");
  flushSync();
  expect(element.style.minHeight).toBe("");
  end();
});

test("nothing is left of it", () => {
  const { element, draw, letGo } = drawn();
  draw(300, 60);
  letGo();
  expect(element.style.minHeight).toBe("");
});
