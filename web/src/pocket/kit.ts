/** What a table needs of its game here: the compiled rules, the module of moves and views, and the words. All of it is made
 * from the game's Python. */
import type { Moves, Rules, Told } from "../../../src/molehill/pocket/host";
import { fluent, type Words } from "../lib/fluent";
import { isInPocket, pocketRules } from "../lib/pocket";
import { refusal } from "./problem";
import engine from "../../../src/molehill/engine/words.en.ftl?raw";
import own from "./words.en.ftl?raw";
import server from "../../../src/molehill/server/words.en.ftl?raw";

export type Data = Record<string, unknown>;
export type Actor = number | "chance";

/** What the modules of all games have, and what only some have, as far as a table asks for it. */
export interface Module extends Moves {
  decode: (number: number) => Data;
  decode_outcome: (number: number) => Data;
  view: (seen: object) => Data;
  event: (kind: number, clause: number, told: Told["told"]) => Data;
  refusal: (seen: object, move: Data | null, clause: number) => Record<string, string | number>;
  idle?: (view: Data, seat: number) => Data | null;
  rematch?: (view: Data) => Data;
  SHOWS: object;
  layouts: { table: object; box: object };
}

export interface Kit {
  rules: Rules;
  module: Module;
  words: Words;
}

const MODULES = import.meta.glob<Module>(["../generated/*.js", "!../generated/{runtime,records}.js"]);
const WORDS = import.meta.glob<string>("../../../src/molehill/games/*/words.en.ftl", {
  query: "?raw",
  import: "default",
});
const kits = new Map<string, Promise<Kit>>();

/** A table's own sentences: the server's, and what only a table here has to say. */
export const { say } = fluent(engine, server, own);

/** What a game is played with, loaded when it is first needed. What did not come is asked for again. */
export function kitOf(game: string): Promise<Kit> {
  let kit = kits.get(game);
  if (!kit) {
    kit = fetched(game);
    kits.set(game, kit);
    kit.catch(() => kits.delete(game));
  }
  return kit;
}

async function fetched(game: string): Promise<Kit> {
  if (!isInPocket(game)) throw refusal("no-game", "no-game");
  const [rules, module, words] = await Promise.all([
    pocketRules(game),
    MODULES[`../generated/${game}.js`]!(),
    WORDS[`../../../src/molehill/games/${game}/words.en.ftl`]!(),
  ]);
  return { rules, module, words: fluent(engine, words) };
}
