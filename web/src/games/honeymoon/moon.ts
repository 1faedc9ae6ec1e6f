/** The geometry of Honeymoon's moon: cells, the digs that begin and end at them, and tunnels. */
import { cells_of, dig_between, type Cell, type Dig, type Direction, type Move } from "../../generated/honeymoon.js";
import { choicesOf, sameMove, type Choice } from "../../lib/board";

export const TURNS: Record<Direction, number> = { south: 0, west: 90, north: 180, east: 270 };

export const key = ([row, column]: Cell): string => `${row},${column}`;

/** What is asked of the rules when none of the open choices ends where it should. With a rolled 1 the longest dig may
 * be one of them; a longer one can't even be asked for, so that it is too long is said here. */
export function digTried(open: Choice<Dig>[], from: Cell, to: Cell): Dig | "too long" | null {
  const dig = open.length ? dig_between(from, to) : null;
  return dig && open.some(({ move }) => sameMove(move, dig)) ? "too long" : dig;
}

/** The choices by the cell where they begin. */
export function choicesByStart(choices: Choice<Move>[]): Map<string, Choice<Dig>[]> {
  const found = new Map<string, Choice<Dig>[]>();
  for (const choice of choicesOf(choices, "dig")) {
    const start = key(choice.move.at);
    found.set(start, [...(found.get(start) ?? []), choice]);
  }
  return found;
}

/** The choice that begins at one cell and ends at another. */
export function choiceTo(choices: Choice<Dig>[], end: Cell): Choice<Dig> | undefined {
  return choices.find(({ move }) => key(cells_of(move).at(-1)!) === key(end));
}

/** A tunnel system as one path of strokes: each cell, joined to dug neighbours to the east and south. */
export function tunnelPath(cells: Cell[], unit: number): string {
  const dug = new Set(cells.map(key));
  const at = ([row, column]: Cell) => `${(column + 0.5) * unit} ${(row + 0.5) * unit}`;
  return cells
    .flatMap((cell) => {
      const near: Cell[] = [
        [cell[0], cell[1] + 1],
        [cell[0] + 1, cell[1]],
      ];
      const ends = near.filter((next) => dug.has(key(next)));
      return [`M${at(cell)}h0`, ...ends.map((next) => `M${at(cell)}L${at(next)}`)];
    })
    .join("");
}
