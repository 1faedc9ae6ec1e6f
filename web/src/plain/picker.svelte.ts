/** Choosing among many moves, field by field: first what to do, then with what and where. What is touched on the board
 * or beside it narrows the choice, until one move is left. */
import { untrack } from "svelte";

import type { Choice, Move } from "../lib/board";
import type { Field, Moves } from "./shapes";

/** So many moves are simply listed. */
export const FEW = 8;

/** Something that has been chosen: a field of the moves that are left, and its value. */
export interface Step {
  field: string;
  value: unknown;
  /** A piece or a place, and what it is called; else the value itself tells. */
  says?: string;
  fits: (move: Move) => boolean;
}

/** A value that a field may have, and the moves that have it. */
export interface Option {
  value: unknown;
  choices: Choice[];
}

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export class Picker {
  steps = $state.raw<Step[]>([]);
  readonly most = FEW;
  #choices: () => Choice[];
  #declared: () => Moves;

  constructor(choices: () => Choice[], declared: () => Moves) {
    this.#choices = choices;
    this.#declared = declared;
    $effect(() => {
      void choices(); // another decision begins with nothing chosen
      untrack(() => (this.steps = []));
    });
  }

  /** The moves that go with what has been chosen; at first those that no piece stands for. */
  get left(): Choice[] {
    return this.steps.length ? this.#fitting : unnamed(this.#declared(), this.#choices());
  }

  get #fitting(): Choice[] {
    return this.#choices().filter(({ move }) => this.steps.every(({ fits }) => fits(move)));
  }

  /** The moves are few enough for a sentence each, and it takes a sentence to tell them apart. */
  get listed(): boolean {
    if (this.left.length > FEW) return false;
    const next = this.next;
    return !next || next.options.some(({ value, choices }) => choices.length > 1 || !this.#short(next.field, value));
  }

  /** The field to be chosen next, with its values; null if there is nothing to choose between. */
  get next(): { field: string; options: Option[] } | null {
    const left = this.left;
    const fields = new Set(left.flatMap(({ move }) => ["do", ...this.#fieldsOf(move)]));
    for (const field of fields) {
      const options = optionsOf(left, field);
      if (options.length > 1) return { field, options };
    }
    return null;
  }

  /** How a field of the moves that are left is declared. */
  declared(field: string): Field {
    const kind = this.left[0]?.move.do ?? "";
    return this.#declared()[kind]?.[field] ?? {};
  }

  pick(field: string, value: unknown): void {
    this.#narrow({ field, value, fits: (move) => same(move[field], value) });
  }

  /** Take back a step, and all after it. */
  back(step: Step): void {
    this.steps = this.steps.slice(0, this.steps.indexOf(step));
  }

  /** The moves that name a piece of a list, or a place of a map. */
  naming(what: "at" | "on", key: string, value: unknown): Choice[] {
    return this.#fitting.filter(({ move }) => this.#names(move, what, key, value));
  }

  /** The step that chose a piece or a place, if it is chosen. */
  chosen(what: "at" | "on", key: string, value: unknown): Step | undefined {
    return this.steps.find(
      (step) => step.says !== undefined && step.field === `${what} ${key}` && same(step.value, value),
    );
  }

  /** A piece or a place has been touched: what is left are the moves that name it. Touched again, it is put back. */
  touch(what: "at" | "on", key: string, value: unknown, says: string): void {
    const chosen = this.chosen(what, key, value);
    if (chosen) this.back(chosen);
    else this.#narrow({ field: `${what} ${key}`, value, says, fits: (move) => this.#names(move, what, key, value) });
  }

  /** A number, or a piece that can be drawn. */
  #short(field: string, value: unknown): boolean {
    return field !== "do" && (typeof value === "number" || this.declared(field).as !== undefined);
  }

  #narrow(step: Step): void {
    this.steps = [...this.steps, step];
  }

  #names(move: Move, what: "at" | "on", key: string, value: unknown): boolean {
    const fields = Object.entries(this.#declared()[move.do] ?? {});
    return fields.some(([field, declared]) => declared[what] === key && same(move[field], value));
  }

  /** As they are declared; what is not comes after. */
  #fieldsOf(move: Move): string[] {
    return [...Object.keys(this.#declared()[move.do] ?? {}), ...Object.keys(move)].filter((field) => field !== "do");
  }
}

function optionsOf(choices: Choice[], field: string): Option[] {
  const options: Option[] = [];
  for (const choice of choices) {
    const value = choice.move[field];
    const known = options.find((option) => same(option.value, value));
    if (known) known.choices.push(choice);
    else options.push({ value, choices: [choice] });
  }
  return options;
}

/** The choices that no piece and no place on the board stands for. */
export function unnamed(declared: Moves, choices: Choice[]): Choice[] {
  return choices.filter(({ move }) => !Object.values(declared[move.do] ?? {}).some(({ at, on }) => at ?? on));
}
