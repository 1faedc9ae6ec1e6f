// What the others did is told in short, from the words of each game.
import { describe, expect, test } from "vitest";

import type { Happening } from "../src/lib/board";
import { freshIn } from "../src/lib/game";
import { recapOf } from "../src/lib/recap";
import { sightsOf } from "../src/lib/recording";
import { raw } from "./recordings";

const NAMES = ["Anna", "Ben", "Cleo", "Dan", "Ed", "Finn", "Gus", "Hal"];
const game = (id: string) => raw.find(({ game }) => game.id === id)!.game;
const happened = (...events: object[]) => events as Happening[];

test("a turn is one sentence, in which the steps of a way are one", () => {
  const turn = happened(
    { event: "rolled", seat: 1, shows: 4, left: 4 },
    { event: "stepped", seat: 1, rat: 3, from: "n1", to: "u6", left: 3 },
    { event: "stepped", seat: 1, rat: 3, from: "u6", to: "u5", left: 2 },
    { event: "bred", seat: 1, rat: 1, other: 2, at: "s10" },
    { event: "born", seat: 1, rat: 5, at: "n1" },
    { event: "born", seat: 1, rat: 6, at: "n1" },
    { event: "crowned", seat: 1 },
  );
  expect(recapOf(game("target_rats"), turn, NAMES, 0)).toBe("Ben moved a rat, had two babies and took the cheese.");
});

test("of oneself it tells what others have done to one", () => {
  const turn = happened(
    { event: "stepped", seat: 0, rat: 1, from: "n0", to: "u2", left: 0 },
    { event: "sent", seat: 2, to: "s4", left: 1 },
    { event: "killed", seat: 0, rat: 1, at: "s4" },
    { event: "killed", seat: 0, rat: 2, at: "s4" },
  );
  expect(recapOf(game("target_rats"), turn, NAMES, 0)).toBe("Cleo sent the Exterminator. Anna lost 2 rats.");
});

test("what has no seat was done by the player whose turn it was", () => {
  const turn = happened(
    { event: "instructed", seat: 1, card: { rats: "your 2", snakes: "-" }, half: "rats" },
    { event: "ran", rat: 3, way: "clockwise", from: "1-2", to: "1-4" },
    { event: "collected", rat: 3, item: "map" },
  );
  expect(recapOf(game("mole_rats"), turn, NAMES, 0)).toBe("Ben moved rat 3 and collected the map.");
});

describe.each(raw.map(({ name, game, recording }) => [name, game, recording] as const))("%s", (_, game, recording) => {
  test("has something to tell of every match with others", () => {
    const sights = sightsOf(game, recording);
    const told = sights.slice(1).map((sight, k) => recapOf(game, freshIn(sights[k], sight), recording.names, 0));
    expect(told.filter(Boolean).length > 3).toBe(recording.names.length > 1);
  });
});
