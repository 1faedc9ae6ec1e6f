/** Moledozer as it is drawn: where everything lies, what may be touched, and how long somebody has been looking. */
import { LOOK, type Board, type Card, type Move, type Step } from "../../generated/moledozer.js";
import { choicesOf, type Choice, type Point, type Spot } from "../../lib/board";

const U = 100;
const CLOSE = 76;
/** How many numbers a track can have; beyond that a number is typed. */
export const TRACK_MOST = 60;

/** Where everything lies: the side of the board that is played on, drawn in a window of its own. */
export interface Plan {
  side: Board;
  /** A board for two: a single row, drawn closer and so larger. */
  tunnel: boolean;
  width: number;
  height: number;
  window: { x: number; y: number; width: number; height: number };
  spots: Map<string, Point>;
}

/** Moles do not dig by the ruler: how far a burrow lies from where one would draw it. */
const astray = (number: number): number => ((number % 7) - 3) * 4;

/** The way between two places, bent a little to one side or the other. */
export function burrowed(a: Point, b: Point): string {
  const bend = astray(Math.round(a.x * 3 + b.y)) / 90;
  const [x, y] = [(a.x + b.x) / 2 + (b.y - a.y) * bend, (a.y + b.y) / 2 + (a.x - b.x) * bend];
  return `M${a.x} ${a.y}Q${x} ${y} ${b.x} ${b.y}`;
}

export function planOf(side: Board): Plan {
  const columns = Math.max(...side.places.map((place) => place.column)) + 1;
  const rows = Math.max(...side.places.map((place) => place.row)) + 1;
  const tunnel = rows < columns;
  const [width, height, margin] = [tunnel ? columns * CLOSE + 36 : columns * U, rows * U, tunnel ? 60 : 20];
  const spotOf = (row: number, column: number): Point => {
    if (!tunnel)
      return {
        x: (column + 0.5) * U + astray(row * 7 + column * 13),
        y: (row + 0.5) * U + astray(row * 11 + column * 5),
      };
    const aside = column === 0 ? -18 : column === columns - 1 ? 18 : 0;
    return { x: (column + 0.5) * CLOSE + 18 + aside, y: U / 2 };
  };
  return {
    side,
    tunnel,
    width,
    height,
    window: { x: -20, y: -margin, width: width + 40, height: height + 2 * margin },
    spots: new Map(side.places.map(({ at, row, column }) => [at, spotOf(row, column)])),
  };
}

/** What can be touched of the field. */
export const spotsOf = ({ side, spots }: Plan): Spot[] =>
  side.places.map(({ at, house }) => ({ place: at, ...spots.get(at)!, r: house ? 54 : 44 }));

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
