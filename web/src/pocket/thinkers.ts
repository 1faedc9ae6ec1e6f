/** Bots think in workers of their own, two at once where the machine has room, so that the table goes on meanwhile. */
import type { Advice } from "../../../src/molehill/pocket/search";
import type { Match } from "./match";

/** What a thinker is asked: about a position as a seat may know it. Without a bot it is asked for advice. */
export interface Thought {
  game: string;
  table: Uint8Array;
  seats: number;
  options: Record<string, unknown>;
  /** A box that is not the shipped one. */
  box: { hash: string; record: Uint8Array; edition: Record<string, unknown> } | null;
  seat: number;
  bot: string | null;
}
export type Found = { move: number } | { advice: Advice[] } | { failed: string };

const MOST = 2;
/** No thought takes as long, even if everything has to be loaded first. */
const TOO_LONG = 30_000;
/** How often something is asked: one that has died is replaced. */
const TRIES = 2;

class Thinker {
  #worker = new Worker(new URL("./thinker.worker.ts", import.meta.url), { type: "module", name: "thinker" });
  busy = false;
  /** It could not be loaded, or has died, or does not come to an end: nothing more is to be expected of it. */
  dead = false;

  ask(thought: Thought): Promise<Found> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    return new Promise<Found>((resolve) => {
      const die = (failed: string) => {
        this.dead = true;
        this.#worker.terminate();
        resolve({ failed });
      };
      this.#worker.onmessage = ({ data }: MessageEvent<Found>) => resolve(data);
      this.#worker.onerror = (event) => {
        event.preventDefault();
        die(event.message);
      };
      timer = setTimeout(() => die("it takes too long"), TOO_LONG);
      this.#worker.postMessage(thought);
    }).finally(() => {
      clearTimeout(timer);
      this.busy = false;
    });
  }
}

export class Thinkers {
  #thinkers: Thinker[] = [];
  #waiting: (() => void)[] = [];
  /** While bots think, page and table have little to do. */
  #most = Math.min(MOST, navigator.hardwareConcurrency || 1);

  /** A bot's move. One that fails must not stop the game: then any move is made. */
  async choose(match: Match, seat: number, bot: string): Promise<number> {
    const found = await this.#think(thoughtAbout(match, seat, bot));
    if ("move" in found) return found.move;
    if ("failed" in found) console.error("a bot failed", found.failed);
    const legal = match.legal(seat);
    return legal[Math.floor(Math.random() * legal.length)]!;
  }

  /** The moves most worth making; null if that can't be said. */
  async advise(match: Match, seat: number): Promise<Advice[] | null> {
    const found = await this.#think(thoughtAbout(match, seat, null));
    return "advice" in found ? found.advice : null;
  }

  async #think(thought: Thought, tries = TRIES): Promise<Found> {
    const thinker = await this.#free();
    const found = await thinker.ask(thought);
    if (thinker.dead) this.#thinkers = this.#thinkers.filter((other) => other !== thinker);
    this.#waiting.shift()?.();
    return thinker.dead && tries > 1 ? this.#think(thought, tries - 1) : found;
  }

  async #free(): Promise<Thinker> {
    for (;;) {
      let idle = this.#thinkers.find(({ busy }) => !busy);
      if (!idle && this.#thinkers.length < this.#most) this.#thinkers.push((idle = new Thinker()));
      if (idle) {
        idle.busy = true;
        return idle;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

function thoughtAbout(match: Match, seat: number, bot: string | null): Thought {
  const { table, seats, options, box } = match.position.veiled(seat);
  const { rules } = match.kit;
  return { game: rules.facts.game, table, seats, options, box: box === rules.shipped ? null : box, seat, bot };
}
