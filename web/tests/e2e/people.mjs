// Scripted people: they play whatever a board offers, by touching it, and watch for everything that should not happen.
import { chromium } from "playwright-core";

export const BASE = process.env.MOLEHILL_APP ?? "http://127.0.0.1:8000";

export async function launch() {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
    });
}

/** A page that reports console errors and requests that leave the machine. */
export async function person(browser, { phone = false, theme = "dark" } = {}) {
    const context = await browser.newContext({
        viewport: phone ? { width: 360, height: 740 } : { width: 1280, height: 800 },
        hasTouch: phone,
        isMobile: phone,
        colorScheme: theme,
        reducedMotion: process.env.MOTION ? "no-preference" : "reduce",
    });
    const page = await context.newPage();
    const troubles = [];
    page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(String(error)));
    page.on("request", (request) => {
        const { hostname, protocol } = new URL(request.url());
        if (/^(http|ws)/.test(protocol) && !["127.0.0.1", "localhost"].includes(hostname)) troubles.push(request.url());
    });
    return { page, troubles, phone };
}

/** What can be touched now: places on the board and buttons of the bar, as handles. */
const TOUCHABLE = [
    "main [role=button]:not(.moon .way):not(.moon .way rect)",
    "main .choose button",
    "main button.stall.open",
    "main button.toss",
    "main .track button.free",
    "main .order button:enabled",
    "footer .bar .buttons button",
].join(", ");

/** Touch something. A first touch may only choose a piece or show what would happen, as with people. */
export async function act({ page, phone }, random) {
    const look = page.locator(".look button");
    if (await look.count())
        await look
            .first()
            .click({ timeout: 1000 })
            .catch(() => undefined);
    const number = page.locator("main form.number input");
    if (await number.count()) {
        await number.fill(String(1 + Math.floor(random() * Number(await number.getAttribute("max")))));
        await page.locator("main form.number button").click();
        return true;
    }
    const found = await page.locator(TOUCHABLE).all();
    if (!found.length) return false;
    // Where a move would end, not the middle of the way there.
    const moon = await page.locator("main .moon .way rect").all();
    const ends = moon.length ? moon : await page.locator("main .way > circle:first-of-type").all();
    const among = ends.length && random() < 0.7 ? ends : found;
    const one = among[Math.floor(random() * among.length)];
    if (!one) return false;
    try {
        if ((await one.evaluate((element) => element.tagName)) === "rect") {
            // Cells take pointers through their drawing.
            const box = await one.boundingBox({ timeout: 500 });
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            if (phone) await page.touchscreen.tap(x, y);
            else await page.mouse.click(x, y);
        } else if (phone) {
            await one.tap({ timeout: 700, force: true });
            await one.tap({ timeout: 300, force: true }).catch(() => undefined);
        } else await one.click({ timeout: 700, force: true });
    } catch {
        return false; // It was gone: the table has moved on.
    }
    return true;
}

export function dice(seed) {
    let state = seed;
    return () => {
        state = (state * 1664525 + 1013904223) % 2 ** 32;
        return state / 2 ** 32;
    };
}
