/** What comes from outside, a file or the browser's storage, may be anything: whether it has the form of something. */
export type Kind = "string" | "number" | "boolean" | "object" | "array";
export type Fields = Readonly<Record<string, Kind>>;

const kindOf = (value: unknown): string => (Array.isArray(value) ? "array" : value === null ? "nothing" : typeof value);

/** Whether it has these fields, each of its kind. */
export function fits(found: unknown, fields: Fields): boolean {
  if (kindOf(found) !== "object") return false;
  const told = found as Record<string, unknown>;
  return Object.entries(fields).every(([name, kind]) => kindOf(told[name]) === kind);
}

/** Whether these are moves as they stand in logs: who, and what. */
export const areMoves = (moves: unknown[]): boolean =>
  moves.every((entry) => Array.isArray(entry) && entry.length === 2 && kindOf(entry[1]) === "object");
