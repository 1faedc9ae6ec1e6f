// Every screen as axe sees it, by day and by night, on a desk and on a phone: it finds nothing, at any level.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { expect, test } from "./fixtures.mjs";
import { playByKeys } from "./keys.mjs";
import { openTable, playNow } from "./people.mjs";
import { games, only } from "./played.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");
const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const FEW = 2; // moves
/** Games whose rules and end are looked at; all of them in the long form. */
const WHOLE = Number(process.env.MOLEHILL_EFFORT ?? 1) > 1 ? games() : only("honeymoon");
const logAt = (game) => join(import.meta.dirname, `../../../tests/kept/logs/${game}-server-finished.json`);

/** In the page: whatever moves has arrived; then what is wrong, where. */
async function complaints(rules) {
    for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    for (let k = 0; k < 2; k++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], ...rules });
    return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any, all, none }) => {
            const why = [...any, ...all, ...none][0]?.message ?? "";
            return `${id} at ${target.join(" ")}: ${why}`;
        }),
    );
}

/** Nothing is wrong with what is shown now. */
async function expectClean(page, screen) {
    const found = [];
    for (const [size, viewport] of Object.entries(SIZES))
        for (const theme of ["dark", "light"]) {
            await page.setViewportSize(viewport);
            await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
            if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
            // By day there are other colours, and nothing else.
            const rules = theme === "light" ? { runOnly: ["color-contrast"] } : {};
            for (const what of await page.evaluate(complaints, rules))
                found.push(`${screen}, ${size}, ${theme}: ${what}`);
        }
    expect(found).toEqual([]);
    await page.setViewportSize(SIZES.desk);
}

test("axe finds nothing in the rooms", async ({ sit }) => {
    const one = await sit();
    const { page } = one;
    const [game] = games();
    await page.goto("/");
    await page.locator(`.room.${game} button.main`).waitFor();
    await expectClean(page, "the lobby");
    await page.locator(`.room.${game} .buttons button`).nth(1).click();
    await page.locator("dialog[open] .counts").waitFor();
    await expectClean(page, "opening a table");
    await openTable(one, game, ["here", "open"]);
    await page.getByRole("button", { name: "Start" }).waitFor();
    await expectClean(page, "the waiting room");
    for (const [screen, address, wanted] of [
        ["about", "/#/about", "h2"],
        ["the gallery", "/#/gallery", "h2:not(:empty)"],
        ["nowhere", "/#/nowhere", "h1"],
        ["privacy", "/privacy", "h1"],
    ]) {
        await page.goto(address);
        await page.locator(wanted).first().waitFor();
        await page.waitForLoadState("networkidle");
        await expectClean(page, screen);
    }
});

for (const game of games())
    test(`${game}: axe finds nothing at the table`, async ({ sit }) => {
        const one = await sit();
        const { page } = one;
        await playNow(one, game);
        await playByKeys(one, () => one.sent.filter(({ do: what }) => what === "move").length >= FEW);
        await expectClean(page, "the table");
        for (const name of only("honeymoon").includes(game) ? ["Rules", "Chat"] : []) {
            await page.getByRole("tab", { name }).click();
            await expectClean(page, name);
        }
    });

for (const game of WHOLE)
    test(`${game}: axe finds nothing in the rules and at the end`, async ({ server, sit }) => {
        const { page } = await sit();
        await page.goto(`/#/rules/${game}`);
        await page.locator("h2").first().waitFor();
        await expectClean(page, "the rules");
        if (!existsSync(logAt(game))) return;
        const log = JSON.parse(readFileSync(logAt(game), "utf-8"));
        const imported = await page.request.post(`${server}/api/import`, { data: { log } });
        await page.goto(`/#/t/${(await imported.json()).id}`);
        await page.locator("dialog[open] .points").first().waitFor();
        await expectClean(page, "the end");
    });
