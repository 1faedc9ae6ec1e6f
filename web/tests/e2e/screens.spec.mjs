// Every screen, in a language that nobody speaks and in all sizes: axe finds nothing, at any level, by day and by night; no
// word is in English; nothing is cut off, even with words half as long again or letters twice as large.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "./fixtures.mjs";
import { axe, misfits, speakPseudo, strayWords } from "./looks.mjs";
import { kept, openTable, play, playNow, settled } from "./people.mjs";
import { games, LONG, only } from "./played.mjs";

const SIZES = {
    desk: { width: 1280, height: 800 },
    phone: { width: 390, height: 844 },
    narrow: { width: 320, height: 640 },
    sideways: { width: 740, height: 360 },
};
const LEAST = 1 / 3; // of a screen's height is the board's
const LOBBY = "/?pseudo";
/** The game whose every screen is looked at; all of them in the long form. */
const WHOLE = LONG ? games() : only("honeymoon");
const logAt = (game) => join(import.meta.dirname, `../../../tests/kept/logs/${game}-server-finished.json`);
/** Texts that are not the app's: the rulebook, licences, and what somebody has typed. */
const THEIRS = "script, style, input, textarea, title, .text, nav[aria-label] button, details, code, option";

/** Somebody whose app speaks no language, and a way to look at what is shown. */
async function looker(sit) {
    const one = await sit();
    const { page } = one;
    const names = await speakPseudo(one);
    const theme = (colorScheme) => page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    /** As another tab would choose it. */
    const text = (size) =>
        page.evaluate((text) => {
            localStorage.setItem("molehill-settings", JSON.stringify({ text }));
            dispatchEvent(new StorageEvent("storage", { key: "molehill-settings" }));
        }, size);
    one.look = async (screen) => {
        const found = [];
        const add = (how, what) => found.push(...what.map((each) => `${screen}, ${how}: ${each}`));
        await settled(one); // else names might be seen before it is known that they are names
        add("words", await strayWords(page, names, THEIRS));
        for (const [size, viewport] of Object.entries(SIZES)) {
            await page.setViewportSize(viewport);
            add(size, await misfits(page));
            const board = await page.evaluate(() => document.querySelector(".table main")?.clientHeight ?? Infinity);
            if (board < viewport.height * LEAST) add(size, [`the board has ${board} pixels`]);
            if (size === "desk" || (LONG && size === "phone")) add(`axe, ${size}`, await axe(page));
            if (size === "phone") {
                await theme("light");
                // By day there are other colours, and nothing else.
                add("axe, phone, light", await axe(page, "color-contrast", "target-size"));
                await theme("dark");
            }
        }
        await text("largest");
        for (const size of ["phone", "desk"]) {
            await page.setViewportSize(SIZES[size]);
            add(`${size}, large text`, await misfits(page));
        }
        await text("usual");
        expect.soft(found, screen).toEqual([]);
    };
    return one;
}

test("the rooms", async ({ sit }) => {
    const one = await looker(sit);
    const { page, look } = one;
    const [game] = games();
    await page.goto(LOBBY);
    await page.locator(`.room.${game} button.main`).waitFor();
    await look("the lobby");
    await page.locator("nav button").first().click();
    await page.locator("dialog[open] fieldset").first().waitFor();
    await look("the settings");
    await page.keyboard.press("Escape");
    await page.locator(`.room.${game} .buttons button`).nth(1).click();
    await page.locator("dialog[open] .counts").waitFor();
    await look("opening a table");
    const address = await openTable(one, game, ["here", "open"], { lobby: LOBBY });
    await page.locator("main .seats button").first().waitFor();
    await look("the waiting room");
    await page.goto(address.replace("#/t/", "#/board/"));
    await page.locator(".join p").first().waitFor();
    await look("the big board");
    for (const [screen, address, wanted] of [
        ["about", "#/about", "h2"],
        ["the pocket", "#/pocket", "h2"],
        ["the gallery", "#/gallery", "h2:not(:empty)"],
        ["nowhere", "#/nowhere", "h1"],
    ]) {
        await page.goto(`${LOBBY}${address}`);
        await page.locator(wanted).first().waitFor();
        await look(screen);
    }
    await page.goto("/privacy");
    expect(await axe(page)).toEqual([]);
});

for (const game of games())
    test(`${game}: the table`, async ({ sit }) => {
        const one = await looker(sit);
        const { page, look } = one;
        await playNow(one, game, LOBBY);
        await page.locator("main .board").waitFor();
        await look("the table");
        await play([one], () => kept(one));
        if (!WHOLE.includes(game)) return;
        for (const tab of ["rules", "chat"]) {
            await page.locator(`#tab-${tab}`).click();
            await look(tab);
        }
    });

for (const game of WHOLE)
    test(`${game}: the workshop`, async ({ sit }) => {
        const { page, look } = await looker(sit);
        await page.goto(`${LOBBY}#/workshop`);
        await page.locator("main li button").first().waitFor();
        await look("the choice of a game");
        await page.goto(`${LOBBY}#/workshop/${game}`);
        await page.locator(".found dl").waitFor({ state: "attached" });
        await look("the box");
        await page.locator(".box input").first().fill("Nothing but a title");
        await page.keyboard.press("Enter");
        await page.locator(".found .sentences").waitFor({ state: "attached" });
        for (const part of ["board", "balance"]) {
            await page.setViewportSize(SIZES.phone);
            await page.locator(`.workshop nav button.to-${part}`).click();
            await look(`the ${part}`);
        }
        await page.locator(".actions button").nth(3).click();
        await page.locator("dialog[open] input").waitFor();
        await look("sharing an edition");
    });

for (const game of WHOLE)
    test(`${game}: the lesson, the rules and the end`, async ({ server, sit }) => {
        const one = await looker(sit);
        const { page, look } = one;
        await page.goto(LOBBY);
        await page.locator(`.room.${game} button.main`).click();
        await page.locator("dialog[open] a").waitFor();
        await look("the offer of a lesson");
        await page.locator("dialog[open] a").click();
        await page.locator("footer .told").waitFor();
        await look("the lesson");
        await page.goto(`${LOBBY}#/rules/${game}`);
        await page.locator("h2").first().waitFor();
        await look("the rules");
        if (!existsSync(logAt(game))) return;
        const log = JSON.parse(readFileSync(logAt(game), "utf-8"));
        const imported = await page.request.post(`${server}/api/import`, { data: { log } });
        await page.goto(`${LOBBY}#/t/${(await imported.json()).id}`);
        await page.locator("dialog[open] > :not([inert]) .points").first().waitFor(); // and it hears what is pressed
        await look("the end");
    });
