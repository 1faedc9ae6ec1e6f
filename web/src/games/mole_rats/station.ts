/** Mole Rats' view and the geometry of the station: rings of spaces, and where a move along them leads. */
import { sameMove, type Choice, type Move, type Point, type View } from "../../lib/board";

export const COLOURS = ["red", "yellow", "green", "blue"] as const;
export type Colour = (typeof COLOURS)[number];
export type Way = "clockwise" | "anticlockwise";

export interface Card {
  rats: string;
  snakes: string;
}

export interface Station {
  tiers: number[];
  ladders: Record<string, string>;
  shafts: Record<string, string>;
  equipment: Record<string, string>;
  rat_starts: string[];
  snake_starts: Record<Colour, string>;
}

export interface Rat {
  rat: number;
  seat: number;
  at: string;
  medkit: boolean;
}

export interface MoleRatsView extends View {
  turn: number | null;
  turns: number;
  half: "rats" | "snakes" | null;
  todo: (number | string)[];
  boost: { rat: number; chain: number[] } | null;
  walk: { snake: string; steps: number; way: Way } | null;
  station: Station;
  rats: Rat[];
  snakes: { snake: string; at: string }[];
  equipment: { item: string; collected: boolean }[];
  hands: (Card | null)[];
  pile: number;
  cards: (Card & { pile: number; discarded: number })[];
  won: boolean;
}

const RADII = [440, 352, 266, 184, 108];
export const SPACE = 33;

const split = (place: string): [number, number] => place.split("-").map(Number) as [number, number];

/** Where a space lies; the pod is the middle. */
export function pointOf(station: Station, place: string): Point {
  if (place === "pod") return { x: 0, y: 0 };
  const [tier, number] = split(place);
  const angle = angleOf(station, place);
  return number ? { x: RADII[tier - 1]! * Math.sin(angle), y: -RADII[tier - 1]! * Math.cos(angle) } : { x: 0, y: 0 };
}

/** The angle of a space, clockwise from the top. */
export function angleOf(station: Station, place: string): number {
  const [tier, number] = split(place);
  return (2 * Math.PI * (number - 1)) / station.tiers[tier - 1]!;
}

/** The neighbouring space of the same tier. */
export function beside(station: Station, place: string, way: Way): string {
  const [tier, number] = split(place);
  const size = station.tiers[tier - 1]!;
  const next = way === "clockwise" ? (number % size) + 1 : ((number + size - 2) % size) + 1;
  return `${tier}-${next}`;
}

export interface Route {
  /** The spaces of the tier that are stepped on, from the first step on. */
  steps: string[];
  /** Where a ladder or shaft leads from the last of them; the same as the last where there is none. */
  end: string;
}

/** Who moves, and the way it goes. */
export function pieceOf(move: Move): number | string {
  return (move.rat ?? move.snake) as number | string;
}

/** The way of a move, as far as the board alone decides it. */
export function routeOf(view: MoleRatsView, move: Move): Route {
  const way = move.way as Way;
  let place = placeOf(view, pieceOf(move));
  const steps: string[] = [];
  const ladders = view.station.ladders;
  const most = move.do === "climb" ? 24 : move.do === "boost" ? 1 : (move.steps as number);
  if (move.do === "climb" && place in ladders) return { steps, end: ladders[place]! };
  for (let k = 0; k < most; k++) {
    place = beside(view.station, place, way);
    steps.push(place);
    if (move.do === "climb" && place in ladders) break;
  }
  return { steps, end: ladders[place] ?? view.station.shafts[place] ?? place };
}

/** Where a piece is: rats are known by number, snakes by name. */
export function placeOf(view: MoleRatsView, piece: number | string): string {
  return typeof piece === "number"
    ? view.rats.find(({ rat }) => rat === piece)!.at
    : view.snakes.find(({ snake }) => snake === piece)!.at;
}

