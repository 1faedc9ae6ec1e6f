/** Waiting for a game that the server is still making ready: how far it is, asked for again and again. */
import { pause } from "./here";
import { Problem, server, type Preparation } from "./server";

const EVERY = 500;
/** So long something may take before anybody asks whether it has to be waited for. */
const PATIENCE = 700;

export class Waiting {
  /** What the server said last. */
  told = $state.raw<Preparation | null>(null);

  #stopped = false;
  #ask: () => Promise<Preparation>;
  #first: () => Promise<Preparation>;

  constructor(ask: () => Promise<Preparation>, first = ask) {
    this.#ask = ask;
    this.#first = first;
  }

  /** Somebody is about to play a game: it is prepared before all others. */
  static for(game: string): Waiting {
    return new Waiting(
      () => server.preparation(game),
      () => server.prepare(game),
    );
  }

  /** Somebody is at a table, or on the way to it, which is as good as asking for its game. */
  static at(table: string): Waiting {
    return new Waiting(() => server.preparationAt(table));
  }

  /** True when people can play, or bots can think; false if that failed, or if nobody waits any more. */
  async until(stage: "rules" | "bots"): Promise<boolean> {
    for (let ask = this.#first; !this.#stopped; ask = this.#ask) {
      try {
        const told = await ask();
        if (this.#stopped) break;
        this.told = told;
        if (told[stage] === 1) return true;
        if (told.trouble) return false;
      } catch (problem) {
        // Without a connection it is asked again; what is not there will not come.
        if (problem instanceof Problem && problem.status === 404) return false;
      }
      await pause(EVERY);
    }
    return false;
  }

  /** The same, but nothing is asked of what takes a moment only. */
  async patiently(stage: "rules" | "bots"): Promise<boolean> {
    await pause(PATIENCE);
    return this.until(stage);
  }

  stop(): void {
    this.#stopped = true;
  }
}
