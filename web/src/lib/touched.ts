/** What is touched says what it is: whatever has words of its own (`data-says`), and every picture that has a name, unless
 * it does something by itself. Boards put the words there that they describe themselves with. */

const ACTS = 'button:enabled, a[href], input, select, textarea, summary, [role="button"]';
export const SAYS = '[data-says], [role="img"][aria-label], [role="meter"][aria-label]';

/** What the uppermost thing at a point of the screen says; null if it does something, or is nothing. */
export function saidAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    if (!element.closest("main, .sitting")) return null;
    const [says, acts] = [element.closest<HTMLElement | SVGElement>(SAYS), element.closest(ACTS)];
    if (acts && acts !== says) return null;
    if (says) return says.dataset.says ?? says.getAttribute("aria-label");
  }
  return null;
}
