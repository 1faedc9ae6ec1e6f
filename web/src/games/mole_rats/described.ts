/** Mole Rats in sentences: whose rat is where, where the snakes lie, what is collected, the cards and the ways. */
import { card_phrase, type View } from "../../generated/mole_rats.js";
import type { Say } from "../../lib/words";
import { stacksOf } from "./station";

export function describe(view: View, names: string[], say: Say): string[] {
  const where = (at: string) => say("described-place", { at });
  const ways = (what: string, pairs: Record<string, string>) =>
    say("listed", {
      what: say(what),
      items: Object.entries(pairs)
        .map(([from, to]) => say("described-way", { from, to }))
        .join(", "),
    });
  return [
    ...view.rats.map(({ rat, seat, at, medkit }) =>
      say("described-rat", {
        rat,
        player: names[seat] ?? "",
        own: seat === view.seat ? "yes" : "no",
        place: where(at),
        medkit: say(medkit ? "medkit" : "medkit-gone"),
      }),
    ),
    ...stacksOf(view).map(({ at, colour, snakes }) =>
      say("described-snakes", { count: snakes.length, colour: say("colour", { colour }), place: where(at) }),
    ),
    ...view.equipment.map(({ item, collected }) =>
      say("described-item", {
        item: say("item", { item }),
        collected: collected ? "yes" : "no",
        at: view.station.equipment[item],
      }),
    ),
    ...view.hands.flatMap((card, seat) => {
      if (!card) return [];
      const phrase = card_phrase(card);
      const halves = [
        ...(card.rats === "-" ? [] : [say("half-rats", phrase)]),
        ...(card.snakes === "-" ? [] : [say("half-snakes", phrase)]),
      ];
      return [say("described-card", { player: names[seat] ?? "", card: halves.join("; ") })];
    }),
    say("cards-left", { pile: view.pile }),
    ways("described-ladders", view.station.ladders),
    ways("described-shafts", view.station.shafts),
  ];
}
