// What boards work out by themselves, against what Python said about the same legal moves.
import { describe, expect, test } from "vitest";

import {
  cellsOf,
  choicesByStart,
  choiceTo,
  digBetween,
  digTried,
  isDig,
  key,
  type HoneymoonView,
} from "../src/games/honeymoon/moon";
import { reach, share, type MoleParkView } from "../src/games/mole_park/park";
import {
  attempt,
  beside,
  bitesOn,
  cardPhrase,
  pieceOf,
  placeOf,
  routeOf,
  type MoleRatsView,
} from "../src/games/mole_rats/station";
import { guesses, steps, type MoledozerView } from "../src/games/moledozer/field";
import { reachable, stepsByRat, type TargetRatsView } from "../src/games/target_rats/sewers";
import { sameMove, type Choice } from "../src/lib/board";
import { gameWords } from "../src/lib/words";
import { clamp } from "../src/lib/zoom";
import { recordings } from "./recordings";

describe("Honeymoon", () => {
  const frames = recordings<HoneymoonView>("honeymoon").flatMap(({ frames }) => frames);

  test("every legal dig is found by touching its first and its last cell", () => {
    let digs = 0;
    for (const { legal } of frames) {
      const starts = choicesByStart(legal);
      for (const choice of legal.filter(({ move }) => isDig(move))) {
        const move = choice.move as never as Parameters<typeof cellsOf>[0];
        const found = choiceTo(starts.get(key(move.at))!, cellsOf(move).at(-1)!);
        expect(cellsOf(found!.move as never)).toEqual(cellsOf(move));
        digs++;
      }
    }
    expect(digs).toBeGreaterThan(100);
  });

  test("a drag between two cells in line is a dig, and any other is none", () => {
    expect(digBetween([2, 3], [2, 6])).toEqual({ do: "dig", at: [2, 3], to: "east", length: 4 });
    expect(digBetween([5, 5], [3, 5])).toEqual({ do: "dig", at: [5, 5], to: "north", length: 3 });
    expect(digBetween([0, 4], [11, 4])).toEqual({ do: "dig", at: [0, 4], to: "south", length: 7 });
    expect(digBetween([2, 3], [3, 6])).toBeNull();
    expect(digBetween([2, 3], [2, 3])).toBeNull();
  });

  test("a dig that is longer than the longest is answered, be the longest allowed or not", () => {
    const choice = (length: number) =>
      ({ move: { do: "dig", at: [0, 4], to: "south", length }, label: "", says: "", note: null }) as Choice;
    expect(digTried([choice(1), choice(7)], [0, 4], [7, 4])).toBe("too long");
    expect(digTried([choice(1), choice(6)], [0, 4], [7, 4]), "HM-11 is told by the rules").toMatchObject({ length: 7 });
    expect(digTried([choice(4)], [0, 4], [2, 4])).toMatchObject({ length: 3 });
    expect(digTried([choice(4)], [0, 4], [2, 6])).toBeNull();
    expect(digTried([], [0, 4], [2, 4]), "nothing begins there").toBeNull();
  });
});

