// Below a path, as behind a proxy that serves other things, too: nothing is asked for beside it.
import { expect, test } from "./fixtures.mjs";
import { kept, play, playNow, until } from "./people.mjs";
import { games } from "./played.mjs";

test("a game is opened, played and found again below a path", async ({ below, sit }) => {
    const { base, path } = below;
    const game = games()[0];
    const one = await sit({ base });
    const { page, heard } = one;
    const beside = [];
    page.on("request", (request) => {
        const { protocol, pathname } = new URL(request.url());
        if (protocol === "http:" && !pathname.startsWith(`${path}/`)) beside.push(pathname);
    });
    await playNow(one, game, `${path}/`);
    await play(
        [one],
        () => kept(one),
        () => 0,
    );
    heard.length = 0;
    await page.reload();
    const { you } = await until(one, () => heard.find(({ say }) => say === "welcome"));
    expect(you.seats, "the cookie of the seat was sent").toEqual([0]);
    await page.locator(".table a.home").click();
    await expect(page.locator(`.room.${game}`)).toBeVisible();
    await page.goto(`${path}/rules/${game}`); // a page of its own once, and a screen of the app now
    await expect(page).toHaveURL(`${base}${path}/#/rules/${game}`);
    await expect(page.locator("h1").first()).toBeVisible();
    expect(beside).toEqual([]);
});
