/** The luck that this device adds to dice, and what it has to keep of a table to check them after the end: the server's
 * commitment from before the luck was sent, the luck itself, and what the server has shown of everybody's. */
import { newShare, seal, type Shares } from "./dice";
import type { TableAbout } from "./server";
import { keep, kept } from "./storage";

export interface Kept {
  table: string;
  commit: string;
  /** Whether the game was imported, so that some rolls were made elsewhere. */
  imported: boolean;
  /** What was drawn here, by seat. */
  shares: Record<number, string>;
  /** The seats whose share the server has acknowledged. */
  taken: number[];
  /** What was shown of everybody's luck when the game began. */
  begun: Shares | null;
}

const KEY = "molehill-luck";
const MOST = 50; // tables
let unkept: Kept[] = []; // of a browser that keeps nothing

const all = () => kept(KEY, unkept);

export const keptOf = (table: string): Kept | undefined => all().find((each) => each.table === table);

/** Keep what is known of a table now; a table to which nothing was added is forgotten. */
function store(now: Kept): void {
  const others = all().filter(({ table }) => table !== now.table);
  unkept = (seatsOf(now).length ? [now, ...others] : others).slice(0, MOST);
  keep(KEY, unkept);
}

/** The seats for which luck was drawn here. */
export const seatsOf = ({ shares }: Kept): number[] => Object.keys(shares).map(Number);

export interface Luck {
  seat: number;
  share: string;
}

/** Note down what a table shows of its dice, and return the luck that these seats still have to add. */
export function notice(table: TableAbout, seats: number[]): Luck[] {
  const { commit, luck } = table.dice;
  const { id, imported, status } = table;
  if (!commit) return []; // in the pocket nobody could check it
  const known = keptOf(id);
  const now: Kept = structuredClone(known) ?? { table: id, commit, imported, shares: {}, taken: [], begun: null };
  const owing = status === "open" ? seats.filter((seat) => luck[seat] === null) : [];
  for (const seat of owing) now.shares[seat] ??= newShare();
  if (status === "open") now.shares = only(now.shares, seats); // who gives up a seat takes their luck along
  const taken = seatsOf(now).filter((seat) => luck[seat] === seal(now.shares[seat]!));
  now.taken = [...new Set([...now.taken, ...taken])].filter((seat) => now.shares[seat]);
  if (status !== "open") now.begun ??= luck;
  if (JSON.stringify(now) !== JSON.stringify(known)) store(now);
  return owing.map((seat) => ({ seat, share: now.shares[seat]! }));
}

const only = (shares: Record<number, string>, seats: number[]): Record<number, string> =>
  Object.fromEntries(seats.flatMap((seat) => (shares[seat] ? [[seat, shares[seat]]] : [])));

/** Whether there is somebody on another device whose luck has not come yet. */
export const isAwaited = ({ seats, dice }: TableAbout, own: number[]): boolean =>
  seats.some(({ seat, kind }) => kind === "person" && !own.includes(seat) && dice.luck[seat] === null);
