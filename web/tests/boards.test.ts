// Every board draws every recorded decision, and what may be done can be done with it or with the bar.
import { cleanup, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { loadBoard, type Choice } from "../src/lib/board";
import type { View as MoledozerView } from "../src/generated/moledozer.js";
import { gameWords } from "../src/lib/words";
import { recordings } from "./recordings";

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(cleanup);

describe.each(recordings())("$name", ({ game, names, frames }) => {
  test("draws every decision", async () => {
    const [board, say] = await Promise.all([loadBoard(game), gameWords(game)]);
    const props = { names, say, moment: null, onpreview: () => undefined, onplay: () => undefined };
    const first = frames[0]!;
    const { container, rerender } = render(board.Board, { ...props, view: first.view, choices: first.legal });
    for (const [k, { view, legal }] of frames.entries()) {
      if (frames.length > 50 && k % 4) continue;
      await rerender({ ...props, view, choices: legal });
      const touchable = container.querySelectorAll('[role="button"], button:not(:disabled)').length;
      const buttons = board.buttons(view, legal).length;
      if (legal.length) expect(touchable + buttons).toBeGreaterThan(0);
    }
  }, 30_000);

  test("no event is shown for longer than 600 ms", async () => {
    const board = await loadBoard(game);
    for (const shown of Object.values(board.pace)) expect(shown).toBeLessThanOrEqual(600);
  });

  test("draws the table as a spectator sees it", async () => {
    const [board, say] = await Promise.all([loadBoard(game), gameWords(game)]);
    const view = { ...structuredClone(frames.at(-1)!.view), seat: null };
    const props = {
      names,
      say,
      moment: null,
      choices: [] as Choice[],
      onpreview: () => undefined,
      onplay: () => undefined,
    };
    expect(() => render(board.Board, { ...props, view })).not.toThrow();
  });
});

test("with a finger the first tap shows what would happen and the second does it", async () => {
  const [recording] = recordings("mole_rats");
  const { view, legal } = recording!.frames.find(({ legal }) => legal.length === 2)!;
  const [board, say] = await Promise.all([loadBoard("mole_rats"), gameWords("mole_rats")]);
  const onplay = vi.fn();
  const onpreview = vi.fn();
  const { container } = render(board.Board, {
    view,
    choices: legal,
    names: recording!.names,
    say,
    moment: null,
    onpreview,
    onplay,
  });
  const way = container.querySelector(".way")!;
  const tap = () =>
    way.dispatchEvent(Object.assign(new MouseEvent("click", { bubbles: true }), { pointerType: "touch" }));
  tap();
  expect(onplay).not.toHaveBeenCalled();
  expect(onpreview).toHaveBeenLastCalledWith(legal[0]);
  tap();
  expect(onplay).toHaveBeenCalledExactlyOnceWith(legal[0]!.move, { x: 0, y: 0 });
});

test("Moledozer's own stack is shown for ten seconds, or as long as the table keeps it open (MD-04)", async () => {
  const { names, frames } = recordings<MoledozerView>("moledozer")[0]!;
  const { view, legal } = frames.find(
    ({ view }) => view.phase === "guess" && view.players[view.seat!]?.stack?.length === view.hand,
  )!;
  const [board, say] = await Promise.all([loadBoard("moledozer"), gameWords("moledozer")]);
  const props = { view, choices: legal, names, say, moment: null, onpreview: () => undefined, onplay: () => undefined };
  vi.useFakeTimers();
  const usual = render(board.Board, { ...props, table: "usual" }).container;
  await tick();
  expect(usual.querySelectorAll(".look li")).toHaveLength(view.hand);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(usual.querySelectorAll(".look, .stack li")).toHaveLength(0);
  const open = render(board.Board, { ...props, table: "open", keepOpen: true }).container;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(open.querySelectorAll(".look")).toHaveLength(0);
  expect(open.querySelectorAll(".stack li")).toHaveLength(view.hand);
  vi.useRealTimers();
});
