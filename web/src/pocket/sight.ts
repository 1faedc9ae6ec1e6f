/** What one seat (null: a spectator) is sent of a match, as `server/sight.py` has it: a view when somebody comes or when a
 * move was taken back, from then on events and numbers of moves. */
import type { SightFrame } from "../lib/server";
import { sees } from "./match";
import type { Table } from "./table";

/** Events that are told at once to somebody who comes. */
const PAGE = 500;

export class Sight {
  /** For each event of the match that has been looked at, whether this seat sees it. */
  #visible: boolean[] = [];
  #cuts = 0;
  #state = "";

  constructor(readonly seat: number | null) {}

  /** What has changed for this seat; null if nothing has. */
  news(table: Table): SightFrame | null {
    const match = table.match!;
    const kept = Math.min(this.#visible.length, ...table.cuts.slice(this.#cuts));
    this.#cuts = table.cuts.length;
    const anew = kept < this.#visible.length;
    this.#visible.length = kept;
    const first = this.#seen;
    const happened = match.happened.slice(kept);
    this.#visible.push(...happened.map((event) => sees(this.seat, event)));
    const events = happened.filter((event) => sees(this.seat, event)).map(({ data }) => data);
    const before = this.#state;
    const may = this.#may(table);
    this.#state = JSON.stringify(may);
    if (!anew && !events.length && before === this.#state) return null;
    return { seat: this.seat, first, events, ...may, ...(anew && { view: match.view(this.seat) }) };
  }

  /** Everything that this seat sees now, and the last of what it has seen. */
  whole(table: Table): SightFrame {
    const match = table.match!;
    this.#visible = match.happened.map((event) => sees(this.seat, event));
    this.#cuts = table.cuts.length;
    const seen = match.happened.filter((event) => sees(this.seat, event)).map(({ data }) => data);
    const events = seen.slice(-PAGE);
    const may = this.#may(table);
    this.#state = JSON.stringify(may);
    return { seat: this.seat, first: seen.length - events.length, events, ...may, view: match.view(this.seat) };
  }

  get #seen(): number {
    return this.#visible.filter(Boolean).length;
  }

  #may(table: Table): { legal: number[]; can_undo: boolean } {
    const { seat } = this;
    if (seat === null || table.kept.status !== "playing") return { legal: [], can_undo: false };
    return { legal: table.asked.has(seat) ? table.match!.legal(seat) : [], can_undo: table.canUndo(seat) };
  }
}
