// What `thinking.mjs` tells, in Node. node think.mjs FOLDER GAME; {choices, advice, series} come on the input.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

import { think } from "./thinking.mjs";

const [folder, game] = process.argv.slice(2);
const module = async (file) => import(pathToFileURL(`${folder}/${file}.js`).href);
const [host, search] = await Promise.all(["host", "search"].map(module));
const facts = JSON.parse(await readFile(`${folder}/${game}.json`, "utf8"));
const wasm = await readFile(`${folder}/${game}.bots.wasm`);

let text = "";
for await (const part of process.stdin) text += part;
process.stdout.write(JSON.stringify(await think(host, search, wasm, facts, JSON.parse(text))));
