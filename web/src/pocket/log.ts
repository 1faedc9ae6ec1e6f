/** Digests of logs, as `engine/log.py` makes them. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** A hash of some bytes, or of a structure without its `digest`. */
export function digestOf(what: Uint8Array | object): string {
  if (what instanceof Uint8Array) return `sha256:${bytesToHex(sha256(what))}`;
  const body = Object.fromEntries(Object.entries(what).filter(([key]) => key !== "digest"));
  return `sha256:${bytesToHex(sha256(utf8ToBytes(sorted(body))))}`;
}

/** JSON with the keys in order and without spaces. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sorted((value as Record<string, unknown>)[key])}`).join(",")}}`;
}
