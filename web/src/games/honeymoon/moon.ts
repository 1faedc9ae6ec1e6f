/** Honeymoon's view and the geometry of its moon: cells, digs and tunnels. */
import { sameMove, type Choice, type Move, type View } from "../../lib/board";

export const SWEETS = ["honey", "chocolate", "gummy", "marshmallow", "candy"] as const;
export type Sweet = (typeof SWEETS)[number];
export type Cell = [number, number];
export type Direction = "north" | "east" | "south" | "west";

export interface Dig extends Move {
  do: "dig";
  at: Cell;
  to: Direction;
  length: number;
}

export interface Sheet {
  seat: number;
  dug: Cell[];
  ticked: Record<Sweet, number>;
  pickles: number;
  marked: number;
  points: number;
  finished: boolean;
  chosen: Move | null;
}

export interface HoneymoonView extends View {
  die: number | null;
  rolls: number;
  timer: { run: number; crossed: number; boxes: number };
  moon: { side: string; cells: string[][]; starts: { at: Cell; to: Direction }[] };
  row_boxes: number;
  slots: number;
  sheets: Sheet[];
  winners: number[];
}

export const STEPS: Record<Direction, Cell> = { north: [-1, 0], east: [0, 1], south: [1, 0], west: [0, -1] };
export const TURNS: Record<Direction, number> = { south: 0, west: 90, north: 180, east: 270 };

export const key = ([row, column]: Cell): string => `${row},${column}`;

/** A cell as people call it: the letter of its column, the number of its row. */
export const cellName = ([row, column]: Cell): string => String.fromCharCode(65 + column) + (row + 1);

/** The cells of a dig, from its first on. */
export function cellsOf(dig: { at: Cell; to: Direction; length: number }): Cell[] {
  const [down, right] = STEPS[dig.to];
  return Array.from({ length: dig.length }, (_, k): Cell => [dig.at[0] + k * down, dig.at[1] + k * right]);
}

export function isDig(move: Move | null): move is Dig {
  return move?.do === "dig";
}

/** No dig is longer (HM-11). */
export const LONGEST = 7;

/** The straight dig from one cell to another, or null if they are not in line. One that is longer than any can be is
 * tried as the longest: it is refused for its length all the same. */
export function digBetween(from: Cell, to: Cell): Dig | null {
  const [down, right] = [to[0] - from[0], to[1] - from[1]];
  if ((down !== 0) === (right !== 0)) return null;
  const way: Direction = down ? (down > 0 ? "south" : "north") : right > 0 ? "east" : "west";
  return { do: "dig", at: from, to: way, length: Math.min(LONGEST, Math.abs(down + right) + 1) };
}

/** What is asked of the rules when none of the open choices ends where it should. With a rolled 1 the longest dig may
 * be one of them; a longer one can't even be asked for, so that it is too long is said here. */
export function digTried(open: Choice[], from: Cell, to: Cell): Dig | "too long" | null {
  const dig = open.length ? digBetween(from, to) : null;
  return dig && open.some(({ move }) => sameMove(move, dig)) ? "too long" : dig;
}

/** The choices by the cell where they begin. */
export function choicesByStart(choices: Choice[]): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  for (const choice of choices) {
    if (!isDig(choice.move)) continue;
    const start = key(choice.move.at);
    found.set(start, [...(found.get(start) ?? []), choice]);
  }
  return found;
}

/** The choice that begins at one cell and ends at another. */
export function choiceTo(choices: Choice[], end: Cell): Choice | undefined {
  return choices.find(({ move }) => isDig(move) && key(cellsOf(move).at(-1)!) === key(end));
}

/** A tunnel system as one path of strokes: each cell, joined to dug neighbours to the east and south. */
export function tunnelPath(cells: Cell[], unit: number): string {
  const dug = new Set(cells.map(key));
  const at = ([row, column]: Cell) => `${(column + 0.5) * unit} ${(row + 0.5) * unit}`;
  return cells
    .flatMap((cell) => {
      const ends = ([STEPS.east, STEPS.south] as Cell[])
        .map(([down, right]): Cell => [cell[0] + down, cell[1] + right])
        .filter((next) => dug.has(key(next)));
      return [`M${at(cell)}h0`, ...ends.map((next) => `M${at(cell)}L${at(next)}`)];
    })
    .join("");
}

/** HM-16: what a row with so many ticks is worth. */
export const rowPoints = (ticks: number): number => (ticks * (ticks + 1)) / 2;

/** What a dig would collect. */
export function gainOf(view: HoneymoonView, move: Move | undefined): Partial<Record<Sweet | "pickle", number>> {
  const found: Partial<Record<Sweet | "pickle", number>> = {};
  if (!move || !isDig(move)) return found;
  for (const [row, column] of cellsOf(move)) {
    const what = view.moon.cells[row]?.[column] as Sweet | "pickle";
    if (what === "pickle" || SWEETS.includes(what)) found[what] = (found[what] ?? 0) + 1;
  }
  return found;
}
