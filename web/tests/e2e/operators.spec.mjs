// Somebody runs the server: a line of chat is reported to them, and they keep somebody away.
import { expect, test } from "./fixtures.mjs";
import { openTable, start } from "./people.mjs";
import { games } from "./played.mjs";

test("a line of chat is reported, and those who are banned are told so and let in again", async ({ operated, sit }) => {
    const { base, operate } = operated;
    const [anna, ben] = [await sit({ base }), await sit({ base, phone: true })];
    const address = await openTable(anna, games()[0], ["here", "open"]);
    await ben.page.goto(address);
    await ben.page.locator(".empty button.main").click();
    await start(anna);
    await chat(anna);
    await anna.page.getByLabel("Say something").fill("You dig like a worm");
    await anna.page.getByRole("button", { name: "Send" }).click();
    await expect(anna.page.locator(".chat li", { hasText: "worm" })).toBeVisible();
    await expect(anna.page.locator(".chat button.report"), "nobody reports themselves").toHaveCount(0);
    await chat(ben);
    await ben.page.locator(".chat li", { hasText: "worm" }).getByRole("button", { name: "Report" }).tap();
    await expect(ben.page.locator(".chat li", { hasText: "worm" })).toContainText("Reported");
    expect(await operate("reports")).toContain("You dig like a worm");
    await operate("ban", "127.0.0.1");
    for (const { page } of [anna, ben]) await expect(page.getByText("You can't play here")).toBeVisible();
    await operate("ban", "127.0.0.1", "--lift");
    await expect.poll(async () => (await fetch(`${base}/api/games`)).status).toBe(200);
    for (const { page } of [anna, ben]) {
        await page.reload();
        await page.waitForSelector(".table main");
    }
});

async function chat({ page, phone }) {
    if (phone) await page.locator(".table .panel-button").tap();
    await page.getByRole("tab", { name: "Chat" }).click();
}
