/** A first game that teaches: which of its steps is told now, and which move it asks for. The server plays the others and
 * chance, and says how many moves the player has made; steps without a move are read here, one after another. */
import type { Move } from "./board";
import { pause } from "./here";
import { server, type LessonStep } from "./server";

export class Lesson {
  steps = $state.raw<LessonStep[]>([]);
  /** How many of its moves have been made. */
  made = $state(0);
  /** The steps before this one have been read. */
  #read = $state(0);
  #closed = false;

  constructor(readonly game: string) {
    void this.#load();
  }

  close(): void {
    this.#closed = true;
  }

  async #load(): Promise<void> {
    while (!this.#closed && !this.steps.length) {
      const told = await server.lesson(this.game).catch(() => null);
      if (told) this.steps = told.steps;
      else await pause(1000);
    }
  }

  /** The number of the step that is told now; as many as there are when all is done. */
  #at = $derived.by(() => {
    let before = 0; // moves of the steps so far
    for (const [k, { do: moves }] of this.steps.entries()) {
      if (moves.length ? this.made < before + moves.length : this.made <= before && k >= this.#read) return k;
      before += moves.length;
    }
    return this.steps.length;
  });

  get step(): LessonStep | null {
    return this.steps[this.#at] ?? null;
  }

  /** The move that is asked for now. */
  get asks(): Move | null {
    const before = this.steps.slice(0, this.#at).reduce((sum, { do: moves }) => sum + moves.length, 0);
    return (this.step?.do[this.made - before] as Move | undefined) ?? null;
  }

  /** Nothing is asked for any more: what is told now is the end. */
  get over(): boolean {
    return this.steps.length > 0 && this.steps.slice(this.#at).every(({ do: moves }) => !moves.length) && !this.#more;
  }

  get #more(): boolean {
    return this.#at < this.steps.length - 1;
  }

  /** How far it is, from 0 to 1. */
  get share(): number {
    return this.steps.length ? this.#at / this.steps.length : 0;
  }

  /** What is told has been read. */
  next(): void {
    this.#read = this.#at + 1;
  }
}
