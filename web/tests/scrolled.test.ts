import { afterEach, expect, it, vi } from "vitest";

import { scrolled } from "../src/lib/scrolled";

let told: () => void;
let undo: (() => void) | undefined;

/** An element of so many pixels with so many in it, as a browser would measure them. */
function placed(height: number, inside: number): HTMLElement {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(look: () => void) {
        told = look;
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  const element = document.createElement("div");
  element.append(document.createElement("div"));
  document.body.append(element);
  sized(element, height, inside);
  undo = scrolled(element) ?? undefined;
  told();
  return element;
}

function sized(element: HTMLElement, clientHeight: number, scrollHeight: number) {
  for (const [name, value] of Object.entries({ clientHeight, scrollHeight }))
    Object.defineProperty(element, name, { value, configurable: true });
}

/** Whether what is around an element hears a key that is pressed there. */
function heard(element: HTMLElement, key: string): boolean {
  let found = false;
  const listen = () => (found = true);
  document.body.addEventListener("keydown", listen, { once: true });
  element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  document.body.removeEventListener("keydown", listen);
  return found;
}

afterEach(() => {
  undo?.();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

it("is no stop for Tab as long as everything fits", () => {
  const element = placed(90, 90);
  expect(element.hasAttribute("tabindex")).toBe(false);
  sized(element, 90, 140);
  told();
  expect(element.tabIndex).toBe(0);
  sized(element, 90, 80);
  told();
  expect(element.hasAttribute("tabindex")).toBe(false);
});

it("keeps the focus until it leaves, also when everything fits again", () => {
  const element = placed(90, 140);
  element.focus();
  sized(element, 90, 80);
  told();
  expect(element.tabIndex).toBe(0);
  element.blur();
  expect(element.hasAttribute("tabindex")).toBe(false);
});

it("takes arrows for itself only while there is more in their direction", () => {
  const element = placed(90, 140);
  expect(heard(element, "ArrowDown")).toBe(false);
  expect(heard(element, "ArrowUp")).toBe(true);
  element.scrollTop = 50;
  expect(heard(element, "ArrowDown")).toBe(true);
  expect(heard(element, "ArrowUp")).toBe(false);
  expect(heard(element, "Enter")).toBe(true);
});

it("leaves nothing behind", () => {
  const element = placed(90, 140);
  undo?.();
  undo = undefined;
  expect(heard(element, "ArrowDown")).toBe(true);
});
