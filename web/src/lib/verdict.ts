/** What this device can say of the dice of a finished game, from its log, from what it kept, and from what it saw. */
import { mixed, numberOf, seal, type Shares } from "./dice";
import type { Event } from "./game";
import { seatsOf, type Kept } from "./luck";
import type { Log as Played } from "../../../src/molehill/pocket/host";
import { server } from "./server";

/** The log of a finished game: what is needed to play it again, and its dice. */
export interface Log extends Played {
  dice: { table: string; commit: string; secret: string; first: number; shares: Shares };
}

/** What the rules make of a move of a log: where a roll lies among all that it might have brought (the weights before
 * it, its own, and all together), and what a seat saw. */
export interface Ruled {
  odds: [number, number, number] | null;
  events: Event[];
}

/** Plays a log again and tells what each of its moves was, for a seat (null: a spectator). */
export interface Referee {
  /** Whether this is only the server's word, or the rules were asked here. */
  ours: boolean;
  rule: (table: string, log: Log, seat: number | null) => Promise<Ruled[]>;
}

const AT_ONCE = 200;

/** The server's own account. */
export const THEIR_WORD: Referee = {
  ours: false,
  async rule(table, { moves }, seat) {
    const steps: Ruled[] = [];
    while (steps.length < moves.length) {
      const page = await server.replay(table, steps.length, AT_ONCE, seat);
      if (!page.steps.length) break;
      steps.push(...(page.steps as unknown as Ruled[]));
    }
    return steps;
  },
};

/** "checked": all fits, and luck from here is in it. "part": all fits, without luck from here. "missing": luck was sent
 * from here and is not in it. "wrong": something does not fit. */
export type Mark = "checked" | "part" | "missing" | "wrong";

/** One thing that was found: which sentence says it, of whom or how many, and whether it is as it should be. A "note"
 * is neither. */
export interface Finding {
  says: string;
  mark: Mark | "note";
  seats?: number[];
  count?: number;
}

export interface Verdict {
  mark: Mark;
  findings: Finding[];
}

export interface Witness {
  /** What this device kept of the table: nothing, if it has added no luck there. */
  kept: Kept | undefined;
  table: string;
  imported: boolean;
  /** For each seat whether a bot sat there. */
  bots: boolean[];
  /** What a seat (null: a spectator) has seen happen, or the last part of it. */
  seat: number | null;
  seen: Event[];
}

const HEX = /^[0-9a-f]{64}$/;
const WORST: Mark[] = ["wrong", "missing", "part", "checked"];

export async function judge(log: Log, witness: Witness, referee: Referee = THEIR_WORD): Promise<Verdict> {
  if (!isWhole(log, witness)) return { mark: "wrong", findings: [{ says: "dice-log-odd", mark: "wrong" }] };
  const ruled = await referee.rule(witness.table, log, witness.seat);
  if (ruled.length < log.moves.length) return { mark: "wrong", findings: [{ says: "dice-log-rules", mark: "wrong" }] };
  const findings: Finding[] = [
    ofCommitment(log, witness),
    ...ofShares(log, witness),
    ...ofRolls(log, witness, ruled),
    ...ofSight(ruled, witness),
    ofRules(referee),
  ];
  return { mark: WORST.find((mark) => findings.some((found) => found.mark === mark))!, findings };
}

/** Whether a log says of its dice what it has to. One share more than there are seats could be anything. */
const isWhole = ({ dice }: Log, { bots }: Witness): boolean =>
  HEX.test(dice.secret) &&
  dice.shares.length === bots.length &&
  dice.shares.every((one) => one === null || HEX.test(one));

/** The secret is the one that was committed to, before any luck was sent from here. */
function ofCommitment({ dice }: Log, { kept }: Witness): Finding {
  const fits = seal(dice.secret) === dice.commit && (!kept || kept.commit === dice.commit);
  if (!fits) return { says: "dice-commit-wrong", mark: "wrong" };
  return kept ? { says: "dice-commit-kept", mark: "checked" } : { says: "dice-commit-shown", mark: "part" };
}

