/** Choosing a dig: first where it begins, then where it ends. A mouse aims by pointing; a finger aims with a tap, or with a
 * stroke from the start to the end, and does it with the next tap. A dig of one cell ends where it begins: there the first
 * press picks, the second aims, and the third does it, so that nobody digs by pressing twice. */
import type { Cell, Dig, Move } from "../../generated/honeymoon.js";
import type { Choice, Point } from "../../lib/board";
import { choicesByStart, choiceTo, key } from "./moon";

const same = (one: Cell | null, other: Cell | null) => !!one && !!other && key(one) === key(other);
const onlyOne = (found: Choice<Dig>[]) => (found.length === 1 ? found[0]! : null);

export class Digging {
  from = $state.raw<Cell | null>(null);
  over = $state.raw<Cell | null>(null);
  /** Somebody is pressing. */
  pressed = $state(false);
  /** The start's own cell is aimed at, not only picked. */
  #armed = $state(false);
  /** Of the press that is going on: whether it picked the start, and what was aimed at before it. */
  #picked = false;
  #before: Choice<Dig> | null = null;
  #choices: () => Choice<Move>[];
  #onplay: (choice: Choice<Dig>) => void;
  /** Nothing that may be dug ends at this cell. */
  #onwrong: (cell: Cell, at: Point) => void;

  constructor(
    choices: () => Choice<Move>[],
    onplay: (choice: Choice<Dig>) => void,
    onwrong: (cell: Cell, at: Point) => void,
  ) {
    this.#choices = choices;
    this.#onplay = onplay;
    this.#onwrong = onwrong;
  }

  /** All digs by the cell where they begin, and those that begin at the start that is picked. */
  starts = $derived.by(() => choicesByStart(this.#choices()));
  open = $derived.by(() => (this.from ? (this.starts.get(key(this.from)) ?? []) : []));

  aimed = $derived.by((): Choice<Dig> | null => {
    const { from, over, open } = this;
    if (!over) return null;
    if (!from) return onlyOne(this.starts.get(key(over)) ?? []);
    if (!same(over, from)) return choiceTo(open, over) ?? null;
    return onlyOne(open) ?? (this.#armed ? (choiceTo(open, from) ?? null) : null);
  });

  clear(): void {
    this.from = this.over = null;
    this.pressed = this.#armed = false;
  }

  pick(cell: Cell): void {
    this.from = this.over = cell;
    this.#armed = false;
  }

  /** Aim at the dig that ends at a cell. */
  aim(cell: Cell): void {
    this.over = cell;
    this.#armed = same(cell, this.from);
  }

  press(cell: Cell): void {
    this.pressed = true;
    this.#before = this.aimed;
    this.#picked = !this.from || (!this.#ending(cell) && this.starts.has(key(cell)) && !same(cell, this.from));
    if (this.#picked) this.pick(cell);
  }

  release(cell: Cell | null, finger: boolean, at: Point): void {
    this.pressed = false;
    if (!cell) return this.clear();
    // A finger that came down beside a start has slid there.
    if (this.#picked && !this.open.length)
      return this.starts.has(key(cell)) ? this.pick(cell) : this.#onwrong(cell, at);
    if (this.#picked && same(cell, this.from)) return;
    const choice = this.#ending(cell);
    if (choice) {
      const sure = this.#before === choice || (!finger && !same(cell, this.from));
      if (sure) this.#onplay(choice);
      else this.aim(cell);
    } else if (same(cell, this.from)) this.clear();
    else this.#onwrong(cell, at);
  }

  /** The dig that a press on a cell is about. */
  #ending(cell: Cell): Choice<Dig> | null {
    return choiceTo(this.open, cell) ?? (same(cell, this.from) ? onlyOne(this.open) : null);
  }
}