describe("Mole Rats in Space", () => {
  const frames = recordings<MoleRatsView>("mole_rats").flatMap(({ frames }) => frames);

  test("a route ends where the note says", () => {
    let checked = 0;
    for (const { view, legal } of frames)
      for (const { move, note } of legal) {
        const { end, steps } = routeOf(view, move);
        const plain = /(?:^|, )to (\d-\d+)/.exec(note ?? "");
        const led = /(?:up the ladder|down the shaft) from (\d-\d+) to (\d-\d+)/.exec(note ?? "");
        if (led) expect([steps.at(-1) ?? led[1], end]).toEqual([led[1], led[2]]);
        else if (plain) expect(end).toBe(plain[1]);
        else continue;
        checked++;
      }
    expect(checked).toBeGreaterThan(40);
  });

  test("a bite that the note speaks of is shown on the route", () => {
    for (const { view, legal } of frames)
      for (const { move, note } of legal)
        if (/bitten at|bites rat/.test(note ?? "")) expect(bitesOn(view, move)).not.toEqual([]);
  });

  test("touching a space where no move ends is tried as a move that is not legal", () => {
    let [others, longer] = [0, 0];
    for (const { view, legal } of frames.filter(({ legal }) => legal.length)) {
      const movable = legal.map(({ move }) => pieceOf(move));
      const selected = movable[0]!;
      for (const { rat, at } of view.rats) {
        if (movable.includes(rat) || !at.includes("-")) continue;
        const move = attempt(view, legal, selected, at);
        expect(legal.some((choice) => sameMove(choice.move, move))).toBe(false);
        if (move?.rat === rat) others++; // somebody else's rat, which is not to move now
      }
      const from = placeOf(view, selected);
      const far = Array.from({ length: 5 }).reduce<string>((at) => beside(view.station, at, "clockwise"), from);
      if ([...view.rats, ...view.snakes].some(({ at }) => at === far)) continue;
      const move = attempt(view, legal, selected, far);
      if (!move) continue;
      expect(pieceOf(move)).toBe(selected);
      expect(legal.some((choice) => sameMove(choice.move, move))).toBe(false);
      if (move.steps) expect(move.steps).toBeLessThanOrEqual(3);
      longer++;
    }
    expect(others).toBeGreaterThan(3);
    expect(longer).toBeGreaterThan(3);
  });

  test("a card says the same in the app as in Python", async () => {
    const say = await gameWords("mole_rats");
    const drawn = recordings<MoleRatsView>("mole_rats")
      .flatMap(({ frames }) => frames.flatMap(({ events }) => events))
      .filter(({ event }) => event === "drew");
    expect(drawn.length).toBeGreaterThan(5);
    for (const event of drawn)
      expect(event.says).toContain(say("card", cardPhrase(event.card as { rats: string; snakes: string })));
  });
});

describe("Moledozer", () => {
  test("every guess and every step has a place to touch", () => {
    for (const { view, legal } of recordings<MoledozerView>("moledozer").flatMap(({ frames }) => frames)) {
      const places = new Set(view.boards[view.side]!.places.map(({ at }) => at));
      for (const to of steps(legal).keys()) expect(places).toContain(to);
      for (const number of guesses(legal).keys()) expect(number).toBeLessThanOrEqual(view.range[1]);
    }
  });
});

describe("Mole Park", () => {
  test("what the Prize die could reach is what the note says", () => {
    let checked = 0;
    for (const { view, legal } of recordings<MoleParkView>("mole_park").flatMap(({ frames }) => frames)) {
      const choice = legal.find(({ move }) => sameMove(move, { do: "choose", die: "prize" }));
      const said = /(\d+) to (\d+) stars/.exec(choice?.note ?? "");
      if (!said) continue;
      expect(reach(view, view.players[view.seat!]!)).toEqual([Number(said[1]), Number(said[2])]);
      checked++;
    }
    expect(checked).toBeGreaterThan(5);
  });

  test("moles are split evenly and the rest stays (MP-13)", () => {
    expect(share(5, 2)).toEqual({ each: 2, left: 1 });
    expect(share(2, 3)).toEqual({ each: 0, left: 2 });
  });
});

describe("Target: Rats", () => {
  test("every legal step leads to a space that is one step away", () => {
    let checked = 0;
    for (const { view, legal } of recordings<TargetRatsView>("target_rats").flatMap(({ frames }) => frames))
      for (const [rat, choices] of stepsByRat(legal)) {
        const near = reachable(view, rat);
        for (const { move } of choices) {
          if (move.to === view.exterminator) continue;
          expect(near.get(move.to as string), `${rat} to ${String(move.to)}`).toBe(1);
          checked++;
        }
      }
    expect(checked).toBeGreaterThan(300);
  });
});

test("a zoomed drawing stays inside itself", () => {
  const whole = { x: -500, y: -500, size: 1000 };
  expect(clamp({ x: -900, y: 400, size: 500 }, whole)).toEqual({ x: -500, y: 0, size: 500 });
  expect(clamp({ x: 0, y: 0, size: 5000 }, whole)).toEqual(whole);
  expect(clamp({ x: 0, y: 0, size: 1 }, whole).size).toBeCloseTo(1000 / 3);
});

test("two moves are the same whatever the order of their keys", () => {
  expect(sameMove({ do: "dig", at: [1, 2], to: "east" }, { to: "east", at: [1, 2], do: "dig" })).toBe(true);
  expect(sameMove({ do: "dig", at: [1, 2] }, { do: "dig", at: [2, 1] })).toBe(false);
});
