// Plays a log again in WebAssembly: what chance could bring at each roll and draw, which outcomes some points pick, what
// seats see along the way, and the table at the end. node replay.mjs FOLDER GAME; {log, box, points} comes on the input.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, game] = process.argv.slice(2);
const module = async (file) => import(pathToFileURL(`${folder}/${file}.js`).href);
const [host, moves, records, runtime] = await Promise.all(["host", game, "records", "runtime"].map(module));
const facts = JSON.parse(await readFile(`${folder}/${game}.json`, "utf8"));
const rules = await host.load(await readFile(`${folder}/${game}.rules.wasm`), facts);

let text = "";
for await (const part of process.stdin) text += part;
const { log, box, points } = JSON.parse(text);

function answer() {
    const draws = host.draws(rules, log, moves, box ?? undefined);
    const picked = draws.map((draw, n) => host.drawn(draw, points[n % points.length]));
    const views = [];
    const steps = host.replay(rules, log, moves, box ?? undefined);
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
        const { position } = step.value;
        const seat = views.length % (position.seats + 1);
        views.push(moves.view(position.seen(seat < position.seats ? seat : null, moves, records, runtime)));
    }
    return { draws, picked, views, table: Buffer.from(step.value.table).toString("hex") };
}

let told;
try {
    told = answer();
} catch (error) {
    told = { error: error instanceof host.Unknown ? error.message : String(error.stack) };
}
process.stdout.write(JSON.stringify(told));
