// Plays games at random in WebAssembly, as `twins.py` does natively, and tells a digest of all that was seen on the way
// and the table at the end. node play.mjs FOLDER GAME STAGE; the games come as JSON on the input.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, game, stage] = process.argv.slice(2);
const { drawn, load } = await import(pathToFileURL(`${folder}/host.js`).href);
const facts = JSON.parse(await readFile(`${folder}/${game}.json`, "utf8"));
const rules = await load(await readFile(`${folder}/${game}.${stage}.wasm`), facts);

class Luck {
    constructor(seed) {
        this.word = seed;
    }
    next() {
        return (this.word = (Math.imul(1664525, this.word) + 1013904223) >>> 0);
    }
    among(several) {
        return several[(this.next() >>> 8) % several.length];
    }
}

function play({ seats, options, seed, box, looks, longest }) {
    const luck = new Luck(seed);
    const seen = createHash("sha256");
    const numbers = (...told) => seen.update(Int32Array.from(told.flat(2)));
    const heard = (events) => events.forEach(({ kind, to, clause, told }) => numbers(kind, to, clause, told));
    let { position, events } = rules.start(seats, options, rules.box(box ?? undefined));
    heard(events);
    let moves = 0;
    for (; moves < longest && !position.over; moves++) {
        const { pending } = position;
        if (pending === "chance") {
            const outcomes = position.outcomes();
            numbers(outcomes.numbers, outcomes.weights);
            ({ position, events } = position.fall(drawn(outcomes, luck.next() / 2 ** 32)));
        } else {
            const seat = luck.among(pending);
            const legal = position.legal(seat);
            const move = luck.among(legal);
            const tried = luck.next() % facts.moves;
            numbers(seat, legal, position.check(seat, tried));
            ({ position, events } = position.play(seat, move));
        }
        heard(events);
        if (moves % looks === 0) {
            const seat = luck.next() % seats;
            const veiled = position.veiled(seat);
            seen.update(veiled.table).update(veiled.redealt(seat, BigInt(luck.next())).table);
            seen.update(position.veiled(null).table);
            numbers(veiled.points, veiled.length);
        }
    }
    seen.update(Float64Array.from(position.scores));
    numbers(position.points, position.length, position.check(0, 0));
    return { moves, seen: seen.digest("hex"), table: Buffer.from(position.table).toString("hex") };
}

let text = "";
for await (const part of process.stdin) text += part;
const games = JSON.parse(text).map(play);
process.stdout.write(JSON.stringify({ games, room: rules.room }));
