/** What has happened is shown event by event, never longer than two seconds in all; a tap skips to the end. */
import { SvelteMap } from "svelte/reactivity";

import type { GameBoard, Happening, View } from "./board";

const LONGEST = 2000;

export class Playback<V extends View = View> {
  /** What is drawn: the view as far as its events have been shown. */
  view: V = $state.raw()!;
  /** The event that is being shown. */
  moment: Happening | null = $state.raw(null);
  /** Things to highlight until the next decision: the last event of each kind that was shown. */
  recent = new SvelteMap<string, Happening>();
  #run = 0;
  #finish: () => void = () => undefined;

  constructor(view: V) {
    this.view = view;
  }

  get playing(): boolean {
    return this.moment !== null;
  }

  /** Show events one after another, then the view they lead to. */
  async show(board: GameBoard<V>, events: Happening[], after: V): Promise<void> {
    this.skip();
    const run = ++this.#run;
    const paced = events.map((event) => board.pace[event.event] ?? 0);
    const total = paced.reduce((sum, time) => sum + time, 0);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    const factor = still ? 0 : Math.min(1, LONGEST / Math.max(1, total));
    this.#finish = () => {
      this.#run++;
      this.moment = null;
      this.view = after;
      this.#finish = () => undefined;
    };
    let shown = structuredClone(this.view);
    for (const [k, event] of events.entries()) {
      this.recent.set(event.event, event);
      if (factor === 0) continue;
      shown = structuredClone(shown);
      try {
        board.follow(shown, event);
      } catch {
        break; // A view that events can't follow is simply replaced by the server's.
      }
      if (!paced[k]) continue;
      this.view = shown;
      this.moment = event;
      await new Promise((resolve) => setTimeout(resolve, paced[k]! * factor));
      if (run !== this.#run) return;
    }
    this.#finish();
  }

  /** Show the end at once. */
  skip(): void {
    this.#finish();
  }
}
