// The story at the end: told from what happened, and only what is true.
import { expect, test } from "vitest";

import { loadGame, type Event } from "../src/lib/game";
import { sightsOf } from "../src/lib/recording";
import { countedIn, leadIn } from "../src/lib/tale";
import { say } from "../src/lib/words";
import { raw } from "./recordings";

const NAMES = ["Anna", "Ben"];
const told = (message: string, given?: Record<string, unknown>) => `${message} ${JSON.stringify(given)}`;
const events = (...seats: number[]) => seats.map((seat) => ({ event: "fed", seat })) as unknown as Event[];

test("who had most is told, if it was one alone and often enough", () => {
  const fed = [{ event: "fed", says: "most-fed", least: 2 }];
  expect(countedIn(events(0, 1, 1), fed, NAMES, told)).toEqual(['most-fed {"name":"Ben","count":2}']);
  expect(countedIn(events(0, 1), fed, NAMES, told), "a draw").toEqual([]);
  expect(countedIn(events(1), fed, NAMES, told), "too few").toEqual([]);
});

test("who was the first is told, and what all did together", () => {
  const first = [{ event: "fed", says: "first", of: "first" as const }];
  expect(countedIn(events(1, 0, 0), first, NAMES, told)).toEqual(['first {"name":"Ben","count":1}']);
  const all = [{ event: "fed", says: "all", of: "all" as const, least: 3 }];
  expect(countedIn(events(1, 0, 0), all, NAMES, told)).toEqual(['all {"count":3}']);
  expect(countedIn([], [...first, ...all], NAMES, told)).toEqual([]);
});

test.each([
  ["led", [[1, 0], [2, 0], [3, 1], [4, 1]], "tale-led"],
  ["overtaken late", [[0, 1], [0, 2], [1, 3], [1, 4], [1, 4], [1, 4], [2, 5], [6, 5]], "tale-overtook"],
  ["up and down", [[0, 1], [2, 1], [2, 3], [4, 3], [4, 3], [4, 3]], "tale-changed"],
])("%s", (_, series, message) => {
  const what = "points";
  const changes = { name: "Anna", other: "Ben", what, count: 3 };
  expect(leadIn(series, 0, NAMES, what)).toBe(say(message, changes));
}); // prettier-ignore

test("nothing is told of a lead that nobody had", () => {
  expect(leadIn([[1, 1], [2, 2], [2, 2], [3, 2]], 0, NAMES, "points")).toBeNull(); // prettier-ignore
});

test.each(raw.map(({ name, recording }) => [name, recording] as const))("%s has a story", async (_, recording) => {
  const game = await loadGame(recording.game);
  const happened = sightsOf(game, recording).at(-1)!.events as unknown as Event[];
  const lines = countedIn(happened, game.board.tale!, recording.names, game.words.say);
  for (const line of lines) expect(line).toMatch(/^[^{}]*[a-z][^{}]*\.$/i);
  for (const { says } of game.board.tale!) expect(game.words.has(says)).toBe(true);
});
