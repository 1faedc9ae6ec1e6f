// Where steps and litters lie on the board.
import { expect, test } from "vitest";

import { breeds, reachable, type Move, type View } from "../../../generated/target_rats.js";
import { choicesOf, sameMove, type Choice } from "../../../lib/board";
import { recordings } from "../../../../tests/recordings";
import { stepsByRat } from "../sewers";

test("every legal step and every pair that may breed has a place to touch", () => {
  let [near, pairs] = [0, 0];
  for (const { view, legal } of recordings<View>("target_rats").flatMap(({ frames }) => frames)) {
    const choices = legal as Choice<Move>[];
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
