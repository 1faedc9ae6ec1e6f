/** A game as the app knows it: its module, translated from Python, its board and its words. What is seen and said of a
 * game is decided in that module; here only numbers become choices and events become sentences. */
import type { Choice, GameBoard, Happening, Move, SheetLine, View } from "./board";
import { loadBoard } from "./boards";
import type { Moves, Shown } from "../plain/shapes";
import { about, addressOf, type GameAbout, type Hints, type SightFrame } from "./server";
import { settings } from "./settings.svelte";
import { capital, say, unnamed, wordsWith, type Parameters, type Say, type Words } from "./words";

export type Event = Omit<Happening, "says">;
type Options = Record<string, unknown>;

/** What the modules of all games have (`generated/*.d.ts` says it for each), and what only some have. */
export interface Rules<V extends View = View> {
  decode: (number: number) => Move;
  label: (move: Move) => string;
  phrase: (data: Event | Move, names: readonly string[], words: Words) => Parameters;
  ask: (view: V, words: Words) => string;
  note: (view: V, move: Move, words: Words) => string;
  /** What a move is good for, and what it risks; either may be empty. */
  reason: (view: V, move: Move, words: Words) => { good: string; risk: string };
  /** Change a view by an event. */
  follow: (view: V, event: Event) => void;
  /** The score sheet, without the points that the result tells. */
  sheet: (view: V) => SheetLine[];
  /** What the score sheet counts in the end, as far as it goes by now. */
  points: (view: V) => number[];
  /** Whether a seat has made a decision that others are still to make. */
  decided: (view: V, seat: number) => boolean;
  /** The events by their numbers, each with its name. */
  EVENTS: { pairs: () => [number, [string, unknown]][] };
  /** What a board that knows no game shows of the view, and what its moves are made of. */
  SHOWN?: Record<string, Shown>;
  MOVES?: Moves;
  /** The events that nobody may look up: anyone who has seen them has to remember. */
  COVERED?: { has: (event: string) => boolean };
  /** The options of a rematch. */
  rematch?: (view: V) => Options;
  /** Other options for people who have won so often together. */
  suggest?: (options: Options, wins: number) => Options;
}

export interface Game {
  id: string;
  rules: Rules;
  board: GameBoard;
  words: Words;
}

// What the app was built with; of other games the server has it.
const MODULES = import.meta.glob<Rules>(["../generated/*.js", "!../generated/{runtime,records}.js"]);
const WORDS = import.meta.glob<string>("../../../src/molehill/games/*/words.en.ftl", {
  query: "?raw",
  import: "default",
});
const BOARD_WORDS = import.meta.glob<string>("../games/*/words.en.ftl", { query: "?raw", import: "default" });
const games = new Map<string, Promise<Game>>();

/** A game, loaded when it is first needed. What did not come is asked for again. */
export function loadGame(id: string): Promise<Game> {
  let game = games.get(id);
  if (!game) {
    game = fetched(id);
    games.set(id, game);
    game.catch(() => games.delete(id));
  }
  return game;
}

async function fetched(id: string): Promise<Game> {
  const [rules, words] = await Promise.all([rulesOf(id), wordsOf(id)]);
  return { id, rules, words, board: await loadBoard(id, rules, words) };
}

async function rulesOf(id: string): Promise<Rules> {
  const built = MODULES[`../generated/${id}.js`];
  return built ? built() : ((await import(/* @vite-ignore */ addressOf((await about(id)).module))) as Rules);
}

/** A game's sentences, those of its board and the app's. */
export async function wordsOf(id: string): Promise<Words> {
  const built = WORDS[`../../../src/molehill/games/${id}/words.en.ftl`];
  const catalogue = built ? built() : about(id).then(({ words }) => text(words));
  return wordsWith(...(await Promise.all([catalogue, BOARD_WORDS[`../games/${id}/words.en.ftl`]?.() ?? ""])));
}

