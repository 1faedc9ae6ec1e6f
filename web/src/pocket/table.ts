/** A table in the pocket, as `server/table.py` is one on line: it follows from what is kept of it, and every command either
 * changes it or throws a Refusal. No storage, no clock and no worker here. */
import type { Box } from "../../../src/molehill/pocket/host";
import type { Result, TableAbout } from "../lib/server";
import { areMoves, fits, type Fields } from "./form";
import { say, type Actor, type Data, type Kit } from "./kit";
import { Match, Refused, sees } from "./match";
import { Refusal, refusal } from "./problem";
import type { Edition } from "./editions";
import { namesOf, type Seat } from "./seats";

/** A move of a lesson: whose, which, and whether the player is asked to make it. */
export type Scripted = [Actor, Data, boolean];

/** What is kept of a table. */
export interface Kept {
  id: string;
  game: string;
  rules: number;
  options: Data;
  seats: Seat[];
  hints: boolean;
  keep_open: boolean;
  edition: Edition | null;
  /** Somebody brought the game along, and may know what is hidden in it. */
  imported: boolean;
  script: Scripted[];
  status: TableAbout["status"];
  moves: [Actor, Data][];
  seq: number;
  opened: number;
  touched: number;
  /** A person has to decide. */
  turn: boolean;
  rematch: string | null;
}

export const LONGEST_GAME = 20_000;

const FORM: Fields = {
  id: "string",
  game: "string",
  rules: "number",
  options: "object",
  seats: "array",
  status: "string",
  moves: "array",
  script: "array",
  seq: "number",
  touched: "number",
};

/** Whether what was kept has the form of a table. What a browser has kept may have been damaged since. */
export const isTable = (kept: Kept): boolean =>
  fits(kept, FORM) &&
  areMoves(kept.moves) &&
  kept.seats.length > 0 &&
  kept.seats.every((seat) => fits(seat, { kind: "string", name: "string" }));

export class Table {
  match: Match | null = null;
  /** Why it can't be played: it was made for other rules, or is damaged. */
  trouble: string | null = null;
  /** Since which entry a seat owes its decision. */
  readonly asked = new Map<number, number>();
  /** How many events were left after each undo. */
  readonly cuts: number[] = [];
  readonly names: string[];
  /** Who made the last move. */
  mover: number | null = null;
  #result: Result | null = null;
  /** Seats with moves that others don't know of, at the decision that is due. */
  #secretive = new Set<number>();

  constructor(
    readonly kept: Kept,
    readonly kit: Kit,
  ) {
    this.names = namesOf(kept.seats);
    const { facts } = kit.rules;
    if (kept.rules !== facts.rules)
      this.trouble = say("other-rules", { made: kept.rules, game: kept.game, here: facts.rules });
    else if (kept.status !== "open") this.#goOnWith(kept);
  }

  #goOnWith({ seats, options, moves }: Kept): void {
    try {
      this.match = Match.from(this.kit, seats.length, options, this.#box(), moves);
      this.#lookWhoIsAsked(null, true);
    } catch (problem) {
      console.error(problem);
      this.match = null;
      this.trouble = say("pocket-damaged");
    }
  }

