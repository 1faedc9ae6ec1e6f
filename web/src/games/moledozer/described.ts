/** Moledozer in sentences: where the mole is and where it can go, whose house stands where, guesses, cards and the sum. */
import { round_cards, type Card, type House, type View } from "../../generated/moledozer.js";
import type { Say } from "../../lib/words";

const cardOf = ({ number, symbol }: Card, say: Say) => say(`card-${symbol}`, { number });

function houseOf(view: View, house: House, names: string[], say: Say): string[] {
  const about = view.houses[house];
  if (!about) return [];
  const own = about.seat !== null && about.seat === view.seat ? "yes" : "no";
  const player = about.seat === null ? "" : (names[about.seat] ?? "");
  return [say("described-house", { house: say(`house-${house}`), state: about.state, own, player })];
}

/** A seat's guess and cards, and how often it has won. */
export function describeSeat(view: View, seat: number, names: string[], say: Say): string {
  const { guess, face_down, open, rounds_won, fallen } = view.players[seat]!;
  return say("described-player", {
    player: names[seat] ?? "",
    fallen: fallen ? "yes" : "no",
    guess: guess ?? "none",
    cards: face_down,
    open: open.map((card) => cardOf(card, say)).join(", ") || "none",
    won: rounds_won,
  });
}

/** What a place of the field is. */
export function describePlace(view: View, place: string, names: string[], say: Say): string {
  const house = view.boards[view.side].places.find(({ at }) => at === place)?.house;
  const what = house ? houseOf(view, house, names, say) : [say("touch-burrow")];
  return [...what, ...(place === view.mole ? [say("touch-mole")] : [])].join(" ");
}

export function describe(view: View, names: string[], say: Say): string[] {
  const side = view.boards[view.side];
  const named = (at: string) => {
    const house = side.places.find((place) => place.at === at)?.house;
    return house ? say("described-house-at", { house: say(`house-${house}`) }) : at;
  };
  const joined = (at: string) =>
    side.tunnels.flatMap(([one, other]) => (one === at ? [other] : other === at ? [one] : [])).map(named);
  const houses = side.places.flatMap(({ house }) => (house ? houseOf(view, house, names, say) : []));
  const paths = side.places
    .filter(({ house }) => !house)
    .map(({ at }) => say("described-path", { at, joins: joined(at).join(", ") }));
  const { total, what } = view.round;
  const turned = round_cards(view).map((shown) => cardOf(shown.card, say));
  return [
    view.round.number ? say("table-round", { number: view.round.number }) : say("table-before"),
    say("described-mole", { at: named(view.mole), joins: joined(view.mole).join(", ") }),
    ...houses,
    ...view.players.map(({ seat }) => describeSeat(view, seat, names, say)),
    ...(turned.length ? [say("listed", { what: say("described-turned"), items: turned.join(", ") })] : []),
    ...(total === null ? [] : [say(`table-total-${what}`, { total })]),
    ...paths,
  ];
}
