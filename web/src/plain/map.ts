/** A map of places as it is drawn: where each lies, and which tokens stand there. */
import type { Point } from "../lib/board";
import { partsOf, type Parts, type Shown } from "./shapes";

/** How far apart neighbours are drawn. */
const APART = 100;
const MARGIN = 62;

export interface Spot extends Point {
  name: string;
  record: Record<string, unknown>;
}

export interface Plan {
  spots: Map<string, Spot>;
  lines: [Spot, Spot][];
  /** The square that is seen. */
  box: { x: number; y: number; size: number };
}

export function planOf(places: Record<string, unknown>[], named = "at"): Plan {
  const far = places.map((place) => ({ x: Number(place.x ?? place.column), y: Number(place.y ?? place.row) }));
  const scale = APART / nearest(far);
  const spots = new Map(
    places.map((record, k) => {
      const name = String(record[named]);
      return [name, { name, record, x: far[k]!.x * scale, y: far[k]!.y * scale }];
    }),
  );
  const lines = [...spots.values()].flatMap((one) =>
    ((one.record.joins ?? []) as string[]).flatMap((name): [Spot, Spot][] => {
      const other = spots.get(name);
      return other && one.name < name ? [[one, other]] : [];
    }),
  );
  return { spots, lines, box: around([...spots.values()]) };
}

/** The least distance between two of these, without those that lie in one place. */
function nearest(points: Point[]): number {
  const gaps = points.flatMap((one, k) =>
    points.slice(k + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
  );
  return Math.min(...gaps.filter((gap) => gap > 0), Infinity) || 1;
}

function around(points: Point[]) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const [width, height] = [Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top];
  const size = Math.max(width, height);
  return { x: left - (size - width) / 2, y: top - (size - height) / 2, size };
}

/** Something that stands on a map; whose it is, if it is on a seat's plate. */
export interface Token {
  at: string;
  key: string;
  seat: number | null;
}

/** The tokens of a view on one of its maps, by their places. */
export function tokensOn(map: string, shown: Record<string, Shown>, view: Record<string, unknown>) {
  const tokens = new Map<string, Token[]>();
  const put = (token: Token) => tokens.set(token.at, [...(tokens.get(token.at) ?? []), token]);
  const look = (what: Shown, value: unknown, key: string, seat: number | null) => {
    if (value === null || value === undefined) return;
    if (what.as === "place" && what.map === map) put({ at: String(value), key, seat });
    else if (what.as === "row") (value as unknown[]).forEach((one) => look(what.of, one, key, seat));
    else if (what.as === "plates") (value as unknown[]).forEach((one, k) => look(what.of, one, key, k));
    else if (what.as === "parts")
      for (const part of partsOf(what as Parts, value)) look(part.shown, part.value, part.key, seat);
  };
  for (const [key, what] of Object.entries(shown)) look(what, view[key], key, null);
  return tokens;
}

/** Tokens that share a place stand in a ring round its middle. */
export function ring(count: number, k: number): Point {
  if (count === 1) return { x: 0, y: 0 };
  const angle = (2 * Math.PI * k) / count - Math.PI / 2;
  return { x: 23 * Math.cos(angle), y: 23 * Math.sin(angle) };
}
