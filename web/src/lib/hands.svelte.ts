/** At which tables this device is a hand: the board for all is elsewhere, on a laptop or a TV, so here one's own hand and
 * decision come first. Anyone who comes by the big board's code is one; the choice is kept in this browser. */
import { keep, kept } from "./storage";

const KEY = "molehill-hands";
const MOST = 20;

class Hands {
  #tables = $state.raw(kept<string[]>(KEY, []));

  at(table: string): boolean {
    return this.#tables.includes(table);
  }

  set(table: string, on: boolean): void {
    if (on === this.at(table)) return;
    const others = this.#tables.filter((id) => id !== table);
    this.#tables = on ? [table, ...others].slice(0, MOST) : others;
    keep(KEY, this.#tables);
  }
}

export const hands = new Hands();
