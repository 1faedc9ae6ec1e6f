/** What a table refuses: a code for programs, a sentence for people, as the server has them. */
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

/** A refusal with a sentence from the server's catalogue. */
export const refusal = (code: string, message: string, parameters?: Parameters): Refusal =>
  new Refusal(code, say(message, parameters));
