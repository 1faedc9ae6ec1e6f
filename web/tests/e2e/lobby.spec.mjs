// The lobby: what comes later moves nothing that somebody is about to touch.
import { expect, test } from "./fixtures.mjs";
import { openTable } from "./people.mjs";
import { games } from "./played.mjs";

for (const phone of [false, true])
    test(`tables that come late move no button of their game ${phone ? "on a phone" : "on a desktop"}`, async ({
        sit,
    }) => {
        const [[game], host, { page }] = [games(), await sit(), await sit({ phone })];
        for (let k = 0; k < 4; k++) await openTable(host, game, ["here", "open"]);
        let tell;
        const told = new Promise((resolve) => (tell = resolve));
        await page.route("**/api/tables", async (route) => {
            await told;
            await route.continue();
        });
        await page.goto("/");
        const room = page.locator(`.room.${game}`);
        await room.locator(".buttons button").first().waitFor();
        await page.evaluate(() => document.fonts.ready);
        const places = () =>
            room.locator(".buttons > *").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
        const before = await places();
        tell();
        await room.locator(".tables a").nth(3).waitFor();
        expect(await places()).toEqual(before);
    });
