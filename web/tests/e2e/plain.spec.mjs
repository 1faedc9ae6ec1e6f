// The default board, on which any game can be played: a whole match on a phone, from what a game declares.
import { boxOf } from "./boxes.mjs";
import { expect, tell, test } from "./fixtures.mjs";
import { openTable, play, start } from "./people.mjs";
import { only, played } from "./played.mjs";

// One with a map; games without a board of their own are played there in all tests.
for (const game of only("target_rats"))
    test(`${game}: a whole match on the default board, on a phone`, async ({ server, sit }) => {
        const one = await sit({ phone: true });
        const how = { box: await boxOf(server, game, "short"), options: played(game).begins, lobby: "/?plain" };
        await openTable(one, game, ["here", "bot"], how);
        await start(one);
        await expect(one.page.locator("main .board.plain")).toBeVisible();
        const [touches] = await play([one], (_, [done]) => done === "over");
        tell(`${touches} touches`);
        const beyond = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(beyond, "nothing is wider than the screen").toBe(0);
    });
