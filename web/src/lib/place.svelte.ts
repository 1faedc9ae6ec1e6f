/** Where games are played: on line, or in the pocket, which is this browser. People choose; where there is no server, or
 * while it is away, it is the pocket. Small, because the lobby needs it at once; the pocket itself is loaded when it is used. */
import { keep, kept } from "./storage";

const KEY = "molehill-pocket";
const BUILT = Object.keys(import.meta.glob("../generated/pocket/answers/games.json")).length > 0;

/** Whether a table is in the pocket: on line no id has that sign. */
export const isPocketed = (table: string): boolean => table.startsWith("pocket-");

class Place {
  /** Whether the app can play without a server at all. */
  readonly has = BUILT;
  /** A folder of files without a server (`make site`). */
  readonly alone = BUILT && !!document.querySelector('meta[name="molehill-place"][content="pocket"]');
  /** Somebody wants to play without the server, though it is there. */
  chosen = $state<boolean>(BUILT && kept<boolean>(KEY, false));
  /** The server could not be reached when it was last asked. */
  away = $state(false);

  /** Whether new tables are opened in the pocket. */
  get pocket(): boolean {
    return this.has && (this.alone || this.chosen || this.away);
  }

  choose(pocket: boolean): void {
    this.chosen = pocket && this.has;
    keep(KEY, this.chosen);
  }
}

export const place = new Place();

/** Whether the pocket answers a call: everything about its own tables, and all the rest where that is what is played. */
export function inPocket(path: string): boolean {
  const [, id] = /^\/tables\/([\w-]+)/.exec(path) ?? [];
  if (id) return isPocketed(id);
  return place.pocket;
}
