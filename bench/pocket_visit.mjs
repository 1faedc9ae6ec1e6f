// `make bench-pocket`, second part: a fresh visit to a game in the pocket, in chromium with a processor four times slower
// (the page's; a browser does not slow workers down), from a host of files on this machine. For each game: what is loaded
// beyond the lobby, compressed, how long it takes from "Play now" until somebody can move, and how long a move takes from
// the page to the worker and back, kept on the way. node pocket_visit.mjs [GAME ...]; JSON on the output.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { launch } from "../web/tests/e2e/chromium.mjs";
import { serveFiles } from "../web/tests/e2e/static.mjs";

const DIST = join(import.meta.dirname, "../web/dist");
const GAMES = ["honeymoon", "mole_park", "mole_rats", "moledozer", "target_rats"];
const SLOWER = 4;
const MOVES = 8;
const PATIENCE = 60_000;

/** In the page: how long each move is on its way. */
function watch() {
    localStorage.setItem("molehill-pocket", "true");
    window.moves = [];
    const sent = new Map();
    window.Worker = class extends Worker {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({ data: { frame } }) => {
                const since = frame && sent.get(frame.done);
                if (since !== undefined) window.moves.push(performance.now() - since);
            });
        }
        postMessage(message, ...more) {
            if (message.said?.do === "move") sent.set(message.said.key, performance.now());
            super.postMessage(message, ...more);
        }
    };
}

/** In the page: make the first move that is listed, if there is one to make. */
function act() {
    const button = document.querySelector("footer .buttons button, footer .bar ul button");
    if (button) button.click();
    else document.querySelector("footer .list")?.click();
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
/** The size of a file as the server sends it. */
const packed = (path) => statSync(join(DIST, existsSync(join(DIST, `${path}.br`)) ? `${path}.br` : path)).size;
/** What the lobby loads late: pictures of its rooms, and fonts with the letters that occur. */
const LATE = /^modules\/|\.woff2$|^icon/;

/** The scripts that a script needs from the start, itself among them. */
function neededBy(path, known = new Set()) {
    known.add(path);
    for (const [, name] of readFileSync(join(DIST, path), "utf-8").matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g))
        if (!known.has(`assets/${name}`)) neededBy(`assets/${name}`, known);
    return known;
}

/** The scripts with a board's drawings: the game's part that is made of components, and what only that needs. */
function drawings(game, files) {
    const screen = files.filter((path) => /\/Table-[\w-]+\.js$/.test(path)).flatMap((path) => [...neededBy(path)]);
    const boards = files.filter((path) => path.startsWith(`assets/${game}-`) && path.endsWith(".js"));
    const needed = boards.map((path) => neededBy(path)).filter((all) => [...all].some((path) => /\/index-/.test(path)));
    return new Set(needed.flatMap((all) => [...all]).filter((path) => !screen.includes(path)));
}

async function visit(browser, host, game) {
    const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block" });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const slow = await context.newCDPSession(page);
    await slow.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.addInitScript(watch);
    await page.addInitScript((id) => localStorage.setItem("molehill-learned", JSON.stringify([id])), game);
    await page.goto(host.url, { waitUntil: "networkidle" });
    const lobby = new Set(host.asked);
    const before = Date.now();
    await page.locator(`.room.${game} button.main`).click();
    await page.waitForSelector("footer .list, footer .buttons button", { state: "attached" });
    const seconds = (Date.now() - before) / 1000;
    for (let tries = 0; tries < 400 && (await page.evaluate(() => window.moves.length)) < MOVES; tries++) {
        await page.evaluate(act);
        await page.waitForTimeout(50);
    }
    const moves = await page.evaluate(() => window.moves);
    const files = [...new Set(host.asked)]
        .filter((path) => !lobby.has(path))
        .map((path) => path.slice(1))
        .filter((path) => !LATE.test(path));
    await context.close();
    host.asked.length = 0;
    const bytes = files.reduce((sum, path) => sum + packed(path), 0);
    const drawn = drawings(game, files);
    const board = files.filter((path) => drawn.has(path)).reduce((sum, path) => sum + packed(path), 0);
    return { game, bytes, board, seconds, moves: moves.length, median: median(moves), longest: Math.max(...moves) };
}

const host = await serveFiles(DIST);
const browser = await launch();
const found = [];
for (const game of process.argv.length > 2 ? process.argv.slice(2) : GAMES)
    found.push(await visit(browser, host, game));
await browser.close();
await host.close();
process.stdout.write(JSON.stringify(found));
