// Scripted people: they play whatever a board offers, by touching it, and watch for everything that should not happen.
import { existsSync } from "node:fs";

import { chromium } from "playwright-core";

const BROWSERS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

export async function launch() {
    const executablePath = BROWSERS.find((path) => path && existsSync(path));
    if (!executablePath) throw new Error("no chromium is installed: run make browser, or set CHROMIUM");
    return chromium.launch({
        executablePath,
        args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
    });
}

/** A page of its own, with all that it said and heard over its WebSockets and all that should not have happened in it. */
export async function person(browser, base, { phone = false, theme = "dark" } = {}) {
    const context = await browser.newContext({
        baseURL: base,
        viewport: phone ? SIZES.phone : SIZES.desktop,
        hasTouch: phone,
        isMobile: phone,
        colorScheme: theme,
        reducedMotion: "reduce",
    });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const [troubles, heard, sent] = [[], [], []];
    const one = { page, phone, troubles, heard, sent, offline: false };
    page.on("console", (message) => {
        if (message.type() === "error" && !one.offline) troubles.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => troubles.push(`error: ${error}`));
    page.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (/^(http|ws)/.test(protocol) && origin !== base) troubles.push(`left the machine: ${request.url()}`);
    });
    page.on("websocket", (socket) => {
        if (new URL(socket.url()).host !== new URL(base).host) troubles.push(`left the machine: ${socket.url()}`);
        socket.on("framereceived", ({ payload }) => heard.push(JSON.parse(String(payload))));
        socket.on("framesent", ({ payload }) => sent.push(JSON.parse(String(payload))));
    });
    return one;
}

/** Open a table through the interface. Seats are "here", "open" or "bot"; options by name; a box file's text. */
export async function openTable({ page }, game, seats, { box, options = {} } = {}) {
    await page.goto("/");
    await page.locator(`.room.${game} .buttons button`).nth(1).click();
    const dialog = page.locator("dialog[open]");
    await dialog.locator(".counts button", { hasText: String(seats.length) }).click();
    for (const [k, kind] of seats.entries()) {
        const seat = dialog.locator("div.seat").nth(k);
        await seat.locator("select").first().selectOption(kind);
        if (kind === "bot") await seat.locator("select").nth(1).selectOption("easy");
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

export async function start({ page }) {
    await page.locator("section button.main:enabled", { hasText: "Start" }).click();
    await page.waitForSelector(".table main");
}

/** What there is to do on a page, found in the page itself: where to touch next, and whether it is over. */
function lookAround(chances) {
    const shown = (element) => element.getClientRects().length > 0 && !element.closest("[inert], .dim");
    const all = (wanted) => [...document.querySelectorAll(wanted)].filter(shown);
    const some = (among, chance) => among[Math.floor(chance * among.length)];
    if (document.querySelector("dialog[open] .points")) return { over: true };
    const number = document.querySelector("main form.number input");
    if (number) return { number: String(1 + Math.floor(chances[0] * Number(number.max))) };
    const aimed = all("main .aimed");
    // Where a move would end, rather than which piece makes it; and better where nothing bites.
    const [safe, bad] = [all("main .way:not(.bad), main .aim-at"), all("main .way.bad")];
    const ends = safe.length ? safe : bad;
    const others = all(
        "main [role=button]:not(.way, .way *), main .choose button, main button.stall.open, main button.toss, " +
            "main .track button.free, main .order button:enabled, footer .bar .buttons button",
    );
    // What lies over the board is put away first.
    const above = all(innerWidth < 1080 ? ".look button, .panel-open aside .shut" : ".look button");
    const among = [above, aimed, chances[0] < 0.75 || !others.length ? ends : [], others].find((found) => found.length);
    const wanted = among && some(among, chances[1]);
    if (!wanted) return {};
    const target = wanted.matches("g") ? (wanted.querySelector("rect") ?? wanted.querySelector("circle")) : wanted;
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { x, y, width, height } = target.getBoundingClientRect();
    return { at: [x + width / 2, y + height / 2] };
}

/** Touch something. A first touch may only choose a piece or show what would happen, as with people. */
export async function act({ page, phone }, random) {
    const { over, number, at } = await page.evaluate(lookAround, [random(), random()]);
    if (over) return "over";
    if (number) {
        await page.locator("main form.number input").fill(number);
        await page.locator("main form.number button").click();
    } else if (at) await touch({ page, phone }, at);
    return number || at ? "touched" : "waiting";
}

export async function touch({ page, phone }, [x, y]) {
    if (phone) await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
}

/** Reproducible chance. */
export function dice(seed) {
    let state = seed;
    return () => {
        state = (state * 1664525 + 1013904223) % 2 ** 32;
        return state / 2 ** 32;
    };
}
