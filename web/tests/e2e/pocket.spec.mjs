// Games in the pocket: a match without a network, with a reload in its middle, an edition of one's own and the device going
// from hand to hand; then on line, and back. In the long form every game, bots of every level, and the app updated between
// two moves.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { serviceWorker } from "../../tools/offline.mjs";
import { boxOf } from "./boxes.mjs";
import { expect, test } from "./fixtures.mjs";
import { openTable, person, play, playNow, settled } from "./people.mjs";
import { games, LONG, only, played } from "./played.mjs";
import { serveFiles } from "./static.mjs";
import { onDevice } from "./workers.mjs";

test.use({ serviceWorkers: "allow" });

const DIST = join(import.meta.dirname, "../../dist");
const OVER = (_, done) => done.length && done.every((one) => one === "over");

/** Play until it is over, or until so many hands have been: the device goes to whoever has to decide. */
async function playOn(one, hands = Infinity) {
    for (let hand = 0; hand <= hands; hand++) {
        let handOver = false;
        await play([one], (...now) => (handOver = now[1][0] === "hand over") || OVER(...now));
        if (!handOver || hand === hands) return;
        await one.page.locator("main .state button.main").click();
    }
}

/** New games are in the pocket from now on. */
async function intoPocket({ page }) {
    await page.goto("/#/pocket");
    await page.getByRole("button", { name: "Play in the pocket" }).click();
}

const OURS = games().filter((one) => one !== "liars_dice");

for (const game of LONG ? OURS : only("honeymoon"))
    test(`${game}: a match in the pocket without a network, and on line`, async ({ server, sit }) => {
        const anna = await sit();
        await intoPocket(anna);
        const how = { box: await boxOf(server, game, "short"), options: played(game).begins };
        const address = await openTable(anna, game, ["here", "here", "bot"], how);
        expect(address).toContain("#/t/pocket-");
        await onDevice(anna);
        anna.offline = true;
        await anna.page.context().setOffline(true);
        await playOn(anna, 3);
        await anna.page.reload();
        await playOn(anna);
        await anna.page.locator('dialog[open] [data-dice="pocket"]').waitFor();
        await settled(anna); // what was asked for in vain has said so
        await anna.page.context().setOffline(false);
        anna.offline = false;
        await onLine(anna);
    });

