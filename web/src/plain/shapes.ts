/** What a game declares of its view and its moves (`SHOWN` and `MOVES` of its module), as the default board reads it. */

export type Shown =
  | { as: "counter" }
  | { as: "flag" }
  | { as: "card" }
  | { as: "seat" }
  | { as: "die"; faces?: number }
  | { as: "track"; length: number }
  /** A token on a map of the view. */
  | { as: "place"; map: string }
  | { as: "row"; of: Shown }
  /** A grid: a list in rows of so many, or a list of rows. */
  | { as: "map"; width?: number; of: Shown }
  /** A map: a list of places, each with its name, where it lies, and what it is joined to. */
  | { as: "places"; named?: string; of: Parts }
  /** A record for each seat. */
  | { as: "plates"; of: Parts }
  | Parts;

/** A record: each of its keys, or the same for whatever keys it has. */
export interface Parts {
  as: "parts";
  parts?: Record<string, Shown>;
  each?: Shown;
}

/** A field of a move. */
export interface Field {
  from?: number;
  to?: number;
  as?: "die" | "card" | "seat";
  /** It is the place, from 0, of a piece in this list of one's own plate or of the view. */
  at?: string;
  /** It names a place of this map. */
  on?: string;
}

export type Moves = Record<string, Record<string, Field>>;

/** The parts of a record that are shown, with their values. */
export function partsOf({ parts, each }: Parts, value: unknown): { key: string; shown: Shown; value: unknown }[] {
  const record = (value ?? {}) as Record<string, unknown>;
  const keys = each ? Object.keys(record) : Object.keys(parts ?? {});
  return keys.map((key) => ({ key, shown: each ?? parts![key]!, value: record[key] }));
}

/** The rows of a grid. */
export function rowsOf(value: unknown[], width: number | undefined): unknown[][] {
  if (!width) return value as unknown[][];
  return Array.from({ length: Math.ceil(value.length / width) }, (_, k) => value.slice(k * width, (k + 1) * width));
}

/** The key of the view that has a record for each seat, and what is shown of it. */
export function platesIn(shown: Record<string, Shown>): { key: string; of: Parts } | null {
  for (const [key, what] of Object.entries(shown)) if (what.as === "plates") return { key, of: what.of };
  return null;
}

/** Whether something is drawn where it stands: a token is drawn on its map, and a plate beside the others. */
export function drawn(shown: Shown): boolean {
  if (shown.as === "row") return drawn(shown.of);
  if (shown.as === "parts") return shown.each ? drawn(shown.each) : Object.values(shown.parts ?? {}).some(drawn);
  return shown.as !== "place" && shown.as !== "plates";
}

/** Whether there is nothing to say of a value: what is not so, a list without pieces, a number or a seat that there is
 * not. */
export function silent({ as }: Shown, value: unknown): boolean {
  if (as === "flag") return !value;
  if (as === "row" && Array.isArray(value)) return !value.length;
  return value === undefined || (value === null && as !== "card" && as !== "die");
}

/** The parts of a plate that lie large before their own player: the first row of pieces, those that moves name, and maps.
 * The rest is small on the plate. */
export function laidOut(of: Parts, moves: Moves): Set<string> {
  const named = new Set(Object.values(moves).flatMap((fields) => Object.values(fields).map(({ at }) => at)));
  const rows = Object.entries(of.parts ?? {}).filter(([, { as }]) => as === "row" || as === "map" || as === "places");
  return new Set(rows.filter(([key, { as }], k) => k === 0 || as !== "row" || named.has(key)).map(([key]) => key));
}
