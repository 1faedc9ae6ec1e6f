/** Mole Park's view, and what can be read off it: what a die may bring, what can be afforded. */
import type { View } from "../../lib/board";

export const DICE = ["glove", "pan", "mallet", "prize"] as const;
export type DieName = (typeof DICE)[number];
export type Face = number | "X";

export interface Prize {
  card: number;
  name: string;
  stars: number;
  hand: number;
}

export interface Player {
  seat: number;
  moles: number;
  hand: number[] | null;
  limit: number;
  stars: number;
  prizes: (Prize & { pile: string })[];
  declared: boolean;
  ready: boolean;
  answer: "hold" | "declare" | null;
  die: DieName | null;
  shows: Partial<Record<DieName, Face>>;
  total: number | null;
  points: number;
}

export interface Pile {
  pile: string;
  cost: number;
  up: Prize | null;
  down: number;
  cards: Prize[];
}

export interface MoleParkView extends View {
  round: number;
  wave: number;
  king: number;
  holes: number[];
  burrow: number;
  hill: number[];
  moles: number[];
  dice: Record<DieName, Face[]>;
  piles: Pile[];
  crown: { cost: number; cards: number };
  players: Player[];
  contestants: number[];
  waiting: number[];
  tied: number[];
  winners: number[];
}

/** The stars in a hand. */
export const starsIn = (hand: number[]): number => hand.reduce((sum, count, k) => sum + count * (k + 1), 0);

/** A hand as single moles, the fewest stars first. */
export const molesIn = (hand: number[]): number[] => hand.flatMap((count, k) => Array<number>(count).fill(k + 1));

/** What one may reach with the Prize die: the least and the most. */
export function reach(view: MoleParkView, player: Player): [number, number] | null {
  if (!player.hand || !player.moles) return null;
  const faces = view.dice.prize.filter((face): face is number => face !== "X");
  const base = starsIn(player.hand) + player.stars;
  return [base + Math.min(...faces), base + Math.max(...faces)];
}

/** Where the moles of a hole would go if one alone, or two, hit it. */
export function share(moles: number, dice: number): { each: number; left: number } {
  return { each: Math.floor(moles / dice), left: moles % dice };
}
