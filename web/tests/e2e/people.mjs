// Scripted people: they play whatever a board offers, by touching it, and watch for everything that should not happen.
import { games, played } from "./played.mjs";
import { touch } from "./touches.mjs";

/** What may be touched besides where a move would end: pieces, buttons, and what boards have of their own. */
const TOUCHABLE = [
    "main [role=button]:not(.way, .way *)",
    "main .board button.may",
    "footer .bar .buttons button",
    ...games().flatMap((game) => played(game).touchable ?? []),
].join(", ");
const MOST = 2000; // touches of one person; the longest match that was seen had a tenth of that
export const PATIENCE = 60_000; // anyone who waits for longer waits for something that never comes
export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

/** Scripted people draw what they do. As in Python's tests, MOLEHILL_SEED has them draw otherwise. */
export const SEED = 7 + Number(process.env.MOLEHILL_SEED ?? 0);

/** In the page: how often it was touched before its first move went out, how many connections it has made, and what at a
 * table has jumped. In the log the last line always comes first. */
function count() {
    const counted = (window.counted = { touches: 0, beforeFirstMove: null, connections: 0, jumps: [] });
    const told = ({ node, previousRect: { y, height }, currentRect: to }) => {
        const element = node?.parentElement && (node.closest ? node : node.parentElement);
        if (!element?.closest(".table") || element.closest(".log, dialog") || !to.height) return [];
        if (Math.abs(to.y - y) < 1 && Math.abs(to.height - height) < 1) return []; // nobody sees half a pixel
        return [`${element.tagName} ${element.className}: from ${y}, ${height} high, to ${to.y}, ${to.height} high`];
    };
    new PerformanceObserver((shifts) => {
        for (const { sources } of shifts.getEntries()) {
            const jump = sources.flatMap(told);
            if (jump.length) counted.jumps.push(jump.join("; "));
        }
    }).observe({ type: "layout-shift" });
    addEventListener("pointerdown", () => counted.touches++, true);
    window.WebSocket = class extends WebSocket {
        constructor(...given) {
            super(...given);
            counted.connections++;
        }
        send(text) {
            if (JSON.parse(text).do === "move") counted.beforeFirstMove ??= counted.touches;
            super.send(text);
        }
    };
}

export const counted = ({ page }) => page.evaluate(() => window.counted);

/** A page of its own, with all that it said and heard over its WebSockets, what it still asks for, and all that should
 * not have happened in it. `news` is kept whenever one of these has changed, and then there is another. */
export async function person(browser, base, { phone = false, theme = "dark" } = {}) {
    const context = await browser.newContext({
        baseURL: base,
        viewport: phone ? SIZES.phone : SIZES.desktop,
        hasTouch: phone,
        isMobile: phone,
        colorScheme: theme,
        reducedMotion: "reduce",
    });
    context.setDefaultTimeout(PATIENCE);
    context.setDefaultNavigationTimeout(PATIENCE);
    const page = await context.newPage();
    await page.addInitScript(count);
    const [troubles, heard, sent, asked] = [[], [], [], new Set()];
    const one = { page, phone, troubles, heard, sent, asked, offline: false };
    let tell;
    const changed = () => {
        tell?.();
        one.news = new Promise((resolve) => (tell = resolve));
    };
    changed();
    const notedIn = (list) => (frame) => {
        list.push(JSON.parse(String(frame.payload)));
        changed();
    };
    const answered = (request) => asked.delete(request) && changed();
    page.on("console", (message) => {
        const vain = one.offline && /^Failed to load resource|^WebSocket connection to/.test(message.text());
        if (message.type() === "error" && !vain) troubles.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => troubles.push(`error: ${error}`));
    page.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (/^(http|ws)/.test(protocol) && origin !== base) troubles.push(`left the machine: ${request.url()}`);
        asked.add(request);
    });
    page.on("requestfinished", answered);
    page.on("requestfailed", answered);
    page.on("websocket", (socket) => {
        if (new URL(socket.url()).host !== new URL(base).host) troubles.push(`left the machine: ${socket.url()}`);
        socket.on("framereceived", notedIn(heard));
        socket.on("framesent", notedIn(sent));
    });
    return one;
}

/** What a promise brings; if it brings nothing, the test that waits for it fails. */
async function soon(promise, what) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`nothing after ${PATIENCE / 1000} s: ${what}`)), PATIENCE);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** What `found` gives, as soon as it gives something; it looks at what a page has said and heard. */
export async function until(one, found) {
    for (;;) {
        const { news } = one;
        const what = found(one);
        if (what) return what;
        await soon(news, found);
    }
}

/** A move of theirs that the server has kept. */
export const kept = ({ sent, heard }) =>
    sent.find(({ do: what, key }) => what === "move" && heard.some(({ done }) => done === key));

/** Everybody at a table has added luck to its dice. A start waits for that as well, but not for long: who is late is found
 * missing when the dice are checked. */
export const lucky = (one) =>
    until(one, ({ heard }) => {
        const table = heard.findLast(({ table }) => table)?.table;
        return table?.seats.every(({ seat, kind }) => kind === "bot" || table.dice.luck[seat]);
    });

/** Everything that a page has asked for has been answered. */
export const settled = (one) => until(one, ({ asked }) => asked.size === 0);

/** Open a table through the interface. Seats are "here", "open" or "bot"; which bot each of them is, in turn; options by
 * name; a box file's text; where the lobby is. */
