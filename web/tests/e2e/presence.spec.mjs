// Who is there: somebody goes away and comes back, or plays one seat on two devices.
import { boxOf } from "./boxes.mjs";
import { expect, tell, test } from "./fixtures.mjs";
import { counted, openTable, play, settled, start, stopClock } from "./people.mjs";
import { only } from "./played.mjs";

const AWHILE = 20_000; // longer than a page ever waits before it connects again

for (const game of only("mole_rats"))
    test(`${game}: a bot stands in for somebody who is away, a hidden tab tells of the turn, they come back`, async ({
        server,
        sit,
    }) => {
        const [anna, ben] = [await sit(), await sit()];
        await anna.page.clock.install();
        await anna.page.addInitScript(noteNotifications);
        const address = await openTable(anna, game, ["here", "open"], { box: await boxOf(server, game, "long") });
        await ben.page.goto(address);
        await ben.page.locator(".empty button.main").click();
        await start(anna);
        await ben.page.waitForSelector(".table main");
        await ben.page.goto("about:blank");
        const other = anna.page.locator('.seats [data-seat="1"]');
        await anna.page.locator(".seats .away").waitFor();
        // The next message from the server would set the page's clock right again: it stands still until then.
        await stopClock(anna);
        await other.locator("button.act").click();
        await anna.page.clock.resume();
        await other.locator("small", { hasText: "a bot plays" }).waitFor();
        await anna.page.evaluate(() => (window.behind = true));
        const told = () => anna.page.evaluate(() => window.told);
        await play([anna], async () => (await told()).length > 0);
        expect((await told())[0]).toBe("Your turn! Mole Rats in Space");
        await ben.page.goto(address);
        await ben.page.locator(".seats .own").waitFor();
        await other.locator("small", { hasText: "a bot plays" }).waitFor({ state: "detached" });
    });

/** In the page: it is hidden when a test says so, and keeps what its notifications told. A browser without windows shows
 * none, and allows none. */
function noteNotifications() {
    Object.defineProperty(document, "hidden", { get: () => window.behind ?? false });
    window.told = [];
    window.Notification = function (title, how) {
        window.told.push(`${title} ${how.body}`);
    };
    window.Notification.permission = "granted";
}

// The device that somebody came to last plays, the other lets go at once and can take the seat back; a page that only
// comes back after its cable was cut takes nothing.
for (const game of only("honeymoon"))
    test(`${game}: one seat on two devices is played on the one that somebody came to last`, async ({
        server,
        cable,
        sit,
    }) => {
        const [desk, phone] = [await sit({ base: cable.base }), await sit({ phone: true })];
        for (const { page } of [desk, phone]) await page.clock.install();
        const opened = desk.page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok());
        const address = await openTable(desk, game, ["here", "bot"]);
        const { tokens } = await (await opened).json();
        await start(desk);
        const again = ({ page }) => page.locator("main.state button.main");
        const lets = (one) => again(one).waitFor();
        const plays = ({ page }) => page.locator("main svg.moon.active").waitFor();
        const connections = () => Promise.all([desk, phone].map(async (one) => (await counted(one)).connections));
        await phone.page.goto(`${address.replace(cable.base, server)}/${Object.values(tokens)[0]}`);
        await Promise.all([plays(phone), lets(desk)]);
        expect(await connections(), "a page that comes by a seat link connects once").toEqual([1, 1]);
        await again(desk).click();
        await Promise.all([plays(desk), lets(phone)]);
        desk.offline = true;
        cable.cut();
        await desk.page.locator(".lost").waitFor();
        await again(phone).tap();
        await plays(phone);
        cable.mend();
        await lets(desk);
        await settled(desk); // what was asked for in vain has said so
        desk.offline = false;
        const before = await connections();
        for (const { page } of [desk, phone]) await page.clock.runFor(AWHILE);
        expect(await connections(), "the pages fight over the seat").toEqual(before);
        await plays(phone);
        tell(`${before.join(" and ")} connections`);
    });