async function text(path: string): Promise<string> {
  const answer = await fetch(addressOf(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

/** What somebody is asked; for those who see the board, without the names of spaces. */
export interface Asked {
  says: string;
  seen: string;
}

/** What a seat (null: a spectator) sees: the table, what has happened, and what may be done, in words. */
export interface Sight {
  seat: number | null;
  view: View;
  /** What has happened, from event number `first` on: anyone who comes to a long game is told its last part. */
  first: number;
  events: Happening[];
  /** The moves that may be made: by number, and in words. */
  legal: number[];
  choices: Choice[];
  ask: Asked | null;
  canUndo: boolean;
}

/** A sight after what the server has told of it; throws an error if that does not follow from what was seen before. */
export function seen(game: Game, before: Sight | undefined, told: SightFrame, names: string[]): Sight {
  const events = told.events as unknown as Event[];
  const length = told.first - (before?.first ?? 0); // of what stays of the events that are known
  const follows = before !== undefined && length >= 0 && length <= before.events.length;
  if (!told.view && (!follows || length < before.events.length))
    throw new Error(`${told.first} events should be known`);
  const known = follows ? before.events.slice(0, length) : [];
  const view = (told.view as View | undefined) ?? followed(game, before!.view, events);
  const choices = choicesOf(game, view, told.legal, names);
  return {
    seat: told.seat,
    view,
    first: told.first - known.length,
    events: [...known, ...saysOf(game, events, names)],
    legal: told.legal,
    // A decision that is still the same stays the same object: nobody loses what was already chosen.
    choices: before && isStill(before, told, choices) ? before.choices : choices,
    ask: askOf(game, view, told.legal, names),
    canUndo: told.can_undo,
  };
}

/** Whether these are still the choices that there were before: the same moves, and the same is told of them. */
const isStill = ({ legal, choices }: Sight, told: SightFrame, now: Choice[]) =>
  legal.join() === told.legal.join() &&
  ((!told.view && !told.events.length) ||
    choices.every(({ says, note }, k) => says === now[k]!.says && note === now[k]!.note));

/** The events that are new after a sight, unless something was taken back. */
export function freshIn(before: Sight | undefined, after: Sight): Happening[] {
  if (before?.first !== after.first) return [];
  if (!before.events.every(({ says }, k) => says === after.events[k]?.says)) return [];
  return after.events.slice(before.events.length);
}

/** The view after some more events; the one before is left as it is. Only what they look at is copied. What no event has
 * changed is the same object as before, so that nothing is drawn again for it. */
export function followed({ rules }: Game, view: View, events: Event[]): View {
  const before: Readonly<Record<string, unknown>> = { ...view };
  const after: Record<string, unknown> = {};
  for (const key of Object.keys(before)) {
    const put = (value: unknown) => void Object.defineProperty(after, key, { ...PLAIN, value });
    const get = () => (put(copied(before[key])), after[key]);
    Object.defineProperty(after, key, { enumerable: true, configurable: true, get, set: put });
  }
  for (const event of events) rules.follow(after as unknown as View, event);
  const isLeft = (key: string) => Object.getOwnPropertyDescriptor(after, key)!.get;
  const parts = Object.keys(after).map((key) => [key, isLeft(key) ? before[key] : after[key]]);
  return sharing(view, Object.fromEntries(parts) as View);
}

const PLAIN = { enumerable: true, configurable: true, writable: true };

/** A view that may be changed. Of plain data this is much faster than `structuredClone`. */
function copied<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copied) as T;
  if (!isData(value)) return structuredClone(value);
  const copy: Record<string, unknown> = {};
  for (const key in value) copy[key] = copied(value[key]);
  return copy as T;
}

/** `after` with everything that is equal to what was there before replaced by it. */
export function sharing<T>(before: T, after: T): T {
  if (before === after) return before;
  if (!isData(before) || !isData(after) || Array.isArray(before) !== Array.isArray(after)) return after;
  const data: Record<string, unknown> = after;
  const keys = Object.keys(data);
  let same = keys.length === Object.keys(before).length;
  for (const key of keys) {
    data[key] = sharing(before[key], data[key]);
    same &&= data[key] === before[key] && key in before;
  }
  return same ? before : after;
}

const isData = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** How each seat stood after each step from a view on, by the events of the steps. */
export function pointsAlong({ rules }: Game, start: View, steps: Event[][]): number[][] {
  const view = copied(start);
  return steps.map((events) => {
    for (const event of events) rules.follow(view, event);
    return rules.points(view);
  });
}

/** Events with their sentences. */
export function saysOf({ rules, words }: Game, events: Event[], names: string[]): Happening[] {
  const plain = plainly(words);
  return events.map((event) => {
    const told = rules.phrase(event, names, words);
    const says = words.say(`event-${event.event}`, told);
    const seen = plain.say(`event-${event.event}`, rules.phrase(event, names, plain));
    const going = `going-${event.event}`;
    return {
      ...event,
      says,
      ...(seen !== says && { seen }),
      ...(words.has(going) && { going: words.say(going, told) }),
    } as Happening;
  });
}

/** What is said to those who see the board, of an event or to ask something: with the names of spaces only if they have
 * asked for them. */
export const shownOf = ({ says, seen }: Pick<Happening, "says" | "seen">): string =>
  settings.chosen.names === "shown" ? says : (seen ?? says);

/** The same of a move that may be made. */
export const previewOf = ({ says, note, seen }: Choice): { says: string; note: string | null } =>
  settings.chosen.names === "shown" ? { says, note } : (seen ?? { says, note });

/** A game's words in which "Player 2" is called by name. */
function calling({ words }: Game, names: string[]): Words {
  const say: Say = (message, parameters) =>
    (message === "player" && names[Number(parameters?.number) - 1]) || words.say(message, parameters);
  return { ...words, say: Object.assign(say, { has: words.has }) };
}

/** A game's words without the names of spaces. */
const plainly = (words: Words): Words => ({ ...words, say: unnamed(words.say) });

/** How a game speaks to those who see the board: with the names of spaces only if they have asked for them. */
export const seenBy = (say: Say): Say => (settings.chosen.names === "shown" ? say : unnamed(say));

/** Moves that may be made in a view, by their numbers, in words. */
export function choicesOf(game: Game, view: View, numbers: number[], names: string[]): Choice[] {
  const { rules } = game;
  const words = calling(game, names);
  const inWords = (move: Move, words: Words) => ({
    says: words.say(`move-${move.do}`, rules.phrase(move, names, words)),
    note: rules.note(view, move, words) || null,
  });
  return numbers.map((number) => {
    const move = rules.decode(number);
    return lazily({
      move: () => move,
      label: () => rules.label(move),
      says: () => inWords(move, words).says,
      note: () => inWords(move, words).note,
      seen: () => inWords(move, plainly(words)),
    });
  });
}

/** An object whose values are found when somebody asks for them: of a hundred moves few are looked at. */
function lazily<T extends object>(values: { [key in keyof T]: () => T[key] }): T {
  const found = {} as T;
  for (const key of Object.keys(values) as (keyof T)[])
    Object.defineProperty(found, key, {
      enumerable: true,
      configurable: true,
      get() {
        const value = values[key]();
        Object.defineProperty(found, key, { value, enumerable: true });
        return value;
      },
    });
  return found;
}

/** What somebody is asked who may make these moves. */
export function askOf(game: Game, view: View, legal: number[], names: string[]): Asked | null {
  const words = calling(game, names);
  return legal.length ? { says: game.rules.ask(view, words), seen: game.rules.ask(view, plainly(words)) } : null;
}

/** A move that a bot would make: in a sentence what it is good for, what it risks, and the numbers for those who ask. */
export interface Advice extends Choice {
  good: string;
  risk: string;
  numbers: string;
}

/** What a bot would do and can still be done, in the order of the number that is shown. */
export function adviceOf(game: Game, about: GameAbout, sight: Sight, { moves }: Hints, names: string[]): Advice[] {
  const { decode, phrase, reason } = game.rules;
  const called = calling(game, names);
  const words = settings.chosen.names === "shown" ? called : plainly(called);
  const saysOf = (move: Move) => words.say(`move-${move.do}`, phrase(move, names, words));
  const forecast = ({ score, points }: Hints["moves"][0]) => {
    const percent = Math.round(100 * score);
    if (about.cooperative) return say("hint-team", { percent });
    if (names.length > 1) return say("hint-versus", { percent });
    return say("hint-alone", { points: Math.round(10 * points) / 10, unit: about.points_name });
  };
  // Of the best how sure the bot is, and what comes of it; of another what it gives up.
  const result = (told: Hints["moves"][0]) => {
    const worth = Math.round(100 * told.worth);
    if (told !== moves[0]) return say("hint-less", { worth, less: Math.round(100 * told.gives_up) });
    return [say("hint-worth", { worth }), say("hint-sure", { sure: told.sure }), forecast(told)].join(" ");
  };
  const advice = moves.flatMap((told): Advice[] => {
    const choice = sight.choices[sight.legal.indexOf(told.move)];
    if (!choice) return [];
    const { good, risk } = reason(sight.view, choice.move, words);
    const brings = choice.note && `${capital(choice.note)}.`;
    const steps = told.line.map(({ seat, move }) =>
      say("hint-step", { player: names[seat]!, move: saysOf(decode(move)) }),
    );
    const line = steps.filter((step, k) => step !== steps[k - 1]).join(", ");
    const numbers = [brings, result(told), line && say("hint-line", { line })].filter(Boolean).join(" ");
    return [{ ...choice, says: saysOf(choice.move), good: good || brings || "", risk, numbers }];
  });
  // Of moves that nobody could tell apart, such as those of two rats in one nest, one is enough.
  const said = ({ says, good, risk }: Advice) => [says, good, risk].join();
  return advice.filter((one, k) => advice.findIndex((other) => said(other) === said(one)) === k);
}
