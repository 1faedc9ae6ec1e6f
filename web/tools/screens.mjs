// Screenshots of every screen, both sizes, both themes, of an app that is being served (MOLEHILL_APP), into a folder:
//   node tools/screens.mjs ../docs/screens
import { mkdirSync } from "node:fs";

import { act, BASE, dice, launch, person } from "../tests/e2e/people.mjs";

const folder = process.argv[2] ?? "../docs/screens";
const GAMES = { honeymoon: 12, mole_rats: 8, moledozer: 5, mole_park: 8, target_rats: 30 };
mkdirSync(folder, { recursive: true });
const browser = await launch();
let troubles = 0;

async function shoot(one, name, options = {}) {
    await one.page.waitForTimeout(400);
    await one.page.screenshot({ path: `${folder}/${name}.png`, ...options });
    console.log(name);
}

for (const phone of [false, true])
    for (const theme of ["dark", "light"]) {
        const mark = `${phone ? "phone" : "desktop"}-${theme}`;
        const one = await person(browser, { phone, theme });
        await one.page.goto(BASE, { waitUntil: "networkidle" });
        await shoot(one, `lobby-${mark}`, { fullPage: true });
        await one.page.locator(".room.moledozer .buttons button").nth(1).click();
        await shoot(one, `open-${mark}`);
        await one.page.locator("dialog[open] .end button").click();
        await one.page.waitForURL(/#\/t\//);
        await shoot(one, `waiting-${mark}`);
        await one.page.goto(`${BASE}/#/rules/honeymoon/HM-09`, { waitUntil: "networkidle" });
        await shoot(one, `rulebook-${mark}`);
        await one.page.goto(`${BASE}/#/gallery`, { waitUntil: "networkidle" });
        await shoot(one, `gallery-${mark}`, { fullPage: true });
        await one.page.goto(`${BASE}/#/t/no-such-table`);
        await one.page.waitForTimeout(2500);
        await shoot(one, `gone-${mark}`);
        one.troubles.length = 0; // the table that is not there is an error in the console, too
        for (const [game, touches] of Object.entries(GAMES)) {
            await one.page.goto(BASE, { waitUntil: "networkidle" });
            await one.page.locator(`.room.${game} button.main`).click();
            await one.page.waitForSelector(".table main", { timeout: 120_000 });
            const random = dice(11);
            for (let k = 0; k < touches;) {
                if (await act(one, random)) k++;
                await one.page.waitForTimeout(80);
                if (await one.page.locator("dialog[open] .points").count()) break;
            }
            await one.page.waitForTimeout(900);
            await shoot(one, `${game}-${mark}`);
        }
        troubles += one.troubles.length;
        for (const trouble of one.troubles) console.error(trouble);
        await one.page.context().close();
    }
await browser.close();
process.exit(troubles ? 1 : 0);
