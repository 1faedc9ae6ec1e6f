/** Boxes of people's own, as a server has read them. To read a box file needs Python, so the pocket can't; but whatever was
 * read once is kept, and can be taken along to other browsers as a file. */
import { editions as store } from "./kept";
import { fits, type Fields } from "./form";
import { kitOf, type Data } from "./kit";
import { digestOf } from "./log";
import { refusal } from "./problem";

/** A box that is not the shipped one: its text, and what a server has made of it. */
export interface Edition {
  game: string;
  rules: number;
  title: string;
  hash: string;
  toml: string;
  record: string;
  edition: Data;
  /** When it was last brought here. */
  touched?: number;
}

const FORMAT = 1;
/** Tables have their own copies, so that nothing is lost with the oldest ones. */
const MOST = 40;
const FORM: Fields = {
  game: "string",
  rules: "number",
  title: "string",
  hash: "string",
  toml: "string",
  record: "string",
  edition: "object",
};

/** Every edition that is kept, the latest first. */
export async function allEditions(): Promise<Edition[]> {
  // Those that an older app has kept do not say of which game they are; others may be damaged.
  const all = (await store.all()).filter((edition) => fits(edition, FORM));
  return all.toSorted((a, b) => (b.touched ?? 0) - (a.touched ?? 0));
}

/** Keep an edition that a server has read, or that comes from a file. What does not fit is refused. */
export async function keepEdition(told: Edition & { molehill_edition?: number; digest?: string }): Promise<Edition> {
  if (!fits(told, FORM)) throw refusal("bad-box", "pocket-edition-changed");
  if (told.molehill_edition !== undefined && (told.molehill_edition !== FORMAT || digestOf(told) !== told.digest))
    throw refusal("bad-box", "pocket-edition-changed");
  const { rules } = await kitOf(told.game);
  const { game, title, hash, toml, record, edition } = told;
  const [latest] = await allEditions();
  const touched = Math.max(Date.now(), (latest?.touched ?? 0) + 1); // a clock that was set back must not make it the oldest
  const kept = { game, rules: told.rules, title, hash, toml, record, edition, touched };
  if (told.rules !== rules.facts.rules)
    throw refusal("bad-box", "pocket-edition-rules", { title, made: told.rules, here: rules.facts.rules });
  try {
    rules.box(kept);
  } catch {
    throw refusal("bad-box", "pocket-edition-changed");
  }
  await store.keep(kept);
  for (const old of (await allEditions()).slice(MOST)) await store.forget(old.hash);
  return kept;
}

/** An edition as a file. */
export async function editionFile(hash: string): Promise<Data> {
  const found = (await allEditions()).find((edition) => edition.hash === hash);
  if (!found) throw refusal("no-page", "no-page");
  const { game, rules, title, hash: known, toml, record, edition } = found;
  const file = { molehill_edition: FORMAT, game, rules, title, hash: known, toml, record, edition };
  return { ...file, digest: digestOf(file) };
}

export const forgetEdition = (hash: string) => store.forget(hash);

/** A box of somebody's own, if a server has read it before, for the rules that are here. */
export async function editionOf(game: string, toml: string, hash?: string): Promise<Edition> {
  const { rules } = await kitOf(game);
  const all = (await allEditions()).filter((edition) => edition.game === game);
  const found = all.find((edition) => edition.toml === toml || edition.hash === hash);
  if (found?.rules !== rules.facts.rules) throw refusal("bad-box", "pocket-box");
  return found;
}
