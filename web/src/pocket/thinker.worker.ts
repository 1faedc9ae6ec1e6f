/** A worker in which bots think. It is told what a seat may know, and nothing else. */
import { Position, type Rules } from "../../../src/molehill/pocket/host";
import { Bot } from "../../../src/molehill/pocket/search";
import { pocketRules } from "../lib/pocket";
import type { Found, Thought } from "./thinkers";

/** As on a server: seconds of `sharp` for a move, and for advice; so many moves are advised. */
const THINK = 0.2;
const ADVISE = 0.3;
const BEST = 3;

const known = new Map<string, Promise<Rules>>();

async function think({ game, table, seats, options, box, seat, bot }: Thought): Promise<Found> {
  if (!known.has(game)) known.set(game, pocketRules(game, "bots"));
  const rules = await known.get(game)!;
  const position = new Position(rules, table, seats, options, box ?? rules.shipped);
  const word = crypto.getRandomValues(new BigUint64Array(1))[0]!;
  const thinking = new Bot(rules, bot ?? "sharp", { word, seconds: bot ? THINK : ADVISE });
  try {
    return bot ? { move: thinking.choose(position, seat) } : { advice: thinking.advise(position, seat, BEST) };
  } finally {
    thinking.close();
  }
}

addEventListener("message", ({ data }: MessageEvent<Thought>) => {
  think(data).then(
    (found) => postMessage(found),
    (problem: unknown) => {
      known.delete(data.game); // what has failed in the middle is begun again
      postMessage({ failed: String(problem) } satisfies Found);
    },
  );
});
