/** Words: message ids become sentences here, from the Fluent catalogues that Python reads too, and nowhere else. */
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";

import { pseudo, wanted } from "./pseudo";
import app from "../words.en.ftl?raw";
import engine from "../../../src/molehill/engine/words.en.ftl?raw";

export type Parameters = Record<string, FluentVariable>;
export type Say = (message: string, parameters?: Parameters) => string;

/** What is asked for words by those who do not know whose they are: a game's translated module. */
export interface Words {
  say: Say;
  has: (message: string) => boolean;
}

const transform = wanted() ? pseudo : undefined;

function wordsFrom(...sources: string[]): Words {
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
  return { say, has: (message) => bundle.hasMessage(message) };
}

/** The app's own sentences. */
export const { say } = wordsFrom(engine, app);

/** A game's sentences and the app's, from the catalogues of the game and of its board. */
export const wordsWith = (...catalogues: string[]): Words => wordsFrom(engine, app, ...catalogues);

/** The same with a capital letter, where it begins a line. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
