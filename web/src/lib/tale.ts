/** The story of a finished game in a few sentences: who was ahead, and what there was most of. What is counted is data of
 * the game's board; the words are in its catalogue. */
import type { Event } from "./game";
import { say, type Say } from "./words";

/** An event that is counted, and the sentence that tells who had most of them, at least so many. With `all` they are
 * counted together; with `first` it tells who was the first. */
export interface Counted<E extends string = string> {
  event: E;
  says: string;
  least?: number;
  of?: "most" | "all" | "first";
}

const MOST = 3; // sentences about events

/** Who had most, if it was one alone. */
function best(counts: number[]): number | null {
  const most = Math.max(...counts);
  const seat = counts.indexOf(most);
  return most > 0 && counts.lastIndexOf(most) === seat ? seat : null;
}

/** What was counted, in sentences. */
export function countedIn(events: Event[], counted: Counted[], names: string[], say: Say): string[] {
  const told = counted.flatMap(({ event, says, least = 1, of = "most" }) => {
    const found = events.filter((one) => one.event === event);
    if (of === "all") return found.length < least ? [] : [say(says, { count: found.length })];
    const counts = names.map((_, seat) => found.filter((one) => one.seat === seat).length);
    const seat = of === "first" ? ((found[0]?.seat as number | undefined) ?? null) : best(counts);
    if (seat === null || counts[seat]! < least) return [];
    return [say(says, { name: names[seat]!, count: counts[seat]! })];
  });
  return told.slice(0, MOST);
}

/** Who was ahead, by the points after each step; null if there is nothing to tell. */
export function leadIn(series: number[][], winner: number, names: string[], what: string): string | null {
  const leaders = series.map(best).filter((seat) => seat !== null);
  if (leaders.length < series.length / 3) return null;
  const name = names[winner]!;
  if (leaders.filter((seat) => seat === winner).length > 0.8 * leaders.length) return say("tale-led", { name, what });
  const late = leaders[Math.floor(leaders.length * 0.75)]!;
  if (late !== winner && leaders.at(-1) === winner) return say("tale-overtook", { name, other: names[late]!, what });
  const changes = leaders.filter((seat, k) => k && seat !== leaders[k - 1]).length;
  return changes > 2 ? say("tale-changed", { count: changes, what }) : null;
}
