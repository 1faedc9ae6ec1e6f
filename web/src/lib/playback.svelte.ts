/** What has happened is shown event by event, update after update; each update takes two seconds at most at the usual pace, a long queue
 * is hurried through, and a tap skips to the end. Anyone who wants no motion sees the result at once, highlighted. */
import type { Happening, View } from "./board";
import { followed, type Game } from "./game";
import { HIGHLIGHT, noMotion } from "./motion";
import { settings } from "./settings.svelte";

const LONGEST = 2000;
const QUEUE = 2;

interface Item {
  game: Game;
  events: Happening[];
  after: View;
}

export class Playback {
  /** What is drawn: the view as far as its events have been shown. */
  view = $state.raw() as View;
  /** The event that is being shown. */
  moment = $state.raw<Happening | null>(null);
  /** Without motion: what happened last, highlighted for a while. */
  mark = $state.raw<Happening | null>(null);
  /** Whether there is still something to show. */
  playing = $state(false);
  #queue: Item[] = [];
  #skipping = false;
  #wake: () => void = () => undefined;

  constructor(view: View) {
    this.view = view;
  }

  /** Show events one after another, then the view they lead to; after what is being shown already. */
  async show(game: Game, events: Happening[], after: View): Promise<void> {
    const { pace } = game.board;
    const silent = events.every(({ event }) => !pace[event]);
    if (!this.playing && (silent || this.#still())) {
      this.view = after;
      if (!silent && noMotion()) this.#highlight(events.findLast(({ event }) => pace[event])!);
      return;
    }
    this.#queue.push({ game, events, after });
    if (this.playing) return;
    this.playing = true;
    for (let item = this.#queue.shift(); item; item = this.#queue.shift()) {
      await this.#play(item);
      this.view = item.after;
    }
    this.moment = null;
    this.#skipping = false;
    this.playing = false;
  }

  /** Show the end at once. */
  skip(): void {
    if (!this.playing) return;
    this.#skipping = true;
    this.#wake();
  }

  async #play({ game, events, after }: Item): Promise<void> {
    const { together, pace } = game.board;
    const paced = events.map(({ event }, k) => {
      const withNext = events[k + 1]?.event === event && together?.includes(event);
      return withNext ? 0 : (pace[event] ?? 0);
    });
    const total = paced.reduce((sum, time) => sum + time, 0);
    const factor = Math.min(1, LONGEST / Math.max(1, total));
    if (this.#still() || this.view.seat !== after.seat) return;
    let shown = this.view;
    for (const [k, event] of events.entries()) {
      if (this.#still()) return;
      shown = followed(game, shown, [event]);
      if (!paced[k]) continue;
      this.view = shown;
      this.moment = event;
      await this.#wait(paced[k] * factor * settings.pace);
    }
  }

  /** Nothing is to be shown by motion: it was skipped, not wanted or not seen, or too much is waiting. */
  #still(): boolean {
    return noMotion() || document.hidden || this.#skipping || this.#queue.length > QUEUE;
  }

  #highlight(event: Happening): void {
    this.mark = event;
    setTimeout(() => {
      if (this.mark === event) this.mark = null;
    }, HIGHLIGHT);
  }

  #wait(time: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
