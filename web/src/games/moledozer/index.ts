import type { Event, Move, View } from "../../generated/moledozer.js";
import type { GameBoard } from "../../lib/board";
import Board from "./Board.svelte";
import { describe, describeSeat } from "./described";
import Plate from "./Plate.svelte";

const BUTTONS = new Set<Move["do"]>(["reverse", "swap", "done", "call"]);

const board: GameBoard<View, Move, Event> = {
  Board,
  Plate,
  describe,
  describeSeat,
  buttons: (_, choices) => choices.filter(({ move }) => BUTTONS.has(move.do)),
  together: ["turned"],
  pace: {
    chosen: 200,
    shuffled: 200,
    guessed: 250,
    changed: 250,
    turned: 350,
    totalled: 350,
    "won-round": 350,
    "no-winner": 350,
    stepped: 350,
    used: 200,
    reversed: 250,
    swapped: 350,
    fell: 350,
    returned: 250,
    "board-turned": 350,
    drawn: 250,
  },
  tale: [
    { event: "fell", says: "tale-fell", of: "first" },
    { event: "won-round", says: "tale-won-round", least: 2 },
    { event: "stepped", says: "tale-stepped", of: "all", least: 4 },
  ],
};

export default board;
