/** Mole Rats in sentences: whose rat is where, where the snakes lie, what is collected, the cards and the ways. */
import { card_phrase, type Rat, type Station, type View } from "../../generated/mole_rats.js";
import type { Say } from "../../lib/words";
import { stacksOf } from "./station";

export function describe(view: View, names: string[], say: Say): string[] {
  const ways = (what: string, pairs: Record<string, string>) =>
    say("listed", {
      what: say(what),
      items: Object.entries(pairs)
        .map(([from, to]) => say("described-way", { from, to }))
        .join(", "),
    });
  return [
    ...view.rats.map((rat) => ratOf(view, rat, names, say)),
    ...stacksOf(view).map(({ at, colour, snakes }) =>
      say("described-snakes", {
        count: snakes.length,
        colour: say("colour", { colour }),
        place: say("described-place", { at }),
      }),
    ),
    ...view.equipment.map(({ item, collected }) =>
      say("described-item", {
        item: say("item", { item }),
        collected: collected ? "yes" : "no",
        at: view.station.equipment[item],
      }),
    ),
    ...view.rats.flatMap(({ seat }) => cardOf(view, seat, names, say)),
    say("cards-left", { pile: view.pile }),
    ways("described-ladders", view.station.ladders),
    ways("described-shafts", view.station.shafts),
  ];
}

const ratOf = (view: View, { rat, seat, at, medkit }: Rat, names: string[], say: Say) =>
  say("described-rat", {
    rat,
    player: names[seat] ?? "",
    own: seat === view.seat ? "yes" : "no",
    place: say("described-place", { at }),
    medkit: say(medkit ? "medkit" : "medkit-gone"),
  });

function cardOf(view: View, seat: number, names: string[], say: Say): string[] {
  const card = view.hands[seat];
  if (!card) return [];
  const phrase = card_phrase(card);
  const halves = [
    ...(card.rats === "-" ? [] : [say("half-rats", phrase)]),
    ...(card.snakes === "-" ? [] : [say("half-snakes", phrase)]),
  ];
  return [say("described-card", { player: names[seat] ?? "", card: halves.join("; ") })];
}

/** A seat's rat and card. */
export const describeSeat = (view: View, seat: number, names: string[], say: Say): string =>
  [
    ...view.rats.filter((rat) => rat.seat === seat).map((rat) => ratOf(view, rat, names, say)),
    ...cardOf(view, seat, names, say),
  ].join(" ");

/** What kind of space this is. */
function kindOf({ ladders, shafts, rat_starts, snake_starts }: Station, place: string): string {
  if (place === "pod") return "pod";
  if (ladders[place]) return ladders[place] === "pod" ? "ladder-pod" : "ladder";
  if (shafts[place]) return shafts[place] === "space" ? "shaft-space" : "shaft";
  if (rat_starts.includes(place)) return "home";
  return Object.values(snake_starts).includes(place) ? "nest" : "space";
}

/** What a space is, and who and what is there. */
export const describeSpace = (view: View, place: string, names: string[], say: Say): string =>
  [
    say("touch-space", { kind: kindOf(view.station, place) }),
    ...view.equipment
      .filter(({ item, collected }) => !collected && view.station.equipment[item] === place)
      .map(({ item }) => say("touch-item", { item: say("item-name", { item }) })),
    ...view.rats.filter(({ at }) => at === place).map((rat) => ratOf(view, rat, names, say)),
    ...stacksOf(view)
      .filter(({ at }) => at === place)
      .map(({ colour, snakes }) => say("touch-snakes", { count: snakes.length, colour: say("colour", { colour }) })),
  ].join(" ");
