/** Recorded matches, for tests: what a seat sees at each of its decisions (see tools/record.py). */
import type { Choice, Happening, View } from "../src/lib/board";
import { freshIn, loadGame, type Game } from "../src/lib/game";
import { sightsOf, type Recording } from "../src/lib/recording";

export interface Frame<V extends View> {
  view: V;
  /** What happened since the decision before. */
  events: Happening[];
  ask: string;
  legal: Choice[];
}

export interface Recorded<V extends View = View> {
  name: string;
  game: string;
  names: string[];
  frames: Frame<V>[];
}

const files = import.meta.glob<Recording>("../src/games/*/tests/*.json", { import: "default", eager: true });
const games = new Map<string, Game>();
for (const { game } of Object.values(files)) games.set(game, await loadGame(game));

/** Every match as it is in its file, with its game. */
export const raw = Object.entries(files).map(([path, recording]) => ({
  name: path.replace(/.*\/|\.json$/g, ""),
  recording,
  game: games.get(recording.game)!,
}));

export function recordings<V extends View = View>(wanted?: string): Recorded<V>[] {
  return raw
    .filter(({ game }) => !wanted || game.id === wanted)
    .map(({ name, recording, game }) => ({
      name,
      game: game.id,
      names: recording.names,
      frames: sightsOf(game, recording).map((sight, k, all) => ({
        view: sight.view as V,
        events: k ? freshIn(all[k - 1], sight) : sight.events,
        ask: sight.ask?.says ?? "",
        legal: sight.choices,
      })),
    }));
}
