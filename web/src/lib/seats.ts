/** The eight seats: a colour with its shade, and a mark wherever the colour appears; and whose are bots'. */
import { getContext, setContext } from "svelte";

export const SEATS = 8;

const BOTS = Symbol("bots");

/** For all that is shown of a table: which of its seats are bots', so that everybody has one face everywhere. */
export function tellBots(isBot: (seat: number) => boolean): void {
  setContext(BOTS, isBot);
}

/** Whether a seat is a bot's, as the table says around; where there is no table nobody is. */
export function knownBots(): (seat: number) => boolean {
  return getContext<((seat: number) => boolean) | undefined>(BOTS) ?? (() => false);
}

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
