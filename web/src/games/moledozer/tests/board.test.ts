// Moledozer's board: one's own stack, and where moves lie.
import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";

import type { Move, View } from "../../../generated/moledozer.js";
import type { Choice } from "../../../lib/board";
import { loadGame } from "../../../lib/game";
import { recordings } from "../../../../tests/recordings";
import { guesses, steps } from "../field";

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});

test("Moledozer's own stack is shown for ten seconds, or as long as the table keeps it open (MD-04)", async () => {
  const { names, frames } = recordings<View>("moledozer")[0]!;
  const { view, legal } = frames.find(
    ({ view }) => view.phase === "guess" && view.players[view.seat!]?.stack?.length === view.hand,
  )!;
  const { board, words } = await loadGame("moledozer");
  const props = {
    view,
    choices: legal,
    names,
    say: words.say,
    moment: null,
    onpreview: () => undefined,
    onplay: () => undefined,
  };
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

test("every guess and every step has a place to touch", () => {
  for (const { view, legal } of recordings<View>("moledozer").flatMap(({ frames }) => frames)) {
    const choices = legal as Choice<Move>[];
    const places = new Set(view.boards[view.side].places.map(({ at }) => at));
    for (const to of steps(choices).keys()) expect(places).toContain(to);
    for (const number of guesses(choices).keys()) expect(number).toBeLessThanOrEqual(view.range[1]!);
  }
});
