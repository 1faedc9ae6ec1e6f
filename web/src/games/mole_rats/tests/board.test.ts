// Mole Rats' board under a finger.
import { render } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";

import { loadGame } from "../../../lib/game";
import { recordings } from "../../../../tests/recordings";

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});

test("with a finger the first tap shows what would happen and the second does it", async () => {
  const [recording] = recordings("mole_rats");
  const { view, legal } = recording!.frames.find(({ legal }) => legal.length === 2)!;
  const { board, words } = await loadGame("mole_rats");
  const onplay = vi.fn();
  const onpreview = vi.fn();
  const { container } = render(board.Board, {
    view,
    choices: legal,
    names: recording!.names,
    say: words.say,
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
