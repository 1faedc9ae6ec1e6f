import type { Position, Rules } from "./host.js";

export interface Advice {
  move: number;
  worth: number;
  gives_up: number;
  sure: "sure" | "fairly" | "close";
  score: number;
  points: number;
  share: number;
  line: { seat: number; move: number }[];
}
export class Bot {
  constructor(rules: Rules, level: string, thinking: { word: bigint; sims?: number; seconds?: number });
  choose(position: Position, seat: number): number;
  advise(position: Position, seat: number, best: number): Advice[];
  close(): void;
}
