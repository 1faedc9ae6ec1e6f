import type { Event, Move, View } from "../../generated/target_rats.js";
import type { GameBoard } from "../../lib/board";
import Board from "./Board.svelte";
import { describe, describeSeat } from "./described";
import Plate from "./Plate.svelte";

const BUTTONS = new Set<Move["do"]>(["place", "roll", "end"]);

const board: GameBoard<View, Move, Event> = {
  Board,
  Plate,
  describe,
  describeSeat,
  buttons: (_, choices) => choices.filter(({ move }) => BUTTONS.has(move.do)),
  together: ["rolled", "born", "placed", "killed"],
  onward: { stepped: ["seat", "rat"] },
  pace: {
    rolled: 450,
    stepped: 90,
    bred: 350,
    born: 200,
    placed: 200,
    sent: 350,
    killed: 300,
    crowned: 450,
    fight: 350,
    struck: 350,
    decided: 400,
  },
  tale: [
    { event: "born", says: "tale-born", least: 2 },
    { event: "crowned", says: "tale-crowned" },
    { event: "killed", says: "tale-killed", least: 2 },
  ],
};

export default board;