/** The spaces of a route where somebody is bitten. */
export function bitesOn(view: MoleRatsView, move: Move): string[] {
  const { steps, end } = routeOf(view, move);
  const passed = new Set([...steps, end]);
  const biters: { at: string }[] = move.snake ? view.rats : view.snakes;
  return [...new Set(biters.map(({ at }) => at).filter((at) => passed.has(at)))];
}

export const colourOf = (snake: string): Colour => snake.split(" ")[0] as Colour;

const STEPS: Record<string, string> = { "": "none", "1": "s1", "2": "s2", "3": "s3", "1 or 2": "s12", "2 or 3": "s23" };

/** What the words of a card may speak about: the same as Python's. */
export function cardPhrase(card: Card): Record<string, string> {
  const snakes = card.snakes.split(" ");
  const length = (half: string) => STEPS[/\d(?: or \d)?$/.exec(half)?.[0] ?? ""] ?? "none";
  const climbs = snakes.at(-1) === "climb";
  return {
    halves: card.rats === "-" ? "snakes" : card.snakes === "-" ? "rats" : "both",
    rat_who: card.rats === "-" ? "none" : card.rats.split(" ")[0]!,
    rat_steps: length(card.rats),
    snake_who: card.snakes === "-" ? "none" : climbs ? `climb-${snakes[0]}` : snakes[0]!,
    snake_steps: length(card.snakes),
    colour: COLOURS.find((colour) => snakes.includes(colour)) ?? "none",
  };
}

export interface Stack {
  at: string;
  colour: Colour;
  snakes: string[];
}

/** Snakes of one colour on one space lie in a stack. */
export function stacksOf(view: MoleRatsView): Stack[] {
  const stacks = new Map<string, Stack>();
  for (const { snake, at } of view.snakes) {
    const id = `${at} ${colourOf(snake)}`;
    const stack = stacks.get(id) ?? { at, colour: colourOf(snake), snakes: [] };
    stack.snakes.push(snake);
    stacks.set(id, stack);
  }
  return [...stacks.values()];
}

/** How many spaces lie between two of a tier, and which way is shorter; null: they are on different tiers. */
function between(station: Station, from: string, to: string): { steps: number; way: Way } | null {
  for (let steps = 1; steps <= 12; steps++)
    for (const way of ["clockwise", "anticlockwise"] as const) {
      let place = from;
      for (let k = 0; k < steps; k++) place = beside(station, place, way);
      if (place === to) return { steps, way };
    }
  return null;
}

const LONGEST = 3;

/** What somebody means who touches a space where no move ends: moving what stands there, or going there. The rules
 * forbid it, and say why. */
export function attempt(view: MoleRatsView, choices: Choice[], selected: number | string, place: string): Move | null {
  const { do: kind, way: anyWay } = choices[0]!.move as Move & { way: Way };
  const movable = choices.map(({ move }) => pieceOf(move));
  const there = [...view.rats.map(({ rat, at }) => ({ piece: rat, at })), ...view.snakes.map(asPiece)].find(
    ({ piece, at }) => at === place && !movable.includes(piece),
  );
  const piece = there?.piece ?? selected;
  const way = between(view.station, placeOf(view, piece), place);
  const who = typeof piece === "number" ? { rat: piece } : { snake: piece };
  const tries: Move[] = [];
  if (kind === "boost" && typeof piece === "number") tries.push({ do: kind, ...who, way: way?.way ?? anyWay });
  if (kind === "climb" && typeof piece === "string") tries.push({ do: kind, ...who, way: way?.way ?? anyWay });
  const lengths = [way?.steps ?? LONGEST, LONGEST, 2, 1].filter((steps) => steps <= LONGEST);
  const run = typeof piece === "number" ? "run" : "slither";
  tries.push(...lengths.map((steps) => ({ do: run, ...who, steps, way: way?.way ?? anyWay })));
  return tries.find((move) => !choices.some((choice) => sameMove(choice.move, move))) ?? null;
}

const asPiece = ({ snake, at }: { snake: string; at: string }) => ({ piece: snake as number | string, at });
