/** An edition on the bench: what it is by now, what was before, and what bots find out about it. */
import { complaint, Problem, type GameAbout } from "../../lib/server";
import { keep, kept } from "../../lib/storage";
import { answers, type Answers, type Change, type Edition, type Found, type Question } from "./answers";
import { tell } from "./words";

const DRAFTS = "molehill-workshop";
const MOST_STEPS = 100;
/** Of the shipped box alone so many games are enough; of two, until shares are known as exactly as this. */
const GAMES_ALONE = 20_000;
const EXACT = "±0.3%";
const LONGEST_NAME = 60;

export type Players = "greedy" | "fair" | "mixed";
export type TrialState = "none" | "waiting" | "playing" | "done" | "over" | "stopped";

export class Bench {
  edition = $state.raw<Edition | null>(null);
  /** Why a change, a file or a link did not work. */
  trouble = $state("");
  /** Whether those who run the server do not want a workshop. */
  off = $state("");
  busy = $state(false);
  found = $state.raw<Found | null>(null);
  trial = $state<TrialState>("none");
  trialTrouble = $state("");
  /** How many changes can be taken back. */
  steps = $state(0);

  seats = $state(2);
  options = $state<Record<string, string | number | boolean>>({});
  players = $state<Players>("greedy");

  #before: string[] = [];
  #editing = new AbortController();
  /** What is asked for comes after what was asked for before: else the second of two quick changes would undo the first. */
  #last: Promise<unknown> = Promise.resolve();
  #trying = new AbortController();
  #left = false;

  constructor(
    readonly game: GameAbout,
    readonly ask: Answers = answers,
  ) {
    this.seats = Math.max(2, game.min_seats);
    this.options = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  }

  /** The edition of this game that was on the bench last, in this browser. */
  get draft(): string | null {
    return kept<Record<string, string>>(DRAFTS, {})[this.game.id] ?? null;
  }

  /** Put a box on the bench; null: the shipped one. Whether that worked. */
  async open(box: string | null): Promise<boolean> {
    const before = this.edition?.box;
    const done = await this.#edit(box, []);
    if (done && before !== undefined && before !== this.edition?.box) this.#remember(before);
    return done;
  }

  /** Change the box; whether that worked. */
  change(...changes: Change[]): Promise<boolean> {
    return this.#inTurn(async () => {
      const before = this.edition?.box;
      if (before === undefined) return false;
      const done = await this.#edit(before, changes);
      if (done) this.#remember(before);
      return done;
    });
  }

  undo(): Promise<void> {
    return this.#inTurn(async () => {
      const box = this.#before.pop();
      this.steps = this.#before.length;
      if (box !== undefined) await this.#edit(box, []);
    });
  }

  /** The same box with other seats, options or players. */
  async arrange(): Promise<void> {
    for (const option of this.game.options)
      if (option.seat && Number(this.options[option.name]) > this.seats) this.options[option.name] = option.default;
    await this.#inTurn(async () => this.edition && this.#edit(this.edition.box, []));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  #remember(box: string): void {
    this.#before = [...this.#before, box].slice(-MOST_STEPS);
    this.steps = this.#before.length;
  }

  async #edit(box: string | null, changes: Change[]): Promise<boolean> {
    if (this.#left) return false;
    this.#editing.abort();
    const { signal } = (this.#editing = new AbortController());
    this.busy = true;
    try {
      const wanted = { game: this.game.id, box, changes, seats: this.seats, options: $state.snapshot(this.options) };
      const edition = await this.ask.edit(wanted, signal);
      if (signal.aborted) return false;
      this.edition = edition;
      this.trouble = "";
      this.#keep(edition);
      void this.try();
      return true;
    } catch (problem) {
      if (signal.aborted) return false;
      if (problem instanceof Problem && problem.code === "off") this.off = problem.message;
      this.trouble = complaint(problem);
      return false;
    } finally {
      if (!signal.aborted) this.busy = false;
    }
  }

  #keep({ box, shipped }: Edition): void {
    const others = Object.entries(kept<Record<string, string>>(DRAFTS, {})).filter(([game]) => game !== this.game.id);
    keep(DRAFTS, Object.fromEntries(shipped ? others : [...others, [this.game.id, box]]));
  }

  // ---- what bots find out --------------------------------------------------------------------------------------------

  /** Let bots play with the box on the bench, beside the shipped one. */
  async try(): Promise<void> {
    this.stop();
    this.found = null;
    this.trialTrouble = "";
    this.trial = "none";
    if (!this.edition?.view) return;
    const { signal } = (this.#trying = new AbortController());
    this.trial = "waiting";
    try {
      for await (const found of this.ask.trial(this.#question(this.edition), signal)) {
        if (signal.aborted) return;
        this.found = found;
        this.trial = found.done ? "done" : "playing";
      }
      if (!signal.aborted && this.trial === "playing") this.trial = "over";
    } catch (problem) {
      if (signal.aborted) return;
      this.trial = "none";
      this.trialTrouble = complaint(problem);
    }
  }

  stop(): void {
    this.#trying.abort();
    if (this.trial === "waiting" || this.trial === "playing") this.trial = "stopped";
  }

  /** Nobody is at the bench any more. */
  leave(): void {
    this.#left = true;
    this.#editing.abort();
    this.stop();
  }

  #question({ box, title, named, shipped }: Edition): Question {
    const mixed = this.players === "mixed" && this.seats > 1 && !this.game.cooperative;
    const bots = mixed
      ? Array.from({ length: this.seats }, (_, seat) => (seat % 2 ? "greedy" : "fair"))
      : [this.players === "greedy" ? "greedy" : "fair"];
    const common = { seats: this.seats, options: $state.snapshot(this.options), bots, rotate: mixed };
    const base = { name: tell("shipped"), box: null, ...common };
    const mine = { name: named ? title.slice(0, LONGEST_NAME) : tell("your-edition"), box, ...common };
    const question = { game: this.game.id, seed: 0 };
    if (shipped) return { ...question, arms: [base], games: GAMES_ALONE, until: [] };
    // Two that are called the same could not be told apart.
    if (mine.name === base.name) mine.name = tell("your-edition");
    const until = this.seats > 1 || this.game.cooperative ? [EXACT] : [];
    return { ...question, arms: [base, mine], games: 1_000_000, until };
  }
}
