/** Honeymoon in sentences: one's moon with what lies in it, what is collected, and how the others stand. */
import {
  place,
  row_points,
  starts_open,
  SWEET_NAMES,
  type Cell,
  type CellKind,
  type View,
} from "../../generated/honeymoon.js";
import type { Say } from "../../lib/words";
import { key } from "./moon";

const LIES: CellKind[] = [...SWEET_NAMES, "pickle", "rock"];
const listOf = (cells: Cell[]) => cells.map((cell) => place(...cell)).join(", ");

export function describe(view: View, names: string[], say: Say): string[] {
  const own = view.sheets[view.seat ?? 0]!;
  const dug = new Set(own.dug.map(key));
  const listed = (what: string, cells: Cell[]) =>
    cells.length ? [say("listed", { what: say(what), items: listOf(cells) })] : [];
  const lying = (kind: CellKind) =>
    view.moon.cells.flatMap((row, r) =>
      row.flatMap((what, c): Cell[] => (what === kind && !dug.has(key([r, c])) ? [[r, c]] : [])),
    );
  const hatches = starts_open(view, own.seat)
    ? view.moon.starts.map(({ at }) => at).filter((at) => !dug.has(key(at)))
    : [];
  return [
    say(view.die ? "die-shows" : "die-waits", { die: view.die ?? 0 }),
    say("candles", { left: view.timer.boxes - view.timer.crossed }),
    say(view.timer.run ? "candles-burn" : "candles-wait"),
    ...(own.dug.length ? listed("described-tunnels", own.dug) : [say("described-nothing")]),
    ...LIES.flatMap((kind) => listed(`cell-${kind}`, lying(kind))),
    ...listed("described-hatches", hatches),
    ...view.sheets.map(({ seat }) => describeSeat(view, seat, names, say)),
  ];
}

/** What a seat has found, and what it is worth. */
export function describeSeat(view: View, seat: number, names: string[], say: Say): string {
  const sheet = view.sheets[seat]!;
  const rows = SWEET_NAMES.map((sweet) =>
    say("described-row", { sweet: say(`cell-${sweet}`), count: sheet.ticked[sweet], most: view.row_boxes }),
  );
  return say("described-sheet", {
    player: names[seat] ?? "",
    points: sheet.points,
    rows: rows.join(", "),
    pickles: sheet.pickles,
    marked: sheet.marked,
    slots: view.slots,
  });
}

/** What lies in a cell of somebody's moon, and what it would bring. */
export function describeCell(view: View, seat: number, cell: Cell, names: string[], say: Say): string {
  const sheet = view.sheets[seat]!;
  const what = view.moon.cells[cell[0]]![cell[1]]!;
  if (sheet.dug.some((dug) => key(dug) === key(cell))) return say("touch-tunnel", { player: names[seat] ?? "" });
  if (what === "soil" && view.moon.starts.some(({ at }) => key(at) === key(cell))) return say("touch-hatch");
  if (what === "outside") return "";
  if (what === "pickle") return say("touch-pickle");
  if (what === "rock" || what === "soil") return say(what === "rock" ? "touch-rock" : "touch-soil");
  const ticks = sheet.ticked[what];
  const points = ticks < view.row_boxes ? row_points(ticks + 1) - row_points(ticks) : 0;
  return say("touch-sweet", { sweet: say(`cell-${what}`), points });
}
