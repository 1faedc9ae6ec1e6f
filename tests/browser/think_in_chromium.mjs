// What `thinking.mjs` tells, in chromium. node think_in_chromium.mjs FOLDER GAME; {choices, advice, series} come on the input.

import { copyFile } from "node:fs/promises";
import { join } from "node:path";

import { launch } from "../../web/tests/e2e/chromium.mjs";
import { serveFiles } from "../../web/tests/e2e/static.mjs";

const [folder, game] = process.argv.slice(2);
await copyFile(join(import.meta.dirname, "thinking.mjs"), join(folder, "thinking.js"));
let text = "";
for await (const part of process.stdin) text += part;

const host = await serveFiles(folder);
const browser = await launch();
const page = await browser.newPage();
await page.goto(`${host.url}package.json`); // any page of this host
const told = await page.evaluate(
    async ([game, asked]) => {
        const [host, search, { think }] = await Promise.all(
            ["host", "search", "thinking"].map((name) => import(`/${name}.js`)),
        );
        const [facts, wasm] = await Promise.all([
            fetch(`/${game}.json`).then((answer) => answer.json()),
            fetch(`/${game}.bots.wasm`).then((answer) => answer.arrayBuffer()),
        ]);
        return think(host, search, wasm, facts, asked);
    },
    [game, JSON.parse(text)],
);
await browser.close();
await host.close();
process.stdout.write(JSON.stringify(told));
