/** Words: message ids become sentences here, from the Fluent catalogues that Python reads too, and nowhere else. */
import { fluent, type Parameters, type Say, type Words } from "./fluent";
import app from "../words.en.ftl?raw";
import engine from "../../../src/molehill/engine/words.en.ftl?raw";

export type { Parameters, Say, Words };

/** The same without the names of spaces, as boards are without them: what is said then is `MESSAGE-unnamed`. */
export const unnamed =
  (say: Say): Say =>
  (message, parameters) =>
    say(say.has?.(`${message}-unnamed`) ? `${message}-unnamed` : message, parameters);

/** The app's own sentences. */
export const { say } = fluent(engine, app);

/** A game's sentences and the app's, from the catalogues of the game and of its board. */
export const wordsWith = (...catalogues: string[]): Words => fluent(engine, app, ...catalogues);

/** The same with a capital letter, where it begins a line. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
