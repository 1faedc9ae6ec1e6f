/** The board of a game: the one in its folder here, or the one that it brings. */
import type { GameBoard } from "./board";
import Mounted, { type Built } from "./Mounted.svelte";
import { about, addressOf } from "./server";

const FOLDERS = import.meta.glob<{ default: unknown }>("../games/*/index.ts");

/** The games whose boards the app was built with. */
export const DRAWN = Object.keys(FOLDERS).map((path) => path.split("/").at(-2)!);

/** A game's board, loaded when it is first needed. */
export async function loadBoard(id: string): Promise<GameBoard> {
  const built = FOLDERS[`../games/${id}/index.ts`];
  if (built) return (await built()).default as GameBoard;
  const brought = (await about(id)).board;
  if (!brought) throw new Error(`no board for ${id}`);
  return mounted((await import(/* @vite-ignore */ addressOf(brought))) as Built);
}

/** A board that a game brings. */
function mounted(built: Built): GameBoard {
  const { buttons = [], pace = {}, together } = built;
  return {
    Board: Mounted as GameBoard["Board"],
    given: { built, whole: false },
    buttons: (_, choices) => choices.filter(({ move }) => buttons.includes(move.do)),
    pace,
    together,
  };
}
