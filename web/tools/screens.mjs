// Pictures of every screen, both sizes, both themes, from a server of its own:  node tools/screens.mjs [folder [part ...]]
// A part is a game, "rooms" for everything that is not a table, "lessons", "hand-over", "beside" for what opens beside a
// board or over it, "together" for the board for all and phones as hands, or "troubles" for what may go wrong.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { launch } from "../tests/e2e/chromium.mjs";
import { act, dice, openTable, person, SIZES, start } from "../tests/e2e/people.mjs";
import { line } from "../tests/e2e/network.mjs";
import { games, played } from "../tests/e2e/played.mjs";
import { refused } from "../tests/e2e/refusals.mjs";
import { serve } from "../tests/e2e/server.mjs";

const [folder = join(import.meta.dirname, "../../.screens"), ...wanted] = process.argv.slice(2);
const MIDDLE = 10; // touches, where a game says nothing else
const PATIENCE = 90_000;
const ALL_SIZES = {
    ...SIZES,
    narrow: { width: 320, height: 640 },
    side: { width: 740, height: 360 },
    tv: { width: 1920, height: 1080 },
};
const EVERY_HAND = [...Object.keys(SIZES), "narrow", "side"];
mkdirSync(folder, { recursive: true });

/** A picture of what is shown now, in both themes and in the given sizes; with `panel` it is left as it is. */
async function shoot(one, name, { sizes = Object.keys(SIZES), tall = false, panel = false } = {}) {
    for (const size of sizes) {
        if (!panel) await resize(one, size);
        for (const theme of ["dark", "light"]) {
            await one.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
            await one.page.evaluate(settled);
            writeFileSync(join(folder, `${name}-${size}-${theme}.webp`), await picture(one, tall));
        }
    }
    console.log(name);
}

/** Another size; the panel is open beside a large board and shut over a small one, as it is at the start. */
async function resize({ page }, size) {
    await page.setViewportSize(ALL_SIZES[size]);
    const button = ALL_SIZES[size].width < 1080 ? ".panel-open aside .shut" : ".table:not(.panel-open) .panel-button";
    await page.evaluate((wanted) => document.querySelector(wanted)?.click(), button);
}

