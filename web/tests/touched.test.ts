// What a touch tells: a thing says what it is, unless it does something by itself; with a finger the first tap aims.
import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import Bar from "../src/lib/Bar.svelte";
import type { Choice } from "../src/lib/board";
import { saidAt } from "../src/lib/touched";

beforeEach(() => {
  const coarse = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => coarse);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** The words of what lies uppermost; `names` are from above down. */
function touching(html: string, ...names: string[]): string | null {
  document.body.innerHTML = html;
  document.elementsFromPoint = () => names.map((name) => document.querySelector(name)!);
  return saidAt(1, 1);
}

test("a number says what the thing is that it stands on", () => {
  expect(touching(`<main><p data-says="Seven moles."><b>7</b></p></main>`, "b", "p")).toBe("Seven moles.");
});

test("a picture says its name, and a thing that is nothing says what lies below it", () => {
  const html = `<main><svg role="img" aria-label="A rat."><circle /></svg><i></i></main>`;
  expect(touching(html, "i", "circle")).toBe("A rat.");
});

test("what does something by itself does only that, unless it says what it is", () => {
  expect(touching(`<main><button><b data-says="Seven.">7</b></button></main>`, "b")).toBeNull();
  expect(touching(`<main><p data-says="A plate."><button>7</button></p></main>`, "button", "p")).toBeNull();
  expect(touching(`<main><button data-says="A stall."><b>7</b></button></main>`, "b")).toBe("A stall.");
  expect(touching(`<main><p data-says="A plate."><button disabled>7</button></p></main>`, "button")).toBe("A plate.");
});

test("only the board and the seats speak", () => {
  expect(
    touching(`<footer data-says="A bar."></footer><main data-says="A board."></main>`, "footer", "main"),
  ).toBeNull();
});

const choice = (word: string): Choice => ({ move: { do: word }, label: word, says: word, note: null });
const tap = (element: Element) =>
  fireEvent(element, Object.assign(new MouseEvent("click", { bubbles: true }), { pointerType: "touch" }));

test("with a finger a button of the bar aims first; the second tap, or Do it, does it", async () => {
  const [go, stay] = [choice("go"), choice("stay")];
  const onplay = vi.fn();
  const props = { ask: "", choices: [go, stay], buttons: [go, stay], preview: null as Choice | null, onplay };
  const onpreview = vi.fn();
  const { getByText, rerender } = render(Bar, { ...props, onpreview });
  await tap(getByText("go"));
  expect(onplay).not.toHaveBeenCalled();
  expect(onpreview).toHaveBeenLastCalledWith(go);
  await rerender({ ...props, onpreview, preview: go });
  await tap(getByText("Do it"));
  await tap(getByText("go", { selector: ".buttons span" }));
  expect(onplay.mock.calls.map(([move]) => move as object)).toEqual([{ do: "go" }, { do: "go" }]);
});

test("what is new in the bar is in sight once the frame is drawn", async () => {
  const props = { choices: [], buttons: [], preview: null, onplay: vi.fn(), onpreview: vi.fn() };
  const { container, rerender } = render(Bar, { ...props, ask: "Dig." });
  const words = container.querySelector(".words")!;
  await new Promise(requestAnimationFrame);
  words.scrollTop = 30;
  await rerender({ ...props, ask: "Roll." });
  await new Promise(requestAnimationFrame);
  expect(words.scrollTop).toBe(0);
});

test("where there is no choice one tap is enough", async () => {
  const pass = choice("pass");
  const onplay = vi.fn();
  const { getByText } = render(Bar, {
    ask: "",
    choices: [pass],
    buttons: [pass],
    preview: null,
    onplay,
    onpreview: () => undefined,
  });
  await tap(getByText("pass"));
  expect(onplay).toHaveBeenCalledOnce();
});
