/** What people type, as values of a box; and the texts of a box as lists of cards and maps. Nothing of a game is known. */
import type { Field } from "./answers";

export type Value = number | boolean | string;

/** What was typed, as the value beside it is: a number where that is one, and in a list of both whatever it looks like. */
export function typed(text: string, like?: Pick<Field, "kind">): Value {
  const trimmed = text.trim();
  const isNumber = /^-?\d+(\.\d+)?$/.test(trimmed);
  return isNumber && like?.kind !== "text" ? Number(trimmed) : trimmed;
}

/** The values of a list, its lists inside it as well. */
export function listOf(fields: readonly Field[]): unknown[] {
  return fields.map((field) => (field.kind === "list" ? listOf(field.fields ?? []) : field.value));
}

export interface Card {
  /** The number of its line in the text. */
  line: number;
  count: number;
  card: string;
}

const CARD = /^(\s*)(\d+)(\s+x\s+)(.*?)(\s*(?:#.*)?)$/;

/** The cards of a text with lines such as `2 x  any 3 | -`. */
export function cardsOf(text: string): Card[] {
  return text.split("\n").flatMap((row, line) => {
    const found = CARD.exec(row);
    return found ? [{ line, count: Number(found[2]), card: found[4]!.replace(/\s+/g, " ") }] : [];
  });
}

/** The text with another number of a card; of none its line is gone. */
export function withCount(text: string, line: number, count: number): string {
  const rows = text.split("\n");
  if (count <= 0) rows.splice(line, 1);
  else rows[line] = rows[line]!.replace(CARD, `$1${count}$3$4$5`);
  return rows.join("\n");
}

/** The text with one more card, after the last. */
export function withCard(text: string, card: string): string {
  const rows = text.split("\n");
  const last = rows.findLastIndex((row) => CARD.test(row));
  rows.splice(last + 1, 0, `1 x  ${card.trim()}`);
  return rows.join("\n");
}

/** The signs of a map, row by row. */
export const signsOf = (text: string): string[][] =>
  text
    .split("\n")
    .filter((row) => row.trim())
    .map((row) => row.trim().split(/\s+/));

/** The text of a map. */
export const mapOf = (signs: string[][]): string => signs.map((row) => `${row.join(" ")}\n`).join("");

export interface Part {
  /** Plain text, or what stands before a clause without a gap. */
  before: string;
  rule?: string;
  after?: string;
  /** What a box file would say literally. */
  code?: string;
}

const PARTS = /([("]?\b[A-Z]{2,4}-\d\d\b[)",.;:]*|`[^`]+`)/;
const RULE = /^(\W*)(.+?-\d\d)(.*)$/;

/** A text in its parts: clauses with what must stay in the same line, code, and the rest. */
export function readText(text: string): Part[] {
  return text.split(PARTS).map((part, k) => {
    if (k % 2 === 0) return { before: part };
    const found = RULE.exec(part);
    return part.startsWith("`") || !found
      ? { before: "", code: part.slice(1, -1) }
      : { before: found[1]!, rule: found[2]!, after: found[3]! };
  });
}
