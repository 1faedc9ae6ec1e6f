/** The geometry of Mole Rats' station: rings of spaces round the pod, what lies between them, and snakes in stacks. */
import { place_of, type Colour, type Piece, type Station, type View, type Way } from "../../generated/mole_rats.js";
import type { Point, Spot } from "../../lib/board";

export const COLOURS: Colour[] = ["red", "yellow", "green", "blue"];
/** How far from the pod the rings are. */
export const RADII = [440, 352, 266, 184, 108];
export const SPACE = 33;

/** Where a space lies, clockwise from the top; the pod is the middle, and so is what is no space. */
export function pointOf(station: Station, place: string): Point {
  const [tier, number] = place.split("-").map(Number) as [number, number];
  if (!number) return { x: 0, y: 0 };
  const angle = (2 * Math.PI * (number - 1)) / station.tiers[tier - 1]!;
  return { x: RADII[tier - 1]! * Math.sin(angle), y: -RADII[tier - 1]! * Math.cos(angle) };
}

/** The names of all spaces. */
export function spacesOf({ tiers }: Station): string[] {
  return tiers.flatMap((size, tier) => Array.from({ length: size }, (_, k) => `${tier + 1}-${k + 1}`));
}

/** What can be touched of a station. */
export const spotsOf = (station: Station): Spot[] =>
  [...spacesOf(station), "pod"].map((place) => ({
    place,
    ...pointOf(station, place),
    r: place === "pod" ? 60 : 36,
  }));

/** Where a piece stands: those that share a space move apart, side by side. */
export function spotOf(view: View, piece: Piece): Point {
  const place = place_of(view, piece);
  const here: Piece[] = [
    ...view.rats.filter(({ at }) => at === place).map(({ rat }) => rat),
    ...view.snakes.filter(({ at }) => at === place).map(({ snake }) => snake),
  ];
  const { x, y } = pointOf(view.station, place);
  const k = here.indexOf(piece);
  if (place === "pod") return { x: x + (k - (here.length - 1) / 2) * 34, y: y + 14 };
  if (here.length < 2) return { x, y };
  const angle = (2 * Math.PI * k) / here.length - Math.PI / 2;
  return { x: x + 19 * Math.cos(angle), y: y + 15 * Math.sin(angle) };
}

/** A ladder or a shaft, from near the middle of one space to near the middle of the other. */
export function ladderLine(station: Station, foot: string, top: string) {
  const [a, b] = [pointOf(station, foot), pointOf(station, top)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const end = top === "pod" ? 52 : 20;
  return { x1: a.x + ux * 14, y1: a.y + uy * 14, x2: b.x - ux * end, y2: b.y - uy * end };
}

/** A way along a ring, as a path. */
export function arcOf(view: View, piece: Piece, steps: string[], way: Way): string {
  const points = [place_of(view, piece), ...steps].map((place) => pointOf(view.station, place));
  const radius = Math.hypot(points[0]!.x, points[0]!.y);
  const sweep = way === "clockwise" ? 1 : 0;
  return points.map(({ x, y }, k) => (k ? `A${radius} ${radius} 0 0 ${sweep} ${x} ${y}` : `M${x} ${y}`)).join("");
}

const colourOf = (snake: string): Colour => snake.split(" ")[0] as Colour;

export interface Stack {
  at: string;
  colour: Colour;
  snakes: string[];
}

/** Snakes of one colour on one space lie in a stack. */
export function stacksOf(view: View): Stack[] {
  const stacks = new Map<string, Stack>();
  for (const { snake, at } of view.snakes) {
    const id = `${at} ${colourOf(snake)}`;
    const stack = stacks.get(id) ?? { at, colour: colourOf(snake), snakes: [] };
    stack.snakes.push(snake);
    stacks.set(id, stack);
  }
  return [...stacks.values()];
}
