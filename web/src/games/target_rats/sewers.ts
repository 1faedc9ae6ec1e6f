/** Target: Rats as it is drawn: who stands where, and how rats share a space. */
import type { Move, Rat, Space, Step, View } from "../../generated/target_rats.js";
import { choicesOf, type Choice, type Spot } from "../../lib/board";
import { sharing } from "../../lib/game";

/** How far from the middle of the drawing the street is; a view's places are parts of that. scenery.svg draws it there. */
export const RADIUS = 458;

export type Standing = Rat & { seat: number };

export type Crowds = Map<string, Standing[]>;
export type Steps = Map<number, Choice<Step>[]>;
/** The spaces, by name, where they are drawn. */
export type Places = Map<string, Space>;

const drawn = new Map<string, Places>();

/** Where the spaces of a board are drawn. Events change nothing about that: the same board has the same places, and what
 * is drawn of them stays as it is. */
export function placesOf(board: Space[]): Places {
  const key = JSON.stringify(board);
  const known = drawn.get(key);
  if (known) return known;
  const places = new Map(board.map((space) => [space.space, { ...space, x: space.x * RADIUS, y: space.y * RADIUS }]));
  drawn.set(key, places);
  return places;
}

/** What can be touched of the board. */
export const spotsOf = (spaces: Places): Spot[] =>
  [...spaces.values()].map(({ space, kind, x, y }) => ({ place: space, x, y, r: kind === "city" ? 72 : 40 }));

/** Who stands where. A crowd in which nothing has changed since before is the same object, and is not drawn again. */
export function standing(view: View, before: Crowds = new Map()): Crowds {
  const found: Crowds = new Map();
  for (const faction of view.factions)
    for (const rat of faction.rats)
      if (rat.at) found.set(rat.at, [...(found.get(rat.at) ?? []), { ...rat, seat: faction.seat }]);
  for (const [place, crowd] of found) found.set(place, sharing(before.get(place), crowd)!);
  return found;
}

/** The steps of each rat. */
export function stepsByRat(choices: Choice<Move>[]): Steps {
  const found: Steps = new Map();
  for (const choice of choicesOf(choices, "step"))
    found.set(choice.move.rat, [...(found.get(choice.move.rat) ?? []), choice]);
  return found;
}

/** Those of a crowd to touch: your own rats that may move. Rats that differ only in number are one piece. */
export function firstOfEach(crowd: Standing[], seat: number | null, steps: Steps, selected: number | null): Standing[] {
  const movable = crowd.filter((rat) => rat.seat === seat && steps.has(rat.rat));
  return movable.filter((rat, k) => movable.findIndex(({ fed }) => fed === rat.fed) === k || rat.rat === selected);
}

/** Rats that share a space stand in a small square. */
export function spread(count: number, k: number, gap: number): { x: number; y: number } {
  if (count === 1) return { x: 0, y: 0 };
  const [columns, row, column] = [count > 2 ? 2 : count, Math.floor(k / 2), k % 2];
  const rows = Math.ceil(count / 2);
  return { x: (column - (columns - 1) / 2) * gap, y: (row - (rows - 1) / 2) * gap };
}
