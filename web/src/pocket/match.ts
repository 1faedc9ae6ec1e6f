/** A match in the pocket, as `engine/match.py` is one: positions of the compiled rules, what has happened, and what may be
 * taken back. No rule is decided here. */
import { drawn, maySee, type Box, type Position, type Told } from "../../../src/molehill/pocket/host";
import * as records from "../generated/records.js";
import * as runtime from "../generated/runtime.js";
import type { Result } from "../lib/server";
import type { Actor, Data, Kit } from "./kit";
import { digestOf } from "./log";

/** An event, and who may see it. */
export interface Happening {
  to: number;
  data: Data;
}

interface Entry {
  actor: Actor;
  move: Data;
  /** How many events there were before it. */
  events: number;
  /** What else chance could have brought: the weights before what fell, its own, and all together. */
  odds: [number, number, number] | null;
}

/** A move that the rules forbid: the clause, and why in words. */
export class Refused extends Error {
  constructor(
    readonly rule: string,
    why: string,
  ) {
    super(why);
  }
}

/** A number from 0 up to 1 that nobody could foresee, of 53 bits. */
function luck(): number {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high! * 2 ** 21 + (low! >>> 11)) / 2 ** 53;
}

const FORMAT = 1;
const { tuple, in: isIn } = runtime as unknown as {
  tuple: (items: number[]) => readonly number[];
  in: (item: unknown, all: unknown) => boolean;
};

export class Match {
  position: Position;
  readonly happened: Happening[] = [];
  readonly entries: Entry[] = [];
  /** The positions before the last moves, as far back as they may be taken back. */
  #before: Position[] = [];

  constructor(
    readonly kit: Kit,
    readonly seats: number,
    options: Data,
    readonly box: Box,
  ) {
    const { position, events } = kit.rules.start(seats, options, box);
    this.position = position;
    this.#hear(events);
  }

  /** The same match from its moves. A move that can't be made is an error. */
  static from(kit: Kit, seats: number, options: Data, box: Box, moves: [Actor, Data][]): Match {
    const match = new Match(kit, seats, options, box);
    for (const [actor, move] of moves) {
      if (actor === "chance") match.chance(move);
      else match.play(actor, move);
    }
    return match;
  }

  get pending() {
    return this.position.pending;
  }

  get options(): Data {
    return this.position.options;
  }

  get moves(): [Actor, Data][] {
    return this.entries.map(({ actor, move }) => [actor, move]);
  }

  legal(seat: number): number[] {
    return this.position.legal(seat);
  }

  /** Why a move is refused; null if it may be made. What is no move at all is an error of the module. */
  whyNot(seat: number, move: Data): Refused | null {
    return this.#judge(seat, move)[1];
  }

  /** Make a move. Throws Refused, and then nothing has changed. */
  play(seat: number, move: Data): void {
    const [number, refused] = this.#judge(seat, move);
    if (refused) throw refused;
    this.#did(seat, this.position.play(seat, number), plain(this.kit.module.decode(number)), null);
  }

  /** A seat that owes nothing is refused before its move is read. */
  #judge(seat: number, move: Data): [number, Refused | null] {
    const { pending } = this;
    const { module, words } = this.kit;
    const owes = pending !== "chance" && pending.includes(seat);
    const number = owes ? module.encode(move as never) : 0;
    const clause = this.position.check(seat, number);
    if (!clause) return [number, null];
    const rule = this.clause(clause);
    const told = module.refusal(this.#seen(seat), owes ? move : null, clause);
    return [number, new Refused(rule, words.say(`refused-${rule}`, told))];
  }

  /** Let chance decide: this outcome, or any. */
  chance(outcome?: Data): void {
    const { module } = this.kit;
    const outcomes = this.position.outcomes();
    const number = outcome ? module.encode_outcome(outcome as never) : drawn(outcomes, luck());
    const after = this.position.fall(number);
    const at = outcomes.numbers.indexOf(number);
    const sum = (some: number[]) => some.reduce((one, other) => one + other, 0);
    const odds = [sum(outcomes.weights.slice(0, at)), outcomes.weights[at]!, sum(outcomes.weights)] as const;
    this.#did("chance", after, plain(module.decode_outcome(number)), [...odds]);
  }

