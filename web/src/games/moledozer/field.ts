/** Moledozer's view, and what can be read off it: where places lie, which numbers are blocked. */
import type { Choice, Move, View } from "../../lib/board";

export interface Card {
  number: number;
  symbol: string;
}

export interface Player {
  seat: number;
  house: string | null;
  place: number;
  fallen: boolean;
  face_down: number;
  open: Card[];
  stack: Card[] | null;
  placed: number | null;
  guess: number | null;
  drawn: Card | null;
  rounds_won: number;
}

export interface Side {
  start: string;
  places: { at: string; row: number; column: number; house: string | null }[];
  tunnels: [string, string][];
}

export interface MoledozerView extends View {
  boards: Record<string, Side>;
  side: string;
  mole: string;
  houses: Record<string, { seat: number | null; state: "standing" | "ruin" | "closed" | "free" }>;
  players: Player[];
  round: {
    number: number;
    starter: number | null;
    what: "addition" | "multiplication";
    total: number | null;
    symbols: string[];
    winner: number | null;
    stepped: boolean;
    used: string | null;
  };
  range: [number, number];
  deals: number;
  since_two: number;
  hand: number;
  winners: number[];
}

export const U = 100;
export const CLOSE = 76;
export const TRACK_MOST = 60;

/** The cards that this round is about: the last open one of each player who is in, once they are turned over. */
export function roundCards(view: MoledozerView): { seat: number; card: Card }[] {
  const tie = view.players.some((player) => player.drawn);
  return view.players.flatMap((player) => {
    const card = tie ? player.drawn : view.round.total !== null || turning(view) ? player.open.at(-1) : undefined;
    return card && !(player.fallen && view.round.total === null) ? [{ seat: player.seat, card }] : [];
  });
}

/** While cards are turned over one by one some stacks are lower than others. */
function turning(view: MoledozerView): boolean {
  const opened = view.players.filter((player) => !player.fallen).map((player) => player.open.length);
  return view.phase === "guess" && new Set(opened).size > 1;
}

/** Numbers that may be guessed. */
export function guesses(choices: Choice[]): Map<number, Choice> {
  return new Map(
    choices.filter(({ move }) => move.do === "guess").map((choice) => [choice.move.number as number, choice]),
  );
}

/** Steps of the mole: the place to which each leads. */
export function steps(choices: Choice[]): Map<string, Choice> {
  return new Map(
    choices
      .filter(({ move }) => move.do === "step" || move.do === "extra")
      .map((choice) => [choice.move.to as string, choice]),
  );
}

export const BUTTONS = new Set(["reverse", "swap", "done", "call"]);

export const isCard = (move: Move, card: Card): boolean => {
  const put = move.card as Card | undefined;
  return move.do === "put" && put?.number === card.number && put.symbol === card.symbol;
};

// ---- MD-04: ten seconds to look after a deal, and then no more, however often the page is loaded anew

const LOOK = 10;
const now = () => Date.now() / 1000;
const lookKey = (table: string, seat: number, deal: number) => `molehill-look-${table}-${seat}-${deal}`;

/** How many seconds a seat may still look at its stack after this deal; the first question starts the clock. */
export function lookLeft(table: string, seat: number, deal: number): number {
  const key = lookKey(table, seat, deal);
  const began = Number(sessionStorage.getItem(key) ?? now());
  sessionStorage.setItem(key, String(began));
  return Math.max(0, Math.ceil(LOOK - (now() - began)));
}

/** The stack has been seen. */
export function lookedEnough(table: string, seat: number, deal: number): void {
  sessionStorage.setItem(lookKey(table, seat, deal), "0");
}
