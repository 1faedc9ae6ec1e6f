/** Target: Rats in sentences: the dice, every family's rats and where they are, the Exterminator, and the board. */
import type { Face, Space, View } from "../../generated/target_rats.js";
import type { Say } from "../../lib/words";
import type { Crowds } from "./sewers";

/** A space as people call it. */
export const placeOf = (name: string, say: Say) =>
  name === "city" ? say("place-city") : say("place-space", { name, kind: name[0]! });
const faceOf = (face: Face, say: Say) => (face === "target" ? say("face-target") : String(face));

/** A seat's family: where its rats are, and who is Da Big Cheese. */
export function describeSeat(view: View, seat: number, names: string[], say: Say): string {
  const { nest, rats } = view.factions[seat]!;
  const out = rats.filter(({ at }) => at && at !== nest);
  return say("described-family", {
    player: names[seat] ?? "",
    own: seat === view.seat ? "yes" : "no",
    cheese: view.cheese === seat ? "yes" : "no",
    nest,
    home: rats.filter(({ at }) => at === nest).length,
    supply: rats.filter(({ at }) => at === null).length,
    rats:
      out
        .map(({ rat, at, fed }) => say("described-rat", { rat, fed: fed ? "yes" : "no", at: placeOf(at!, say) }))
        .join(", ") || "none",
  });
}

/** What a space is, who is there, and how far it is for the rat that may move (`far`). */
export function describeSpace(
  view: View,
  { kind, dumpster, joins, space }: Space,
  { crowds, far }: { crowds: Crowds; far: Record<string, number> },
  names: string[],
  say: Say,
): string {
  const owner = view.factions.find(({ nest }) => nest === space)?.seat;
  const way = kind === "surface" && joins.some((other) => other.startsWith("u")) ? "manhole" : kind;
  const families = view.factions.flatMap(({ seat }) => {
    const here = (crowds.get(space) ?? []).filter((rat) => rat.seat === seat);
    const fed = here.filter((rat) => rat.fed).length;
    return here.length ? [say("touch-rats", { player: names[seat] ?? "", count: here.length, fed })] : [];
  });
  return [
    say("touch-space", {
      kind: dumpster ? "dumpster" : way === "nest" && owner === undefined ? "free-nest" : way,
      player: owner === undefined ? "" : (names[owner] ?? ""),
    }),
    ...families,
    ...(far[space] ? [say("touch-far", { steps: far[space] })] : []),
    ...(space === view.exterminator ? [say("touch-exterminator")] : []),
  ].join(" ");
}

export function describe(view: View, names: string[], say: Say): string[] {
  const dumpsters = view.board.filter(({ dumpster }) => dumpster).map(({ space }) => space);
  return [
    view.turn === null ? say("board-start") : say("board-turn", { round: view.round, player: names[view.turn] ?? "" }),
    ...(view.dice.shows.length
      ? [
          say("described-dice", { dice: view.dice.shows.map((face) => faceOf(face, say)).join(", ") }),
          say("points-left", { left: view.left }),
        ]
      : []),
    ...view.factions.map(({ seat }) => describeSeat(view, seat, names, say)),
    say("described-exterminator", { at: view.exterminator ? placeOf(view.exterminator, say) : "none" }),
    say("listed", { what: say("described-dumpsters"), items: dumpsters.join(", ") }),
    ...view.board.map(({ space, kind, joins }) =>
      say("described-space", { space, kind, joins: joins.map((other) => placeOf(other, say)).join(", ") }),
    ),
  ];
}
