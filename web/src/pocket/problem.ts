/** What a table refuses: a code for programs, a sentence for people, as the server has them. */
import { Overtaken, Unkept } from "./kept";
import type { Parameters } from "../lib/fluent";
import { say } from "./kit";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    why: string,
    readonly rule: string | null = null,
  ) {
    super(why);
  }
}

/** What is told of anything that went wrong. */
export function asTold(problem: unknown): Refusal {
  if (problem instanceof Refusal) return problem;
  if (problem instanceof Overtaken) return refusal("trouble", "pocket-overtaken");
  console.error(problem);
  return refusal("trouble", problem instanceof Unkept ? "pocket-full" : "pocket-trouble");
}

/** A refusal with a sentence from the server's catalogue. */
export const refusal = (code: string, message: string, parameters?: Parameters): Refusal =>
  new Refusal(code, say(message, parameters));
