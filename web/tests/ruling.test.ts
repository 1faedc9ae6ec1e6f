/** Finished games of all kinds, played again by the rules in WebAssembly: their dice fit, and a log that lies is found out. */
import { readFile } from "node:fs/promises";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ruling } from "../src/lib/ruling";
import { judge, type Log, type Witness } from "../src/lib/verdict";

const GAMES = ["honeymoon", "mole_park", "mole_rats", "moledozer", "target_rats"];

beforeEach(() => {
  vi.stubGlobal("fetch", async (address: string) => new Response(await readFile(`.${address}`)));
});
afterEach(() => vi.unstubAllGlobals());

async function logOf(game: string): Promise<Log> {
  const log = JSON.parse(await readFile(`../tests/kept/logs/${game}-server-finished.json`, "utf-8")) as Log;
  return { ...log, dice: { ...log.dice, shares: Array.from({ length: log.seats }, () => null) } };
}

async function verdictOn(game: string, log: Log) {
  const ruled = await ruling({ game, log, seat: null });
  const witness: Witness = {
    kept: undefined,
    table: log.dice.table,
    imported: false,
    bots: Array.from({ length: log.seats }, () => false),
    seat: null,
    seen: ruled!.flatMap(({ events }) => events),
  };
  return { ruled, ...(await judge(log, witness, { ours: true, rule: () => Promise.resolve(ruled!) })) };
}

test.each(GAMES)("the rolls of %s follow by the rules", async (game) => {
  const log = await logOf(game);
  const { ruled, mark, findings } = await verdictOn(game, log);
  expect(ruled).toHaveLength(log.moves.length);
  const rolls = log.moves.filter(([actor]) => actor === "chance").length;
  expect(findings).toContainEqual({ says: "dice-rolls", mark: "checked", count: rolls });
  expect(mark).toBe("part");
});

test.each(GAMES)("another roll of %s than its dice brought is found out", async (game) => {
  const log = await logOf(game);
  const rolls = log.moves.flatMap(([actor], n) => (actor === "chance" ? [n] : []));
  const other = rolls.find((n) => JSON.stringify(log.moves[n]![1]) !== JSON.stringify(log.moves[rolls[0]!]![1]))!;
  log.moves[rolls[0]!] = log.moves[other]!;
  expect((await verdictOn(game, log)).mark).toBe("wrong");
});

test("a log of another box or version is not ruled on", async () => {
  const log = await logOf("honeymoon");
  expect(await ruling({ game: "honeymoon", log: { ...log, box: { hash: "another" } }, seat: null })).toBeNull();
  expect(await ruling({ game: "honeymoon", log: { ...log, rules: 99 }, seat: null })).toBeNull();
});
