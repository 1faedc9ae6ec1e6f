import type { GameBoard, Happening } from "../../lib/board";
import Board from "./Board.svelte";
import Plate from "./Plate.svelte";
import type { Face, TargetRatsView } from "./sewers";

const BUTTONS = new Set(["place", "roll", "end"]);

function follow(view: TargetRatsView, event: Happening): void {
  const faction = typeof event.seat === "number" ? view.factions[event.seat] : undefined;
  const rat = faction?.rats[(event.rat as number) - 1];
  switch (event.event) {
    case "turn":
      Object.assign(view, { turn: event.seat, round: event.round, mover: null, left: 0 });
      view.dice = { count: 0, shows: [] };
      break;
    case "rolled":
      view.dice.shows = [...view.dice.shows, event.shows as Face];
      view.left = event.left as number;
      break;
    case "stepped":
      if (view.mover?.rat !== event.rat) view.mover = { rat: event.rat as number, path: [event.from as string] };
      view.mover!.path.push(event.to as string);
      view.left = event.left as number;
      rat!.at = event.to as string;
      break;
    case "rested":
      rat!.finished = true;
      view.mover = null;
      break;
    case "placed":
    case "born":
      rat!.at = event.at as string;
      break;
    case "fed":
      rat!.fed = true;
      break;
    case "bred":
      rat!.fed = faction!.rats[(event.other as number) - 1]!.fed = false;
      break;
    case "killed":
      Object.assign(rat!, { at: null, fed: false, finished: false });
      if (event.seat === view.turn && view.mover?.rat === event.rat) view.mover = null;
      break;
    case "sent":
      Object.assign(view, { exterminator: event.to, left: event.left });
      break;
    case "crowned":
      view.cheese = event.seat as number;
      break;
    case "halted":
      Object.assign(view, { left: 0, mover: null });
      for (const each of faction!.rats) each.finished = false;
      break;
    case "fight": {
      const side = (seat: unknown, rats: unknown) => ({
        seat: seat as number,
        rats: rats as number,
        shows: [],
        total: 0,
      });
      view.fight = { attacker: side(event.seat, event.attackers), defender: side(event.against, event.defenders) };
      break;
    }
    case "struck":
      view.fight![event.side as "attacker" | "defender"].shows.push(event.shows as Face);
      view.fight![event.side as "attacker" | "defender"].total = event.total as number;
      break;
    case "decided":
      view.fight = null;
      break;
  }
  if (faction) faction.out = faction.rats.filter(({ at }) => at !== null && at !== faction.nest).length;
}

const board: GameBoard<TargetRatsView> = {
  Board,
  Plate,
  buttons: (_, choices) => choices.filter(({ move }) => BUTTONS.has(move.do)),
  follow,
  pace: {
    rolled: 450,
    stepped: 150,
    fed: 250,
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
  sheet: ({ factions, cheese }) => [
    {
      label: "sheet-nest",
      symbol: "target_rats-nest",
      values: factions.map(({ rats, nest }) => rats.filter(({ at }) => at === nest).length),
    },
    { label: "sheet-supply", values: factions.map(({ rats }) => rats.filter(({ at }) => at === null).length) },
    { label: "big-cheese", symbol: "target_rats-cheese", values: factions.map(({ seat }) => seat === cheese) },
  ],
};

export default board;
