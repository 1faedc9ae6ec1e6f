/** Target: Rats, its view, and what can be read off it: who stands where, and how far a rat may still go. */
import type { Choice, View } from "../../lib/board";

export interface Rat {
  rat: number;
  at: string | null;
  fed: boolean;
  finished: boolean;
}

export interface Faction {
  seat: number;
  nest: string;
  out: number;
  rats: Rat[];
}

/** How far from the middle of the drawing the street is; a view's places are parts of that. */
export const RADIUS = 458;

export interface Space {
  space: string;
  kind: string;
  joins: string[];
  dumpster: boolean;
  x: number;
  y: number;
}

export type Face = number | "target";

export interface Strike {
  seat: number;
  rats: number;
  shows: Face[];
  total: number;
}

export interface TargetRatsView extends View {
  turn: number | null;
  round: number;
  cheese: number | null;
  exterminator: string | null;
  dice: { count: number; shows: Face[] };
  left: number;
  target: boolean;
  mover: { rat: number; path: string[] } | null;
  fight: { attacker: Strike; defender: Strike } | null;
  factions: Faction[];
  holds: number;
  board: Space[];
  winners: number[];
}

export interface Standing extends Rat {
  seat: number;
}

/** Who stands where. */
export function standing(view: TargetRatsView): Map<string, Standing[]> {
  const found = new Map<string, Standing[]>();
  for (const faction of view.factions)
    for (const rat of faction.rats)
      if (rat.at) found.set(rat.at, [...(found.get(rat.at) ?? []), { ...rat, seat: faction.seat }]);
  return found;
}

/** The steps of each rat. */
export function stepsByRat(choices: Choice[]): Map<number, Choice[]> {
  const found = new Map<number, Choice[]>();
  for (const choice of choices) {
    if (choice.move.do !== "step") continue;
    const rat = choice.move.rat as number;
    found.set(rat, [...(found.get(rat) ?? []), choice]);
  }
  return found;
}

/** How many steps a rat needs to each space that it can still reach in this move: a sketch, the server decides. */
export function reachable(view: TargetRatsView, rat: number): Map<string, number> {
  const faction = view.factions[view.seat ?? 0]!;
  const from = faction.rats[rat - 1]?.at;
  const spaces = new Map(view.board.map((space) => [space.space, space]));
  const crowds = standing(view);
  const been = new Set(view.mover?.rat === rat ? view.mover.path : from ? [from] : []);
  const found = new Map<string, number>();
  let edge = from ? [from] : [];
  for (let k = 1; k <= view.left && edge.length; k++) {
    const next: string[] = [];
    for (const place of edge)
      for (const to of spaces.get(place)!.joins) {
        const space = spaces.get(to)!;
        const full = space.kind !== "nest" && space.kind !== "city" && (crowds.get(to)?.length ?? 0) >= view.holds;
        const shut = (space.kind === "nest" && to !== faction.nest) || to === view.exterminator;
        const early = space.kind === "city" && view.cheese === null && k < view.left; // TR-16
        if (been.has(to) || full || shut || early) continue;
        been.add(to);
        found.set(to, k);
        if (space.kind !== "city") next.push(to);
      }
    edge = next;
  }
  return found;
}

/** Rats that share a space stand in a small square. */
export function spread(count: number, k: number, gap: number): { x: number; y: number } {
  if (count === 1) return { x: 0, y: 0 };
  const [columns, row, column] = [count > 2 ? 2 : count, Math.floor(k / 2), k % 2];
  const rows = Math.ceil(count / 2);
  return { x: (column - (columns - 1) / 2) * gap, y: (row - (rows - 1) / 2) * gap };
}

/** Where rats may breed. One offer for each space is enough: rats of a family are alike. */
export function breedsBySpace(view: TargetRatsView, choices: Choice[]): Map<string, Choice> {
  const found = new Map<string, Choice>();
  const family = view.factions[view.seat ?? 0]!.rats;
  for (const choice of choices) {
    if (choice.move.do !== "breed") continue;
    const at = family[(choice.move.rats as number[])[0]! - 1]!.at!;
    if (!found.has(at)) found.set(at, choice);
  }
  return found;
}
