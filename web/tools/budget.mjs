// What the first look at the lobby loads, compressed: at most 100 KB, and no board among it. Run after `npm run build`.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const MOST = 100_000;
const dist = join(import.meta.dirname, "../dist");
const html = readFileSync(join(dist, "index.html"), "utf-8");
const first = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map((found) => found[1]);
const fonts = readdirSync(join(dist, "assets"))
    .filter((name) => name.endsWith(".woff2") && !name.includes("-latin-")) // the others where their letters occur
    .map((name) => `assets/${name}`);
let sum = gzipSync(html).length;
for (const file of new Set([...first, ...fonts])) {
    const data = readFileSync(join(dist, file));
    const size = file.endsWith(".woff2") ? data.length : gzipSync(data).length;
    sum += size;
    console.log(`${String(size).padStart(8)}  ${file}`);
}
const games = readdirSync(join(import.meta.dirname, "../src/games"));
const boards = first.filter((file) => games.some((game) => file.includes(game)));
console.log(`${String(sum).padStart(8)}  in all; ${MOST} allowed`);
if (sum > MOST || boards.length || fonts.length !== 2) {
    console.error("over the budget", boards);
    process.exit(1);
}
