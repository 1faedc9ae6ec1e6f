// Somebody changes a game, sees what it does, sends it to somebody else, and plays it; by keyboard, and on a phone.
import { expect, test } from "./fixtures.mjs";
import { axe, misfits } from "./looks.mjs";
import { only } from "./played.mjs";

for (const game of only("honeymoon"))
    test(`${game}: an edition is made, tried, shared and played`, async ({ sit }) => {
        const { page } = await sit();
        await page.goto("/");
        await page.getByRole("link", { name: "Workshop" }).click();
        await page.getByRole("button", { name: /^Honeymoon/ }).click();
        await expect(page.getByText("All rules hold.")).toBeVisible();

        // A rock is moved, by keys alone: the first row of side A begins outside of the moon.
        const cell = (row, column) =>
            page.getByRole("button", { name: new RegExp(`^Row ${row}, column ${column}: `) }).first();
        await cell(3, 7).focus();
        await page.keyboard.press("Enter");
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Enter");
        await expect(cell(3, 8)).toHaveAccessibleName(/rock/);
        await expect(cell(3, 7)).toHaveAccessibleName(/soil/);

        // What breaks a rule is said with its clause, which can be read.
        await page.getByLabel("slots").fill("99");
        await page.getByLabel("slots").press("Enter");
        await expect(page.getByText("This can't be played")).toBeVisible();
        await expect(page.getByLabel("slots")).toHaveAttribute("aria-invalid", "true");
        await expect(page.getByRole("button", { name: "Play it" })).toBeDisabled();
        await page.getByRole("button", { name: "Undo" }).click();
        await expect(page.getByLabel("slots")).toHaveValue("7");

        // A longer timer is tried at once, beside the shipped box: games are longer beyond any doubt.
        await page.getByLabel("timer").fill("6");
        await page.getByLabel("timer").press("Enter");
        await page.getByLabel("title").fill("Long nights");
        await page.getByLabel("title").press("Enter");
        await expect(page.getByText(/Long nights is .* longer/)).toBeVisible();
        expect(await axe(page)).toEqual([]);

        const download = page.waitForEvent("download");
        await page.getByRole("button", { name: "Keep" }).click();
        expect((await download).suggestedFilename()).toBe("Long-nights.toml");

        await page.getByRole("button", { name: "Share" }).click();
        const link = await page.getByLabel("The link").inputValue();
        const friend = await sit({ phone: true });
        await friend.page.goto(link);
        await expect(friend.page.getByText("This edition came with the link.")).toBeVisible();
        await expect(friend.page.getByLabel("timer")).toHaveValue("6");
        for (const part of ["Box", "Board", "Balance"]) {
            await friend.page.getByRole("button", { name: part, exact: true }).click();
            expect(await misfits(friend.page), part).toEqual([]);
        }
        expect(await axe(friend.page)).toEqual([]);

        // Nobody waits for what is still being tried.
        await friend.page.getByRole("link", { name: "Another game" }).click();

        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Play it" }).click();
        await page.waitForURL(/#\/t\//);
        await page.locator(".table main .board").waitFor();
    });

test("any game has a form, also on the default board, and a broken link does no harm", async ({ sit }) => {
    const { page } = await sit();
    await page.goto("/?plain#/workshop/target_rats/broken");
    await expect(page.getByText("This link can't be read")).toBeVisible();
    await page.getByLabel("faces, item 1", { exact: true }).fill("6");
    await page.getByLabel("faces, item 1", { exact: true }).press("Enter");
    await expect(page.getByText(/It leaves the printed rules.*TR-05/)).toBeVisible();
    await expect(page.getByText("games of each box so far").or(page.getByText("games were played"))).toBeVisible();
    await page.getByRole("button", { name: "Read TR-05" }).first().click();
    await expect(page.locator("dialog[open] .here")).toBeVisible();
    await page.keyboard.press("Escape");

    // What the last field breaks is said where it can be seen, though the form is longer than the screen.
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.getByLabel("rounds", { exact: true }).fill("0");
    await page.getByLabel("rounds", { exact: true }).press("Enter");
    await expect(page.getByText("This can't be played")).toBeInViewport();
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(page.getByText("All rules hold.")).toBeVisible();
    await page.getByRole("link", { name: "Another game" }).click();
});
