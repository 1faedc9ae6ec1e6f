/** The dice's arithmetic, as the protocol page says it: seals of secrets and shares, and the number of each roll.
 *
 * A page in a home network has no `crypto.subtle` (that needs https), so the hashes are a library's. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** By seat what it has added to the dice, or what may be seen of that; null: nothing. */
export type Shares = (string | null)[];

/** Luck that nobody can foresee: 32 bytes, as text. */
export const newShare = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));

/** What everybody may see of a secret, or of a share, before the end. */
export const seal = (hidden: string): string => `sha256:${bytesToHex(sha256(hexToBytes(hidden)))}`;

/** What all shares come to; nothing where nobody has added any. */
export function mixed(shares: Shares): string {
  if (!shares.some(Boolean)) return "";
  return bytesToHex(sha256(utf8ToBytes(shares.map((share) => share ?? "").join(","))));
}

/** The number of a table's roll or draw, from 0 up to 1: the first 53 bits of its hash. */
export function numberOf(secret: string, table: string, roll: number, luck: string): number {
  const text = luck ? `${table}:${roll}:${luck}` : `${table}:${roll}`;
  const word = new DataView(hmac(sha256, hexToBytes(secret), utf8ToBytes(text)).buffer);
  return (word.getUint32(0) * 2 ** 21 + (word.getUint32(4) >>> 11)) / 2 ** 53;
}
