/** Moledozer as it is drawn: sizes, what may be touched, and how long somebody has been looking. */
import { LOOK, type Card, type Move, type Step } from "../../generated/moledozer.js";
import { choicesOf, type Choice } from "../../lib/board";

export const U = 100;
export const CLOSE = 76;
export const TRACK_MOST = 60;

/** Numbers that may be guessed. */
export function guesses(choices: Choice<Move>[]): Map<number, Choice<Move>> {
  return new Map(choicesOf(choices, "guess").map((choice) => [choice.move.number, choice]));
}

/** Steps of the mole: the place to which each leads. */
export function steps(choices: Choice<Move>[]): Map<string, Choice<Step>> {
  const isStep = (choice: Choice<Move>): choice is Choice<Step> => "to" in choice.move;
  return new Map(choices.filter(isStep).map((choice) => [choice.move.to, choice]));
}

export const isCard = (move: Move, card: Card): boolean =>
  move.do === "put" && move.card.number === card.number && move.card.symbol === card.symbol;

// ---- a look after a deal, and then no more, however often the page is loaded again

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
