/** Whose eyes a device lends: of several seats here the one that has to decide is shown. Made with a component. */
import { untrack } from "svelte";

import type { Connection } from "./connection.svelte";
import { Playback } from "./playback.svelte";

export class Seating {
  /** What has happened is shown with this, for the seat that is shown. */
  playback = $state.raw<Playback | null>(null);
  /** The seat to which the device has been handed. */
  handed = $state<number | null>(null);
  #asked = $state<number | null>(null);
  #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.onsight = ({ seat, view }, fresh) => {
      if (seat !== this.seat) return;
      if (this.playback?.view.seat === seat) void this.playback.show(connection.game!, fresh, view);
      else this.playback = new Playback(view);
    };
    $effect(() => {
      const next = this.due[0];
      if (next !== undefined && (this.seat === null || !this.due.includes(this.seat))) untrack(() => this.show(next));
    });
    $effect(() => {
      if (this.sight && untrack(() => this.playback?.view.seat) !== this.sight.seat) this.#look();
    });
  }

  get held(): number[] {
    return this.#connection.you?.seats ?? [];
  }

  /** The seat that is shown: null for a spectator. */
  get seat(): number | null {
    return this.#asked !== null && this.held.includes(this.#asked) ? this.#asked : (this.held[0] ?? null);
  }

  get sight() {
    return this.#connection.sights.find(({ seat }) => seat === this.seat) ?? null;
  }

  /** The seats here that have to decide. */
  get due(): number[] {
    return this.#connection.pending.filter((seat) => this.held.includes(seat));
  }

  show(seat: number): void {
    this.#asked = seat;
    this.#look();
  }

  #look(): void {
    this.playback = this.sight && new Playback(this.sight.view);
  }
}