/** A finished game is taken on line, where the server plays its log again and takes it; and back. */
async function onLine({ page }) {
    await page.goto("/#/pocket");
    await page.locator("li[data-table]").getByRole("button", { name: "Take it on line" }).click();
    await page.waitForURL(/#\/t\/(?!pocket)/);
    await page.locator('dialog[open] [data-dice]:not([data-dice="pocket"])').waitFor();
    await page.goto("/#/pocket");
    await page.getByRole("button", { name: "Put it into the pocket" }).first().click();
    await page.waitForURL(/#\/t\/pocket-/);
    await page.locator('dialog[open] [data-dice="pocket"]').waitFor();
}

for (const game of LONG ? OURS : [])
    test(`${game}: bots of every level in the pocket`, async ({ server, sit }) => {
        const anna = await sit();
        await intoPocket(anna);
        const how = { bots: ["easy", "fair", "sharp"], box: await boxOf(server, game, "short") };
        await openTable(anna, game, ["here", "bot", "bot", "bot"], how);
        await play([anna], OVER); // a bot that fails says so where troubles are kept
    });

for (const game of only("honeymoon"))
    test(`${game}: an edition is taken along to a place without a server`, async ({ browser, server, sit }) => {
        const anna = await sit();
        await intoPocket(anna);
        const box = await boxOf(server, game, "short");
        await openTable(anna, game, ["here", "bot"], { box });
        await anna.page.goto("/#/pocket");
        const saved = anna.page.waitForEvent("download");
        await anna.page.locator("li[data-edition]").getByRole("button", { name: "Save as a file" }).click();
        const file = await (await saved).path();

        const folder = mkdtempSync(join(tmpdir(), "molehill-"));
        cpSync(DIST, folder, { recursive: true });
        const page = join(folder, "index.html");
        const alone = '<head><meta name="molehill-place" content="pocket">';
        writeFileSync(page, readFileSync(page, "utf-8").replace("<head>", alone));
        writeFileSync(join(folder, "sw.js"), await serviceWorker(folder));
        const host = await serveFiles(folder, "/below/");
        const ben = await person(browser, new URL(host.url).origin);
        const pocket = `${host.url}#/pocket`;
        await ben.page.goto(pocket);
        const bring = ben.page.getByLabel("From a file (.edition.json)");
        await bring.setInputFiles({ name: "mine.toml", mimeType: "text/plain", buffer: Buffer.from(box) });
        await expect(ben.page.getByText("A server has to read it once")).toBeVisible();
        await bring.setInputFiles(file);
        await expect(ben.page.getByText("is in your pocket now")).toBeVisible();
        await ben.page.locator("li[data-edition]").getByRole("button", { name: "Play it" }).click();
        await ben.page.locator("dialog[open] .end button").click();
        await ben.page.waitForURL(/#\/t\/pocket-/);
        await play([ben], OVER);
        await ben.page.goto(pocket);
        const log = ben.page.waitForEvent("download");
        await ben.page.locator("li[data-table]").getByRole("button", { name: "Save the log" }).click();
        expect(JSON.parse(readFileSync(await (await log).path(), "utf-8")).box.toml).toBe(box);
        expect(ben.troubles).toEqual([]);
        await ben.page.context().close();
        await host.close();
        rmSync(folder, { recursive: true });
    });

test("what does not come at first is fetched again, and the app is on the device as a whole", async ({ browser }) => {
    const host = await serveFiles(DIST);
    host.broken = ".wasm";
    const anna = await person(browser, new URL(host.url).origin);
    anna.offline = true; // this host has no server's answers
    const { page } = anna;
    await page.clock.install();
    await page.goto(`${host.url}#/pocket`);
    await expect(page.getByText("is being put on this device")).toBeVisible();
    const times = () => host.asked.filter((path) => path.includes("/honeymoon.rules-")).length;
    const later = () => page.clock.fastForward(600_000);
    await expect.poll(() => later().then(times)).toBeGreaterThan(2);
    await expect(page.getByText("is being put on this device")).toBeVisible();
    host.broken = null;
    const kept = page.getByText("Everything is on this device");
    await expect.poll(() => later().then(() => kept.isVisible())).toBe(true);
    await onDevice(anna);
    expect(anna.troubles).toEqual([]);
    await page.context().close();
    await host.close();
});

if (LONG)
    test("a game goes on when the app is updated between two moves", async ({ browser }) => {
        const folder = mkdtempSync(join(tmpdir(), "molehill-"));
        cpSync(DIST, folder, { recursive: true });
        const host = await serveFiles(folder, "/below/");
        const anna = await person(browser, new URL(host.url).origin);
        anna.offline = true; // this host has no server's answers
        await anna.page.addInitScript(() => localStorage.setItem("molehill-pocket", "true"));
        await playNow(anna, "honeymoon", host.url);
        await anna.page.waitForURL(/#\/t\/pocket-/);
        await onDevice(anna);
        await anna.page.reload(); // from now on the service worker answers
        await play([anna], ([touches]) => touches >= 2);
        await exchange(folder);
        await anna.page.evaluate(() => navigator.serviceWorker.ready.then((it) => it.update()));
        const table = anna.page.url();
        await anna.page.goto(host.url);
        await anna.page.getByRole("button", { name: "Use it now" }).click();
        await anna.page.waitForFunction(() => document.documentElement.dataset.version === "2");
        await anna.page.goto(table);
        await play([anna], ([touches]) => touches >= 2);
        expect(anna.troubles).toEqual([]);
        await anna.page.context().close();
        await host.close();
        rmSync(folder, { recursive: true });
    });

/** Another version of the app, where the first one was. */
async function exchange(folder) {
    const file = join(folder, "index.html");
    writeFileSync(file, readFileSync(file, "utf-8").replace("<html ", '<html data-version="2" '));
    writeFileSync(join(folder, "sw.js"), await serviceWorker(folder));
}
