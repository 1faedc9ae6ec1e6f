/** What the lobby shows: the games, the tables that anybody may join or watch, and those of this device. */
import { isPocketed, place } from "./place.svelte";
import {
  complaint,
  memory,
  server,
  type BotAbout,
  type GameAbout,
  type LeftOut,
  type LobbyTable,
  type TableAbout,
  type Welcome,
} from "./server";
import { say } from "./words";

/** So many tables of this device are looked at. */
const MOST = 6;
/** The games are there at the latest so many milliseconds after it was asked which tables there are. */
const PATIENCE = 1000;

/** A table of this device that is not over. */
export interface Mine {
  id: string;
  game: string;
  turn: boolean;
  names: string[];
  free: number;
  status: string;
}

export class Lobby {
  games = $state.raw<GameAbout[] | null>(null);
  bots = $state.raw<BotAbout[]>([]);
  /** What is installed and can't be played, in words. */
  leftOut = $state.raw<LeftOut[]>([]);
  tables = $state.raw<LobbyTable[]>([]);
  mine = $state.raw<Mine[]>([]);
  trouble = $state("");
  #looking = false;

  async load(): Promise<void> {
    // Asked at the same time: what comes later moves what somebody is about to touch.
    const rest = Promise.race([this.#lookAtTables(), later(PATIENCE)]);
    try {
      const found = await server.games();
      await rest;
      [this.games, this.bots, this.leftOut, this.trouble] = [found.games, found.bots, found.left_out, ""];
    } catch (problem) {
      this.trouble = complaint(problem);
    }
  }

  refresh(): void {
    if (place.away) void this.lookForServer();
    void this.#lookAtTables();
  }

  async #lookAtTables(): Promise<void> {
    const tables = server.tables().then(
      (found) => (this.tables = found.tables.filter(({ status }) => status !== "over")),
      () => undefined,
    );
    await Promise.all([tables, this.#lookAtMine()]);
  }

  /** The server was away: if it is there again, everything is asked of it. */
  async lookForServer(): Promise<void> {
    if (await server.isThere()) await this.load();
  }

  /** One after another: a table whose game is not ready yet answers late, and a browser asks six things at once. */
  async #lookAtMine(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    const ids = memory.tables().map(({ id }) => id);
    const found = ids.some(isPocketed) ? await inPocket() : [];
    for (const id of (await stillThere(ids.filter((id) => !isPocketed(id)))).slice(0, MOST)) {
      const seen = await server.look(id).catch(() => null); // it will be looked at again
      if (seen && seen.table.status !== "over" && (seen.you.seats.length || seen.you.host)) found.push(told(seen));
    }
    this.mine = found;
    this.#looking = false;
  }
}

const later = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

/** The games in the pocket that are not over. */
async function inPocket(): Promise<Mine[]> {
  const { tables } = await server.pocket().catch(() => ({ tables: [] }));
  return tables
    .filter(({ status }) => status !== "over" && status !== "damaged")
    .slice(0, MOST)
    .map(({ id, game, turn, names, status }) => ({ id, game, turn, names: names.slice(1), free: 0, status }));
}

/** Of these tables on line those that have not been cleared since. */
async function stillThere(ids: string[]): Promise<string[]> {
  if (!ids.length) return [];
  const there = await server.known(ids).then(
    ({ tables }) => tables,
    () => ids,
  );
  for (const id of ids) if (!there.includes(id)) memory.forget(id);
  return ids.filter((id) => there.includes(id));
}

function told({ table, you, pending }: Welcome): Mine {
  const others = table.seats.filter(({ seat, kind }) => !you.seats.includes(seat) && kind !== "open");
  return {
    id: table.id,
    game: table.game,
    turn: pending.some((seat) => you.seats.includes(seat)),
    names: others.map(({ name, kind }) => name || say(`seat-${kind}`)),
    free: freeAt(table),
    status: table.status,
  };
}

/** How many seats of a table are free. */
export function freeAt({ seats }: Pick<TableAbout, "seats"> | LobbyTable): number {
  return seats.filter(({ kind }) => kind === "open").length;
}
