import type { GameBoard, Happening } from "../../lib/board";
import Board from "./Board.svelte";
import Plate from "./Plate.svelte";
import type { DieName, Face, MoleParkView } from "./park";

const HAND = ["ones", "twos", "threes", "fours", "fives"];
const BUTTONS = new Set(["declare", "hold", "pass", "name", "crown"]);

function follow(view: MoleParkView, event: Happening): void {
  const player = typeof event.seat === "number" ? view.players[event.seat] : undefined;
  switch (event.event) {
    case "round":
      view.round = event.round as number;
      for (const each of view.players)
        Object.assign(each, { declared: false, ready: false, answer: null, die: null, shows: {}, total: null });
      break;
    case "dealt":
      view.holes = view.holes.map((moles, k) => moles + (event.holes as number[])[k]!);
      break;
    case "answered":
    case "ready":
      player!.ready = true;
      break;
    case "declared":
      player!.declared = true;
      break;
    case "chosen":
    case "die":
      player!.die = event.die as DieName;
      break;
    case "rolled":
      player!.shows = { ...player!.shows, [event.die as DieName]: event.shows as Face };
      break;
    case "took":
      view.holes[(event.hole as number) - 1]! -= 1;
      player!.moles += 1;
      break;
    case "drew":
      player!.hand![(event.stars as number) - 1]! += 1;
      break;
    case "discarded":
      player!.moles -= 1;
      if (player!.hand) player!.hand[(event.stars as number) - 1]! -= 1;
      break;
    case "showed":
      HAND.forEach((key, k) => {
        player!.moles -= event[key] as number;
        if (player!.hand) player!.hand[k]! -= event[key] as number;
      });
      break;
    case "total":
      player!.total = event.total as number;
      break;
    case "turned": {
      const pile = view.piles.find(({ pile }) => pile === event.pile)!;
      pile.up = pile.cards[(event.card as number) - 1]!;
      break;
    }
    case "won-prize": {
      const pile = view.piles.find(({ pile }) => pile === event.pile)!;
      if (pile.up) player!.prizes.push({ pile: pile.pile, ...pile.up });
      player!.stars += event.stars as number;
      pile.up = null;
      break;
    }
    case "crowned":
      view.winners = [event.seat as number];
      break;
  }
}

const board: GameBoard<MoleParkView> = {
  Board,
  Plate,
  decided: (view, seat) => view.players[seat]!.ready,
  buttons: (_, choices) => choices.filter(({ move }) => BUTTONS.has(move.do)),
  follow,
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
  sheet: ({ players, winners }) => [
    { label: "sheet-prizes", symbol: "mole_park-prize", values: players.map(({ prizes }) => prizes.length) },
    { label: "stars-of-prizes", symbol: "mole_park-star", values: players.map(({ stars }) => stars) },
    { label: "moles-held", symbol: "mole_park-mole", values: players.map(({ moles }) => moles) },
    { label: "sheet-crown", symbol: "mole_park-crown", values: players.map(({ seat }) => winners.includes(seat)) },
  ],
};

export default board;
