import type { GameBoard, Happening } from "../../lib/board";
import Board from "./Board.svelte";
import Plate from "./Plate.svelte";
import { cellsOf, rowPoints, SWEETS, type Cell, type Direction, type HoneymoonView, type Sweet } from "./moon";

function follow(view: HoneymoonView, event: Happening): void {
  const sheet = typeof event.seat === "number" ? view.sheets[event.seat] : undefined;
  switch (event.event) {
    case "rolled":
      Object.assign(view, { phase: "dig", die: event.shows, rolls: view.rolls + 1 });
      break;
    case "crossed":
    case "timer":
      Object.assign(view.timer, { run: event.run, crossed: event.crossed ?? 0 });
      break;
    case "finished":
      sheet!.finished = true;
      break;
    case "dug":
      sheet!.dug = [
        ...sheet!.dug,
        ...cellsOf({
          at: [event.row, event.column] as Cell,
          to: event.to as Direction,
          length: event.length as number,
        }),
      ];
      Object.assign(sheet!, { finished: false, chosen: null });
      break;
    case "passed":
      Object.assign(sheet!, { finished: false, chosen: null });
      break;
    case "ticked":
      sheet!.ticked[event.sweet as Sweet] = event.count as number;
      break;
    case "pickled":
      sheet!.pickles = event.count as number;
      break;
    case "marked":
      sheet!.marked = event.marked as number;
      break;
    case "scored":
      sheet!.points = event.points as number;
      break;
  }
}

const board: GameBoard<HoneymoonView> = {
  Board,
  Plate,
  decided: (view, seat) => view.phase === "dig" && view.sheets[seat]!.finished,
  buttons: (_, choices) => choices.filter(({ move }) => move.do === "pass"),
  follow,
  pace: { rolled: 600, crossed: 350, timer: 350, dug: 250, ticked: 150, pickled: 250, ended: 350 },
  // HM-16 to HM-18
  sheet: ({ sheets }) => [
    ...SWEETS.map((sweet) => ({
      label: `cell-${sweet}`,
      symbol: `honeymoon-${sweet}`,
      values: sheets.map(({ ticked }) => rowPoints(ticked[sweet])),
    })),
    {
      label: "tin-sets",
      symbol: "honeymoon-sweets",
      values: sheets.map(({ ticked }) => 5 * Math.min(...SWEETS.map((sweet) => ticked[sweet]))),
    },
    {
      label: "tin-pickles",
      symbol: "honeymoon-pickle",
      values: sheets.map(({ pickles }) => (pickles ? -2 * pickles : 0)),
    },
  ],
};

export default board;
