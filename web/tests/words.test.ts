// Every sentence that the app asks for is in a catalogue, no catalogue of the app has one that nobody asks for, and no
// word that people read stands in the code.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

import { FluentResource } from "@fluent/bundle";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");
const GAMES = readdirSync(resolve(ROOT, "src/games"));
const read = (path: string) => readFileSync(resolve(ROOT, path), "utf-8");
const ids = (path: string) => new FluentResource(read(path)).body.map(({ id }) => id);

const sources = readdirSync(resolve(ROOT, "src"), { recursive: true, encoding: "utf-8" })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.includes("generated"))
  .map((name) => ({ name, text: read(`src/${name}`) }));
const app = ids("src/words.en.ftl");
/** A table in the pocket says what the server would, and a little more. */
const pocket = ids("src/pocket/words.en.ftl");
const server = ids("../src/molehill/server/words.en.ftl");
const engine = ids("../src/molehill/engine/words.en.ftl");
/** What a game says, and what its board says besides. */
const of = (game: string) => ids(`../src/molehill/games/${game}/words.en.ftl`);
const own = (game: string) => ids(`src/games/${game}/words.en.ftl`);

test("every message that is asked for by name exists", () => {
  for (const { name, text } of sources) {
    const game = GAMES.find((game) => name.includes(`games/${game}/`));
    const inPocket = name.startsWith("pocket/") ? [...server, ...pocket] : [];
    const known = new Set([...app, ...engine, ...inPocket, ...(game ? [...own(game), ...of(game)] : [])]);
    const said = [...text.matchAll(/\bsay(?:App|Game)?\(\s*"([\w-]+)"/g)].map((found) => found[1]!);
    const refused = [...text.matchAll(/\brefusal\("[\w-]+", "([\w-]+)"/g)].map((found) => found[1]!);
    const asked = [...said, ...refused];
    expect(
      asked.filter((id) => !known.has(id)),
      name,
    ).toEqual([]);
  }
});

test("every message of the app's catalogue is used", () => {
  const all = sources.map(({ text }) => text).join("\n");
  // Put together from the name of a tab, of a kind of seat or of a setting.
  const made = [/^tab-/, /^seat-/, /^setting-/];
  const unused = [...app, ...pocket].filter(
    (id) => !new RegExp(`["']${id}["']`).test(all) && !made.some((pattern) => pattern.test(id)),
  );
  expect(unused).toEqual([]);
});

test.each(GAMES)("every message of the board of %s is used there", (game) => {
  const board = sources.filter(({ name }) => name.startsWith(`games/${game}/`)).map(({ text }) => text);
  // Put together from the name of an event, or of another message.
  const made = (id: string) => {
    const event = /^(?:recap-own|recap|going)-(.+)$/.exec(id)?.[1];
    const named = /^(.+)-unnamed$/.exec(id)?.[1];
    return of(game).includes(`event-${event}`) || [...of(game), ...own(game)].includes(named ?? "");
  };
  expect(own(game).filter((id) => !made(id) && !board.join("\n").includes(`"${id}"`))).toEqual([]);
});

test("no message is there twice", () => {
  for (const all of [app, ...GAMES.map((game) => [...app, ...of(game), ...own(game)])])
    expect(all.filter((id, k) => all.indexOf(id) !== k)).toEqual([]);
});

test("the markup holds no words of its own", () => {
  for (const { name, text } of sources.filter(({ name }) => name.endsWith(".svelte") && !name.includes("Workbench"))) {
    const markup = text
      .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, "")
      .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, "")
      .replace(/<[^>]*>/g, "|");
    const words = markup.split("|").map((part) => part.replace(/&nbsp;/g, "").trim());
    expect(
      words.filter((part) => /[A-Za-z]{2,}/.test(part)),
      name,
    ).toEqual([]);
  }
});
