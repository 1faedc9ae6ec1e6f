/** The default board: for any game, from what its module declares (`SHOWN`, `MOVES`) and the moves that may be made. */
import type { GameBoard } from "../lib/board";
import type { Rules } from "../lib/game";
import type { Words } from "../lib/words";
import Board from "./Board.svelte";
import { describe } from "./described";
import { FEW, unnamed } from "./picker.svelte";
import Plate from "./Plate.svelte";

/** How long an event is shown, in milliseconds. */
const PACE = 300;

export function plainBoard(rules: Rules, words: Words): GameBoard {
  const [shown, moves] = [rules.SHOWN ?? {}, rules.MOVES ?? {}];
  return {
    Board: Board as GameBoard["Board"],
    Plate: Plate as GameBoard["Plate"],
    describe: (view, names) => describe(view, names, words, shown),
    given: { rules, words, shown, moves },
    // What no piece stands for is a button under the board, unless that were too many.
    buttons: (_, choices) => {
      const rest = unnamed(moves, choices);
      return rest.length <= FEW ? rest : [];
    },
    pace: Object.fromEntries(rules.EVENTS.pairs().map(([, [event]]) => [event, PACE])),
  };
}
