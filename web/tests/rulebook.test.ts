// The rulebooks: every clause has one place, links lead to it, and words are found where they stand.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { describe, expect, test } from "vitest";

import { DRAWN } from "../src/lib/boards";
import { blocksOf, found, marking } from "../src/lib/rulebook";

const TEXT = `# Title
## In two minutes
Dig (HM-02) & eat.
## Set-up
HM-01: the moon. See HM-02.

HM-02: the **mole**.
\`\`\`
a drawing of the mole
\`\`\`
`;

describe.each(DRAWN)("%s", (game) => {
  const path = resolve(import.meta.dirname, `../../src/molehill/games/${game}/RULES.md`);
  const blocks = blocksOf(readFileSync(path, "utf-8"), game);

  test("every clause stands in one place, and every link leads to one", () => {
    const placed = blocks.flatMap(({ clauses }) => clauses);
    expect(new Set(placed).size).toBe(placed.length);
    const linked = blocks.flatMap(({ html }) => [...html.matchAll(/data-clause="([^"]+)"/g)].map(([, id]) => id!));
    expect(linked.length).toBeGreaterThan(10);
    expect(linked.filter((id) => !placed.includes(id))).toEqual([]);
  });
});

test("a clause stands where it is first named after the summary", () => {
  const blocks = blocksOf(TEXT, "honeymoon");
  expect(blocks.map(({ kind, clauses }) => [kind, clauses])).toEqual([
    ["heading", []],
    ["text", []],
    ["heading", []],
    ["text", ["HM-01", "HM-02"]],
    ["text", []],
    ["drawing", []],
  ]);
  expect(blocks[1]!.html).toContain('href="#/rules/honeymoon/HM-02"');
  expect(blocks[1]!.html).not.toContain('id="HM-02"');
  expect(blocks[1]!.plain).toBe("Dig (HM-02) & eat.");
});

test("a word is found with the heading above it, and never in a drawing", () => {
  const blocks = blocksOf(TEXT, "honeymoon");
  expect(found(blocks, " MOLE ").map(({ plain }) => plain)).toEqual(["Set-up", "HM-02: the mole."]);
  expect(found(blocks, "  ")).toBe(blocks);
  expect(found(blocks, "badger")).toEqual([]);
});

test("words are marked in the text and not in its tags", () => {
  expect(marking('<a class="mole">a mole</a>', "mole")).toBe('<a class="mole">a <mark>mole</mark></a>');
  expect(marking("1 (of 2)", "(of")).toBe("1 <mark>(of</mark> 2)");
});
