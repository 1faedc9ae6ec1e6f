/** Recorded matches, for tests: real views, events and legal moves (see tools/record.py). */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

import type { Choice, Happening, Move, View } from "../src/lib/board";

export interface Frame<V extends View> {
  view: V;
  events: Happening[];
  ask: string;
  legal: Choice[];
  played?: Move;
}

export interface Recording<V extends View = View> {
  name: string;
  game: string;
  names: string[];
  frames: Frame<V>[];
}

const FOLDER = resolve(import.meta.dirname, "../fixtures");

function read<V extends View>(file: string): Recording<V> {
  const data = JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf-8")) as Recording<V>;
  let view = {} as V;
  for (const frame of data.frames) frame.view = view = { ...view, ...frame.view };
  return data;
}

export function recordings<V extends View = View>(game?: string): Recording<V>[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .map((file) => read<V>(file))
    .filter((recording) => !game || recording.game === game);
}
