/** What has happened is shown one thing after another: what belongs together as one picture, a way step by step, and each
 * with one sentence that stays long enough to be read. What this seat did itself is known, and shown as fast as it can be
 * seen. If much is waiting everything is faster, and a tap skips to the end. Anyone who wants no motion sees the result at
 * once, highlighted. What happened since this seat decided last can be shown again. */
import type { Happening, View } from "./board";
import { followed, sharing, shownOf, type Game } from "./game";
import { HIGHLIGHT, noMotion } from "./motion";
import { settings } from "./settings.svelte";

/** So many milliseconds it takes to find a sentence and, for each letter, to read it; none is shown for longer. */
const FIND = 400;
const LETTER = 18;
const LONGEST = 2200;
/** Between two things of which the same is said. */
const GAP = 100;
/** A way takes so long at most, however many steps it has. */
const WAY = 600;
/** So long a way may pause before it is taken for gone. */
const STRIDE = 350;
/** All that is waiting takes so long at most. */
const PATIENCE = 7000;
/** The last sentence stays for so long, if nothing else comes. */
const LULL = 1500;

export class Playback {
  /** What is drawn: the view as far as its events have been shown. */
  view = $state.raw() as View;
  /** The event that is being shown, and what is said of it. */
  moment = $state.raw<Happening | null>(null);
  says = $state("");
  /** Without motion: what happened last, highlighted for a while. */
  mark = $state.raw<Happening | null>(null);
  /** Whether there is still something to show. */
  playing = $state(false);
  /** How many of the events that have happened are still to be shown. */
  ahead = $state(0);
  /** What has happened since this seat decided last. */
  since = $state.raw<Happening[]>([]);
  #before: View;
  #after: View;
  #game: Game | null = null;
  #queue: Happening[] = [];
  /** What is being shown again; nobody who asked for it wants to see the end only. */
  #again = false;
  #skipping = false;
  /** Of how much of its time each thing is shown, for there is so much to show. */
  #hurry = 1;
  /** Who did something last. */
  #actor: number | null = null;
  /** What the sentence is about that is being read. */
  #read: Happening | null = null;
  /** The last step of a way that is being gone; and what has happened on it since its first step. Only the piece has gone
   * these steps so far (`moment`): all else is drawn when it has arrived. */
  #step: Happening | null = null;
  #gone: Happening[] = [];
  /** Whether the next step of a way is waited for. */
  #lingers = false;
  #wake: () => void = () => undefined;
  #lull: ReturnType<typeof setTimeout> | undefined;

  constructor(view: View) {
    this.view = this.#before = this.#after = view;
  }

  /** Show events one after another, then the view they lead to; after what is being shown already. */
  async show(game: Game, events: Happening[], after: View): Promise<void> {
    this.#game = game;
    this.#note(events, after);
    const follows = this.#after.seat === after.seat;
    this.#after = after;
    const shown = events.findLast(({ event }) => game.board.pace[event]);
    if (!this.playing && (!shown || !follows || this.#still() || this.#isStep(events))) {
      this.view = sharing(this.view, after);
      if (shown) this.#tell(shownOf(shown));
      if (shown && noMotion()) this.#highlight(shown);
      return;
    }
    this.#queue.push(...events);
    this.#hurry = Math.min(this.#hurry, this.#hurried());
    if (!this.#again) this.ahead += events.length;
    if (this.#lingers || (this.#read && events[0] && this.#goesOn(this.#read, events[0]))) this.#wake();
    if (!this.playing) await this.#run();
  }

  /** Show once more what has happened since this seat decided last. */
  async again(): Promise<void> {
    if (this.playing || !this.since.length) return;
    this.#again = true;
    this.view = this.#before;
    this.#queue = [...this.since];
    await this.#run();
    this.#again = false;
  }

  /** Show the end at once. */
  skip(): void {
    if (!this.playing) return;
    this.#skipping = true;
    this.#wake();
  }

  /** Keep in mind what has happened since this seat decided last. */
  #note(events: Happening[], after: View): void {
    const { seat } = after;
    const decided = asks(this.#after) && (!asks(after) || events.some((event) => event.seat === seat));
    if (decided) this.#before = this.#after;
    this.since = decided ? events : [...this.since, ...events];
  }

  async #run(): Promise<void> {
    this.playing = true;
    while (this.#queue.length && !this.#still()) await this.#show(this.#silent(), this.#next());
    this.#queue = [];
    this.#gone = [];
    this.#step = null;
    this.view = sharing(this.view, this.#after); // what has been shown already is not drawn again
    this.moment = null;
    this.ahead = 0;
    this.#hurry = 1;
    this.#skipping = false;
    this.playing = false;
    this.#tell(this.says);
  }

  /** Whether this is a step of one's own way, and the next may be decided on: the piece still moves meanwhile. */
  #isStep(events: Happening[]): boolean {
    const { pace, onward } = this.#game!.board;
    const [step, ...more] = events.filter(({ event }) => pace[event]);
    return !!step && !more.length && !!onward?.[step.event] && step.seat === this.#after.seat && asks(this.#after);
  }

  /** What happened before that and is not shown by itself. */
  #silent(): Happening[] {
    const shown = this.#queue.findIndex(({ event }) => this.#game!.board.pace[event]);
    return this.#queue.splice(0, shown < 0 ? this.#queue.length : shown);
  }

  /** The events that are shown next: several, if they belong together. */
  #next(): Happening[] {
    const beat = this.#queue.splice(0, 1);
    while (this.#queue[0] && this.#belongs(beat[0]!, this.#queue[0])) beat.push(this.#queue.shift()!);
    return beat;
  }

  /** Whether two events that follow each other are one thing. */
  #belongs(one: Happening, next: Happening): boolean {
    const together = one.event === next.event && this.#game!.board.together?.includes(one.event);
    return !!together || this.#goesOn(one, next);
  }

  /** Whether an event is the next step of a way. */
  #goesOn(one: Happening, next: Happening): boolean {
    const same = this.#game!.board.onward?.[one.event];
    return !!same && one.event === next.event && same.every((field) => one[field] === next[field]);
  }