/** Whose luck is in the dice: ours as it was sent, and everybody's as it was shown when the game began. */
function ofShares({ dice: { shares } }: Log, { kept, bots }: Witness): Finding[] {
  const sent = kept ? seatsOf(kept) : [];
  const there = sent.filter((seat) => kept!.shares[seat] === shares[seat]);
  const gone = sent.filter((seat) => !there.includes(seat));
  const taken = gone.filter((seat) => kept!.taken.includes(seat));
  const sealed = shares.map((share) => share && seal(share));
  const shown = kept?.begun ?? sealed;
  const others = shares.flatMap((_, seat) => (sent.includes(seat) ? [] : [seat]));
  const lucky = shares.flatMap((share, seat) => (share ? [seat] : []));
  const found: Finding[] = [
    { says: "dice-share-there", mark: "checked", seats: there },
    { says: "dice-share-dropped", mark: "wrong", seats: taken },
    { says: "dice-share-late", mark: "missing", seats: gone.filter((seat) => !taken.includes(seat)) },
    { says: "dice-share-changed", mark: "wrong", seats: others.filter((seat) => shown[seat] !== sealed[seat]) },
    { says: "dice-share-bot", mark: "wrong", seats: lucky.filter((seat) => bots[seat]) },
    { says: "dice-lucky", mark: "checked", seats: lucky },
  ];
  const none: Finding[] = sent.length ? [] : [{ says: "dice-share-none", mark: "part" }];
  return [...none, ...found.filter(({ seats }) => seats!.length)];
}

/** Every roll lies where its number does. The first ones of an imported game were made elsewhere. */
function ofRolls({ moves, dice }: Log, { table, imported, kept }: Witness, ruled: Ruled[]): Finding[] {
  const luck = mixed(dice.shares);
  const falls = moves.flatMap(([actor], move) => (actor === "chance" ? [move] : []));
  const older = (kept?.imported ?? imported) ? Math.min(dice.first, falls.length) : 0;
  const wrong = falls.findIndex((move, roll) => {
    if (roll < older) return false;
    const [before, weight, all] = ruled[move]?.odds ?? [0, 0, 0];
    const at = numberOf(dice.secret, table, roll, luck) * all;
    return !(0 <= before && before <= at && at < before + weight && before + weight <= all);
  });
  if (wrong >= 0) return [{ says: "dice-roll-wrong", mark: "wrong", count: wrong + 1 }];
  const found: Finding[] = [{ says: "dice-rolls", mark: "checked", count: falls.length - older }];
  return older ? [...found, { says: "dice-rolls-older", mark: "part", count: older }] : found;
}

/** What was seen in the game is what the log leads to. */
function ofSight(ruled: Ruled[], { seen }: Witness): Finding[] {
  const told = ruled.flatMap(({ events }) => events);
  const both = Math.min(seen.length, told.length);
  const tail = (events: Event[]) => JSON.stringify(events.slice(events.length - both).map(plain));
  const same = ruled.length > 0 && tail(told) === tail(seen);
  return [{ says: same ? "dice-seen" : "dice-seen-wrong", mark: same ? "checked" : "wrong" }];
}

/** Whose word it is what a roll could bring, and what came of it. */
const ofRules = ({ ours }: Referee): Finding =>
  ours ? { says: "dice-odds-ours", mark: "checked" } : { says: "dice-odds-theirs", mark: "note" };

/** What the app says of an event is not part of it. */
const SENTENCES = new Set(["says", "seen", "going"]);

/** An event without its words, its fields in order. */
function plain(event: Event): unknown {
  const fields = Object.entries(event).filter(([name]) => !SENTENCES.has(name));
  return fields.toSorted(([one], [other]) => (one < other ? -1 : 1));
}
