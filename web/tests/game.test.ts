// What the app makes of a game's module: sentences, choices and advice, and that every game has what the app asks of it.
import { describe, expect, test } from "vitest";

import { adviceOf, choicesOf, followed, pointsAlong, saysOf, seen, type Event, type Game } from "../src/lib/game";
import { sightsOf } from "../src/lib/recording";
import type { GameAbout, Hints } from "../src/lib/server";
import { say } from "../src/lib/words";
import { raw } from "./recordings";

const recorded = (wanted: string) => raw.find(({ name }) => name === wanted)!;
const NAMES = ["Anna", "Ben", "Cleo", "Dan"];

/** Data that can't be changed. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

test.each(raw)(
  "$name: a view is left as it was, and what no event changes is the same object",
  ({ game, recording }) => {
    let view = frozen(structuredClone(recording.start));
    let kept = 0;
    for (const { events } of recording.steps) {
      const after = frozen(followed(game, view, structuredClone(events) as Event[]));
      const parts = new Map<string, unknown>(Object.entries(after));
      for (const [key, value] of Object.entries(view)) {
        if (typeof value !== "object" || JSON.stringify(parts.get(key)) !== JSON.stringify(value)) continue;
        expect(parts.get(key), key).toBe(value);
        kept++;
      }
      view = after;
    }
    expect(view).toEqual(recording.end);
    expect(kept).toBeGreaterThan(recording.steps.length);
  },
);

describe("words", () => {
  const { game, recording } = recorded("honeymoon");
  const [, sight] = sightsOf(game, recording);

  test("a number becomes a move with its label, its phrase and what it would bring", () => {
    expect(choicesOf(game, sight!.view, sight!.legal, NAMES)[0]).toEqual({
      move: { do: "dig", at: [12, 4], to: "north", length: 5 },
      label: "e13 north 5",
      says: "dig 5 cells north from E13",
      note: "1 candy: +1 point",
      seen: { says: "dig 5 cells north", note: "1 candy: +1 point" },
    });
  });

  test("players are called by name in what a move would bring", () => {
    const { game, recording } = recorded("moledozer");
    const notes = sightsOf(game, { ...recording, names: NAMES }).flatMap(({ choices }) => choices);
    expect(notes.map(({ note }) => note)).toContain("puts Ben out");
  });

  test("who may make moves is asked for one, and nobody else", () => {
    expect(sight!.ask!.says).toBe("The die shows 5: dig 5 cells in a straight line.");
    const told = { seat: 0, first: sight!.events.length, events: [], legal: [], can_undo: false };
    expect(seen(game, sight, told, NAMES).ask).toBeNull();
  });

  test("who comes to a long game knows its last part, and goes on from there", () => {
    const told = { seat: 0, first: 900, events: [], legal: [], can_undo: false };
    const late = seen(game, undefined, { ...told, view: sight!.view as never }, NAMES);
    const after = seen(game, late, { ...told, events: recording.steps[2]!.events as never }, NAMES);
    expect([after.first, after.events.length]).toEqual([900, recording.steps[2]!.events.length]);
    expect(() => seen(game, after, told, NAMES)).toThrow("900 events");
    expect(seen(game, sight, { ...told, view: sight!.view as never }, NAMES).events).toEqual([]);
  });

  test("an event becomes a sentence with the names of the table", () => {
    const { events } = recording.steps[1]!;
    const said = saysOf(game, events, NAMES);
    expect(said.map(({ says }) => says)).toContain("Dan: 1 point.");
    expect(said.at(-1)).toEqual({ ...events.at(-1)!, says: "The die shows 5." });
  });
});

describe("advice", () => {
  const about = (cooperative: boolean) => ({ cooperative, points_name: "points" }) as GameAbout;
  const FOUND = { worth: 0.584, gives_up: 0, sure: "fairly" as const, score: 0.618, points: 17.25 };
  const hint = (move: number, line: Hints["moves"][0]["line"] = []) =>
    ({ say: "hint", seat: 0, seq: 1, moves: [{ move, ...FOUND, line }] }) as Hints;

  test("tells what a move is good for and what it risks, and the numbers apart", () => {
    const { game, recording } = recorded("honeymoon");
    const sight = sightsOf(game, recording)[1]!;
    const [best, next] = sight.legal as [number, number];
    const [first] = adviceOf(game, about(false), sight, hint(best, [{ seat: 1, move: next }]), NAMES);
    const result = `${say("hint-worth", { worth: 58 })} ${say("hint-sure", { sure: "fairly" })} ${say("hint-versus", { percent: 62 })}`;
    expect(first).toEqual({
      ...sight.choices[0]!,
      says: sight.choices[0]!.seen!.says,
      good: "You find 1 candy: +1 point.",
      risk: "",
      numbers: `1 candy: +1 point. ${result} Expected after that: Ben: ${sight.choices[1]!.seen!.says}.`,
    });
  });

  test("says of another move what it gives up, and nothing that could look better than the best", () => {
    const { game, recording } = recorded("honeymoon");
    const sight = sightsOf(game, recording)[1]!;
    const [best, next] = sight.legal as [number, number];
    const { moves, ...rest } = hint(best);
    const second = { move: next, ...FOUND, worth: 0.541, gives_up: 0.043, score: 0.9, line: [] };
    const [, other] = adviceOf(game, about(false), sight, { ...rest, moves: [...moves, second] }, NAMES);
    expect(other!.numbers).toContain("Rated 54 of 100, 4 less than the best.");
    expect(other!.numbers).not.toContain("90 %");
  });

  test("speaks of the team where all win together, and of points where nobody else plays", () => {
    const numbers = ({ game, recording }: ReturnType<typeof recorded>, cooperative: boolean) => {
      const sight = sightsOf(game, recording)[1]!;
      return adviceOf(game, about(cooperative), sight, hint(sight.legal[0]!), recording.names)[0]!.numbers;
    };
    expect(numbers(recorded("mole_rats"), true)).toContain(say("hint-team", { percent: 62 }));
    expect(numbers(recorded("honeymoon-alone"), false)).toContain(say("hint-alone", { points: 17.3, unit: "points" }));
  });

  test.each(raw.map(({ name }) => name))("has words for every move of %s, and no name of a space", (name) => {
    const { game, recording } = recorded(name);
    const places = /\b(?:[a-z]\d+[ab]?|\d-\d+)\b/i;
    for (const sight of sightsOf(game, recording).filter((_, k) => k % 5 === 0))
      for (const move of sight.legal) {
        const [one] = adviceOf(game, about(false), sight, hint(move, [{ seat: 0, move }]), NAMES);
        for (const line of [one!.says, one!.good, one!.risk]) {
          expect(line).not.toMatch(places);
          expect(line).not.toMatch(/undefined|null|NaN/);
        }
        expect(one!.good + one!.risk, one!.says).not.toBe("");
      }
  });

  test("is given once of moves that nobody could tell apart", () => {
    const { game, recording } = recorded("target_rats");
    const [sight, twins] = sightsOf(game, recording)
      .map((sight) => {
        const start = sight.legal.filter((_, k) => sight.choices[k]!.move.do === "step").slice(0, 8);
        return [sight, start] as const;
      })
      .find(([, steps]) => steps.length > 4)!;
    const { moves } = hint(0);
    const hints = { ...hint(0), moves: twins.map((move) => ({ ...moves[0]!, move })) };
    const told = adviceOf(game, about(false), sight, hints, NAMES).map(({ says, good, risk }) =>
      [says, good, risk].join(),
    );
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThan(twins.length);
    expect(new Set(told).size).toBe(told.length);
  });

  test("is not given of what can't be done any more", () => {
    const { game, recording } = recorded("honeymoon");
    const sight = { ...sightsOf(game, recording)[1]!, legal: [], choices: [] };
    expect(adviceOf(game, about(false), sight, hint(0), NAMES)).toEqual([]);
  });
});

describe.each(raw)("$name", ({ game, recording }: { game: Game; recording: (typeof raw)[0]["recording"] }) => {
  const { rules, words } = game;
  const { end, names, start, steps } = recording;

  test("the score sheet has a line in words for each thing, and a value for each seat", () => {
    for (const { label, values } of rules.sheet(end)) {
      expect(words.has(label), label).toBe(true);
      expect(values).toHaveLength(names.length);
    }
  });

  test("how everybody stands is told after each step, as the last view has it", () => {
    const events = steps.map(({ events }) => events);
    const told = pointsAlong(game, start, events);
    expect(told).toHaveLength(steps.length);
    expect(told.at(-1)).toEqual(rules.points(end));
    expect(told.every((points) => points.length === names.length)).toBe(true);
    expect(pointsAlong(game, start, events), "the first view is left as it was").toEqual(told);
  });

  test("who has decided is told of each seat, and is not asked any more", () => {
    for (const { view } of sightsOf(game, recording)) {
      for (const seat of names.keys()) if (rules.decided(view, seat)) expect(view.pending).not.toContain(seat);
    }
  });
});
