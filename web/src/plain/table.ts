/** What all parts of a default board share: how to call things, and what may be touched. */
import { getContext, setContext } from "svelte";

import type { Aim } from "../lib/aim.svelte";
import { capital, say, type Words } from "../lib/words";
import type { Picker } from "./picker.svelte";
import type { Field, Shown } from "./shapes";

export interface Table {
  words: Words;
  names: string[];
  picker: Picker;
  aim: Aim;
  shown: Record<string, Shown>;
  view: Record<string, unknown>;
}

const KEY = Symbol("default board");
export const setTable = (table: Table): Table => setContext(KEY, table);
/** None in a plate beside the board: there is nothing to touch. */
export const tableHere = (): Table | undefined => getContext<Table | undefined>(KEY);

/** The first of these messages that the game has; else nothing. */
export function first(words: Words, ...messages: string[]): string {
  const found = messages.find((message) => words.has(message));
  return found ? words.say(found) : "";
}

/** What a part of a view is called, if the game says so. */
export const labelOf = (words: Words, key: string): string => first(words, `shown-${key}`);

/** What a card is called. */
export const cardOf = (words: Words, value: unknown): string => first(words, `card-${value}`) || spelled(value);

/** What a face of a die shows. */
export const faceOf = (words: Words, value: unknown): string => first(words, `face-${value}`) || spelled(value);

/** What a piece of a row is called; one without a name by its place. */
export function pieceOf(words: Words, { as }: Shown, value: unknown, k: number): string {
  if (value === null || as === "parts") return String(k + 1);
  return as === "die" ? faceOf(words, value) : cardOf(words, value);
}

/** A kind of move, where several are to be chosen from. */
export const kindOf = (words: Words, kind: string): string => capital(first(words, `kind-${kind}`) || spelled(kind));

/** A field of a move, above its values. */
export const fieldOf = (words: Words, field: string): string => first(words, `field-${field}`, `shown-${field}`);

/** A value of a field, in words. */
export function valueOf(words: Words, names: string[], value: unknown, { as }: Field): string {
  if (as === "seat" && typeof value === "number") return names[value] ?? spelled(value);
  return as === "die" ? faceOf(words, value) : cardOf(words, value);
}

/** A value that nobody has words for. */
export function spelled(value: unknown): string {
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map(spelled).join(" ");
  if (value !== null && typeof value === "object") return Object.values(value).map(spelled).join(" ");
  return String(value ?? "–").replaceAll("_", " ");
}
