/** The pocket's door for calls: opening tables, looking at them, logs, as the server's `api.py` answers them on line. */
import type { OpenTable, Opened, Welcome } from "../lib/server";
import { answers } from "./answers";
import { allEditions, editionFile, editionOf, forgetEdition, keepEdition, type Edition } from "./editions";
import { keeps, tables } from "./kept";
import { areMoves, fits, type Fields } from "./form";
import { kitOf, say, type Data } from "./kit";
import { digestOf } from "./log";
import { Match, sees } from "./match";
import { Client, Place } from "./place";
import { Refusal, refusal } from "./problem";
import { botNames, movedUp, namesOf, readSeats, type Seat } from "./seats";
import { isTable, LONGEST_GAME, Table, type Kept } from "./table";
import { Thinkers } from "./thinkers";

const COMPANY = "easy"; // the bot that the other seats of a lesson are called after
const LETTERS = "abcdefghijkmnopqrstuvwxyz23456789";

/** A log, as far as it is known before it is checked. */
interface Log {
  molehill: number;
  game: string;
  rules: number;
  seats: number;
  options: Data;
  box: { hash: string; toml?: string };
  count: number;
  moves: Kept["moves"];
  table: string;
  digest: string;
  names?: unknown;
}

const LOG: Fields = {
  molehill: "number",
  game: "string",
  rules: "number",
  seats: "number",
  options: "object",
  box: "object",
  count: "number",
  moves: "array",
  table: "string",
  digest: "string",
};

/** A game that is kept, in short. */
export interface Pocketed {
  id: string;
  game: string;
  status: Kept["status"] | "damaged";
  /** A person has to decide. */
  turn: boolean;
  seats: Seat[];
  names: string[];
  touched: number;
}

export class Office {
  #places = new Map<string, Promise<Place>>();
  #thinkers = new Thinkers();

  /** `lost`: what could not be kept; its clients have to come again. */
  constructor(readonly lost: (id: string) => void) {}

  /** The place at a table. Throws a Refusal if there is none. */
  at(id: string): Promise<Place> {
    let place = this.#places.get(id);
    if (!place) {
      place = this.#found(id);
      this.#places.set(id, place);
      place.catch(() => this.#places.delete(id));
    }
    return place;
  }

  /** Nobody is at a table any more. */
  forget(id: string): void {
    this.#places.delete(id);
  }

  async #found(id: string): Promise<Place> {
    const kept = await tables.find(id);
    if (!kept) throw refusal("no-table", "no-table");
    if (!isTable(kept)) throw refusal("broken", "pocket-damaged");
    const kit = await kitOf(kept.game);
    const lose = () => {
      this.forget(id);
      this.lost(id);
    };
    return new Place(new Table(kept, kit), this.#thinkers, (table) => this.#again(table), lose);
  }

  /** Answer a call to `/tables...`, `/import`, or `/games/GAME/lesson`. */
  async answer(method: string, path: string, body: unknown): Promise<unknown> {
    const [where, query] = path.split("?") as [string, string?];
    const asked = new URLSearchParams(query);
    const [, kind, id, ...rest] = where.split("/");
    if (where === "/tables" && method === "POST") return this.#open(body as OpenTable);
    if (where === "/import" && method === "POST") return this.#import(body as { log: Log });
    if (kind === "editions") return atEditions(method, id, body as Edition);
    if (where === "/pocket") return { tables: await pocketed(), keeps: await keeps() };
    if (kind === "games" && rest[0] === "lesson" && method === "POST")
      return this.#learn(id!, (body as { name: string }).name);
    if (kind === "tables" && id) return this.#atTable(method, id, rest, asked);
    throw refusal("no-page", "no-page");
  }

  async #atTable(method: string, id: string, [what]: string[], asked: URLSearchParams): Promise<unknown> {
    if (method === "DELETE") return this.#leave(id);
    if (what === "preparation") return { game: (await this.at(id)).table.kept.game, rules: 1, bots: 1, trouble: null };
    const place = await this.at(id);
    const { table } = place;
    if (what === undefined) return this.#look(place);
    if (what === "log") return table.log();
    if (what === "replay") return replayed(table, asked);
    if (what === "rematch") return { id: table.kept.rematch, seats: place.seats, host: true };
    throw refusal("off", "pocket-not");
  }

