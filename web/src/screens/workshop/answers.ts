/** All that the workshop asks for. Whoever can answer this, a server or the browser itself, can run a workshop. */
import type { components } from "../../generated/server";
import { callAt, Problem } from "../../lib/server";

type Schemas = components["schemas"];
export type Edition = Schemas["Edition"];
export type Section = Schemas["Section"];
export type Field = Schemas["Field"];
export type Remark = Schemas["Remark"];
export type Change = Schemas["Change"];
export type Question = Schemas["Question"];
export type Edit = Schemas["Edit"];

/** A measure of a setting, and of what it differs by from the first one. */
export interface Figure {
  value: number;
  low: number;
  high: number;
}
export interface Measure extends Figure {
  measure: string;
  kind: string;
  share: boolean;
  unit: string;
  about: string | number;
}
export interface Difference extends Omit<Measure, keyof Figure> {
  difference: Figure;
  verdict: "more" | "less" | "near" | "unknown";
  message: string;
  words: Record<string, string | number>;
}
/** What is known of a question by now. */
export interface Found {
  games: number;
  unfinished: number;
  done: boolean;
  arms: { name: string; seats: number; measures: Measure[] }[];
  differences: Difference[];
}

export interface Answers {
  /** A box with changes: its text, what it breaks, its form, and how its table looks. Throws a Problem. */
  edit: (wanted: Edit, signal: AbortSignal) => Promise<Edition>;
  /** How boxes play: told again and again, more exactly each time, until it is done or the signal ends it. Throws a
   * Problem. */
  trial: (question: Question, signal: AbortSignal) => AsyncIterable<Found>;
}

type Line =
  { say: "waiting" | "over" } | { say: "found"; found: Found } | { say: "refused"; code: string; why: string };

/** The server answers. */
export const answers: Answers = {
  edit: async (wanted, signal) => (await (await post("/workshop/box", wanted, signal)).json()) as Edition,

  async *trial(question, signal) {
    const { body } = await post("/workshop/trial", question, signal);
    for await (const line of linesOf(body!)) {
      const told = JSON.parse(line) as Line;
      if (told.say === "refused") throw new Problem(told.code, told.why, 200);
      if (told.say === "found") yield told.found;
    }
  },
};

async function post(path: string, body: unknown, signal: AbortSignal): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(callAt(path), { method: "POST", headers, body: JSON.stringify(body), signal });
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => null)) as { code?: string; why?: string } | null;
  throw new Problem(told?.code ?? "trouble", told?.why ?? "", answer.status);
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncIterable<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop()!;
    yield* lines.filter(Boolean);
    if (done) return;
  }
}
