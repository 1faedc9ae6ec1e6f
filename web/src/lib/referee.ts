/** Who says what the rules make of a finished game: the rules themselves, where the app was built with them, in a worker;
 * otherwise the server. */
import { isInPocket } from "./pocket";
import { THEIR_WORD, type Log, type Referee, type Ruled } from "./verdict";

export interface Question {
  game: string;
  log: Log;
  seat: number | null;
}

/** What a worker found; null if it can't say, because it has another version of the rules, or another box. */
export type Answer = Ruled[] | null;

export async function refereeFor(game: string, log: Log, seat: number | null): Promise<Referee> {
  const can = isInPocket(game) && typeof Worker !== "undefined";
  const found = can ? await asked({ game, log, seat }) : null;
  return found ? { ours: true, rule: () => Promise.resolve(found) } : THEIR_WORD;
}

function asked(question: Question): Promise<Answer> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./referee.worker.ts", import.meta.url), { type: "module", name: "referee" });
    const ended = (answer: Answer) => {
      worker.terminate();
      resolve(answer);
    };
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => ended(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      ended(null);
    });
    worker.postMessage(question);
  });
}