export async function openTable({ page }, game, seats, { bots = "easy", box, options = {}, lobby = "/" } = {}) {
    await page.goto(lobby);
    await page.locator(`.room.${game} .buttons button`).nth(1).click();
    const dialog = page.locator("dialog[open]");
    const levels = [bots].flat();
    await dialog.locator(".counts button", { hasText: String(seats.length) }).click();
    for (const [k, kind] of seats.entries()) {
        const seat = dialog.locator("div.seat").nth(k);
        await seat.locator("select").first().selectOption(kind);
        if (kind === "bot") {
            await seat.locator("select").nth(1).selectOption(levels[0]);
            levels.push(levels.shift());
        }
        if (kind === "here") await seat.locator("input").fill(["Anna", "Ben", "Cleo", "Dan"][k]);
    }
    for (const [says, value] of Object.entries(options))
        await dialog.locator("label.option", { hasText: says }).locator("select").selectOption(value);
    if (box) {
        await dialog.locator("summary").click();
        await dialog
            .locator("input[type=file]")
            .setInputFiles({ name: "short.toml", mimeType: "text/plain", buffer: Buffer.from(box) });
    }
    await dialog.locator(".end button").click();
    await page.waitForURL(/#\/t\//);
    return page.url();
}

/** Play now, by somebody who has been offered the lesson of the game before: the first time, that comes first. */
export async function playNow({ page }, game, lobby = "/") {
    await page.addInitScript((id) => localStorage.setItem("molehill-learned", JSON.stringify([id])), game);
    await page.goto(lobby);
    await page.locator(`.room.${game} button.main`).click();
}

export async function start({ page }) {
    await page.locator("section button.main:enabled", { hasText: "Start" }).click();
    await page.waitForSelector(".table main");
}

/** A page's clock, which must have been installed, goes a good minute ahead at once and then stands still until it is
 * resumed. */
export async function stopClock({ page }) {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 61_000);
}

/** What there is to do on a page, found in the page itself: where to touch next, whether somebody else is to take over
 * the device, and whether it is over. Null if there is nothing to do. */
function lookAround([touchable, ...chances]) {
    const shown = (element) => element.getClientRects().length > 0 && !element.closest("[inert], .dim");
    const all = (wanted) => [...document.querySelectorAll(wanted)].filter(shown);
    const some = (among, chance) => among[Math.floor(chance * among.length)];
    if (document.querySelector("dialog[open] .points")) return { now: "over" };
    if (document.querySelector("[data-underway]")) return null; // what was touched is waited for
    if (document.querySelector("main .state button.main")) return { now: "hand over" };
    const number = document.querySelector("main form.number input");
    if (number) return { now: "touched", number: String(1 + Math.floor(chances[0] * Number(number.max))) };
    const aimed = all("main .aimed, footer .do");
    // Where a move would end, rather than which piece makes it; and mostly where nothing bites.
    const [safe, bad] = [all("main .way:not(.bad), main .aim-at"), all("main .way.bad")];
    const ends = safe.length && (chances[0] > 0.2 || !bad.length) ? safe : bad;
    const others = all(touchable);
    // What lies over the board is put away first.
    const above = all(innerWidth < 1080 ? ".look button, .panel-open aside .shut" : ".look button");
    const among = [above, aimed, chances[0] < 0.75 || !others.length ? ends : [], others].find((found) => found.length);
    const wanted = among && some(among, chances[1]);
    if (!wanted) return null;
    const target = wanted.matches("g") ? (wanted.querySelector("rect") ?? wanted.querySelector("circle")) : wanted;
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { x, y, width, height } = target.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    // In a drawing nothing but another choice may lie over what can be touched.
    const [drawing, hit] = [target.ownerSVGElement, document.elementFromPoint(...at)];
    if (drawing && hit?.ownerSVGElement === drawing && !wanted.contains(hit) && !hit.closest("[role=button]"))
        return { covered: `${wanted.outerHTML} lies under ${hit.outerHTML}` };
    return { now: "touched", at };
}

/** Touch something. A first touch may only choose a piece or show what would happen, as with people. */
export async function act({ page, phone }, random) {
    const { now, number, at, covered } = (await page.evaluate(lookAround, [TOUCHABLE, random(), random()])) ?? {
        now: "waiting",
    };
    if (covered) throw new Error(covered);
    if (number) {
        await page.locator("main form.number input").fill(number);
        await page.locator("main form.number button").click();
    } else if (at) await touch({ page, phone }, at);
    return now;
}

/** Everybody does something, again and again, until `enough` says so: it is given how often each has touched something,
 * and what each did last. A player who has nothing to do waits until there is something, or until anybody has heard anything. */
export async function play(people, enough, random = dice(SEED)) {
    const touches = people.map(() => 0);
    for (let done = []; ;) {
        const news = people.map(({ news }) => news);
        if (await enough(touches, done)) return touches;
        if (done.length && done.every((one) => one === "over")) throw new Error(`over after ${touches} touches`);
        done = [];
        for (const [k, one] of people.entries()) {
            done.push(await act(one, random));
            if (done[k] === "touched") touches[k]++;
        }
        if (touches.some((count) => count > MOST)) throw new Error(`no end after ${touches} touches`);
        const waiting = people.filter((_, k) => done[k] === "waiting");
        if (waiting.length && !done.includes("touched"))
            await soon(Promise.race([...news, ...waiting.map(offered)]), "nobody has anything to do");
    }
}

/** As soon as a page has something to do. A wait that was begun before goes on. */
export function offered(one) {
    one.offered ??= one.page
        .waitForFunction(lookAround, [TOUCHABLE, 0, 0], { timeout: 0 })
        .finally(() => (one.offered = null));
    return one.offered;
}

/** Reproducible chance. */
export function dice(seed) {
    let state = seed;
    return () => {
        state = (state * 1664525 + 1013904223) % 2 ** 32;
        return state / 2 ** 32;
    };
}
