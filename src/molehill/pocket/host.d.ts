/** What `GAME.json` says of a game. */
export interface Facts {
  game: string;
  rules: number;
  /** Of the names of its clauses: HM in HM-09. */
  prefix: string;
  seats: [number, number];
  options: { name: string; values: unknown[]; default: unknown; seat: boolean }[];
  moves: number;
  room: { moves: number; outcomes: number; events: number };
  records: Record<string, { size: number; places: Record<string, number> }>;
  box: ToldBox;
  levels: Record<string, string>;
  /** How `sharp` thinks when it thinks long. */
  farsighted: string;
  search: Record<string, number>;
}
/** A box as it travels: its record in base64, and what views read of its file. */
export interface ToldBox {
  hash: string;
  record: string;
  edition: Record<string, unknown>;
}
/** A box at hand. */
export interface Box {
  hash: string;
  record: Uint8Array;
  edition: Record<string, unknown>;
}
/** What has happened: the number of its kind, who may see it, the clause it cites, what it tells. */
export interface Told {
  kind: number;
  to: number;
  clause: number;
  told: (number | number[])[];
}
export interface Outcomes {
  numbers: number[];
  weights: number[];
}
/** A roll or a draw of a log: the number of its move, what chance could bring, and what it brought. */
export interface Draw extends Outcomes {
  move: number;
  fell: number;
}
export interface Log {
  rules: number;
  seats: number;
  options: Record<string, unknown>;
  box: { hash: string };
  moves: [number | "chance", object][];
}
/** Of a game's module (`generated/GAME.js`), what makes numbers of moves. */
export interface Moves {
  encode: (move: never) => number;
  encode_outcome: (outcome: never) => number;
}
export interface Step {
  position: Position;
  actor: number | "chance";
  number: number;
  outcomes: Outcomes | null;
  events: Told[];
}

export class Unknown extends Error {}
export class Rules {
  readonly facts: Facts;
  readonly shipped: Box;
  readonly room: { bytes: number; memory: number; blocks: number };
  box(told?: { hash: string } & Partial<ToldBox>): Box;
  start(seats: number, options?: Record<string, unknown>, box?: Box): { position: Position; events: Told[] };
  options(given: Record<string, unknown>, seats: number): Record<string, unknown>;
}
export class Position {
  constructor(rules: Rules, table: Uint8Array, seats: number, options: Record<string, unknown>, box: Box);
  readonly rules: Rules;
  readonly table: Uint8Array;
  readonly seats: number;
  readonly options: Record<string, unknown>;
  readonly box: Box;
  readonly pending: number[] | "chance";
  readonly over: boolean;
  readonly scores: number[];
  readonly points: number[];
  readonly length: number;
  check(seat: number, move: number): number;
  legal(seat: number): number[];
  outcomes(): Outcomes;
  play(seat: number, move: number): { position: Position; events: Told[] };
  fall(outcome: number): { position: Position; events: Told[] };
  veiled(seat: number | null): Position;
  redealt(seat: number, word: bigint): Position;
  seen(
    seat: number | null,
    module: { layouts: { table: object; box: object } },
    records: { record: (layout: never, bytes: Uint8Array) => object },
    runtime: { tuple: (items: number[]) => readonly number[] },
  ): object;
}

export function load(module: BufferSource | WebAssembly.Module, facts: Facts): Promise<Rules>;
export function maySee(event: Told, seat: number | null): boolean;
export function drawn(outcomes: Outcomes, point: number): number;
export function replay(
  rules: Rules,
  log: Log,
  moves: Moves,
  box?: { hash: string } & Partial<ToldBox>,
): Generator<Step, Position>;
export function draws(rules: Rules, log: Log, moves: Moves, box?: { hash: string } & Partial<ToldBox>): Draw[];
export function fromBase64(text: string): Uint8Array;
