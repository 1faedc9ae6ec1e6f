/** How each seat stands in a view, for the graph of a game: what the score sheet counts. */
import type { HoneymoonView } from "../games/honeymoon/moon";
import type { MoleParkView } from "../games/mole_park/park";
import type { MoleRatsView } from "../games/mole_rats/station";
import type { MoledozerView } from "../games/moledozer/field";
import type { TargetRatsView } from "../games/target_rats/sewers";
import type { View } from "./board";

const POINTS: Record<string, (view: never) => number[]> = {
  honeymoon: ({ sheets }: HoneymoonView) => sheets.map(({ points }) => points),
  mole_rats: ({ rats, equipment }: MoleRatsView) => {
    const home = rats.filter(({ at }) => at === "pod").length + equipment.filter(({ collected }) => collected).length;
    return rats.map(() => home);
  },
  moledozer: ({ players }: MoledozerView) => players.map(({ rounds_won }) => rounds_won),
  mole_park: ({ players }: MoleParkView) => players.map(({ points }) => points),
  target_rats: ({ factions }: TargetRatsView) => factions.map(({ out }) => out),
};

export function pointsOf(view: View): number[] {
  return (POINTS[view.game] as ((view: View) => number[]) | undefined)?.(view) ?? [];
}