  /** A table as it is now, for somebody who does not stay. */
  #look(place: Place): Welcome {
    return place.welcome(new Client(() => undefined, false));
  }

  async #leave(id: string): Promise<{ id: string; seats: number[]; host: boolean }> {
    this.forget(id);
    await tables.forget(id);
    this.lost(id);
    return { id, seats: [], host: false };
  }

  // ---- new tables ----------------------------------------------------------------------------------------------------

  async #open(wanted: OpenTable): Promise<Opened> {
    const edition = wanted.box ? await editionOf(wanted.game, wanted.box) : null;
    const bots = (await answers.games())?.bots.map(({ name }) => name) ?? [];
    const { hints, keep_open } = wanted;
    return this.#keep(wanted.game, wanted.options ?? {}, readSeats(wanted.seats, bots), {
      hints: hints ?? true,
      keep_open: keep_open ?? false,
      edition,
    });
  }

  async #learn(game: string, name: string): Promise<Opened> {
    const lesson = await answers.lesson(game);
    if (!lesson) throw refusal("no-lesson", "no-lesson", { game });
    const others = Array.from({ length: lesson.seats - 1 }, () => ({ kind: "bot" as const, bot: COMPANY }));
    const seats = readSeats([{ kind: "here", name }, ...others], [COMPANY]);
    const look = (await answers.game(game))?.look;
    return this.#keep(game, lesson.options, seats, { hints: false, keep_open: !!look, script: lesson.script });
  }

  async #again({ kept, match }: Table): Promise<string> {
    const { game, hints, keep_open, edition } = kept;
    const opened = await this.#keep(game, match!.optionsAgain(), movedUp(kept.seats), { hints, keep_open, edition });
    return opened.id;
  }

  /** Keep a new table. Options that do not exist, and numbers of seats, are refused by the rules' host. */
  async #keep(game: string, options: Data, seats: Seat[], more: Partial<Kept>): Promise<Opened> {
    const { rules } = await kitOf(game);
    const id = newId();
    const kept: Kept = {
      id,
      game,
      rules: rules.facts.rules,
      options: chosen(() => rules.options(options, seats.length)),
      seats,
      hints: true,
      keep_open: false,
      edition: null,
      imported: false,
      script: [],
      status: "open",
      moves: [],
      seq: 1,
      opened: Date.now(),
      touched: Date.now(),
      turn: false,
      rematch: null,
      ...more,
    };
    await tables.keep(kept);
    return { id, host: "", tokens: {} };
  }

  // ---- logs ----------------------------------------------------------------------------------------------------------

  /** A table from a log: to look at if it is finished, to go on with if not. Seats that are called as bots are called are
   * bots', all others people's at this device. */
  async #import({ log, seats: wanted }: { log: Log; seats?: OpenTable["seats"] }): Promise<Opened> {
    if (!fits(log, LOG) || log.molehill !== 1 || !areMoves(log.moves)) throw refusal("bad-log", "pocket-log-not");
    if (log.moves.length > LONGEST_GAME) throw refusal("bad-log", "log-full", { most: LONGEST_GAME });
    if (log.moves.length < log.count)
      throw refusal("bad-log", "pocket-log-count", { there: log.moves.length, count: log.count });
    if (!hasDigest(log)) throw refusal("bad-log", "pocket-log-digest");
    const kit = await kitOf(log.game);
    const { facts, shipped } = kit.rules;
    if (log.rules !== facts.rules)
      throw refusal("bad-log", "pocket-log-rules", { made: log.rules, game: log.game, here: facts.rules });
    const edition = log.box.hash === shipped.hash ? null : await editionOf(log.game, log.box.toml ?? "", log.box.hash);
    const match = this.#replayed(kit, log, edition);
    const bots = (await answers.games())?.bots.map(({ name }) => name) ?? [];
    const seats = wanted ? readSeats(wanted, bots) : namedIn(log, bots);
    return this.#keep(log.game, match.options, seats, {
      edition,
      imported: true,
      moves: match.moves,
      status: match.position.over ? "over" : "open",
    });
  }

  #replayed(kit: Awaited<ReturnType<typeof kitOf>>, log: Log, edition: Edition | null): Match {
    try {
      const match = Match.from(kit, log.seats, log.options, kit.rules.box(edition ?? undefined), log.moves);
      if (digestOf(match.position.table) !== log.table) throw refusal("bad-log", "pocket-log-digest");
      return match;
    } catch (problem) {
      if (problem instanceof Refusal) throw problem;
      throw refusal("bad-log", "pocket-log-move", { why: (problem as Error).message });
    }
  }
}

