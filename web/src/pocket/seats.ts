/** The seats of a table in the pocket, as `server/seats.py` has them: everybody sits at this device, or is a bot. */
import type { OpenTable } from "../lib/server";
import { say } from "./kit";
import { refusal } from "./problem";

export interface Seat {
  kind: "person" | "bot";
  name: string;
  bot: string | null;
}

const LONGEST_NAME = 20;

/** What a bot may be called: alone, and as each of several alike. */
export function botNames(name: string, several: number): string[] {
  const bot = name.charAt(0).toUpperCase() + name.slice(1);
  return [
    say("bot", { bot }),
    ...Array.from({ length: several }, (_, n) => say("bot-numbered", { bot, number: n + 1 })),
  ];
}

/** What the seats are called: people as they said, bots after their kind, numbered where there are several alike. */
export function namesOf(seats: Seat[]): string[] {
  return seats.map((seat, number) => {
    if (seat.kind === "person") return seat.name || say("player", { number: number + 1 });
    const same = seats.flatMap((other, n) => (other.bot === seat.bot ? [n] : []));
    const [alone, ...numbered] = botNames(seat.bot!, seats.length);
    return same.length > 1 ? numbered[same.indexOf(number)]! : alone!;
  });
}

/** The seats of a new table as they are kept. Nobody can come from elsewhere, so an open seat is refused. */
export function readSeats(wanted: OpenTable["seats"], bots: string[]): Seat[] {
  const seats = wanted.map(({ kind, name, bot }, number): Seat => {
    if (kind === "open") throw refusal("bad-options", "pocket-open-seat");
    if (kind === "here")
      return { kind: "person", name: tidy(name || say("player", { number: number + 1 })), bot: null };
    if (!bots.includes(bot ?? "")) throw refusal("bad-options", "pocket-no-bot");
    return { kind, name: "", bot: bot! };
  });
  if (seats.every(({ kind }) => kind === "bot")) throw refusal("bad-options", "seats-all-bots");
  const names = seats.filter(({ kind }) => kind === "person").map(({ name }) => likeness(name));
  if (new Set(names).size < names.length) throw refusal("name-taken", "name-taken");
  return seats;
}

/** A name as it may stand on a screen. */
function tidy(name: string): string {
  const printable = name.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  if (!/[\p{L}\p{N}]/u.test(printable)) throw refusal("bad-name", "name-empty");
  if ([...printable].length > LONGEST_NAME) throw refusal("bad-name", "name-long", { most: LONGEST_NAME });
  return printable;
}

const likeness = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The seats of a rematch: everybody moves up, the first one to the end. */
export const movedUp = (seats: Seat[]): Seat[] => [...seats.slice(1), seats[0]!];
