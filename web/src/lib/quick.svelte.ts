/** "Play now", or learn: as soon as a game is ready, a table for one person against bots, that begins by itself. */
import { USUAL_BOT } from "./bots";
import { Waiting } from "./preparation.svelte";
import { complaint, memory, server, type BotAbout, type GameAbout, type Opened } from "./server";
import { say } from "./words";

export class QuickGame {
  /** The game that is about to begin. */
  starting = $state("");
  #waiting = $state.raw<Waiting | null>(null);

  /** How far the game is that is about to begin; null where nobody has to wait. */
  get done(): number | null {
    const rules = this.#waiting?.told?.rules ?? 1;
    return rules < 1 ? rules : null;
  }

  /** Nobody waits for a game any more. */
  stop(): void {
    this.#waiting?.stop();
    this.#waiting = null;
    this.starting = "";
  }

  /** The new table's id; null if somebody has thought better of it; throws an error with words for what went wrong. */
  play(game: GameAbout, bots: BotAbout[], against = USUAL_BOT): Promise<string | null> {
    return this.#begin(game, () => openGame(game, bots, against));
  }

  /** The same for the lesson of a game. */
  learn(game: GameAbout): Promise<string | null> {
    return this.#begin(game, () => server.learn(game.id, yourName()));
  }

  async #begin(game: GameAbout, open: () => Promise<Opened>): Promise<string | null> {
    this.stop();
    this.starting = game.id;
    const wait = (this.#waiting = Waiting.for(game.id));
    try {
      if (!game.ready && !(await wait.until("rules"))) {
        if (wait !== this.#waiting) return null;
        throw new Error(wait.told?.trouble ?? say("lobby-offline"));
      }
      const { id } = await open().catch((problem: unknown) => {
        throw new Error(complaint(problem));
      });
      memory.remember({ id, game: game.id });
      return id;
    } finally {
      if (wait === this.#waiting) this.stop();
    }
  }
}

const yourName = () => memory.name() || say("default-name");

function openGame(game: GameAbout, bots: BotAbout[], against: string): Promise<Opened> {
  const rivals = Math.max(game.min_seats, Math.min(game.max_seats, 3)) - 1;
  const bot = bots.some(({ name }) => name === against) ? against : bots[0]!.name;
  return server.open({
    game: game.id,
    seats: [
      { kind: "here", name: yourName() },
      ...Array.from({ length: rivals }, () => ({ kind: "bot" as const, bot })),
    ],
    options: {},
    public: false,
    spectators: true,
    clock: null,
    hints: true,
    chat: true,
    keep_open: false,
    box: null,
  });
}
