/** A finished game, played again by the rules in WebAssembly. */
import { maySee, replay, Unknown, type Moves, type Told } from "../../../src/molehill/pocket/host";
import type { Event } from "./game";
import { pocketRules } from "./pocket";
import type { Answer, Question } from "./referee";
import type { Ruled } from "./verdict";

interface Module extends Moves {
  event: (kind: number, clause: number, told: Told["told"]) => Event;
}

const MODULES = import.meta.glob<Module>(["../generated/*.js", "!../generated/{runtime,records}.js"]);

/** What each move of a log was. A log ends here with a move that can't be made: what follows was not played by the
 * rules. */
export async function ruling({ game, log, seat }: Question): Promise<Answer> {
  const [rules, module] = [await pocketRules(game), await MODULES[`../generated/${game}.js`]!()];
  if (log.rules !== rules.facts.rules || log.box.hash !== rules.shipped.hash) return null;
  const found: Ruled[] = [];
  try {
    for (const { outcomes, number, events } of replay(rules, log, module))
      found.push({
        odds: outcomes && oddsOf(outcomes, number),
        events: events
          .filter((told) => maySee(told, seat))
          .map(({ kind, clause, told }) => module.event(kind, clause, told)),
      });
  } catch (error) {
    if (!(error instanceof Unknown)) throw error;
  }
  return found;
}

/** The weights of the outcomes before the one that fell, its own, and all together. */
function oddsOf({ numbers, weights }: { numbers: number[]; weights: number[] }, fell: number): Ruled["odds"] {
  const at = numbers.indexOf(fell);
  const sum = (some: number[]) => some.reduce((one, other) => one + other, 0);
  return [sum(weights.slice(0, at)), weights[at] ?? 0, sum(weights)];
}
