// Where digs lie on the moon, the ones that are only tried included.
import { expect, test } from "vitest";

import { cells_of, type Dig, type Move } from "../../../generated/honeymoon.js";
import { choicesOf, type Choice } from "../../../lib/board";
import { recordings } from "../../../../tests/recordings";
import { choicesByStart, choiceTo, digTried, key } from "../moon";

test("every legal dig is found by touching its first and its last cell", () => {
  let digs = 0;
  for (const { legal } of recordings("honeymoon").flatMap(({ frames }) => frames)) {
    const choices = legal as Choice<Move>[];
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
