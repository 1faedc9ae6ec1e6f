// Friends in one room: a laptop at one address shows the big board, phones at another are the hands, and it stops again.
import { boxOf } from "./boxes.mjs";
import { expect, test } from "./fixtures.mjs";
import { openTable, play } from "./people.mjs";
import { only } from "./played.mjs";

const invitation = ({ page }) => page.locator(".invite");
const shut = ({ page }) => page.getByRole("heading", { name: "Phones can't join any more" }).waitFor();

/** The address that a laptop offers to phones, after it has let them join. */
async function letJoin(laptop) {
    await invitation(laptop).getByRole("button", { name: "Let phones join" }).click();
    await laptop.page.locator(".invite svg").waitFor();
    return laptop.page.evaluate(async () => (await (await fetch("api/phones")).json()).urls[0].replace(/\/$/, ""));
}

/** A phone comes by a link, and takes the first free seat. */
async function comes(phone, link, name) {
    await phone.page.goto(link);
    await phone.page.getByLabel("Your name").fill(name);
    await phone.page.locator(".empty button.main").first().tap();
    await phone.page.locator("small", { hasText: "that is you" }).waitFor();
}

for (const game of only("mole_park"))
    test(`${game}: phones play a match at the big board, which hears no secret; then phones can't join any more`, async ({
        house,
        sit,
    }) => {
        const laptop = await sit({ base: house });
        const box = await boxOf(house, game, "short");
        const address = await openTable(laptop, game, ["open", "open"], { box });
        // A code that no phone can open is not shown.
        await invitation(laptop).getByText("No phone could open its link").waitFor();
        await expect(laptop.page.locator(".invite svg")).toHaveCount(0);
        await invitation(laptop).getByRole("link", { name: "Show the big board" }).click();
        const there = await letJoin(laptop);
        expect(there).toBe(house.replace("127.0.0.1", "127.0.0.2"));

        const phones = [await sit({ base: there, phone: true }), await sit({ base: there, phone: true })];
        const link = `${address.replace(house, there)}?hand`;
        await comes(phones[0], link, "Anna");
        await expect(invitation(phones[0]).getByRole("button", { name: /phones join/ })).toHaveCount(0);
        await comes(phones[1], link, "Ben");
        await expect(laptop.page.locator(".invite")).toHaveCount(0); // nobody else can sit down
        await laptop.page.getByRole("button", { name: "Start" }).click();
        await laptop.page.locator("main .board").waitFor();
        await phones[0].page.locator("main .layout.hand, main .sheets.alone").first().waitFor();

        await play(phones, (_, done) => done.length > 0 && done.every((one) => one === "over"));
        await laptop.page.locator("dialog[open] .points").first().waitFor();
        const seen = laptop.heard.flatMap(({ sights = [] }) => sights.map(({ seat }) => seat));
        expect(new Set(seen), "the board for all sees what a spectator sees").toEqual(new Set([null]));
        expect(laptop.heard.every(({ you }) => !you?.seats.length)).toBe(true);

        await laptop.page.getByRole("button", { name: "Look at the board" }).click();
        await laptop.page.goto(address);
        await laptop.page.locator("dialog[open] .points").first().waitFor();
        await laptop.page.getByRole("button", { name: "Look at the board" }).click();
        await laptop.page.getByRole("button", { name: "Share" }).click();
        for (const phone of phones) phone.offline = true;
        await invitation(laptop).getByRole("button", { name: "Stop letting phones join" }).click();
        await Promise.all(phones.map(shut));
        await invitation(laptop).getByText("No phone could open its link").waitFor();
        await laptop.page.getByRole("button", { name: "Let phones join" }).click();
        await laptop.page.locator(".invite svg").waitFor();
        await phones[0].page.getByRole("button", { name: "Try again" }).tap();
        await phones[0].page.locator(".table main").waitFor();
    });

for (const game of only("honeymoon"))
    test(`${game}: a seat moves from the laptop to a phone by its code, and the laptop is told`, async ({
        house,
        sit,
    }) => {
        const laptop = await sit({ base: house });
        await openTable(laptop, game, ["here", "bot"]);
        await laptop.page.locator("section button.main", { hasText: "Start" }).click();
        await laptop.page.getByRole("button", { name: "Move to another device" }).click();
        const there = await letJoin(laptop);
        const link = await invitation(laptop).getByRole("textbox").inputValue();
        expect(link.split("#")[0], "the token is sent to no server").toBe(`${there}/`);
        const phone = await sit({ base: there, phone: true });
        await phone.page.goto(link);
        await phone.page.locator("main svg.moon.active").waitFor();
        expect(new URL(phone.page.url()).hash, "nor kept in the address").toMatch(/^#\/t\/[\w-]{6,40}$/);
        await laptop.page.getByRole("heading", { name: "You are playing elsewhere" }).waitFor();
    });
