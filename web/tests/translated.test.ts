// Everything that is said of recorded matches comes from the catalogues. They are spoken here in the language that nobody
// speaks, so a word that is still English was hard-coded. A screen that is looked at in a browser shows few positions.
import { describe, expect, test, vi } from "vitest";

import { recordings } from "./recordings";
import { loadGame } from "../src/lib/game";

vi.hoisted(() => history.replaceState(null, "", "?pseudo"));

/** The names of things in a view: those of prizes are on their cards. */
function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "name" && typeof inner === "string" ? [inner] : namesIn(inner),
  );
}

/** What is left of a text without words of catalogues and without names. */
const strange = (text: string, names: string[]) =>
  names.reduce((rest, name) => rest.replaceAll(name, ""), text.replace(/⟦[^⟦⟧]*⟧/g, "").replace(/[A-Z]{2}-\d\d/g, ""));

describe.each(recordings())("$name", ({ game, names, frames }) => {
  test.each(["the board", "events", "decisions"] as const)("%s: no word is hard-coded", async (what) => {
    const { board, words, rules } = await loadGame(game);
    for (const { view, events, ask, legal } of frames) {
      const texts = {
        "the board": () => [
          ...board.describe!(view, names, words.say),
          ...names.map((_, seat) => board.describeSeat?.(view, seat, names, words.say) ?? ""),
        ],
        events: () => events.flatMap(({ says, seen, going }) => [says, seen ?? "", going ?? ""]),
        decisions: () => [
          ask,
          ...legal.flatMap((choice) => [choice.says, choice.note ?? "", choice.seen?.says ?? ""]),
          ...legal.slice(0, 8).flatMap(({ move }) => Object.values(rules.reason(view, move, words))),
        ],
      }[what]();
      const known = [...new Set([...names, ...namesIn(view)])].sort((one, other) => other.length - one.length);
      expect(texts.some((text) => text.includes("⟦")) || texts.every((text) => !text)).toBe(true);
      for (const text of texts) expect(strange(text, known), text).not.toMatch(/[a-z]{2}/i); // one letter, perhaps with a number, names a space
    }
  });
});
