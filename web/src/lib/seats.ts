/** The eight seats: a colour with its shade, and a mark wherever the colour appears. */
export const SEATS = 8;

/** The style that gives a piece its seat's two tones. */
export function seatStyle(seat: number): string {
  return `--a: var(--seat-${seat % SEATS}); --b: var(--seat-${seat % SEATS}-shade)`;
}

export function seatColour(seat: number): string {
  return `var(--seat-${seat % SEATS})`;
}

export function seatMark(seat: number): string {
  return `mark-${seat % SEATS}`;
}
