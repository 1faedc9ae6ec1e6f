// What is said to those who see the station: snakes have no numbers there.
import { expect, test } from "vitest";

import { shownOf } from "../../../lib/game";
import { sightsOf } from "../../../lib/recording";
import { raw } from "../../../../tests/recordings";

const { game, recording } = raw.find(({ name }) => name === "mole_rats")!;
/** Not the spaces of a card, such as "one red snake 2 spaces". */
const NUMBERED = /the (red|yellow|green|blue) snake \d|(red|yellow|green|blue) \d/i;

test("neither questions nor events speak of a snake by its number", () => {
  const sights = sightsOf(game, recording);
  const asked = sights.flatMap(({ ask }) => ask ?? []);
  const happened = sights.at(-1)!.events;
  const told = [...asked, ...happened];
  expect(told.map(({ says }) => says).join()).toMatch(NUMBERED);
  expect(told.map(shownOf).filter((says) => NUMBERED.test(says))).toEqual([]);
  expect(happened.filter(({ going }) => going && NUMBERED.test(going))).toEqual([]);
});
