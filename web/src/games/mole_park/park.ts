/** Mole Park as it is drawn: its dice, and a hand as single moles. */
import type { Die, Face } from "../../generated/mole_park.js";

export const DICE: Die[] = ["glove", "pan", "mallet", "prize"];

/** A hand as single moles, the fewest stars first. */
export const molesIn = (hand: number[]): number[] => hand.flatMap((count, k) => Array<number>(count).fill(k + 1));

/** What a side of a die shows. */
export const faceOf = (face: Face) => (face === "X" ? { symbol: "mole_park-miss" } : { number: face });
