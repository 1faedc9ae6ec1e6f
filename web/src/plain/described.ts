/** Any game in sentences, from what it declares: each part of the view by its name, with all that it holds. */
import type { View } from "../lib/board";
import { say as sayApp, type Words } from "../lib/words";
import { partsOf, silent, type Shown } from "./shapes";
import { cardOf, faceOf, labelOf } from "./table";

export function describe(view: View, names: string[], words: Words, shown: Record<string, Shown>): string[] {
  const record = view as unknown as Record<string, unknown>;
  return Object.entries(shown).flatMap(([key, part]): string[] => {
    if (part.as !== "plates") return sentence(labelOf(words, key) || key, inWords(words, names, part, record[key]));
    return ((record[key] ?? []) as unknown[]).flatMap((plate, seat) =>
      sentence(names[seat] ?? String(seat + 1), inWords(words, names, part.of, plate)),
    );
  });
}

const sentence = (what: string, items: string) => (items ? [sayApp("listed", { what, items })] : []);

function inWords(words: Words, names: string[], shown: Shown, value: unknown): string {
  if (silent(shown, value)) return "";
  const all = (of: Shown, values: unknown[]) => values.map((one) => inWords(words, names, of, one));
  const joined = (parts: string[]) => parts.filter(Boolean).join(", ");
  switch (shown.as) {
    case "flag":
      return sayApp("yes");
    case "card":
      return value === null ? sayApp("plain-hidden") : cardOf(words, value);
    case "die":
      return value ? faceOf(words, value) : sayApp("plain-hidden");
    case "seat":
      return names[value as number] ?? "";
    case "track":
      return `${value as number} / ${shown.length}`;
    case "row":
      return joined(all(shown.of, value as unknown[]));
    case "map":
      return joined(all(shown.of, (value as unknown[]).flat()));
    case "places":
      return joined(all(shown.of, value as unknown[]));
    case "plates":
      return "";
    case "parts":
      return joined(
        partsOf(shown, value).map(({ key, shown, value }) => {
          const inside = inWords(words, names, shown, value);
          const label = labelOf(words, key);
          return inside && label ? `${label} ${inside}` : inside;
        }),
      );
    default:
      return String(value);
  }
}
