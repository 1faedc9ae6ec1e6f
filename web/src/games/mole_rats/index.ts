import type { Event, Move, View } from "../../generated/mole_rats.js";
import type { GameBoard } from "../../lib/board";
import Board from "./Board.svelte";
import { describe, describeSeat } from "./described";
import Plate from "./Plate.svelte";

const board: GameBoard<View, Move, Event> = {
  Board,
  Plate,
  describe,
  describeSeat,
  buttons: () => [],
  pace: {
    instructed: 200,
    ran: 300,
    climbed: 300,
    fell: 300,
    boosted: 250,
    escaped: 350,
    lost: 350,
    bitten: 350,
    collected: 300,
    slithered: 300,
    "snake-climbed": 300,
    "snake-fell": 300,
    blown: 300,
    intruded: 350,
    added: 250,
  },
  tale: [
    { event: "collected", says: "tale-collected", of: "all" },
    { event: "climbed", says: "tale-climbed", of: "all", least: 3 },
    { event: "bitten", says: "tale-bitten", of: "all" },
    { event: "blown", says: "tale-blown", of: "all" },
  ],
};

export default board;
