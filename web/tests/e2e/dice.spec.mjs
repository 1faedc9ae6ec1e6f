// Dice that can be checked: at the end each page says by itself whether they fit.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { boxOf } from "./boxes.mjs";
import { expect, test } from "./fixtures.mjs";
import { lucky, openTable, play, start } from "./people.mjs";
import { LONG, games, only } from "./played.mjs";

for (const game of only("honeymoon")) {
    /** A whole match of Anna at a desk and Ben on a phone. */
    async function match(server, anna, ben) {
        const address = await openTable(anna, game, ["here", "open"], { box: await boxOf(server, game, "short") });
        await ben.page.goto(address);
        await ben.page.locator(".empty button.main").tap();
        await lucky(anna);
        await start(anna);
        await ben.page.waitForSelector(".table main");
        await play([anna, ben], (_, done) => done.length && done.every((one) => one === "over"));
        return address.split("/").at(-1);
    }

    /** It is there as soon as the end hears what is touched and pressed. */
    const mark = ({ page }) => page.locator("dialog[open] > :not([inert]) details[data-dice]");

    test(`${game}: both pages check the dice, and say what they found when they are asked`, async ({ server, sit }) => {
        const [anna, ben] = [await sit(), await sit({ phone: true })];
        const table = await match(server, anna, ben);
        const shares = [anna, ben].map(({ sent }) => sent.find(({ do: what }) => what === "luck").share);
        const { dice } = await (await anna.page.request.get(`/api/tables/${table}/log`)).json();
        expect(dice.shares, "what was sent is in the log").toEqual(shares);
        for (const one of [anna, ben]) {
            await expect(mark(one)).toHaveAttribute("data-dice", "checked");
            await expect(mark(one)).toContainText("Dice checked");
            await expect(mark(one).getByText("Luck was added by: Anna, Guest 2.")).toBeHidden();
        }
        await mark(ben).locator("summary").tap();
        await mark(anna).locator("summary").focus();
        await anna.page.keyboard.press("Enter");
        for (const one of [anna, ben])
            await expect(mark(one).getByText("Luck was added by: Anna, Guest 2.")).toBeVisible();
        const saved = anna.page.waitForEvent("download");
        await mark(anna).getByRole("link", { name: "Save the log" }).click();
        expect((await saved).suggestedFilename()).toBe(`${game}-${table}.json`);
    });

    test(`${game}: a server that changes its secret, or leaves luck out, is found out`, async ({ server, sit }) => {
        const [anna, ben] = [await sit(), await sit({ phone: true })];
        await tamper(anna, (dice) => ({ ...dice, shares: [dice.shares[0], null] }));
        await tamper(ben, (dice) => ({ ...dice, commit: `sha256:${"0".repeat(64)}` }));
        await match(server, anna, ben);
        for (const one of [anna, ben]) await expect(mark(one)).toHaveAttribute("data-dice", "wrong");
        await expect(mark(anna).getByText("not what was shown of it when the game began: Guest 2.")).toBeVisible();
        await expect(mark(ben).getByText("is not the one that it had fixed")).toBeVisible();
    });
}

const logAt = (game) => join(import.meta.dirname, `../../../tests/kept/logs/${game}-server-finished.json`);

const JUDGED = games().filter((game) => existsSync(logAt(game)));

for (const game of LONG ? JUDGED : JUDGED.slice(0, 1))
    test(`${game}: the page finds out by the rules themselves what each roll could bring`, async ({ server, sit }) => {
        const log = JSON.parse(await readFile(logAt(game), "utf-8"));
        const { page } = await sit();
        const imported = await page.request.post(`${server}/api/import`, { data: { log } });
        await page.goto(`/#/t/${(await imported.json()).id}`);
        const found = page.locator("dialog[open] details[data-dice]");
        await expect(found).toHaveAttribute("data-dice", "part");
        await found.locator("summary").click();
        await expect(found.getByText("was found here by the rules")).toBeVisible();
    });

/** The server tells this page something else about the dice than it should. */
async function tamper({ page }, change) {
    await page.route("**/api/tables/*/log", async (route) => {
        const answer = await route.fetch();
        const log = await answer.json();
        await route.fulfill({ response: answer, json: { ...log, dice: change(log.dice) } });
    });
}