  #box(): Box {
    return this.kit.rules.box(this.kept.edition ?? undefined);
  }

  get seq(): number {
    return this.kept.seq;
  }

  get pending(): number[] {
    return this.kept.status === "playing" ? [...this.asked.keys()] : [];
  }

  get result(): Result | null {
    if (this.kept.status === "over" && this.match) this.#result ??= this.match.result;
    return this.#result;
  }

  /** How many of the moves that a lesson asks for have been made; null at other tables. */
  get learned(): number | null {
    const { script } = this.kept;
    return script.length ? script.slice(0, this.#count).filter(([, , asked]) => asked).length : null;
  }

  get #count(): number {
    return this.match?.entries.length ?? 0;
  }

  about(): TableAbout {
    const { kept, names } = this;
    return {
      id: kept.id,
      game: kept.game,
      rules: kept.rules,
      status: kept.status,
      options: kept.options,
      box: { hash: kept.edition?.hash ?? this.kit.rules.shipped.hash, own: kept.edition !== null },
      public: false,
      spectators: false,
      clock: null,
      hints: kept.hints,
      chat: false,
      keep_open: kept.keep_open,
      imported: kept.imported,
      lesson: this.learned,
      seats: kept.seats.map(({ kind, bot }, seat) => ({
        seat,
        kind,
        name: names[seat]!,
        bot,
        away: false,
        away_since: null,
        stand_in: null,
        left: false,
      })),
      watching: 0,
      dice: { commit: "", secret: null, luck: kept.seats.map(() => null) },
      result: this.result,
      rematch: kept.rematch,
      trouble: this.trouble,
    };
  }

  /** The log so far, with names. */
  log(): Data {
    return this.#playing().log(this.names, this.kept.edition?.toml);
  }

  // ---- commands ------------------------------------------------------------------------------------------------------

  start(): void {
    if (this.trouble) throw new Refusal("other-rules", this.trouble);
    if (this.kept.status !== "open") return;
    const { kit, kept } = this;
    this.match = Match.from(kit, kept.seats.length, kept.options, this.#box(), kept.moves);
    kept.status = "playing";
    this.#note(null, true);
    this.#goOn();
  }

  move(seat: number, wanted: Data | number, seq: number): void {
    const match = this.#inPlay();
    this.#checkSeq(seat, seq);
    if (this.#count >= LONGEST_GAME) throw refusal("not-now", "log-full", { most: LONGEST_GAME });
    try {
      const move = this.#structureOf(wanted);
      this.#checkLesson(match, seat, move);
      match.play(seat, move);
    } catch (problem) {
      throw asRefusal(problem);
    }
    this.#moved(seat);
    this.#goOn();
  }

  #structureOf(move: Data | number): Data {
    const { moves } = this.kit.rules.facts;
    if (typeof move !== "number") return move;
    if (move < 0 || move >= moves) throw refusal("malformed", "malformed", { why: `move: there are ${moves}` });
    return this.kit.module.decode(move);
  }

  /** A move that the rules allow, and that is not the one that a lesson asks for, is refused. */
  #checkLesson(match: Match, seat: number, move: Data): void {
    const { script } = this.kept;
    if (!script.length || match.whyNot(seat, move)) return;
    const next = script[this.#count];
    if (!next) throw refusal("not-now", "lesson-over");
    const { encode } = this.kit.module;
    if (encode(move as never) !== encode(next[1] as never)) throw refusal("lesson", "lesson-other");
  }

  /** What happens at once: chance, and what can't matter; at a lesson, what that says up to the next move. */
  #goOn(): void {
    const match = this.#playing();
    const { script } = this.kept;
    for (let next = script[this.#count]; next && !next[2]; next = script[this.#count]) {
      const [actor, move] = next;
      if (actor === "chance") this.#fell(move);
      else {
        match.play(actor, move);
        this.#moved(actor);
      }
    }
    while (!script.length && this.#count < LONGEST_GAME) {
      const idle = match.pending === "chance" ? null : match.idle();
      if (match.pending === "chance") this.#fell();
      else if (idle) {
        match.play(...idle);
        this.#moved(idle[0]);
      } else break;
    }
  }

  undo(seat: number, seq: number): void {
    const match = this.#inPlay();
    this.#checkSeq(seat, seq);
    if (this.kept.script.length) throw refusal("no-undo", "undo-lesson");
    if (!this.canUndo(seat)) throw refusal("no-undo", "undo-nothing-now");
    match.undo();
    this.cuts.push(match.happened.length);
    this.#note(seat, false);
  }

  /** Not while others decide who may not know of each other's moves: that it is too late would tell of them. */
  canUndo(seat: number): boolean {
    if (this.kept.status !== "playing" || this.kept.script.length || !this.#playing().canUndo(seat)) return false;
    return !(this.#secretive.has(seat) && [...this.asked.keys()].some((other) => other !== seat));
  }

  // ---- inside --------------------------------------------------------------------------------------------------------

  #playing(): Match {
    if (this.trouble) throw new Refusal("other-rules", this.trouble);
    if (!this.match) throw refusal("not-now", "not-started");
    return this.match;
  }

  #inPlay(): Match {
    const match = this.#playing();
    if (this.kept.status !== "playing") throw refusal("not-now", "already-over");
    return match;
  }

  #checkSeq(seat: number, seq: number): void {
    if (seq > this.seq) throw refusal("ahead", "ahead");
    if (seq < (this.asked.get(seat) ?? 0)) throw refusal("stale", "stale");
  }

  #fell(outcome?: Data): void {
    this.#playing().chance(outcome);
    this.#note(null, true);
  }

  #moved(seat: number): void {
    this.mover = seat;
    this.#note(seat, false);
  }

  /** One more entry: by a seat, or by chance (null). */
  #note(seat: number | null, everybody: boolean): void {
    const { kept } = this;
    kept.seq += 1;
    kept.moves = this.#playing().moves;
    this.#lookWhoIsAsked(seat, everybody);
  }

  #lookWhoIsAsked(seat: number | null, everybody: boolean): void {
    const match = this.match!;
    const { pending } = match;
    const before = [...this.asked.keys()];
    const seats = pending === "chance" ? [] : pending;
    const since = new Map(
      seats.map((other) => [other, everybody || other === seat ? this.seq : (this.asked.get(other) ?? this.seq)]),
    );
    this.asked.clear();
    for (const [other, seq] of since) this.asked.set(other, seq);
    if (pending !== "chance" && !pending.length) this.kept.status = "over";
    if (seats.some((other) => !before.includes(other))) this.#secretive.clear(); // what is asked now is something else
    if (seat !== null && !everybody) this.#lookWhoKnows(seat);
  }

  /** Whether somebody does not know of a seat's last move. */
  #lookWhoKnows(seat: number): void {
    const match = this.match!;
    const last = match.entries.length - 1;
    if (last < 0 || match.entries[last]!.actor !== seat) return;
    const events = match.eventsOf(last);
    const all = [null, ...this.kept.seats.keys()].filter((other) => other !== seat);
    if (!all.every((other) => events.some((event) => sees(other, event)))) this.#secretive.add(seat);
  }
}

/** What went wrong with a move, as it is told. */
function asRefusal(problem: unknown): Refusal {
  if (problem instanceof Refusal) return problem;
  if (problem instanceof Refused) return new Refusal("rule", problem.message, problem.rule);
  return refusal("malformed", "malformed", { why: (problem as Error).message });
}
