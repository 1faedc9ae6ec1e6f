/** Sentences from Fluent catalogues. */
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";

import { pseudo, wanted } from "./pseudo";

export type Parameters = Record<string, FluentVariable>;
export interface Say {
  (message: string, parameters?: Parameters): string;
  /** Whether there are such words; those who speak for a catalogue know. */
  has?: (message: string) => boolean;
}

/** What is asked for words by those who do not know whose they are: a game's translated module. */
export interface Words {
  say: Say;
  has: (message: string) => boolean;
}

const transform = wanted() ? pseudo : undefined;

/** What these catalogues say; of two that say the same thing, the later one. */
export function fluent(...sources: string[]): Words {
  const bundle = new FluentBundle("en", { useIsolating: false, transform });
  for (const source of sources) bundle.addResource(new FluentResource(source), { allowOverrides: true });
  const say: Say = (message, parameters = {}) => {
    const found = bundle.getMessage(message);
    if (!found?.value) throw new Error(`no words for ${message}`);
    const errors: Error[] = [];
    const text = bundle.formatPattern(found.value, parameters, errors);
    if (errors[0]) throw new Error(`${message}: ${errors[0].message}`);
    return text;
  };
  const has = (message: string) => bundle.hasMessage(message);
  return { say: Object.assign(remembering(say), { has }), has };
}

/** So many sentences are remembered at most. */
const REMEMBERED = 2000;

/** The same with what has been said before: boards say the same whenever they are drawn again. */
function remembering(say: Say): Say {
  const said = new Map<string, string>();
  return (message, parameters) => {
    const asked = parameters ? message + JSON.stringify(parameters) : message;
    let text = said.get(asked);
    if (text === undefined) {
      if (said.size >= REMEMBERED) said.clear();
      text = say(message, parameters);
      said.set(asked, text);
    }
    return text;
  };
}
