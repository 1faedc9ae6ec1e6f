// Where moves lie on a board, the ones that are only tried included.
import { describe, expect, test } from "vitest";

import { choicesByStart, choiceTo, digTried, key } from "../src/games/honeymoon/moon";
import { guesses, steps } from "../src/games/moledozer/field";
import { stepsByRat } from "../src/games/target_rats/sewers";
import { cells_of, type Dig, type Move as HoneymoonMove } from "../src/generated/honeymoon.js";
import type { Move as MoledozerMove, View as MoledozerView } from "../src/generated/moledozer.js";
import { breeds, reachable, type Move as RatsMove, type View as RatsView } from "../src/generated/target_rats.js";
import { choicesOf, sameMove, type Choice } from "../src/lib/board";
import { clamp } from "../src/lib/zoom";
import { recordings } from "./recordings";

describe("Honeymoon", () => {
  test("every legal dig is found by touching its first and its last cell", () => {
    let digs = 0;
    for (const { legal } of recordings("honeymoon").flatMap(({ frames }) => frames)) {
      const choices = legal as Choice<HoneymoonMove>[];
      const starts = choicesByStart(choices);
      for (const { move } of choicesOf(choices, "dig")) {
        const found = choiceTo(starts.get(key(move.at))!, cells_of(move).at(-1)!);
        expect(cells_of(found!.move)).toEqual(cells_of(move));
        digs++;
      }
    }
    expect(digs).toBeGreaterThan(100);
  });

  test("a dig that is longer than the longest is answered, be the longest allowed or not", () => {
    const choice = (length: number) =>
      ({ move: { do: "dig", at: [0, 4], to: "south", length }, label: "", says: "", note: null }) as Choice<Dig>;
    expect(digTried([choice(1), choice(7)], [0, 4], [7, 4])).toBe("too long");
    expect(digTried([choice(1), choice(6)], [0, 4], [7, 4]), "HM-11 is told by the rules").toMatchObject({ length: 7 });
    expect(digTried([choice(4)], [0, 4], [2, 4])).toMatchObject({ length: 3 });
    expect(digTried([choice(4)], [0, 4], [2, 6])).toBeNull();
    expect(digTried([], [0, 4], [2, 4]), "nothing begins there").toBeNull();
  });
});

describe("Moledozer", () => {
  test("every guess and every step has a place to touch", () => {
    for (const { view, legal } of recordings<MoledozerView>("moledozer").flatMap(({ frames }) => frames)) {
      const choices = legal as Choice<MoledozerMove>[];
      const places = new Set(view.boards[view.side].places.map(({ at }) => at));
      for (const to of steps(choices).keys()) expect(places).toContain(to);
      for (const number of guesses(choices).keys()) expect(number).toBeLessThanOrEqual(view.range[1]);
    }
  });
});

describe("Target: Rats", () => {
  test("every legal step and every pair that may breed has a place to touch", () => {
    let [near, pairs] = [0, 0];
    for (const { view, legal } of recordings<RatsView>("target_rats").flatMap(({ frames }) => frames)) {
      const choices = legal as Choice<RatsMove>[];
      for (const [rat, found] of stepsByRat(choices)) {
        const far = reachable(view, rat);
        const alive = found.map(({ move }) => move.to).filter((to) => to !== view.exterminator);
        expect(alive.map((to) => far[to])).toEqual(alive.map(() => 1));
        near += alive.length;
      }
      const bred = choicesOf(choices, "breed");
      for (const move of view.turn === view.seat ? Object.values(breeds(view)) : []) {
        expect(bred.some((choice) => sameMove(choice.move, move))).toBe(true);
        pairs++;
      }
    }
    expect(near).toBeGreaterThan(300);
    expect(pairs).toBeGreaterThan(3);
  });
});

test("a zoomed drawing stays inside itself", () => {
  const whole = { x: -500, y: -500, size: 1000 };
  expect(clamp({ x: -900, y: 400, size: 500 }, whole)).toEqual({ x: -500, y: 0, size: 500 });
  expect(clamp({ x: 0, y: 0, size: 5000 }, whole)).toEqual(whole);
  expect(clamp({ x: 0, y: 0, size: 1 }, whole).size).toBeCloseTo(1000 / 3);
});

test("two moves are the same whatever the order of their keys", () => {
  expect(sameMove({ do: "dig", at: [1, 2], to: "east" }, { to: "east", at: [1, 2], do: "dig" })).toBe(true);
  expect(sameMove({ do: "dig", at: [1, 2] }, { do: "dig", at: [2, 1] })).toBe(false);
});