  async #show(silent: Happening[], beat: Happening[]): Promise<void> {
    const game = this.#game!;
    const last = beat.at(-1);
    if (!last) {
      this.#doer(silent);
      return this.#follow(silent);
    }
    const isWay = !!game.board.onward?.[last.event];
    const steps = isWay ? beat.map((event) => [event]) : [beat];
    const whole = game.board.pace[last.event]! * steps.length;
    const time = (steps.length > 1 ? Math.min(whole, WAY) : whole) / steps.length;
    const own = this.#doer(silent, beat) === this.view.seat;
    const before = this.says;
    this.says = last.going ? (own && asks(this.#after) ? "" : last.going) : sentences(beat);
    for (const [k, step] of steps.entries()) {
      if (this.#still()) return;
      this.#draw(k ? step : [...silent, ...step], step[0]!, k === steps.length - 1);
      this.moment = step.at(-1)!;
      this.#step = isWay ? this.moment : null;
      await this.#wait(time);
    }
    if (this.#still()) return;
    const shown = steps.length * time;
    const rest = own ? 0 : (this.says === before ? shown + GAP : reading(this.says)) - shown;
    if (rest > 0 && this.#ends(last)) {
      this.#read = last;
      await this.#wait(rest);
      this.#read = null;
    }
    if (isWay && !own && !this.#queue.length && !asks(this.#after)) {
      this.#lingers = true;
      await this.#wait(STRIDE);
      this.#lingers = false;
    }
    if (isWay && this.#ends(last)) this.#arrive();
  }

  /** See where events lead to: of a further step of a way only the piece shows that, until it has arrived. */
  #draw(events: Happening[], first: Happening, last: boolean): void {
    if (this.#step && this.#goesOn(this.#step, first)) this.#gone.push(...events);
    else this.#follow(events, last);
  }

  /** Whether what is shown next is not a further step of the same way. */
  #ends(step: Happening): boolean {
    const next = this.#queue.find(({ event }) => this.#game!.board.pace[event]);
    return !next || !this.#goesOn(step, next);
  }

  #arrive(): void {
    if (this.#gone.length) this.#follow(this.#gone.splice(0));
    this.#step = null;
  }

  /** Who does what is shown: what has no seat is done by the player who did something last. */
  #doer(...shown: Happening[][]): number | null {
    const seats = shown.flat().flatMap(({ seat }) => (typeof seat === "number" ? [seat] : []));
    return (this.#actor = seats.at(-1) ?? this.#actor);
  }

  /** See where these events lead to. Where the last ones lead to is known. */
  #follow(events: Happening[], last = true): void {
    const known = last && !this.#queue.length;
    this.view = known ? sharing(this.view, this.#after) : followed(this.#game!, this.view, events);
    this.ahead = Math.max(0, this.ahead - events.length);
  }

  /** How much faster everything has to be, because so much is waiting. */
  #hurried(): number {
    const waiting = this.#queue.filter(({ event }) => this.#game!.board.pace[event]);
    const said = [...new Set(waiting.map((event) => event.going ?? shownOf(event)))];
    return Math.min(1, PATIENCE / said.reduce((sum, says) => sum + reading(says), 1));
  }

  /** Nothing is to be shown by motion: it was skipped, not seen, or not wanted. */
  #still(): boolean {
    return document.hidden || this.#skipping || (noMotion() && !this.#again);
  }

  /** Leave a sentence for a while. */
  #tell(says: string): void {
    this.says = says;
    clearTimeout(this.#lull);
    this.#lull = setTimeout(() => {
      if (!this.playing) this.says = "";
    }, LULL);
  }

  #highlight(event: Happening): void {
    this.mark = event;
    setTimeout(() => {
      if (this.mark === event) this.mark = null;
    }, HIGHLIGHT);
  }

  #wait(time: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time * this.#hurry * settings.pace);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Whether the seat that sees this has to decide. */
const asks = ({ pending, seat }: View) => seat !== null && Array.isArray(pending) && pending.includes(seat);

/** How long it takes to read this. */
const reading = (says: string) => Math.min(LONGEST, FIND + LETTER * says.length);

/** What is said of events that are shown together, each sentence once. */
const sentences = (beat: Happening[]) => [...new Set(beat.map(shownOf))].filter(Boolean).join(" ");
