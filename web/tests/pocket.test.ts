/** The rules that the app was built with: they load, play, and show what chance could bring at each roll of a log. */
import { readFile } from "node:fs/promises";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { draws, drawn, type Log, type Moves, type Position } from "../../src/molehill/pocket/host";
import { Bot } from "../../src/molehill/pocket/search";
import { isInPocket, pocketRules } from "../src/lib/pocket";

const MODULES = import.meta.glob<Moves & { decode: (n: number) => object; decode_outcome: (n: number) => object }>([
  "../src/generated/*.js",
  "!../src/generated/{runtime,records}.js",
]);
const games = Object.keys(MODULES).map((path) => path.split("/").at(-1)!.slice(0, -3));

beforeEach(() => {
  vi.stubGlobal("fetch", async (address: string) => new Response(await readFile(`.${address}`)));
});
afterEach(() => vi.unstubAllGlobals());

/** A whole game in which each seat makes its first move, and chance brings what the points say. */
function played(start: Position, points: number[]): { moves: ["chance" | number, number][]; end: Position } {
  const moves: ["chance" | number, number][] = [];
  let position = start;
  while (!position.over && moves.length < 60) {
    const { pending } = position;
    if (pending === "chance") {
      const fell = drawn(position.outcomes(), points[moves.length % points.length]!);
      moves.push(["chance", fell]);
      ({ position } = position.fall(fell));
    } else {
      const seat = pending[0]!;
      const move = position.legal(seat)[0]!;
      moves.push([seat, move]);
      ({ position } = position.play(seat, move));
    }
  }
  return { moves, end: position };
}

test.each(games)("the app checks the rolls of %s by itself", async (game) => {
  const [rules, module] = [await pocketRules(game), await MODULES[`../src/generated/${game}.js`]!()];
  const points = [0.1, 0.9, 0.5, 0.3, 0.7];
  const { position } = rules.start(2);
  const { moves } = played(position, points);
  const log = {
    rules: rules.facts.rules,
    seats: 2,
    options: position.options,
    box: { hash: rules.shipped.hash },
    moves: moves.map(([actor, n]) => [actor, actor === "chance" ? module.decode_outcome(n) : module.decode(n)]),
  } as Log;
  const rolls = draws(rules, log, module);
  expect(rolls.length).toBeGreaterThan(0);
  for (const roll of rolls) expect(drawn(roll, points[roll.move % points.length]!)).toBe(roll.fell);
});

test("a bot thinks in the page", async () => {
  const rules = await pocketRules("honeymoon", "bots");
  const { position } = rules.start(2).position.fall(3);
  const bot = new Bot(rules, "sharp", { word: 7n, sims: 50 });
  expect(position.legal(0)).toContain(bot.choose(position, 0));
  const [first] = bot.advise(position, 0, 3);
  expect(position.legal(0)).toContain(first!.move);
  bot.close();
});

test("what the app was built without is not offered", async () => {
  expect(isInPocket("honeymoon")).toBe(true);
  expect(isInPocket("chess")).toBe(false);
  await expect(pocketRules("chess")).rejects.toThrow("the app was built without the rules of chess");
});
