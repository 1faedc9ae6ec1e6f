// A whole match of each game against bots, through the interface: node tests/e2e/matches.mjs [game ...] [--phone]
import { act, BASE, dice, launch, person } from "./people.mjs";

const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const phone = process.argv.includes("--phone");
const games = wanted.length ? wanted : ["honeymoon", "mole_rats", "moledozer", "mole_park", "target_rats"];
const LONGEST = Number(process.env.LONGEST ?? 240) * 1000;

const browser = await launch();
let failed = false;
for (const game of games) {
    const one = await person(browser, { phone });
    const random = dice(game.length);
    const began = Date.now();
    await one.page.goto(BASE);
    await one.page.locator(`.room.${game} button.main`).click();
    await one.page.waitForSelector(".table main", { timeout: 120_000 });
    const first = Date.now() - began;
    let touches = 0;
    let over = false;
    while (!over && Date.now() - began < LONGEST) {
        if (await act(one, random)) touches++;
        await one.page.waitForTimeout(40);
        over = (await one.page.locator("dialog[open] .points").count()) > 0;
    }
    if (process.env.SHOTS)
        await one.page.screenshot({ path: `${process.env.SHOTS}/end-${game}${phone ? "-phone" : ""}.png` });
    const good = over && !one.troubles.length;
    failed ||= !good;
    console.log(
        `${good ? "ok  " : "FAIL"} ${game}: ${touches} touches, board after ${first} ms, ${Math.round((Date.now() - began) / 1000)} s`,
    );
    for (const trouble of one.troubles.slice(0, 5)) console.log("     ", trouble.slice(0, 300));
    await one.page.context().close();
}
await browser.close();
process.exit(failed ? 1 : 0);
