// How long others' turns are shown between two decisions of one's own: counted from recorded matches, on a clock that is
// only pretended, so that it is the same on every machine.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Happening } from "../src/lib/board";
import { followed } from "../src/lib/game";
import { Playback } from "../src/lib/playback.svelte";
import { raw, recordings } from "./recordings";

/** A bot waits for so many milliseconds before its turn (`bot_pause` of the server), and for a part of that before each
 * further move of it. */
const PAUSE = 500;
const GOES_ON = 0.05;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => vi.useRealTimers());

/** Events as a server tells them, a move of a player each. */
function movesIn(events: Happening[]): Happening[][] {
  const moves: Happening[][] = [];
  for (const event of events) {
    // Chance does not wait: dice, and what they bring, come with the move for which they are thrown.
    const begins = ["turn", "stepped", "bred", "sent", "placed", "halted"].includes(event.event);
    if (begins || !moves.length) moves.push([event]);
    else moves.at(-1)!.push(event);
  }
  return moves;
}

/** The milliseconds from the end of one's own turn until it is one's turn again, for each time in a recorded match. */
async function waitsIn(name: string): Promise<number[]> {
  const { game } = raw.find((one) => one.name === name)!;
  const { frames } = recordings(game.id).find((one) => one.name === name)!;
  const waits: number[] = [];
  for (const [k, frame] of frames.entries()) {
    const others = ({ seat }: Happening) => typeof seat === "number" && seat !== frame.view.seat;
    const first = frame.events.findIndex(others);
    if (!k || first < 0) continue;
    let view = followed(game, frames[k - 1]!.view, frame.events.slice(0, first));
    const playback = new Playback(view);
    const began = Date.now();
    let mover: unknown;
    for (const move of movesIn(frame.events.slice(first))) {
      await vi.advanceTimersByTimeAsync(move[0]!.seat === mover ? GOES_ON * PAUSE : PAUSE);
      mover = move[0]!.seat;
      view = followed(game, view, move);
      void playback.show(game, move, view);
    }
    while (playback.playing) await vi.advanceTimersByTimeAsync(10);
    waits.push(Date.now() - began);
  }
  return waits.toSorted((one, other) => one - other);
}

/** Before ways were one movement and a turn came in one go, these were 4 and 11.9 seconds. */
test.each([
  ["target_rats-two", 3600],
  ["target_rats", 9300],
])("in %s half of the waits are shorter than %i ms", async (name, most) => {
  const waits = await waitsIn(name);
  expect(waits.length).toBeGreaterThan(10);
  expect(waits[waits.length >> 1]).toBeLessThan(most);
});
