// A window over the page: one that comes by itself takes nothing that was meant for the page below it.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import Dialog from "../src/lib/Dialog.svelte";

const onclose = vi.fn();
let shown: ReturnType<typeof mount>;
const dialog = () => document.querySelector("dialog")!;
const inside = () => document.querySelector<HTMLElement>("dialog .inside")!;

function show(unasked: boolean) {
  shown = mount(Dialog, { target: document.body, props: { title: "Over", onclose, unasked } });
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers();
  // A pretended browser has neither.
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };
  vi.clearAllMocks();
});
afterEach(async () => {
  await unmount(shown);
  vi.useRealTimers();
});

/** Press beside it, which closes it. */
const pressBeside = () => dialog().dispatchEvent(new Event("pointerdown", { bubbles: true }));

test("one that was asked for answers at once", () => {
  show(false);
  expect(inside().inert).toBe(false);
  pressBeside();
  expect(dialog().open).toBe(false);
});

test("one that comes by itself does not hear what is pressed in its first moment, and then has the focus", async () => {
  show(true);
  expect(inside().inert).toBe(true);
  pressBeside();
  expect(dialog().open).toBe(true);
  const focused = vi.spyOn(document, "activeElement", "get").mockReturnValue(dialog());
  await vi.advanceTimersByTimeAsync(600);
  focused.mockRestore();
  expect(document.activeElement).toBe(inside().querySelector("button"));
  expect(inside().inert).toBe(false);
  pressBeside();
  expect(dialog().open).toBe(false);
});
