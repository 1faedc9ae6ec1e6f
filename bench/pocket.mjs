// One side of `bench/pocket.py`: thinks about positions in WebAssembly and tells the processor's time for it, in seconds.
// node pocket.mjs FOLDER GAME; each line of the input is {sims, positions}, each line of the output a number.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, game] = process.argv.slice(2);
const module = async (file) => import(pathToFileURL(`${folder}/${file}.js`).href);
const [{ load, Position }, { Bot }] = await Promise.all(["host", "search"].map(module));
const facts = JSON.parse(await readFile(`${folder}/${game}.json`, "utf8"));
const rules = await load(await readFile(`${folder}/${game}.bots.wasm`), facts);

for await (const line of createInterface({ input: process.stdin })) {
    const { sims, positions } = JSON.parse(line);
    const bot = new Bot(rules, "sharp", { word: 1n, sims });
    const before = process.cpuUsage();
    for (const { table, seats, seat } of positions)
        bot.choose(new Position(rules, Buffer.from(table, "hex"), seats, {}, rules.shipped), seat);
    const { user, system } = process.cpuUsage(before);
    bot.close();
    console.log((user + system) / 1e6);
}
