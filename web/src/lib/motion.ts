/** Anyone who wants no motion sees results at once, highlighted for a while. */
export const HIGHLIGHT = 1500;

export function noMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
