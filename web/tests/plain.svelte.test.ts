// The default board: what a game declares is drawn, and whatever may be done can be done there or with the bar.
import { cleanup, render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import type { Choice, Move, View } from "../src/lib/board";
import type { Rules } from "../src/lib/game";
import { say, wordsWith } from "../src/lib/words";
import { plainBoard } from "../src/plain";
import { Picker } from "../src/plain/picker.svelte";
import type { Moves, Shown } from "../src/plain/shapes";
import { raw, recordings } from "./recordings";

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(cleanup);

// ---- a garden, with everything that can be declared -----------------------------------------------------------------

const WORDS = wordsWith(`
shown-round = Round
shown-night = It is night
shown-king = King
shown-hand = Hand
shown-worms = worms
shown-mole = Mole
card-root = Root
card-beet = Beet
face-X = a miss
field-face = Which face?
sheet-worms = Worms dug
`);
const SHOWN: Record<string, Shown> = {
  round: { as: "counter" },
  night: { as: "flag" },
  king: { as: "seat" },
  dice: { as: "row", of: { as: "die", faces: 6 } },
  moon: { as: "track", length: 8 },
  field: { as: "map", width: 3, of: { as: "card" } },
  land: { as: "places", named: "at", of: { as: "parts", parts: { berries: { as: "counter" } } } },
  mole: { as: "place", map: "land" },
  players: {
    as: "plates",
    of: {
      as: "parts",
      parts: {
        worms: { as: "counter" },
        hand: { as: "row", of: { as: "card" } },
        burrow: { as: "place", map: "land" },
        ready: { as: "flag" },
      },
    },
  },
};
const MOVES: Moves = {
  play: { card: { at: "hand" } },
  put: { card: { at: "hand" }, square: { on: "field" } },
  go: { to: { on: "land" } },
  bid: { dice: { from: 1, to: 3 }, face: { as: "die" } },
  pass: {},
};
const RULES = {
  SHOWN,
  MOVES,
  EVENTS: { pairs: () => [[1, ["dug", {}]]] },
  points: () => [4, 7],
  sheet: () => [{ label: "sheet-worms", values: [2, 9] }],
} as unknown as Rules;
const VIEW = {
  seat: 0,
  seats: 2,
  pending: [0],
  round: 5,
  night: true,
  king: 1,
  dice: [3, "X", 0],
  moon: 6,
  field: ["root", "", null, "", "beet", ""],
  land: [
    { at: "hill", x: 0, y: 0, joins: ["pond"], berries: 0 },
    { at: "pond", x: 1, y: 0, joins: ["hill"], berries: 2 },
  ],
  mole: "pond",
  players: [
    { worms: 2, hand: ["root", "beet"], burrow: "hill", ready: false },
    { worms: 9, hand: [null, null, null, null], burrow: null, ready: false },
  ],
} as unknown as View;

const choice = (move: Move): Choice => {
  const says = Object.values(move).join(" ");
  return { move, label: says, says, note: null };
};
const BIDS = [1, 2, 3].flatMap((dice) => [1, 2, 3, 4].map((face) => choice({ do: "bid", dice, face })));

function lay(choices: Choice[], more: object = {}) {
  const { Board, given, buttons } = plainBoard({ ...RULES, ...more } as Rules, WORDS);
  const onplay = vi.fn();
  const { container } = render(Board, {
    ...given,
    view: VIEW,
    choices,
    names: ["Anna", "Ben"],
    say: WORDS.say,
    moment: null,
    log: [{ event: "dug", rule: "", says: "Ben dug deep." }],
    onpreview: () => undefined,
    onplay,
  });
  const within = (place: string) => [...container.querySelectorAll<HTMLElement>(place)];
  const called = (name: string) =>
    within("button, [role=button]").find((one) => (one.getAttribute("aria-label") ?? one.textContent).trim() === name);
  const touch = (name: string) => {
    expect(called(name), name).toBeDefined();
    called(name)!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    flushSync();
  };
  const moves = () => onplay.mock.calls.map(([move]) => move as Move);
  return { container, within, called, touch, moves, bar: buttons(VIEW, choices) };
}

const words = (element: Element) => element.textContent.replace(/\s+/g, " ").trim();

describe("what is declared is drawn", () => {
  test("numbers, what is so, whose something is, dice, tracks, and what has happened", () => {
    const { container, within } = lay([]);
    const middle = words(container.querySelector(".middle")!);
    for (const part of ["Round 5", "It is night", "King Ben", "6 / 8", "Ben dug deep."]) expect(middle).toContain(part);
    expect(within(".middle .die").map((die) => die.getAttribute("aria-label"))).toEqual([
      "3",
      "a miss",
      say("plain-hidden"),
    ]);
    expect(within(".middle .die use").map((one) => one.getAttribute("href"))).toContain("#pips-3");
    expect(within(".track .done")).toHaveLength(6);
  });

  test("a map of squares, with what one may not see as a back", () => {
    const { within } = lay([]);
    expect(within(".square").map(words)).toEqual(["Root", "", say("plain-hidden"), "", "Beet", ""]);
  });

  test("a map of places, with what joins them and what stands there", () => {
    const { within } = lay([]);
    expect(within(".places-part line")).toHaveLength(1);
    expect(within(".places-part svg > g").map(words)).toEqual(["hill", "pond2M"]);
  });

  test("plates: of others what is open, their hidden cards only counted; one's own cards lie before oneself", () => {
    const { within, container } = lay([]);
    const [own, other] = within(".plates li").map(words);
    expect(own).toBe("Anna worms 2");
    expect(other).toBe(`Ben worms 9Hand ${say("plain-hidden")}× 4 King`);
    expect(words(container.querySelector(".front")!)).toBe("Hand RootBeet");
  });

  test("of a game that declares nothing the score sheet and the points", () => {
    const { within, container } = lay([], { SHOWN: {}, MOVES: {} });
    expect(within(".plates li").map(words)).toEqual(["Anna Worms dug 2 4", "Ben Worms dug 9 7"]);
    expect(words(container.querySelector(".middle")!)).toBe("Ben dug deep.");
  });
});

describe("what may be done is touched", () => {
  test("a card that one move names makes it", () => {
    const { touch, moves } = lay([choice({ do: "play", card: 1 })]);
    touch("play 1");
    expect(moves()).toEqual([{ do: "play", card: 1 }]);
  });

  test("a card that several moves name is chosen, then where it goes; touched again it is put back", () => {
    const put = (card: number, square: number) => choice({ do: "put", card, square });
    const { touch, called, moves } = lay([put(0, 1), put(0, 3), put(1, 5)]);
    expect(called("put 0 1"), "a square goes with one move at once").toBeDefined();
    touch("Root");
    expect(called("put 1 5"), "another card's square is not offered").toBeUndefined();
    expect(called("Root")!.getAttribute("aria-pressed")).toBe("true");
    touch("Root");
    expect(called("put 1 5")).toBeDefined();
    touch("Root");
    touch("put 0 3");
    expect(moves()).toEqual([{ do: "put", card: 0, square: 3 }]);
  });

  test("a place on a map", () => {
    const { touch, moves } = lay([choice({ do: "go", to: "hill" })]);
    touch("go hill.");
    expect(moves()).toEqual([{ do: "go", to: "hill" }]);
  });

  test("many moves are told field by field, faces of dice as dice, and each step can be taken back", () => {
    const { touch, called, within, moves, bar } = lay([...BIDS, choice({ do: "pass" })]);
    expect(bar, "too many for the bar").toEqual([]);
    touch("Bid");
    touch("2");
    expect(words(within(".moves .label")[0]!)).toBe("Which face?");
    expect(within(".moves .options .die use").map((one) => one.getAttribute("href"))).toContain("#pips-4");
    within(".moves .step")[1]!.click();
    flushSync();
    touch("3");
    touch("bid 3 4");
    expect(moves()).toEqual([{ do: "bid", dice: 3, face: 4 }]);
    expect(called("pass"), "it is no bid").toBeUndefined();
  });

  test("a few moves that no piece stands for are buttons under the board", () => {
    const few = [...BIDS.slice(0, 3), choice({ do: "pass" })];
    const { within, bar } = lay([...few, choice({ do: "play", card: 0 })]);
    expect(bar).toEqual(few);
    expect(within(".moves")).toEqual([]);
    expect(within("button.may")).toHaveLength(1);
  });
});

// ---- our own games, as if they had no boards ------------------------------------------------------------------------

/** Which moves can be reached by choosing field by field, from what is left. */
function reached(picker: Picker, found: Set<Choice>): Set<Choice> {
  const { left, listed, next } = picker;
  if (listed || !next) left.forEach((one) => found.add(one));
  else
    for (const { value } of next.options) {
      picker.pick(next.field, value);
      reached(picker, found);
      picker.back(picker.steps.at(-1)!);
    }
  return found;
}

describe.each(recordings())("$name without its board", ({ game, names, frames }) => {
  const { rules, words } = raw.find((one) => one.game.id === game)!.game;
  const { Board, given, buttons } = plainBoard(rules, words);
  const moves = rules.MOVES ?? {};
  const some = frames.filter((_, k) => k % 6 === 0 || k === frames.length - 1);

  test("every move that no piece stands for can be chosen", () => {
    for (const { view, legal } of some) {
      const leave = $effect.root(() => {
        const picker = new Picker(
          () => legal,
          () => moves,
        );
        const offered = reached(picker, new Set(buttons(view, legal)));
        for (const one of legal) {
          const named = Object.entries(moves[one.move.do] ?? {}).some(
            ([field, { at, on }]) =>
              (at ?? on) && picker.naming(at ? "at" : "on", (at ?? on)!, one.move[field]).includes(one),
          );
          expect(named || offered.has(one), one.says).toBe(true);
        }
      });
      leave();
    }
  });

  test("every decision is drawn", async () => {
    const props = {
      ...given,
      names,
      say: words.say,
      moment: null,
      onpreview: () => undefined,
      onplay: () => undefined,
    };
    const { container, rerender } = render(Board, { ...props, view: frames[0]!.view, choices: frames[0]!.legal });
    for (const { view, legal, events } of some) {
      await rerender({ ...props, view, choices: legal, log: events });
      const touchable = container.querySelectorAll("button, [role=button]").length + buttons(view, legal).length;
      expect(touchable > 0).toBe(legal.length > 0);
      expect(container.querySelectorAll(".plates li")).toHaveLength(view.seats);
    }
  });
});
