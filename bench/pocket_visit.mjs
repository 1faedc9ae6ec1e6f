// `make bench-pocket`, second part: a fresh visit to a game in the pocket, in chromium with a processor four times slower
// (the page's; a browser does not slow workers down), from a host of files on this machine. For each game: what is loaded
// beyond the lobby, compressed, how long it takes from the touch on "Play now" until somebody can move, and how long a move
// takes from the page to the worker and back, kept on the way: medians of some visits in which the visitor begins, by the
// page's own clock. Another visit, not slowed down, tells the processor's time that the page itself takes for both: other work
// on the machine does not count in it. node pocket_visit.mjs [GAME ...]; JSON on the output.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { launch } from "../web/tests/e2e/chromium.mjs";
import { serveFiles } from "../web/tests/e2e/static.mjs";

const DIST = join(import.meta.dirname, "../web/dist");
const GAMES = ["honeymoon", "mole_park", "mole_rats", "moledozer", "target_rats"];
const SLOWER = 4;
const MOVES = 8;
const VISITS = 3;
const PATIENCE = 60_000;

/** In the page: when it was touched first, when the table was there, whether a move could be made then, and how long each
 * move is on its way. */
function watch() {
    localStorage.setItem("molehill-pocket", "true");
    window.moves = [];
    window.when = {};
    addEventListener("pointerdown", () => (window.when.touched ??= performance.now()), true);
    new MutationObserver(() => {
        if (window.when.there || !document.querySelector("footer .bar")) return;
        const begins = !!document.querySelector("footer .list, footer .buttons button");
        Object.assign(window.when, { there: performance.now(), begins });
    }).observe(document, { childList: true, subtree: true });
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

/** What the page's thread has had of the processor so far, in milliseconds. */
async function used(session) {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
}

async function visit(browser, host, game, slower) {
    const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block" });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const slow = await context.newCDPSession(page);
    await slow.send("Performance.enable", { timeDomain: "threadTicks" });
    await slow.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await page.addInitScript(watch);
    await page.addInitScript((id) => localStorage.setItem("molehill-learned", JSON.stringify([id])), game);
    await page.goto(host.url, { waitUntil: "networkidle" });
    const lobby = new Set(host.asked);
    const idle = await used(slow);
    await page.locator(`.room.${game} button.main`).click();
    await page.waitForSelector("footer .list, footer .buttons button", { state: "attached" });
    const { touched, there, begins } = await page.evaluate(() => window.when);
    const begun = await used(slow);
    for (let tries = 0; tries < 400 && (await page.evaluate(() => window.moves.length)) < MOVES; tries++) {
        await page.evaluate(act);
        await page.waitForTimeout(50);
    }
    const moves = await page.evaluate(() => window.moves);
    const thread = { begin: begun - idle, move: ((await used(slow)) - begun) / moves.length };
    const files = [...new Set(host.asked)]
        .filter((path) => !lobby.has(path))
        .map((path) => path.slice(1))
        .filter((path) => !LATE.test(path));
    await context.close();
    host.asked.length = 0;
    const bytes = files.reduce((sum, path) => sum + packed(path), 0);
    const drawn = drawings(game, files);
    const board = files.filter((path) => drawn.has(path)).reduce((sum, path) => sum + packed(path), 0);
    return { game, bytes, board, seconds: (there - touched) / 1000, begins, moves, thread };
}

/** Some visits in which the visitor begins, taken together; where bots begin, nobody waits for the pocket. */
async function visits(browser, host, game) {
    const counted = [];
    while (counted.length < VISITS) {
        const one = await visit(browser, host, game, SLOWER);
        if (one.begins) counted.push(one);
    }
    const { bytes, board } = counted[0];
    const moves = counted.flatMap((one) => one.moves);
    const took = { moves: moves.length, median: median(moves), longest: Math.max(...moves) };
    const { thread } = await visit(browser, host, game, 1);
    return { game, bytes, board, seconds: median(counted.map((one) => one.seconds)), ...took, thread };
}

const host = await serveFiles(DIST);
const browser = await launch();
const found = [];
for (const game of process.argv.length > 2 ? process.argv.slice(2) : GAMES)
    found.push(await visits(browser, host, game));
await browser.close();
await host.close();
process.stdout.write(JSON.stringify(found));