  /** A seat whose decision can't matter, and the answer: it follows from what everybody sees. */
  idle(): [number, Data] | null {
    const { pending } = this;
    if (!this.kit.module.idle || pending === "chance" || !pending.length) return null;
    const seen = this.view(null);
    for (const seat of pending) {
      const answer = this.kit.module.idle(seen, seat);
      if (answer) return [seat, plain(answer)];
    }
    return null;
  }

  // ---- what is seen --------------------------------------------------------------------------------------------------

  /** The table as a seat (null: a spectator) may see it. */
  view(seat: number | null): Data {
    const seen = this.#seen(seat);
    const { seats, options } = this;
    const head = { game: this.kit.rules.facts.game, seat, seats, options, pending: seen.pending };
    return plain({ ...head, ...this.kit.module.view(seen) });
  }

  #seen(seat: number | null) {
    const { module } = this.kit;
    return this.position.seen(seat, module, records as never, { tuple }) as {
      pending: number[] | "chance";
      scores: number[];
      points: number[];
      ended: number;
    };
  }

  get result(): Result | null {
    const { scores, points, ended } = this.#seen(null);
    if (!this.position.over) return null;
    const rule = this.clause(ended);
    const winners = scores.flatMap((score, seat) => (score > 0 && this.seats > 1 ? [seat] : []));
    return { scores, points, winners, rule, why: this.kit.words.say(`ended-${rule}`) };
  }

  clause(number: number): string {
    return `${this.kit.rules.facts.prefix}-${String(number).padStart(2, "0")}`;
  }

  /** The options of a rematch in which everybody moves up a seat: a player whom they name is followed to the new seat. */
  optionsAgain(): Data {
    const { module, rules } = this.kit;
    if (!module.rematch) return { ...this.options };
    const options: Data = { ...this.options, ...plain(module.rematch(this.view(null))) };
    for (const { name, seat } of rules.facts.options) {
      const value = options[name];
      if (seat && typeof value === "number") options[name] = ((value - 2 + this.seats) % this.seats) + 1;
    }
    return options;
  }

  // ---- taking back, keeping ------------------------------------------------------------------------------------------

  /** Whether a seat may take back the last move: its own, which neither chance nor anything shown has followed. */
  canUndo(seat: number): boolean {
    return this.#before.length > 0 && this.entries.at(-1)!.actor === seat;
  }

  undo(): void {
    this.position = this.#before.pop()!;
    this.happened.length = this.entries.pop()!.events;
  }

  /** What happened by a move. */
  eventsOf(number: number): Happening[] {
    return this.happened.slice(this.entries[number]!.events, this.entries[number + 1]?.events);
  }

  /** The match so far, as `molehill replay` and the server take it. Nobody can verify its dice: it names none. */
  log(names: string[], toml?: string): Data {
    const { facts } = this.kit.rules;
    const { hash } = this.box;
    const log = {
      molehill: FORMAT,
      game: facts.game,
      rules: facts.rules,
      seats: this.seats,
      options: this.options,
      box: toml === undefined ? { hash } : { hash, toml },
      count: this.entries.length,
      moves: this.moves,
      table: digestOf(this.position.table),
      names,
    };
    return { ...log, digest: digestOf(log) };
  }

  #did(actor: Actor, after: { position: Position; events: Told[] }, move: Data, odds: Entry["odds"]): void {
    const events = this.happened.length;
    this.#before.push(this.position);
    this.position = after.position;
    this.entries.push({ actor, move, events, odds });
    if (this.#hear(after.events) || actor === "chance") this.#before = [];
  }

  /** Take over what the rules have told; whether some of it can't be taken back. */
  #hear(events: Told[]): boolean {
    const { module } = this.kit;
    for (const { kind, to, clause, told } of events)
      this.happened.push({ to, data: plain(module.event(kind, clause, told)) });
    return events.some(({ kind }) => isIn(kind, module.SHOWS));
  }
}

/** Whether a seat (null: a spectator) sees an event. */
export const sees = (seat: number | null, { to }: Happening): boolean => maySee({ to } as Told, seat);

/** As JSON would bring it: what a module makes are Python's tuples and dicts. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
