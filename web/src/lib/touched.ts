/** What is touched says what it is: whatever has words of its own (`data-says`), and every picture that has a name, unless
 * it does something by itself. Boards put the words there that they describe themselves with. Words that would be made again
 * at every event are made when they are asked for: `data-says` is empty then, and `tells` knows them. */
import type { Attachment } from "svelte/attachments";

const ACTS = 'button:enabled, a[href], input, select, textarea, summary, [role="button"]';
export const SAYS = '[data-says], [role="img"][aria-label], [role="meter"][aria-label]';

const told = new WeakMap<Element, (touched: Element) => string | null | undefined>();

/** Lets an element tell what it is, or what a part of it is that is touched. */
export const tells =
  (what: (touched: Element) => string | null | undefined): Attachment =>
  (element) => {
    told.set(element, what);
    return () => told.delete(element);
  };

/** What is told of an element, by itself or by what it is a part of. */
function toldOf(touched: Element): string | null | undefined {
  for (let at: Element | null = touched; at; at = at.parentElement) {
    const what = told.get(at);
    if (what) return what(touched);
  }
  return undefined;
}

/** What the uppermost thing at a point of the screen says; null if it does something, or is nothing. */
export function saidAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    if (!element.closest("main, .sitting")) return null;
    const [says, acts] = [element.closest<HTMLElement | SVGElement>(SAYS), element.closest(ACTS)];
    if (acts && acts !== says) return null;
    if (says) return says.dataset.says || (toldOf(says) ?? says.getAttribute("aria-label"));
  }
  return null;
}
