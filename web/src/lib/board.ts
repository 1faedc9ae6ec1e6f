/** What every board has in common: what it is given, and what it says. */
import type { Component } from "svelte";

import type { Counted } from "./tale";
import type { Say } from "./words";

export type Move = { do: string; [key: string]: unknown };

/** A move that may be made now, in words, and what it would bring. */
export interface Choice<M extends Move = Move> {
  move: M;
  label: string;
  says: string;
  note: string | null;
  /** The same without the names of spaces, for those who see the board. */
  seen?: { says: string; note: string | null };
}

/** Something that happened, with its sentence. */
export interface Happening {
  event: string;
  rule: string;
  says: string;
  /** The same without the names of spaces, where that is another sentence: for those who see the board. */
  seen?: string;
  /** What is said while it goes on, of a step of a longer way. */
  going?: string;
  [key: string]: unknown;
}

/** What all views have. */
export interface View {
  game: string;
  seat: number | null;
  seats: number;
  options: object;
  pending: number[] | "chance";
  phase: string | null;
  ended: string | null;
}

export interface Point {
  x: number;
  y: number;
}

/** What a board is given: of its game's own view, moves and events, as the generated module declares them. */
export interface BoardProps<V extends View = View, M extends Move = Move, E extends { event: string } = Happening> {
  view: V;
  choices: Choice<M>[];
  names: string[];
  say: Say;
  /** The event that is being shown just now. */
  moment: (E & { says: string }) | null;
  /** What has happened so far, as far as it may be looked up. */
  log?: readonly Happening[];
  /** A move that is pointed at beside the board, in a list or by a hint: it is shown as if it were aimed at here. */
  pointed?: Choice<M> | null;
  /** The seats are shown elsewhere, each with its plate: the board has the whole room for itself. */
  whole?: boolean;
  /** The board for all is elsewhere, so this device is a hand: what is one's own and what is to be decided comes first,
   * the board is small, and what the others have is not shown. */
  hand?: boolean;
  /** The table, for what a device remembers of it. */
  table?: string;
  /** The table leaves in sight what is otherwise shown to its owner for some seconds only. */
  keepOpen?: boolean;
  /** Show what a move would do; null: nothing any more. */
  onpreview: (choice: Choice<M> | null) => void;
  /** Make a move, or try one that may be refused; `at` is where on the screen, for the reason. */
  onplay: (move: M, at?: Point) => void;
  /** Say why not, where it was tried: of something that is no move at all, so that it can't be asked. */
  onrefuse?: (rule: string, why: string, at: Point) => void;
  /** Say what something is, where it was touched: of what has no words of its own (`data-says`, `Spots`). */
  onsay?: (what: string, at: Point) => void;
}

/** A place of a drawing that can be touched, and how large it is. */
export interface Spot extends Point {
  place: string;
  r: number;
}

/** What a plate is given: it shows what a seat openly has. */
export interface PlateProps<V extends View = View, M extends Move = Move> {
  view: V;
  seat: number;
  say: Say;
  /** The move that is aimed at, for what it would bring. */
  preview?: Choice<M> | null;
}

/** What the table screen needs to know about a game's board. */
export interface GameBoard<V extends View = View, M extends Move = Move, E extends { event: string } = Happening> {
  Board: Component<BoardProps<V, M, E>>;
  /** What a seat openly has; a board without it shows that by itself. */
  Plate?: Component<PlateProps<V, M>>;
  /** What stands where, what is mine and what is collected, a sentence each, for those who do not see the board. */
  describe?: (view: V, names: string[], say: Say) => string[];
  /** What a seat has, in a sentence; its plate says it when it is touched. */
  describeSeat?: (view: V, seat: number, names: string[], say: Say) => string;
  /** What a board that serves several games is given besides. */
  given?: Record<string, unknown>;
  /** The choices that are buttons under the board, not places on it. */
  buttons: (view: V, choices: Choice<M>[]) => Choice<M>[];
  /** Events that happen at once when they follow each other: all cards are turned over together. */
  together?: E["event"][];
  /** Events that are steps of one way as long as these fields of theirs are the same: a rat's steps. From its second step
   * on the view stays behind until the way has been gone; the board draws the piece where `moment` says that it is. */
  onward?: Partial<Record<E["event"], string[]>>;
  /** How long an event is shown, in milliseconds, at least: its sentence is to be read as well; others are not shown
   * by themselves. */
  pace: Partial<Record<E["event"], number>>;
  /** What the end tells of a game, by the events that it counts. */
  tale?: Counted<E["event"]>[];
}

/** A line of a score sheet: what it counts, as a message id, and each seat's number, or whether it has it. */
export interface SheetLine {
  label: string;
  symbol?: string;
  values: (number | string | boolean)[];
}

/** The choices of one kind of move. */
export function choicesOf<M extends Move, D extends M["do"]>(
  choices: Choice<M>[],
  kind: D,
): Choice<Extract<M, { do: D }>>[] {
  return choices.filter((choice): choice is Choice<Extract<M, { do: D }>> => choice.move.do === kind);
}

export function sameMove(one: Move | null | undefined, other: Move | null | undefined): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value ?? null;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}

/** Enter and the space bar press what a click would; held down they press it once. */
export function onKey(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) act();
  };
}

/** A press without a finger, a mouse or a key: that of a screen reader. */
export function onPress(act: () => void): (event: MouseEvent) => void {
  return (event) => event.detail === 0 && act();
}

/** Whether something has got the focus by the keyboard: a finger that touches it has only touched it. */
export function byKeyboard(event: FocusEvent): boolean {
  return (event.currentTarget as Element).matches(":focus-visible");
}

/** The middle of an element on the screen: where a reason is shown when a key was pressed. */
export function middleOf(element: Element | null): Point | undefined {
  const box = element?.getBoundingClientRect();
  return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
