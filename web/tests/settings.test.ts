// Settings hold at once, are kept, and are all told in words; what was kept and can't be chosen any more is as usual.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { FluentResource } from "@fluent/bundle";
import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { CHOICES, settings, Settings, SETTINGS } from "../src/lib/settings.svelte";
import { say } from "../src/lib/words";
import Panel from "../src/screens/Settings.svelte";

const WEB = resolve(import.meta.dirname, "..");
const root = document.documentElement;
let reduced = false;

/** The app's settings as after a reload. */
function reloaded() {
  const again = new Settings();
  again.follow();
  return again;
}

beforeEach(() => {
  localStorage.clear();
  reduced = false;
  vi.stubGlobal("matchMedia", () => ({ matches: reduced, addEventListener: () => undefined }));
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("every setting is chosen in the panel, holds at once and is kept", async () => {
  const { getAllByRole, container } = render(Panel, { onclose: () => undefined });
  expect(getAllByRole("group", { hidden: true })).toHaveLength(SETTINGS.length);
  for (const name of SETTINGS) {
    const value = CHOICES[name].at(-1)!;
    const all = [...container.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)];
    expect(all.map((input) => input.checked).indexOf(true), "the usual one").toBe(0);
    await fireEvent.click(all.at(-1)!);
    expect([settings.chosen[name], root.dataset[name]]).toEqual([value, value]);
  }
  expect(reloaded().chosen).toEqual(Object.fromEntries(SETTINGS.map((name) => [name, CHOICES[name].at(-1)])));
});

test("the page has what was kept before the app has started", () => {
  reloaded().choose("text", "large");
  delete root.dataset.text;
  new Function(readFileSync(resolve(WEB, "public/settings.js"), "utf-8"))();
  expect(root.dataset.text).toBe("large");
});

test("a theme that was chosen before there were settings is carried over, until another is chosen", () => {
  localStorage.setItem("molehill-theme", "light");
  delete root.dataset.theme;
  new Function(readFileSync(resolve(WEB, "public/settings.js"), "utf-8"))();
  expect([root.dataset.theme, reloaded().chosen.theme]).toEqual(["light", "light"]);
  reloaded().choose("theme", "system");
  expect(reloaded().chosen.theme).toBe("system");
});

test.each(["nonsense", "null", '{"text":"huge","pace":7}', "[]"])("%s in the memory is as usual", (memory) => {
  localStorage.setItem("molehill-settings", memory);
  const { chosen } = reloaded();
  expect(chosen).toEqual(Object.fromEntries(SETTINGS.map((name) => [name, CHOICES[name][0]])));
});

test("what another tab chooses holds here, too", () => {
  const here = reloaded();
  new Settings().choose("hand", "left");
  delete root.dataset.hand;
  dispatchEvent(new StorageEvent("storage", { key: "molehill-settings" }));
  expect([here.chosen.hand, root.dataset.hand]).toEqual(["left", "left"]);
});

test("motion is as the device says, unless somebody has said otherwise", () => {
  for (reduced of [true, false]) {
    const settings = reloaded();
    for (const [motion, still] of [
      ["less", true],
      ["full", false],
      ["system", reduced],
    ] as const) {
      settings.choose("motion", motion);
      expect([settings.still, "still" in root.dataset], motion).toEqual([still, still]);
    }
  }
});

test("slow takes longer than usual, and quick less", () => {
  const settings = reloaded();
  const paces = (["slow", "usual", "quick"] as const).map((pace) => {
    settings.choose("pace", pace);
    expect(root.style.getPropertyValue("--pace")).toBe(String(settings.pace));
    return settings.pace;
  });
  expect(paces).toEqual([2, 1, 0.5]);
});

test("there are words for every choice, and for nothing else", () => {
  const told = new FluentResource(readFileSync(resolve(WEB, "src/words.en.ftl"), "utf-8")).body
    .map(({ id }) => id)
    .filter((id) => id.startsWith("setting-"));
  const wanted = SETTINGS.flatMap((name) => [name, ...CHOICES[name].map((value) => `${name}-${value}`)]);
  expect(told.toSorted()).toEqual(wanted.map((name) => `setting-${name}`).toSorted());
  expect(told.map((id) => say(id)).filter((text) => !text)).toEqual([]);
});
