// Bots in WebAssembly: what they choose in recorded positions, what they advise, and how random games of theirs end.
// node think.mjs FOLDER GAME; {choices, advice, series} come on the input.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, game] = process.argv.slice(2);
const module = async (file) => import(pathToFileURL(`${folder}/${file}.js`).href);
const [{ load, Position }, { Bot }] = await Promise.all(["host", "search"].map(module));
const facts = JSON.parse(await readFile(`${folder}/${game}.json`, "utf8"));
const rules = await load(await readFile(`${folder}/${game}.bots.wasm`), facts);

function at({ table, seats, box }) {
    return new Position(rules, Buffer.from(table, "hex"), seats, {}, rules.box(box ?? undefined));
}

/** The moves that one bot chooses, one after the other: what it has learned it keeps. */
function choose({ level, word, sims, positions }) {
    const bot = new Bot(rules, level, { word: BigInt(word), sims });
    const chosen = positions.map((position) => bot.choose(at(position), position.seat));
    bot.close();
    return chosen;
}

function advise({ word, sims, best, ...position }) {
    const bot = new Bot(rules, "sharp", { word: BigInt(word), sims });
    const advice = bot.advise(at(position), position.seat, best);
    bot.close();
    return advice;
}

/** Digests of the tables at the end of whole games between seats that move at random, played by the compiled loop. */
function ends({ seats, options, seed, first, count, box, table }) {
    const { room, call, at: desk } = rules.desk;
    const { mind } = new Bot(rules, "random", { word: 0n });
    const way = mind.rules.desk.room.bytes(mind.at.how, facts.records.how.size).slice();
    const [hows, series, chosen] = [seats * way.length, 32, 8 * options.length].map((size) => room.take(size));
    for (let seat = 0; seat < seats; seat++) room.bytes(hows + seat * way.length, way.length).set(way);
    new BigInt64Array(room.memory.buffer, chosen, options.length).set(options.map(BigInt));
    rules.desk.lay(new Uint8Array(facts.records.table.size), rules.box(box ?? undefined).record);
    const { size } = facts.records.table;
    const found = [];
    for (let game = first; game < first + count; game++) {
        new BigInt64Array(room.memory.buffer, series, 4).set([seed, game, 0, 100_000].map(BigInt));
        const { at, nodes, edges } = mind;
        const work = [at.desk, 1, desk.box, 1, at.mind, 1, at.nodes, nodes, at.edges, edges];
        call.tournament(...work, hows, seats, chosen, options.length, series, 1, at.played, 1);
        const end = room.bytes(at.desk + facts.records.desk.places.tables + table * size, size);
        found.push(createHash("sha256").update(end).digest("hex"));
    }
    mind.close();
    return found;
}

let text = "";
for await (const part of process.stdin) text += part;
const { choices = [], advice = [], series = [] } = JSON.parse(text);
process.stdout.write(
    JSON.stringify({
        choices: choices.map(choose),
        advice: advice.map(advise),
        ends: series.map(ends),
        room: rules.room,
    }),
);
