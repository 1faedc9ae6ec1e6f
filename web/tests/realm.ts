// Each file of tests runs in a context of its own. Some of Node's functions are not there.
import * as streams from "node:stream/web";

import { afterAll, vi } from "vitest";

Object.assign(globalThis, streams);

// And its `structuredClone` makes objects of another context, which are neither equal nor `instanceof` here. The copy that
// is thrown away says what can't be copied.
const { structuredClone: check } = globalThis;

function copy(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (known.has(value)) return known.get(value);
  const keep = <T>(made: T) => (known.set(value, made), made);
  if (Array.isArray(value)) {
    const made: unknown[] = keep([]);
    for (const part of value) made.push(copy(part, known));
    return made;
  }
  if (value instanceof Map) {
    const made = keep(new Map());
    for (const [key, part] of value) made.set(copy(key, known), copy(part, known));
    return made;
  }
  if (value instanceof Set) {
    const made = keep(new Set());
    for (const part of value) made.add(copy(part, known));
    return made;
  }
  const kind = Object.prototype.toString.call(value);
  if (kind !== "[object Object]") throw new TypeError(`tests/realm.ts can't copy ${kind} yet`);
  const made: Record<string, unknown> = keep({});
  for (const [key, part] of Object.entries(value)) made[key] = copy(part, known);
  return made;
}

globalThis.structuredClone = <T>(value: T) => (check(value), copy(value, new Map()) as T);

// What a page still imports when its tests are over would never come, and the next file would wait for that for a minute.
afterAll(() => vi.dynamicImportSettled());

// There is no server, and nobody answers but those whom a test names. If a call failed instead, the app would turn to the
// pocket and import it, perhaps when the tests are over.
globalThis.fetch = () => new Promise(() => undefined);
