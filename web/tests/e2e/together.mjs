// Two people in two browsers and a bot, with a reload and a network cut in the middle; then two people at one device.
//   node tests/e2e/together.mjs [game ...]
import { act, BASE, dice, launch, person } from "./people.mjs";

const wanted = process.argv.slice(2);
const games = wanted.length ? wanted : ["honeymoon", "mole_rats", "moledozer", "mole_park", "target_rats"];
const LONGEST = Number(process.env.LONGEST ?? 200) * 1000;
const SECRET = { honeymoon: ["sheets", "chosen"], moledozer: ["players", "stack"], mole_park: ["players", "hand"] };
const OPEN_GAMES = ["mole_rats", "target_rats"];

/** Open a table through the interface: kinds such as "here", "open", "bot". */
async function openTable({ page }, game, kinds) {
    await page.goto(BASE);
    await page.locator(`.room.${game} .buttons button`).nth(1).click();
    const dialog = page.locator("dialog[open]");
    await dialog.locator(".counts button", { hasText: String(kinds.length) }).click();
    for (const [k, kind] of kinds.entries())
        await dialog.locator("div.seat").nth(k).locator("select").first().selectOption(kind);
    for (const [k, input] of (await dialog.locator("div.seat input").all()).entries())
        await input.fill(`Guest ${k + 1}`);
    await dialog.locator(".end button").click();
    await page.waitForURL(/#\/t\//);
    return page.url();
}

/** Everything that a page heard, watched for what only others may know. */
function watch(one, game, seats) {
    const secret = SECRET[game];
    one.page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => {
            const said = JSON.parse(String(payload));
            for (const look of said.looks ?? []) {
                if (!seats().includes(look.seat)) one.troubles.push(`a look of seat ${look.seat}`);
                if (!secret) continue;
                for (const other of look.view[secret[0]] ?? [])
                    if (other.seat !== look.seat && other[secret[1]] !== null)
                        one.troubles.push(`a secret of seat ${other.seat}`);
            }
        }),
    );
}

const ended = async ({ page }) => (await page.locator("dialog[open] .points").count()) > 0;
const browser = await launch();
let failed = false;

function report(name, one, good, began) {
    const fine = good && !one.some(({ troubles }) => troubles.length);
    failed ||= !fine;
    console.log(`${fine ? "ok  " : "FAIL"} ${name}, ${Math.round((Date.now() - began) / 1000)} s`);
    for (const { troubles } of one)
        for (const trouble of troubles.slice(0, 4)) console.log("     ", trouble.slice(0, 300));
}

for (const game of games) {
    const began = Date.now();
    const [anna, ben] = [await person(browser), await person(browser)];
    watch(anna, game, () => [0]);
    watch(ben, game, () => [1, null]);
    const address = await openTable(anna, game, ["here", "open", "bot"]);
    await ben.page.goto(address);
    await ben.page.locator(".empty button.main").click();
    await anna.page.locator("section button.main:enabled", { hasText: "Start" }).click({ timeout: 20_000 });
    const random = dice(7);
    let [over, k] = [false, 0];
    while (!over && Date.now() - began < LONGEST) {
        await act(anna, random);
        await act(ben, random);
        await anna.page.waitForTimeout(40);
        if (++k === 12) await ben.page.reload();
        if (k === 20) {
            await anna.page.context().setOffline(true);
            await anna.page.waitForTimeout(700);
            await anna.page.context().setOffline(false);
        }
        over = (await ended(anna)) && (await ended(ben));
    }
    const cut = (text) => /ERR_INTERNET_DISCONNECTED|WebSocket connection/.test(text);
    for (const one of [anna, ben]) one.troubles.splice(0, Infinity, ...one.troubles.filter((text) => !cut(text)));
    if (process.env.SHOTS) await anna.page.screenshot({ path: `${process.env.SHOTS}/together-${game}.png` });
    report(`${game}: two browsers and a bot, reload, network cut`, [anna, ben], over, began);
    await anna.page.context().close();
    await ben.page.context().close();
}

for (const game of games) {
    const began = Date.now();
    const one = await person(browser);
    await openTable(one, game, ["here", "here"]);
    await one.page.locator("section button.main:enabled", { hasText: "Start" }).click({ timeout: 20_000 });
    const random = dice(3);
    let [over, handed] = [false, 0];
    while (!over && Date.now() - began < LONGEST && handed < 12) {
        const ready = one.page.locator("main .state button.main");
        if (await ready.count()) {
            if (await one.page.locator("main svg.moon, main svg.field, main .park").count())
                one.troubles.push("a board behind the hand-over");
            if (await one.page.locator("aside .log .rule").count()) one.troubles.push("a log behind the hand-over");
            if (await one.page.locator(".bar .ask").innerText()) one.troubles.push("a question behind the hand-over");
            await ready.click();
            handed++;
        }
        await act(one, random);
        await one.page.waitForTimeout(40);
        over = await ended(one);
        if (OPEN_GAMES.includes(game) && Date.now() - began > 15_000) break;
    }
    report(
        `${game}: two people at one device, handed over ${handed} times`,
        [one],
        OPEN_GAMES.includes(game) ? handed === 0 : handed > 0,
        began,
    );
    await one.page.context().close();
}
await browser.close();
process.exit(failed ? 1 : 0);