/** The id of a table here begins so: on line none does. */
function newId(): string {
  const letters = crypto.getRandomValues(new Uint8Array(16));
  return `pocket-${Array.from(letters, (letter) => LETTERS[letter % LETTERS.length]).join("")}`;
}

/** Whether a log has the digest that it names. One that is nested without end has none. */
function hasDigest(log: Log): boolean {
  try {
    return digestOf(log) === log.digest;
  } catch {
    return false;
  }
}

function chosen<T>(choose: () => T): T {
  try {
    return choose();
  } catch (problem) {
    throw new Refusal("bad-options", (problem as Error).message);
  }
}

/** Answer a call about editions. */
async function atEditions(method: string, hash: string | undefined, body: Edition): Promise<unknown> {
  if (method === "POST") return keepEdition(body);
  if (!hash) return { editions: await allEditions() };
  return method === "DELETE" ? forgetEdition(hash) : editionFile(hash);
}

/** Every game that is kept here, the latest first; last of all what is damaged, so that it hides nothing else. */
async function pocketed(): Promise<Pocketed[]> {
  const all = await tables.all();
  const damaged = all.filter((kept) => !isTable(kept)).map(({ id }): Pocketed => ({ ...DAMAGED, id }));
  const sound = all
    .filter((kept) => isTable(kept) && !kept.script.length)
    .toSorted((a, b) => b.touched - a.touched)
    .map(({ id, game, status, turn, seats, touched }) => ({
      id,
      game,
      status,
      turn,
      seats,
      names: namesOf(seats),
      touched,
    }));
  return [...sound, ...damaged];
}

const DAMAGED: Omit<Pocketed, "id"> = { game: "", status: "damaged", turn: false, seats: [], names: [], touched: 0 };

/** Bots and people of the names that a log tells, as far as they may stand on a screen. Somebody has to be a person. */
function namedIn({ names, seats }: Log, bots: string[]): Seat[] {
  const told = Array.from({ length: seats }, (_, seat) => (Array.isArray(names) ? String(names[seat] ?? "") : ""));
  const asBots = told.map((name) => bots.find((bot) => botNames(bot, seats).includes(name)));
  const someone = asBots.includes(undefined);
  return told.map((name, seat) => {
    const bot = someone ? asBots[seat] : undefined;
    return bot ? { kind: "bot", name: "", bot } : chosenName(name, seat)[0]!;
  });
}

function chosenName(name: string, seat: number): Seat[] {
  try {
    return readSeats([{ kind: "here", name }], []);
  } catch {
    return readSeats([{ kind: "here", name: say("player", { number: seat + 1 }) }], []);
  }
}

/** Steps of a finished game, as a seat (left out: a spectator) saw them. */
function replayed(table: Table, asked: URLSearchParams): Data {
  const { match, kept, names } = table;
  if (!match || kept.status !== "over") throw refusal("not-now", "not-over");
  const seat = asked.has("seat") ? Number(asked.get("seat")) : null;
  const [first, count] = [Number(asked.get("first") ?? 0), Number(asked.get("count") ?? 50)];
  const steps = match.entries.slice(first, first + count).map(({ actor, move, odds }, k) => ({
    number: first + k,
    actor,
    move,
    events: match
      .eventsOf(first + k)
      .filter((event) => sees(seat, event))
      .map(({ data }) => data),
    odds,
    says: null,
    view: null,
  }));
  const start = new Match(match.kit, match.seats, match.options, match.box).view(seat);
  return { seat, count: match.entries.length, start, names, steps };
}