/** In the page: whatever moves has arrived, and a frame of that has been drawn. */
async function settled() {
    await new Promise((resolve) => setTimeout(resolve, 150));
    for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    for (let k = 0; k < 3; k++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** In the page: pictures that are loaded when they come into sight are loaded now. */
async function allPictures() {
    const late = [...document.images];
    for (const image of late) image.loading = "eager";
    await Promise.all(late.map((image) => image.decode()));
}

/** As WebP, a quarter the size of a PNG. */
async function picture({ page }, tall) {
    if (tall) await page.evaluate(allPictures);
    const session = (page.session ??= await page.context().newCDPSession(page));
    const clip = tall && (await session.send("Page.getLayoutMetrics")).cssContentSize;
    const { data } = await session.send("Page.captureScreenshot", {
        format: "webp",
        quality: 72,
        ...(clip && { captureBeyondViewport: true, clip: { ...clip, scale: 1 } }),
    });
    return Buffer.from(data, "base64");
}

/** Everything that is not a table being played at. */
async function rooms(one) {
    const { page } = one;
    await page.goto("/", { waitUntil: "networkidle" });
    await shoot(one, "lobby-start", { sizes: EVERY_HAND });
    await shoot(one, "lobby", { tall: true });
    await page.locator(".room.moledozer .buttons button").nth(1).click();
    await shoot(one, "open-table");
    await openTable(one, "honeymoon", ["here", "open", "bot"]);
    await shoot(one, "waiting");
    await page.goto("/");
    await page.locator(".tables a").first().waitFor();
    await shoot(one, "lobby-with-tables", { sizes: ["desktop"] });
    await page.goto("/#/gallery", { waitUntil: "networkidle" });
    await shoot(one, "gallery");
    for (const size of Object.keys(SIZES)) {
        // A clause is looked for once, when its page is opened: each size opens it for itself.
        await page.setViewportSize(SIZES[size]);
        await page.goto("/");
        await page.goto("/#/rules/honeymoon/HM-09", { waitUntil: "networkidle" });
        await shoot(one, "rulebook", { sizes: [size] });
    }
}

/** What is shown when something is wrong. */
async function troubles(one) {
    const { page } = one;
    const cable = await line(base);
    await lost(await person(browser, cable.base), cable);
    cable.close();
    await elsewhere(one);
    await full(one);
    await page.goto("/#/t/no-such-table");
    await page.locator("main.state a.main").waitFor({ timeout: 15_000 });
    await shoot(one, "table-gone");
    const address = await openTable(one, "mole_rats", ["here", "open"]);
    await page.goto(`${address}/no-such-token-at-all-really`);
    await page.locator("main.state a.main").waitFor();
    await shoot(one, "wrong-link");
    await page.route("**/api/games", (route) => route.abort());
    await page.goto("/");
    await page.reload();
    await shoot(one, "lobby-offline");
    await page.unroute("**/api/games");
}

/** The connection breaks off in the middle of a match. */
async function lost(one, cable) {
    await openTable(one, "mole_park", ["here", "bot", "bot"]);
    await start(one);
    await one.page.locator("main .park").waitFor();
    cable.cut();
    await one.page.locator(".lost").waitFor();
    await shoot(one, "connection-lost");
    await one.page.context().close();
}

/** The same seat in another tab: this one lets go. */
async function elsewhere({ page, ...one }) {
    const address = await openTable({ page, ...one }, "honeymoon", ["here", "bot"]);
    await start({ page });
    const other = await page.context().newPage();
    await other.goto(address);
    await page.locator("main.state button.main").waitFor();
    await other.close();
    await page.bringToFront();
    await shoot({ page, ...one }, "seat-elsewhere");
}

/** Every seat is taken, by the time that somebody comes with the link. */
async function full(one) {
    const address = await openTable(one, "target_rats", ["here", "bot", "bot", "bot"]);
    const late = await person(browser, base);
    await late.page.goto(address);
    await late.page.locator("main").getByText("full").first().waitFor();
    await shoot(late, "table-full");
    await late.page.context().close();
}

/** A match against bots: the start, a refusal, the middle, the end. */
async function table(one, game) {
    const { page } = one;
    await openTable(one, game, ["here", "bot", "bot"]);
    await start(one);
    await page.waitForTimeout(600);
    await shoot(one, `${game}-start`);
    const random = dice(11);
    let [touches, looked, shown, over] = [0, false, false, false];
    for (const began = Date.now(); !over && Date.now() - began < PATIENCE;) {
        if (!looked && (await page.locator(".look").count())) looked = !(await shoot(one, `${game}-look`));
        await resize(one, "desktop");
        if (!shown) shown = await refusal(one, game);
        if (!looked && (await page.locator(".look").count())) continue; // it came meanwhile, and is put away by a touch
        const done = await act(one, random);
        over = done === "over";
        if (done === "touched" && ++touches === (played(game).middle ?? MIDDLE)) await middle(one, game);
        await page.waitForTimeout(30);
    }
    if (!shown) console.log(`${game}: nothing that was refused`);
    if (!over) return;
    await page.locator("dialog[open] figure").waitFor({ timeout: 20_000 }); // how the game went is fetched
    await shoot(one, `${game}-end`, { sizes: EVERY_HAND });
}

async function middle(one, game) {
    const due = one.page.locator(".seats .pending .own");
    await due.waitFor({ timeout: 20_000 }).catch(() => undefined);
    await one.page.waitForTimeout(500);
    await shoot(one, `${game}-middle`, { sizes: EVERY_HAND });
}

/** The reason stands where the move was tried, so each size tries for itself. */
async function refusal(one, game) {
    let shown = false;
    for (const size of Object.keys(SIZES)) {
        await resize(one, size);
        await one.page.waitForTimeout(300);
        if (!(await refused(one, game))) break;
        await shoot(one, `${game}-refusal`, { sizes: [size] });
        shown = true;
    }
    await resize(one, "desktop");
    return shown;
}

/** The first lesson of each game, as it begins and with what it asks for. */
async function lessons(one) {
    const about = await (await fetch(`${base}/api/games`)).json();
    for (const { id: game } of about.games.filter(({ lesson }) => lesson)) {
        await one.page.goto(`/#/learn/${game}`);
        await one.page.locator("main .board").waitFor();
        await one.page.waitForTimeout(600);
        await shoot(one, `${game}-lesson`, { sizes: EVERY_HAND });
        await resize(one, "desktop");
    }
}

/** The device goes from hand to hand; open games do without. */
async function handOvers(one) {
    for (const game of ["honeymoon", "moledozer", "mole_park"]) {
        await openTable(one, game, ["here", "here"]);
        await start(one);
        await one.page.locator("main .state button.main").waitFor();
        await shoot(one, `${game}-hand-over`);
        await resize(one, "desktop");
    }
}

/** What opens beside a board or over it. */
async function beside(one) {
    const { page } = one;
    await openTable(one, "mole_rats", ["here", "bot", "bot"]);
    await start(one);
    await page.locator("main .station").waitFor();
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".hint").waitFor();
    await shoot(one, "hint");
    await page.locator(".hint").getByRole("button", { name: "Close" }).click();
    for (const tab of ["log", "rules", "chat"])
        for (const size of Object.keys(SIZES)) {
            await resize(one, size);
            await page.waitForTimeout(300);
            await page.evaluate(() => document.querySelector(".table:not(.panel-open) .panel-button")?.click());
            await page.locator("aside [role=tab]").nth(["log", "rules", "chat"].indexOf(tab)).click();
            if (tab === "chat" && size === "desktop") {
                await page.locator("aside form input").fill("Good luck, everybody!");
                await page.keyboard.press("Enter");
            }
            await page.waitForTimeout(300);
            await shoot(one, `panel-${tab}`, { sizes: [size], panel: true });
        }
    for (const [name, word] of [
        ["share", "Share"],
        ["leave", "Leave"],
    ]) {
        await resize(one, "desktop");
        await page.waitForTimeout(300);
        await page.getByRole("button", { name: word, exact: true }).click();
        await shoot(one, name);
        await page.keyboard.press("Escape");
    }
    await resize(one, "phone");
    await page.waitForTimeout(300);
    await page.locator(".seats .chip").first().click();
    await shoot(one, "seats", { sizes: ["phone"] });
}

/** Of each game the board for all, on a TV, and a phone that is a hand. */
async function together(one) {
    for (const [k, game] of games().entries()) {
        const address = await openTable(one, game, ["open", "open"]);
        await one.page.goto(address.replace("#/t/", "#/board/"));
        await one.page.locator(".join p").first().waitFor();
        if (!k) await shoot(one, "big-board-join", { sizes: ["tv"] });
        const phones = [await person(browser, base, { phone: true }), await person(browser, base, { phone: true })];
        for (const { page } of phones) {
            await page.goto(`${address}?hand`);
            await page.locator(".empty button.main").first().tap();
            await page.locator("small", { hasText: "that is you" }).waitFor();
        }
        await one.page.locator(".start:enabled").click();
        await one.page.locator("main .board").waitFor();
        await phones[0].page.locator("main .board").waitFor();
        await shoot(one, `${game}-big-board`, { sizes: ["tv"] });
        await shoot(phones[0], `${game}-hand`, { sizes: ["phone"] });
        for (const { page } of phones) await page.context().close();
        await resize(one, "desktop");
    }
}

const { base, stop } = await serve();
const browser = await launch();
const parts = Object.fromEntries(games().map((game) => [game, (one) => table(one, game)]));
Object.assign(parts, { rooms, lessons, "hand-over": handOvers, beside, together, troubles });
let failed = false;
for (const [name, part] of Object.entries(parts)) {
    if (wanted.length && !wanted.includes(name)) continue;
    const one = await person(browser, base);
    await part(one).catch((error) => {
        failed = true;
        console.error(`${name}: ${error.message}`);
    });
    for (const trouble of name === "troubles" ? [] : one.troubles) console.error(`${name}: ${trouble}`);
    failed ||= name !== "troubles" && one.troubles.length > 0;
    await one.page.context().close();
}
await browser.close();
await stop();
process.exit(failed ? 1 : 0);
