// Colours have two places: tokens.css, and for what only one game draws that game's palette.css. Nothing else has one.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

import { expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");
const PLACES = /^tokens\.css$|^games\/\w+\/palette\.css$/;
const sources = readdirSync(SRC, { recursive: true, encoding: "utf-8" })
  .filter((name) => /\.(svelte|ts|css|svg)$/.test(name) && !name.startsWith("generated"))
  .map((name) => ({ name, text: readFileSync(resolve(SRC, name), "utf-8") }));
const palettes = sources.filter(({ name }) => PLACES.test(name));

/** What begins with a number sign and is no colour: a link to a symbol, a clause or a screen. */
const LINKS = /href="[^"]*"|url\(#[^)]*\)|`#\/[^`]*`|"[^"]*#\/[^"]*"/g;
const WRITTEN =
  /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\((?!from)/gi;
/** By name, where a colour is said. Black and white may be mixed in, to make a colour darker or lighter. */
const NAMED =
  /(?:fill|stroke|color|background|shadow)[\w-]*(?::|=")[^;"{]*(?<![\w-])(?:black|white|gr[ae]y|red|green|blue|yellow|orange|gold|brown)(?![\w-])/gi;

function coloursIn(text: string): string[] {
  const said = text
    .replace(LINKS, "")
    .replace(/color-mix\([^;]*\)/g, (mixed) => mixed.replace(/(?<![\w-])(black|white)(?![\w-])/g, ""));
  return [WRITTEN, NAMED].flatMap((pattern) => said.match(pattern) ?? []);
}

test.each([
  ["fill: #fff6e0;", 1],
  ['<stop stop-color="#1a2344" />', 1],
  ["box-shadow: 0 1px rgb(0 0 0 / 0.4);", 1],
  ["color: white;", 1],
  ['<circle fill="gold" />', 1],
  ["background: color-mix(in oklab, var(--a), white 45%);", 0],
  ['<use href="#die" /> url(#mole_rats-hull) href="#/t/abc"', 0],
  ["background: color-mix(in oklab, #fff, var(--a));", 1],
  ["fill: var(--white); white-space: nowrap;", 0],
])("a colour is found in %s: %i", (text, count) => {
  expect(coloursIn(text)).toHaveLength(count);
});

test("nothing has a colour of its own", () => {
  for (const { name, text } of sources.filter(({ name }) => !PLACES.test(name) && !name.endsWith(".svg")))
    expect(coloursIn(text), name).toEqual([]);
});

test("every name is said once, is used, and bears its game's name where it is a game's", () => {
  const all = sources.map(({ text }) => text).join("\n");
  const named = palettes.flatMap(({ name, text }) =>
    [...text.matchAll(/^ *(--[\w-]+):/gm)].map((found) => ({ place: name, name: found[1]! })),
  );
  const colours = named.filter(({ name }) => !/^--(quick|steady|a|b)$/.test(name)); // times, and the tones of a piece
  expect(colours.filter(({ name }, k) => colours.findIndex((other) => other.name === name) !== k)).toEqual([]);
  const made = /^--seat-\d/; // put together from a number
  expect(named.filter(({ name }) => !made.test(name) && !all.includes(`var(${name})`))).toEqual([]);
  for (const { place, name } of colours.filter(({ place }) => place.startsWith("games/")))
    expect(name.startsWith(`--${place.split("/")[1]}-`), `${place}: ${name}`).toBe(true);
});

test("every name that is used is said", () => {
  const said = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)["']?\s*[:=]/g)].map((found) => found[1]!)),
  );
  const used = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/var\((--[\w-]+)/g)].map((found) => ({ name, token: found[1]! })),
  );
  expect(used.filter(({ token }) => !said.has(token) && !/-$/.test(token))).toEqual([]);
});

test("a face is one font: all its files have the same weights", () => {
  const faces = sources
    .find(({ name }) => name === "fonts.css")!
    .text.split("@font-face")
    .slice(1);
  const said = (face: string, what: string) => new RegExp(`${what}: ([^;]+);`).exec(face)![1]!;
  const weights = new Set(faces.map((face) => `${said(face, "font-family")} ${said(face, "font-weight")}`));
  const families = new Set(faces.map((face) => said(face, "font-family")));
  expect(weights.size).toBe(families.size);
});
