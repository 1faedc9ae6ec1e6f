// Colours have one place, tokens.css: what screens and shared parts are drawn with has a name there.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

import { expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");
const sources = readdirSync(SRC, { recursive: true, encoding: "utf-8" })
  .filter((name) => /\.(svelte|ts|css|svg)$/.test(name) && !name.includes("generated"))
  .map((name) => ({ name, text: readFileSync(resolve(SRC, name), "utf-8") }));
const tokens = sources.find(({ name }) => name === "tokens.css")!.text;

test("no screen and no shared part has a colour of its own", () => {
  for (const { name, text } of sources.filter(({ name }) => /^(lib|screens)\/|^base\.css/.test(name))) {
    const links = /href="[^"]*"|`\/#[^`]*`|"[^"]*#\/[^"]*"/g;
    expect(text.replace(links, "").match(/#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(/gi) ?? [], name).toEqual([]);
  }
});

test("every name is used", () => {
  const all = sources.map(({ text }) => text).join("\n");
  const named = [...tokens.matchAll(/^ *(--[\w-]+):/gm)].map((found) => found[1]!);
  const made = /^--(seat-\d|room-\w+)/; // put together from a number or a game's name
  expect(named.filter((name) => !made.test(name) && !all.includes(`var(${name})`))).toEqual([]);
});
