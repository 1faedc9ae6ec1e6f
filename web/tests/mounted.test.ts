// A board that a game brings in its package, built elsewhere.
import { cleanup, render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { BoardProps, Choice, View } from "../src/lib/board";
import { loadBoard } from "../src/lib/boards";
import type { Rules } from "../src/lib/game";
import { server, type GameAbout } from "../src/lib/server";
import { wordsWith } from "../src/lib/words";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** As a stranger might write it, with nothing of the app. */
const SCRIPT = `
export const buttons = ["pass"];
export const pace = { dug: 200 };
export function mount(target, props) {
  const board = document.createElement("button");
  board.onclick = () => props.onplay(props.choices[0].move);
  const update = (next) => { props = next; board.textContent = props.names[0] + " " + props.view.round; };
  update(props);
  target.append(board);
  return { update, destroy: () => board.remove() };
}`;

const board = () => {
  const about = { id: "stranger", board: `data:text/javascript,${encodeURIComponent(SCRIPT)}` } as GameAbout;
  vi.spyOn(server, "games").mockResolvedValue({ games: [about], bots: [], left_out: [] });
  return loadBoard("stranger", {} as Rules, wordsWith());
};
const choice = (kind: string): Choice => ({ move: { do: kind }, label: kind, says: kind, note: null });

test("it is put into the page, told of every change, and taken out again", async () => {
  const { Board, Plate, given } = await board();
  const onplay = vi.fn();
  const props = { ...given, names: ["Anna"], choices: [choice("dig")], onplay, view: { round: 1 } as unknown as View };
  const { container, rerender, unmount } = render(Board, props as unknown as BoardProps);
  expect(container.querySelector("button")!.textContent).toBe("Anna 1");
  await rerender({ view: { round: 2 } as unknown as View });
  flushSync();
  expect(container.querySelector("button")!.textContent).toBe("Anna 2");
  container.querySelector("button")!.click();
  expect(onplay).toHaveBeenCalledExactlyOnceWith({ do: "dig" });
  expect(Plate, "it shows by itself what the seats have").toBeUndefined();
  const drawn = container.querySelector("button")!;
  unmount();
  expect(drawn.isConnected).toBe(false);
});

test("it says which moves are buttons under it, and how long an event is shown", async () => {
  const { buttons, pace } = await board();
  const [dig, pass] = [choice("dig"), choice("pass")];
  expect(buttons({} as View, [dig, pass])).toEqual([pass]);
  expect(pace).toEqual({ dug: 200 });
});
