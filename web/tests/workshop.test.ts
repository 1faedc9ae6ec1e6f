// The workshop: its sentences, texts of a box as cards and maps, links that carry a box, and what becomes of answers.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

import { FluentResource } from "@fluent/bundle";
import { expect, test } from "vitest";

import type { Answers, Edition, Found } from "../src/screens/workshop/answers";
import { Bench } from "../src/screens/workshop/bench.svelte";
import { packed, unpacked } from "../src/screens/workshop/link";
import { cardsOf, mapOf, readText, signsOf, typed, withCard, withCount } from "../src/screens/workshop/values";
import { Problem, type GameAbout } from "../src/lib/server";

const FOLDER = resolve(import.meta.dirname, "../src/screens/workshop");

test("every sentence is in the catalogue, and every one there is used", () => {
  const own = new FluentResource(readFileSync(resolve(FOLDER, "words.en.ftl"), "utf-8")).body.map(({ id }) => id);
  const code = readdirSync(FOLDER)
    .filter((name) => !name.endsWith(".ftl"))
    .map((name) => readFileSync(resolve(FOLDER, name), "utf-8"))
    .join("\n");
  const asked = [...code.matchAll(/\btell\(\s*"([\w-]+)"/g)].map((found) => found[1]!);
  expect(asked.filter((id) => !own.includes(id))).toEqual([]);
  const made = /^(part|bots|measure)-/; // put together from a name
  expect(own.filter((id) => !made.test(id) && !code.includes(`"${id}"`))).toEqual([]);
});

test("a clause keeps its brackets, and what a file would say is code", () => {
  expect(readText("`standard = false` allows others (MD-03), and MD-04.")).toEqual([
    { before: "" },
    { before: "", code: "standard = false" },
    { before: " allows others " },
    { before: "(", rule: "MD-03", after: ")," },
    { before: " and " },
    { before: "", rule: "MD-04", after: "." },
    { before: "" },
  ]);
  expect(readText("nothing to open")).toEqual([{ before: "nothing to open" }]);
});

test("a card's number changes in its line, and a line goes with its last card", () => {
  const deck = "\n2 x  - | add red  # a snake\n1 x  any 3 | -\n";
  expect(cardsOf(deck)).toEqual([
    { line: 1, count: 2, card: "- | add red" },
    { line: 2, count: 1, card: "any 3 | -" },
  ]);
  expect(withCount(deck, 1, 3)).toBe("\n3 x  - | add red  # a snake\n1 x  any 3 | -\n");
  expect(withCount(deck, 2, 0)).toBe("\n2 x  - | add red  # a snake\n");
  expect(withCard(deck, " all 1 | - ")).toBe(`${deck}`.replace(/\n$/, "\n1 x  all 1 | -\n"));
});

test("a map is rows of signs", () => {
  expect(mapOf(signsOf("\n- v .\n. # .\n"))).toBe("- v .\n. # .\n");
});

test("what is typed is a number where that is meant", () => {
  expect(typed(" 7 ", { kind: "number" })).toBe(7);
  expect(typed("7", { kind: "text" })).toBe("7");
  expect(typed("target")).toBe("target");
});

test("a link carries a box, and one that is cut or far too large is refused", async () => {
  const box = 'title = "Ümlaut"\n'.repeat(40);
  const link = (await packed(box))!;
  expect(link).toMatch(/^[\w-]+$/);
  expect(await unpacked(link)).toBe(box);
  await expect(unpacked(link.slice(0, -8))).rejects.toThrow();
  await expect(unpacked("!")).rejects.toThrow();
  const bomb = (await packed("a".repeat(1_000_000)))!;
  expect(bomb.length).toBeLessThan(5_000);
  await expect(unpacked(bomb)).rejects.toThrow("too large");
});

const GAME = { id: "honeymoon", min_seats: 1, max_seats: 6, cooperative: false, options: [] } as unknown as GameAbout;
const edition = (box: string, more: Partial<Edition> = {}): Edition => ({
  ...{ box, title: "Mine", named: true, shipped: false, breaks: null, departs: null, form: [], view: {} },
  ...more,
});
const found = (games: number, done = false) => ({ games, done, unfinished: 0, arms: [], differences: [] }) as Found;

function bench(edit: Answers["edit"], trial?: Answers["trial"]): Bench {
  const none: Answers["trial"] = async function* () {
    yield Promise.resolve(found(40, true));
  };
  return new Bench(GAME, { edit, trial: trial ?? none });
}

test("changes are taken back one by one", async () => {
  const one = bench(({ box, changes }) => Promise.resolve(edition(`${box ?? ""}${String(changes?.[0]?.value ?? "")}`)));
  await one.open("a");
  await one.change({ at: ["x"], value: "b" });
  await one.change({ at: ["x"], value: "c" });
  expect(one.edition?.box).toBe("abc");
  await one.undo();
  expect(one.edition?.box).toBe("ab");
  expect(one.steps).toBe(1);
});

test("a change that is made before the one before it is answered comes after it", async () => {
  const answers: (() => void)[] = [];
  const one = bench(async ({ box, changes }) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return edition(`${box ?? ""}${String(changes?.[0]?.value ?? "")}`);
  });
  const answered = async (work: Promise<unknown>) => {
    while (!answers.length) await Promise.resolve();
    answers.shift()!();
    await work;
  };
  await answered(one.open("a"));
  const [first, second] = [one.change({ at: ["x"], value: "b" }), one.change({ at: ["y"], value: "c" })];
  await answered(first);
  await answered(second);
  expect([one.edition?.box, one.steps]).toEqual(["abc", 2]);
});

test("a refused change leaves the edition as it was, and says why", async () => {
  let refuse = false;
  const one = bench(() =>
    refuse ? Promise.reject(new Problem("bad-box", "no such place", 422)) : Promise.resolve(edition("a")),
  );
  await one.open(null);
  refuse = true;
  expect(await one.change({ at: ["x"], value: 1 })).toBe(false);
  expect(one.edition?.box).toBe("a");
  expect(one.trouble).toBe("no such place");
  expect(one.steps).toBe(0);
});

test("a server without a workshop says so", async () => {
  const one = bench(() => Promise.reject(new Problem("off", "It is switched off.", 403)));
  await one.open(null);
  expect(one.off).toBe("It is switched off.");
});

test("a new change ends the trial of the old one", async () => {
  const signals: AbortSignal[] = [];
  const one = bench(
    () => Promise.resolve(edition("a")),
    async function* (_, signal) {
      signals.push(signal);
      yield found(40);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
  );
  await one.open("a");
  await one.change({ at: ["x"], value: 1 });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  one.leave();
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});

test("a box that can't be played is not tried", async () => {
  let tried = 0;
  const one = bench(
    () => Promise.resolve(edition("a", { view: null })),
    async function* () {
      tried += 1;
      yield Promise.resolve(found(1));
    },
  );
  await one.open("a");
  expect(tried).toBe(0);
  expect(one.trial).toBe("none");
});
