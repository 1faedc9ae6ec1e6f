import type { Event, Move, View } from "../../generated/mole_park.js";
import type { GameBoard } from "../../lib/board";
import Board from "./Board.svelte";
import { describe, describeSeat } from "./described";
import Plate from "./Plate.svelte";

const BUTTONS = new Set<Move["do"]>(["declare", "hold", "pass", "name", "crown"]);

const board: GameBoard<View, Move, Event> = {
  Board,
  Plate,
  describe,
  describeSeat,
  buttons: (_, choices) => choices.filter(({ move }) => BUTTONS.has(move.do)),
  together: ["rolled", "took", "showed"],
  pace: {
    dealt: 250,
    declared: 350,
    called: 250,
    rolled: 600,
    split: 250,
    took: 200,
    discarded: 150,
    showed: 250,
    total: 300,
    short: 250,
    "won-prize": 300,
    turned: 100,
    showdown: 400,
    crowned: 500,
  },
  tale: [
    { event: "won-prize", says: "tale-won-prize", least: 2 },
    { event: "short", says: "tale-short", least: 1 },
    { event: "empty", says: "tale-empty", least: 3 },
  ],
};

export default board;
