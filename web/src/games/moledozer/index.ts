import type { GameBoard, Happening } from "../../lib/board";
import Board from "./Board.svelte";
import Plate from "./Plate.svelte";
import { BUTTONS, type Card, type MoledozerView } from "./field";

function follow(view: MoledozerView, event: Happening): void {
  const player = typeof event.seat === "number" ? view.players[event.seat] : undefined;
  switch (event.event) {
    case "chosen":
      player!.house = event.house as string;
      view.houses[event.house as string] = { seat: player!.seat, state: "standing" };
      break;
    case "shuffled":
      for (const each of view.players) Object.assign(each, { open: [], face_down: 0, drawn: null });
      break;
    case "dealt":
      player!.face_down += 1;
      break;
    case "round":
      Object.assign(view.round, {
        number: event.number,
        starter: event.seat,
        total: null,
        symbols: [],
        winner: null,
        used: null,
      });
      for (const each of view.players) each.guess = null;
      view.phase = "guess";
      break;
    case "guessed":
    case "changed":
      player!.guess = event.number as number;
      break;
    case "turned":
      player!.open = [...player!.open, event.card as Card];
      player!.face_down -= 1;
      if (player!.stack) player!.stack = player!.stack.slice(1);
      break;
    case "totalled":
      view.round.total = event.total as number;
      break;
    case "won_round":
      view.round.winner = event.seat as number;
      player!.rounds_won += 1;
      view.phase = "steer";
      break;
    case "stepped":
    case "returned":
      view.mole = event.to as string;
      break;
    case "used":
      view.round.used = event.symbol as string;
      break;
    case "swapped": {
      const other = view.players[event.other as number]!;
      [player!.house, other.house] = [other.house, player!.house];
      for (const each of [player!, other]) view.houses[each.house!]!.seat = each.seat;
      break;
    }
    case "fell":
      Object.assign(player!, { fallen: true, house: null });
      view.houses[event.house as string] = { seat: null, state: "ruin" };
      break;
    case "board_turned":
      Object.assign(view, { side: "two", mole: event.mole });
      view.houses = {
        west: { seat: event.west as number, state: "standing" },
        east: { seat: event.east as number, state: "standing" },
      };
      view.players[event.west as number]!.house = "west";
      view.players[event.east as number]!.house = "east";
      break;
    case "drawn":
      player!.drawn = event.card as Card;
      break;
  }
}

const board: GameBoard<MoledozerView> = {
  Board,
  Plate,
  decided: (view, seat) => view.phase === "order" && Array.isArray(view.pending) && !view.pending.includes(seat),
  buttons: (_, choices) => choices.filter(({ move }) => BUTTONS.has(move.do)),
  follow,
  unlogged: ["received", "placed"], // MD-04: after ten seconds nobody looks any more
  together: ["turned"],
  pace: {
    chosen: 200,
    shuffled: 200,
    guessed: 250,
    changed: 250,
    turned: 350,
    totalled: 350,
    won_round: 350,
    no_winner: 350,
    stepped: 350,
    used: 200,
    reversed: 250,
    swapped: 350,
    fell: 350,
    returned: 250,
    board_turned: 350,
    drawn: 250,
  },
  sheet: ({ players }) => [
    { label: "sheet-houses", symbol: "moledozer-closed", values: players.map(({ fallen }) => !fallen) },
  ],
};

export default board;
