// What boards draw while events are shown: following them must lead to what the server says in the end.
import { describe, expect, test } from "vitest";

import { loadBoard, type View } from "../src/lib/board";
import type { HoneymoonView } from "../src/games/honeymoon/moon";
import type { MoleParkView } from "../src/games/mole_park/park";
import type { MoleRatsView } from "../src/games/mole_rats/station";
import type { MoledozerView } from "../src/games/moledozer/field";
import type { TargetRatsView } from "../src/games/target_rats/sewers";
import { recordings } from "./recordings";

/** The parts of a view that events animate. */
const DRAWN: Record<string, (view: never) => unknown> = {
  honeymoon: (view: HoneymoonView) => [
    view.die,
    view.timer,
    view.sheets.map(({ dug, ticked, pickles, marked, points }) => [
      [...dug].map(String).sort(),
      ticked,
      pickles,
      marked,
      points,
    ]),
  ],
  mole_rats: (view: MoleRatsView) => [view.rats, view.snakes, view.equipment, view.hands, view.pile],
  moledozer: (view: MoledozerView) => [
    view.mole,
    view.side,
    view.round.total,
    view.players.map(({ house, fallen, face_down, open, guess, rounds_won }) => [
      house,
      fallen,
      face_down,
      open,
      guess,
      rounds_won,
    ]),
  ],
  mole_park: (view: MoleParkView) => [
    view.holes,
    view.piles.map(({ up }) => up),
    view.players.map(({ moles, hand, stars, declared, shows, total, prizes }) => [
      moles,
      hand,
      stars,
      declared,
      shows,
      total,
      prizes.length,
    ]),
  ],
  target_rats: (view: TargetRatsView) => [
    view.left,
    view.cheese,
    view.exterminator,
    view.mover,
    view.dice.shows,
    view.factions,
  ],
};

describe.each(recordings())("$name", ({ game, frames }) => {
  test("following the events gives what is drawn at the next decision", async () => {
    const board = await loadBoard(game);
    const drawn = DRAWN[game] as (view: View) => unknown;
    for (const [k, frame] of frames.entries()) {
      const before = frames[k - 1];
      if (!before) continue;
      const view = structuredClone(before.view);
      for (const event of frame.events) board.follow(view, event);
      expect(drawn(view), `${k}: ${frame.events.map(({ event }) => event).join(" ")}`).toEqual(drawn(frame.view));
    }
  });

  test("no event is shown for longer than 600 ms, and each that is paced exists", async () => {
    const board = await loadBoard(game);
    expect(Math.max(...Object.values(board.pace))).toBeLessThanOrEqual(600);
  });
});
