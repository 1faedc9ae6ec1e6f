/** Moledozer in sentences: where the mole is and where it can go, whose house stands where, guesses, cards and the sum. */
import { round_cards, type Card, type Player, type View } from "../../generated/moledozer.js";
import type { Say } from "../../lib/words";

export function describe(view: View, names: string[], say: Say): string[] {
  const side = view.boards[view.side];
  const card = ({ number, symbol }: Card) => say(`card-${symbol}`, { number });
  const named = (at: string) => {
    const house = side.places.find((place) => place.at === at)?.house;
    return house ? say("described-house-at", { house: say(`house-${house}`) }) : at;
  };
  const joined = (at: string) =>
    side.tunnels.flatMap(([one, other]) => (one === at ? [other] : other === at ? [one] : [])).map(named);
  const houses = side.places.flatMap(({ house }) => {
    const about = house && view.houses[house];
    if (!about) return [];
    const own = about.seat !== null && about.seat === view.seat ? "yes" : "no";
    const player = about.seat === null ? "" : (names[about.seat] ?? "");
    return [say("described-house", { house: say(`house-${house}`), state: about.state, own, player })];
  });
  const paths = side.places
    .filter(({ house }) => !house)
    .map(({ at }) => say("described-path", { at, joins: joined(at).join(", ") }));
  const playerLine = ({ seat, guess, face_down, open, rounds_won, fallen }: Player) =>
    say("described-player", {
      player: names[seat] ?? "",
      fallen: fallen ? "yes" : "no",
      guess: guess ?? "none",
      cards: face_down,
      open: open.map(card).join(", ") || "none",
      won: rounds_won,
    });
  const { total, what } = view.round;
  const turned = round_cards(view).map((shown) => card(shown.card));
  return [
    view.round.number ? say("table-round", { number: view.round.number }) : say("table-before"),
    say("described-mole", { at: named(view.mole), joins: joined(view.mole).join(", ") }),
    ...houses,
    ...view.players.map(playerLine),
    ...(turned.length ? [say("listed", { what: say("described-turned"), items: turned.join(", ") })] : []),
    ...(total === null ? [] : [say(`table-total-${what}`, { total })]),
    ...paths,
  ];
}
