// Every board draws every recorded decision, and what may be done can be done with it or with the bar.
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import type { Choice } from "../src/lib/board";
import { loadGame } from "../src/lib/game";
import { SAYS } from "../src/lib/touched";
import { recordings } from "./recordings";

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(cleanup);

/** Drawing leaves no room for anything else. Vitest gives a test up that it has heard nothing of for a minute, be it only
 * that its own answers were not taken: so let it speak. */
const heard = () => new Promise((resolve) => setImmediate(resolve));

describe.each(recordings())("$name", ({ game, names, frames }) => {
  test("draws every decision", async () => {
    const { board, words } = await loadGame(game);
    const props = { names, say: words.say, moment: null, onpreview: () => undefined, onplay: () => undefined };
    const first = frames[0]!;
    const { container, rerender } = render(board.Board, { ...props, view: first.view, choices: first.legal });
    for (const [k, { view, legal }] of frames.entries()) {
      if (frames.length > 50 && k % 4) continue;
      await rerender({ ...props, view, choices: legal });
      const touchable = container.querySelectorAll('[role="button"], button:not(:disabled)').length;
      const buttons = board.buttons(view, legal).length;
      if (legal.length) expect(touchable + buttons).toBeGreaterThan(0);
      await heard();
    }
  });

  test("describes every decision in sentences, to somebody who plays and to somebody who watches", async () => {
    const { board, words } = await loadGame(game);
    for (const { view } of frames)
      for (const seat of [view.seat, null]) {
        const lines = board.describe!({ ...view, seat }, names, words.say);
        expect(lines.length).toBeGreaterThan(5);
        for (const line of lines) expect(line, "a sentence of words").toMatch(/^[^{}]*[a-z][^{}]*$/i);
        for (const line of lines) expect(line).not.toMatch(/undefined|null|NaN|\[object/);
      }
  });

  test("every number beside the drawing says what it is, or is in words", async () => {
    const { board, words } = await loadGame(game);
    const props = { names, say: words.say, moment: null, onpreview: () => undefined, onplay: () => undefined };
    const { view, legal } = frames[Math.floor(frames.length / 2)]!;
    for (const choices of [legal, []]) {
      const { container, unmount } = render(board.Board, { ...props, view, choices });
      const numbers = [...container.querySelectorAll("b, i, small, span, strong, td, th, dd, p")].filter(
        (leaf) => !leaf.childElementCount && /^[\d×+−\-/ ]*\d[\d×+−\-/ ]*$/.test(leaf.textContent),
      );
      const silent = numbers.filter(
        (leaf) => !leaf.closest(`${SAYS}, button:enabled, [role="button"], [role="dialog"]`),
      );
      expect(silent.map((leaf) => leaf.parentElement!.outerHTML.slice(0, 120))).toEqual([]);
      unmount();
    }
  });

  test("no event is shown for longer than 600 ms", async () => {
    const { board } = await loadGame(game);
    for (const shown of Object.values(board.pace)) expect(shown).toBeLessThanOrEqual(600);
  });

  test("draws the table as a spectator sees it", async () => {
    const { board, words } = await loadGame(game);
    const view = { ...structuredClone(frames.at(-1)!.view), seat: null };
    const props = {
      names,
      say: words.say,
      moment: null,
      choices: [] as Choice[],
      onpreview: () => undefined,
      onplay: () => undefined,
    };
    expect(() => render(board.Board, { ...props, view })).not.toThrow();
  });
});
