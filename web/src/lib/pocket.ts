/** Rules of games in WebAssembly, if the app was built with them (`make pocket`): to check a finished game's dice here, and
 * to play without a server. What a host does is in `src/molehill/pocket/host.js`. */
import { load, type Facts, type Rules } from "../../../src/molehill/pocket/host";

const MODULES = import.meta.glob<string>("../generated/pocket/*.wasm", { query: "?url", import: "default" });
const FACTS = import.meta.glob<Facts>("../generated/pocket/*.json", { import: "default" });

/** What a module holds: the rules alone, or the bots as well. */
export type Stage = "rules" | "bots";

/** Whether the app was built with the rules of a game. */
export function isInPocket(game: string): boolean {
  return `../generated/pocket/${game}.json` in FACTS;
}

/** The rules of a game. Each call loads them anew, with a memory of their own; the browser keeps the files. */
export async function pocketRules(game: string, stage: Stage = "rules"): Promise<Rules> {
  const [module, facts] = [
    MODULES[`../generated/pocket/${game}.${stage}.wasm`],
    FACTS[`../generated/pocket/${game}.json`],
  ];
  if (!module || !facts) throw new Error(`the app was built without the rules of ${game}`);
  const answer = await fetch(await module());
  if (!answer.ok) throw new Error(`${game}.${stage}.wasm: ${answer.status}`);
  return load(await answer.arrayBuffer(), await facts());
}
