/** Target: Rats in sentences: the dice, every family's rats and where they are, the Exterminator, and the board. */
import type { Faction, View } from "../../generated/target_rats.js";
import type { Say } from "../../lib/words";

export function describe(view: View, names: string[], say: Say): string[] {
  const family = ({ seat, nest, rats }: Faction) => {
    const out = rats.filter(({ at }) => at && at !== nest);
    return say("described-family", {
      player: names[seat] ?? "",
      own: seat === view.seat ? "yes" : "no",
      cheese: view.cheese === seat ? "yes" : "no",
      nest,
      home: rats.filter(({ at }) => at === nest).length,
      supply: rats.filter(({ at }) => at === null).length,
      rats:
        out.map(({ rat, at, fed }) => say("described-rat", { rat, fed: fed ? "yes" : "no", at: at! })).join(", ") ||
        "none",
    });
  };
  const dumpsters = view.board.filter(({ dumpster }) => dumpster).map(({ space }) => space);
  return [
    view.turn === null ? say("board-start") : say("board-turn", { round: view.round, player: names[view.turn] ?? "" }),
    ...(view.dice.shows.length
      ? [say("described-dice", { dice: view.dice.shows.join(", ") }), say("points-left", { left: view.left })]
      : []),
    ...view.factions.map(family),
    say("described-exterminator", { at: view.exterminator ?? "none" }),
    say("listed", { what: say("described-dumpsters"), items: dumpsters.join(", ") }),
    ...view.board.map(({ space, kind, joins }) => say("described-space", { space, kind, joins: joins.join(", ") })),
  ];
}
