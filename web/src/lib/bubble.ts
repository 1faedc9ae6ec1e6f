/** Where a bubble is put that says something about a point: near it, within the window, and over as few numbers as
 * possible. What the numbers of a board say is what people need while they read why something can't be done. */
import type { Point } from "./board";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const [ABOVE, BELOW, EDGE, CORNER] = [18, 26, 8, 22];

/** The numbers that are to be seen on a board. */
export function numbersIn(board: Element | null): Box[] {
  const leaves = [...(board?.querySelectorAll("text, b, i, small, span, button") ?? [])];
  return leaves
    .filter((leaf) => !leaf.childElementCount && /\d/.test(leaf.textContent))
    .map((leaf) => leaf.getBoundingClientRect())
    .filter(({ width, height }) => width && height);
}

/** The best place for a bubble of this size: above the point and in its middle, unless another one covers less. */
export function placeBubble(at: Point, size: Pick<Box, "width" | "height">, numbers: Box[], window: Point): Box {
  const { width, height } = size;
  const within = (wanted: number, length: number, all: number) => Math.max(EDGE, Math.min(all - length - EDGE, wanted));
  const tops = [at.y - height - ABOVE, at.y + BELOW].filter((top) => top >= EDGE && top + height <= window.y - EDGE);
  const lefts = [at.x - width / 2, at.x - width + CORNER, at.x - CORNER];
  const places = (tops.length ? tops : [within(at.y + BELOW, height, window.y)]).flatMap((top) =>
    lefts.map((left) => ({ left: within(left, width, window.x), top, width, height })),
  );
  const covered = (place: Box) => numbers.filter((number) => overlap(place, number)).length;
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}
