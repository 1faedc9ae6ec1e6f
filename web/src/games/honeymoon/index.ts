import type { Event, Move, View } from "../../generated/honeymoon.js";
import type { GameBoard } from "../../lib/board";
import Board from "./Board.svelte";
import { describe, describeSeat } from "./described";
import Plate from "./Plate.svelte";

const board: GameBoard<View, Move, Event> = {
  Board,
  Plate,
  describe,
  describeSeat,
  buttons: (_, choices) => choices.filter(({ move }) => move.do === "pass"),
  pace: { rolled: 600, crossed: 350, timer: 350, dug: 250, ticked: 150, pickled: 250, ended: 350 },
  tale: [
    { event: "full", says: "tale-full", of: "first" },
    { event: "ticked", says: "tale-ticked", least: 5 },
    { event: "pickled", says: "tale-pickled", least: 2 },
  ],
};

export default board;
