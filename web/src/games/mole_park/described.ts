/** Mole Park in sentences: the stalls and their prizes, the holes, what one has in hand, and how the others stand. */
import type { Pile, View } from "../../generated/mole_park.js";
import type { Say } from "../../lib/words";
import { DICE, molesIn } from "./park";

/** A stall with its prize. */
export const stallOf = ({ pile, cost, up, down }: Pile, say: Say): string =>
  say("described-stall", {
    stall: say(`pile-${pile}`),
    cost,
    prize: up?.name ?? say("board-empty"),
    stars: say("stars", { stars: up?.stars ?? 0 }),
    hand: up?.hand ?? 0,
    down,
  });

const starsOf = (stars: number, say: Say) => say("stars", { stars });

/** What a seat has, and what its dice show. */
export function describeSeat(view: View, seat: number, names: string[], say: Say): string {
  const { moles, limit, stars, prizes, shows, declared, ready } = view.players[seat]!;
  return say("described-player", {
    player: names[seat] ?? "",
    king: seat === view.king ? "yes" : "no",
    moles,
    limit,
    stars: starsOf(stars, say),
    prizes: prizes.map(({ name }) => name).join(", ") || "none",
    dice:
      DICE.filter((die) => shows[die] !== undefined)
        .map((die) => say("described-die", { die: say(`die-${die}`), face: shows[die]! }))
        .join(", ") || "none",
    state: declared ? "declared" : ready ? "ready" : "none",
  });
}

export function describe(view: View, names: string[], say: Say): string[] {
  const hand = view.seat === null ? [] : molesIn(view.players[view.seat]!.hand ?? []);
  return [
    ...view.holes.map((moles, k) => say("described-hole", { hole: k + 1, moles })),
    say("board-burrow", { moles: view.burrow }),
    say("board-hill", { moles: view.hill.reduce((a, b) => a + b, 0) }),
    ...view.piles.map((pile) => stallOf(pile, say)),
    say("described-crown", { cost: view.crown.cost }),
    ...(hand.length
      ? [say("listed", { what: say("board-hand"), items: hand.map((stars) => starsOf(stars, say)).join(", ") })]
      : []),
    ...view.players.map(({ seat }) => describeSeat(view, seat, names, say)),
  ];
}
