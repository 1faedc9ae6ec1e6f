/** Honeymoon in sentences: one's moon with what lies in it, what is collected, and how the others stand. */
import { place, starts_open, SWEET_NAMES, type Cell, type CellKind, type View } from "../../generated/honeymoon.js";
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
    ...view.sheets.map((sheet) => {
      const rows = SWEET_NAMES.map((sweet) =>
        say("described-row", { sweet: say(`cell-${sweet}`), count: sheet.ticked[sweet], most: view.row_boxes }),
      );
      return say("described-sheet", {
        player: names[sheet.seat] ?? "",
        points: sheet.points,
        rows: rows.join(", "),
        pickles: sheet.pickles,
        marked: sheet.marked,
        slots: view.slots,
      });
    }),
  ];
}
