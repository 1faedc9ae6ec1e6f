/** What the others have done since somebody decided last, in a sentence for each of them. What is worth telling of an event
 * is a message `recap-EVENT` in the words of its game: "had two babies"; and `recap-own-EVENT`, what became of oneself. */
import type { Happening } from "./board";
import type { Game } from "./game";
import { say } from "./words";

export function recapOf(game: Game, events: readonly Happening[], names: string[], own: number): string {
  const deeds = new Map<number, Map<string, Happening[]>>();
  let actor = own;
  for (const event of events) {
    if (typeof event.seat === "number") actor = event.seat;
    const message = actor === own ? `recap-own-${event.event}` : `recap-${event.event}`;
    if (!game.words.has(message)) continue;
    const told = deeds.get(actor) ?? new Map<string, Happening[]>();
    deeds.set(actor, told.set(message, [...(told.get(message) ?? []), event]));
  }
  const inWords = (told: Map<string, Happening[]>) =>
    [...told].map(([message, done]) => {
      const phrase = game.rules.phrase(done.at(-1)!, names, game.words);
      return game.words.say(message, { ...phrase, count: countOf(game, done) });
    });
  return [...deeds]
    .map(([seat, told]) => say("recap", { player: names[seat]!, deeds: listed(inWords(told)) }))
    .join(" ");
}

/** How often something was done; the steps of one way are one. */
function countOf({ board }: Game, done: Happening[]): number {
  const same = board.onward?.[done[0]!.event];
  return same ? new Set(done.map((event) => JSON.stringify(same.map((field) => event[field])))).size : done.length;
}

const listed = (deeds: string[]) =>
  deeds.length < 2 ? (deeds[0] ?? "") : say("recap-and", { deeds: deeds.slice(0, -1).join(", "), last: deeds.at(-1)! });
