/** The board of a game: the one in its folder here, the one that it brings, or the plain one, from what it declares. */
import type { GameBoard } from "./board";
import type { Rules } from "./game";
import Mounted, { type Built } from "./Mounted.svelte";
import { about, addressOf } from "./server";
import type { Words } from "./words";

const FOLDERS = import.meta.glob<{ default: unknown }>("../games/*/index.ts");

/** The games whose boards the app was built with. */
export const DRAWN = Object.keys(FOLDERS).map((path) => path.split("/").at(-2)!);

/** With `?plain` in the page's address every game is played on the default board, for those who try it. */
const plain = () => new URLSearchParams(location.search).has("plain");

/** A game's board, loaded when it is first needed. */
export async function loadBoard(id: string, rules: Rules, words: Words): Promise<GameBoard> {
  const built = FOLDERS[`../games/${id}/index.ts`];
  if (built && !plain()) return (await built()).default as GameBoard;
  const brought = plain() ? null : (await about(id)).board;
  if (brought) return mounted((await import(/* @vite-ignore */ addressOf(brought))) as Built);
  const { plainBoard } = await import("../plain");
  return plainBoard(rules, words);
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
