/** A language that nobody speaks, made from the catalogues: letters with accents, half as long again, in brackets. With
 * `?pseudo` in the page's address the app speaks it: what is in English then has not come from a catalogue, and what is
 * cut off has no room for another language. */

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = [..."àƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ"];
/** What is a name, not a word: the clause of a rule. */
const KEPT = /([A-Z]{2,4}-\d\d)/;
const LONGER = 1.5;

/** The words of a message, without what is put into them. */
export function pseudo(text: string): string {
  if (!/[a-z]/i.test(text)) return text;
  const [, before, words, after] = /^(\s*)(.*?)(\s*)$/s.exec(text)!;
  const accented = words!
    .split(KEPT)
    .map((part) => (KEPT.test(part) ? part : part.replace(/[a-z]/gi, (letter) => ACCENTED[LETTERS.indexOf(letter)]!)))
    .join("");
  return `${before}⟦${lengthened(accented, Math.ceil(words!.length * LONGER) - 2)}⟧${after}`;
}

/** As long as wanted, at least: vowels are drawn out, from the first on. */
function lengthened(text: string, length: number): string {
  let missing = length - [...text].length;
  const drawnOut = text.replace(/[àéîöû]/gi, (vowel) => (missing-- > 0 ? vowel + vowel : vowel));
  return missing > 0 ? drawnOut + "~".repeat(missing) : drawnOut;
}

/** Whether the page's address asks for it. */
export const wanted = (): boolean => new URLSearchParams(location.search).has("pseudo");
