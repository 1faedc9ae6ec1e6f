import type { GameBoard, Happening } from "../../lib/board";
import Board from "./Board.svelte";
import Plate from "./Plate.svelte";
import type { Card, MoleRatsView } from "./station";

function follow(view: MoleRatsView, event: Happening): void {
  const rat = view.rats.find((rat) => rat.rat === event.rat);
  const snake = view.snakes.find((snake) => snake.snake === event.snake);
  switch (event.event) {
    case "ran":
    case "climbed":
    case "fell":
    case "boosted":
      rat!.at = event.to as string;
      break;
    case "escaped":
      rat!.at = "pod";
      break;
    case "lost":
      rat!.at = "space";
      break;
    case "bitten":
      if (event.saved) Object.assign(rat!, { at: event.home, medkit: false });
      break;
    case "collected":
      view.equipment.find(({ item }) => item === event.item)!.collected = true;
      break;
    case "slithered":
    case "snake-climbed":
    case "snake-fell":
      snake!.at = event.to as string;
      break;
    case "blown":
      snake!.at = "space";
      break;
    case "intruded":
      snake!.at = "pod";
      break;
    case "added":
      snake!.at = event.at as string;
      break;
    case "drew":
      view.hands[event.seat as number] = event.card as Card;
      view.pile = event.pile as number;
      break;
    case "discarded":
      view.hands[event.seat as number] = null;
      break;
    case "turn":
      Object.assign(view, { turn: event.seat, half: null });
      break;
    case "instructed":
      view.half = event.half as "rats" | "snakes";
      break;
  }
}

const board: GameBoard<MoleRatsView> = {
  Board,
  Plate,
  buttons: () => [],
  follow,
  pace: {
    drew: 250,
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
  sheet: ({ rats, equipment, pile }) => {
    const seated = rats.toSorted((one, other) => one.seat - other.seat);
    const found = equipment.filter(({ collected }) => collected).length;
    return [
      { label: "sheet-equipment", symbol: "mole_rats-backpack", values: seated.map(() => found) },
      { label: "sheet-home", symbol: "mole_rats-pod", values: seated.map(({ at }) => at === "pod") },
      { label: "sheet-medkit", symbol: "mole_rats-medkit", values: seated.map(({ medkit }) => medkit) },
      { label: "sheet-cards", symbol: "mole_rats-card-back", values: seated.map(() => pile) },
    ];
  },
};

export default board;
