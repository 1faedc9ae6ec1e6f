/** The geometry of Mole Rats' station: rings of spaces round the pod, and snakes in stacks. */
import type { Colour, Station, View } from "../../generated/mole_rats.js";
import type { Point } from "../../lib/board";

export const COLOURS: Colour[] = ["red", "yellow", "green", "blue"];
const RADII = [440, 352, 266, 184, 108];
export const SPACE = 33;

/** Where a space lies, clockwise from the top; the pod is the middle, and so is what is no space. */
export function pointOf(station: Station, place: string): Point {
  const [tier, number] = place.split("-").map(Number) as [number, number];
  if (!number) return { x: 0, y: 0 };
  const angle = (2 * Math.PI * (number - 1)) / station.tiers[tier - 1]!;
  return { x: RADII[tier - 1]! * Math.sin(angle), y: -RADII[tier - 1]! * Math.cos(angle) };
}

export const colourOf = (snake: string): Colour => snake.split(" ")[0] as Colour;

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
