// Whole matches in chromium, through the interface, against a server of their own:
//   node --test tests/e2e/browser.mjs        one game only: GAMES=honeymoon
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { line } from "./network.mjs";
import { act, dice, launch, openTable, person, start } from "./people.mjs";
import { refused } from "./refusals.mjs";
import { secretsIn } from "./secrets.mjs";
import { serve } from "./server.mjs";

const ALL = ["honeymoon", "mole_rats", "moledozer", "mole_park", "target_rats"];
const GAMES = process.env.GAMES?.split(",") ?? ALL;
const OPEN = ["mole_rats", "target_rats"]; // nobody has secrets, so nothing is handed over
/** Boxes in which a match ends sooner: a number for each name. */
const SHORT = {
    honeymoon: { timer: () => 1 },
    moledozer: { reshuffles: () => 1, deals: () => 3 },
    mole_park: { cost: (stars) => stars / 2 },
    target_rats: { rounds: () => 3 },
};
const LONGEST = 600_000; // machines that test for many people at once are slow
const HAND_OVERS = 3;
let server, browser;

before(async () => {
    [server, browser] = await Promise.all([serve(), launch()]);
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

/** The shipped box file with other numbers, as somebody might bring it. */
async function boxOf(game) {
    if (!SHORT[game]) return undefined;
    const { box } = await (await fetch(`${server.base}/api/games/${game}`)).json();
    const lines = (text, [name, wanted]) =>
        text.replace(new RegExp(`^${name} = (\\d+)`, "gm"), (_, usual) => `${name} = ${Math.floor(wanted(usual))}`);
    return Object.entries(SHORT[game]).reduce(lines, `standard = false\n${box}`);
}

/** Everybody does something, again and again, until `until` says that it is enough. */
async function play(people, until) {
    const random = dice(7);
    const touches = people.map(() => 0);
    for (const began = Date.now(); ;) {
        assert.ok(Date.now() - began < LONGEST, `no end after ${LONGEST / 1000} s and ${touches} touches`);
        const done = [];
        for (const [k, one] of people.entries()) {
            done.push(await act(one, random));
            if (done[k] === "touched") touches[k]++;
        }
        if (await until(touches, done)) return touches;
        if (!done.includes("touched")) await people[0].page.waitForTimeout(25);
    }
}

/** The cable is pulled: the page says so, and goes on by itself when it is back. */
async function cutOff(one, cable) {
    one.offline = true;
    cable.cut();
    await one.page.locator(".lost").waitFor();
    cable.mend();
    await one.page.locator(".lost").waitFor({ state: "detached" });
    one.offline = false;
}

async function twoBrowsers(game, sit, t) {
    const cable = await line(server.base);
    t.after(cable.close);
    const [anna, ben] = [await sit(cable.base), await sit(server.base, { phone: true })];
    const address = await openTable(anna, game, ["here", "open", "bot"], { box: await boxOf(game) });
    await ben.page.goto(address.replace(cable.base, server.base));
    await ben.page.locator(".empty button.main").tap();
    await start(anna);
    await ben.page.waitForSelector(".table main");
    let [cut, reloaded] = [false, false];
    const touches = await play([anna, ben], async ([annas, bens], done) => {
        if (!cut && annas) [cut] = [true, await cutOff(anna, cable)];
        if (!reloaded && bens) [reloaded] = [true, await ben.page.reload()];
        return done.every((one) => one === "over");
    });
    assert.ok(cut && reloaded, `over after ${touches} touches, before the cut and the reload`);
    const log = await (await anna.page.request.get(`/api/tables/${address.split("/").at(-1)}/log`)).json();
    noSecrets(game, log, anna, ben);
    await rematch(anna, ben);
    noTroubles(anna, ben);
    return `${touches.join(" and ")} touches`;
}

/** Once more: both come to the next table, seats rotated, and in Mole Park the winner is King Mole (MP-05). */
async function rematch(...people) {
    const over = people[0].heard.findLast(({ table }) => table?.result).table;
    for (const { page } of people) {
        await page.locator("dialog[open] .buttons button.main").click();
        await page.waitForURL((address) => !address.hash.endsWith(over.id));
        await page.locator("section button.main", { hasText: "Start" }).waitFor();
    }
    const [next, name] = [people[0].heard.at(-1).table, ({ name }) => name];
    assert.deepEqual(next.seats.map(name), [...over.seats.slice(1), over.seats[0]].map(name));
    const { winners } = over.result;
    if (next.options.king && winners.length === 1)
        assert.equal(next.seats[next.options.king - 1].name, over.seats[winners[0]].name, "King Mole");
}

/** Nothing of another seat in what either page heard; and the same eyes do find one's own secrets: at least of one of
 * both, as whoever decides last in every round has none that is still one. */
function noSecrets(game, log, anna, ben) {
    let found = 0;
    for (const [own, { heard }] of [anna, ben].entries()) {
        const { hidden, leaks } = secretsIn(game, log, heard, own);
        assert.deepEqual(leaks, [], `what seat ${own} heard`);
        if (OPEN.includes(game)) continue;
        assert.ok(hidden > 0, "there was nothing to hide");
        const asAnother = heard.map((said) => ({
            ...said,
            looks: said.looks?.map((look) => ({ ...look, seat: 1 - own })),
        }));
        found += secretsIn(game, log, asAnother, 1 - own).leaks.length;
    }
    if (!OPEN.includes(game)) assert.notEqual(found, 0, "secrets are not found where they are");
}

/** From the lobby to a first move that the server has kept, against bots: three clicks and ten seconds at most. */
async function firstMove(game, sit) {
    const one = await sit(server.base);
    await one.page.goto("/", { waitUntil: "networkidle" });
    const began = Date.now();
    await one.page.locator(`.room.${game} button.main`).click();
    const kept = () =>
        one.sent.some(({ do: what, key }) => what === "move" && one.heard.some(({ done }) => done === key));
    let clicks = 1;
    for (; !kept(); await one.page.waitForTimeout(50)) {
        assert.ok(Date.now() - began < 10_000, `no move after ten seconds and ${clicks} clicks`);
        if (!one.sent.some(({ do: what }) => what === "move") && (await act(one, () => 0)) === "touched") clicks++;
    }
    const seconds = (Date.now() - began) / 1000;
    assert.ok(clicks <= 3, `${clicks} clicks`);
    noTroubles(one);
    return `${clicks} clicks and ${seconds.toFixed(1)} s`;
}

async function oneDevice(game, sit) {
    const one = await sit(server.base);
    await openTable(one, game, ["here", "here"]);
    await start(one);
    let [handed, clause] = [0, null];
    await play([one], async ([touches], [done]) => {
        handed += await takeOver(one);
        clause ??= await tryForbidden(one, game);
        assert.notEqual(done, "over", `over; refused: ${clause}, handed over: ${handed}`);
        return clause && (OPEN.includes(game) ? touches > 8 : handed >= HAND_OVERS);
    });
    if (OPEN.includes(game)) assert.equal(handed, 0, "an open game was handed over");
    noTroubles(one);
    return `${clause} refused, handed over ${handed} times`;
}

/** While the device goes from hand to hand nothing of the table is to be seen. */
async function takeOver({ page }) {
    const ready = page.locator("main .state button.main");
    if (!(await ready.count())) return 0;
    assert.equal(await page.locator("main svg.moon, main svg.field, main .park").count(), 0, "a board is behind it");
    assert.equal(await page.locator("aside .log .rule").count(), 0, "the log is behind it");
    assert.equal(await page.locator(".bar .ask").innerText(), "", "a question is behind it");
    await ready.click();
    return 1;
}

/** A forbidden move is answered where it was tried, with the clause, and the clause opens the rulebook there. */
async function tryForbidden(one, game) {
    const found = await refused(one, game);
    if (!found) return null;
    const { rule, why } = found.said;
    assert.match(String(rule), /^[A-Z]{2}-\d\d$/, `${found.said.code}: ${why}`);
    assert.ok(found.shown.toLowerCase().includes(why.slice(0, 20).toLowerCase()), `${found.shown} does not say ${why}`);
    await one.page.locator(".refusal button", { hasText: rule }).click();
    await one.page.locator(`aside #${rule}`).first().waitFor();
    await one.page.keyboard.press("Escape");
    return rule;
}

function noTroubles(...people) {
    for (const { troubles } of people) assert.deepEqual(troubles, []);
}

/** What everybody saw when it failed. */
async function pictured(game, people, error) {
    for (const [k, { page, troubles }] of people.entries()) {
        const path = join(tmpdir(), `molehill-${game}-${k}.png`);
        await page.screenshot({ path }).catch(() => undefined);
        error.message += `\n  ${path}\n  ${troubles.slice(0, 5).join("\n  ")}`;
        await page.context().close();
    }
    throw error;
}

/** Somebody goes away and a bot plays; the tab that nobody looks at tells when it is one's turn; then they come back. */
async function away(game, sit) {
    const [anna, ben] = [await sit(server.base), await sit(server.base)];
    await anna.page.context().grantPermissions(["notifications"], { origin: server.base });
    await anna.page.clock.install();
    await anna.page.addInitScript(() => {
        Object.defineProperty(document, "hidden", { get: () => window.behind ?? false });
        window.told = [];
        const Usual = window.Notification;
        window.Notification = class extends Usual {
            constructor(title, how) {
                super(title, how);
                window.told.push(`${Usual.permission}: ${title} ${how.body}`);
            }
        };
    });
    const address = await openTable(anna, game, ["here", "open"]);
    await ben.page.goto(address);
    await ben.page.locator(".empty button.main").click();
    await start(anna);
    await ben.page.waitForSelector(".table main");
    await ben.page.goto("about:blank");
    const other = anna.page.locator('.seats [data-seat="1"]');
    await anna.page.locator(".seats .away").waitFor();
    await anna.page.clock.fastForward(61_000);
    await other.locator("button.act").click();
    await other.locator("small", { hasText: "a bot plays" }).waitFor();
    await anna.page.evaluate(() => (window.behind = true));
    const told = () => anna.page.evaluate(() => window.told);
    await play([anna], async () => (await told()).length > 0);
    assert.deepEqual((await told()).slice(0, 1), ["granted: Your turn! Mole Rats in Space"]);
    await ben.page.goto(address);
    await ben.page.locator(".seats .own").waitFor();
    await other.locator("small", { hasText: "a bot plays" }).waitFor({ state: "detached" });
    noTroubles(anna, ben);
    return "told of the turn, stood in and came back";
}

/** One seat on two devices: the one that somebody came to last plays, the other lets go at once and can take it back;
 * a page that only comes back after its cable was cut takes nothing. */
async function elsewhere(game, sit, t) {
    const cable = await line(server.base);
    t.after(cable.close);
    const [desk, phone] = [await sit(cable.base), await sit(server.base, { phone: true })];
    const opened = desk.page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok());
    const address = await openTable(desk, game, ["here", "bot"]);
    const { tokens } = await (await opened).json();
    await start(desk);
    const lets = ({ page }) => page.locator("main.state button.main").waitFor({ timeout: 15_000 });
    const plays = ({ page }) => page.locator("main svg.moon.active").waitFor({ timeout: 15_000 });
    const hellos = () => [desk, phone].map(({ sent }) => sent.filter(({ do: what }) => what === "hello").length);
    await phone.page.goto(`${address.replace(cable.base, server.base)}/${Object.values(tokens)[0]}`);
    await Promise.all([plays(phone), lets(desk)]);
    assert.deepEqual(hellos(), [1, 1], "a page that comes by a seat link connects once");
    await desk.page.locator("main.state button.main").click();
    await Promise.all([plays(desk), lets(phone)]);
    desk.offline = true;
    cable.cut();
    await desk.page.locator(".lost").waitFor();
    await phone.page.locator("main.state button.main").tap();
    await plays(phone);
    cable.mend();
    await lets(desk);
    desk.offline = false;
    const before = hellos();
    await desk.page.waitForTimeout(4000);
    assert.deepEqual(hellos(), before, "the pages fight over the seat");
    await plays(phone);
    noTroubles(desk, phone);
    return `${before.join(" and ")} connections`;
}

/** A hint can be seen and followed, beside the board and on a phone: its first move is the one that is made. */
async function hinted(game, sit) {
    const [desk, phone] = [await sit(server.base), await sit(server.base, { phone: true })];
    for (const one of [desk, phone]) {
        const { page, sent, heard } = one;
        await openTable(one, game, ["here", "bot"]);
        await start(one);
        const ask = page.locator(".table button", { hasText: /^Hint$/ });
        for (; !(await ask.isEnabled()); await page.waitForTimeout(50)) await act(one, () => 0);
        await ask.click();
        const says = page.locator(".hint", { hasText: "A hint" });
        await says.locator("strong").first().click({ trial: true }); // nothing lies over it
        const { moves } = heard.findLast(({ say }) => say === "hint");
        await says.locator("button.main").click();
        const made = await until(() => sent.findLast(({ do: what }) => what === "move"));
        assert.deepEqual(made.move, moves[0].move);
        await until(() => heard.some(({ done }) => done === made.key));
        await says.waitFor({ state: "detached" });
    }
    noTroubles(desk, phone);
    return "followed on both";
}

/** What `found` gives, as soon as it gives something. */
async function until(found) {
    for (const began = Date.now(); Date.now() - began < 30_000; await new Promise((go) => setTimeout(go, 20)))
        if (found()) return found();
    return assert.fail(`not within 30 s: ${found}`);
}

for (const [name, tell, games = GAMES] of [
    ["two browsers, one of them a phone, and a bot; a cut cable and a reload", twoBrowsers],
    ["two people at one device, and a move that is refused", oneDevice],
    ["from the lobby to the first move", firstMove],
    ["somebody is away, and comes back", away, GAMES.filter((game) => game === "mole_rats")],
    ["a hint is followed", hinted],
    ["one seat on two devices", elsewhere, GAMES.filter((game) => game === "honeymoon")],
])
    describe(name, { concurrency: 2 }, () => {
        for (const game of games)
            test(game, async (t) => {
                const people = [];
                const sit = async (...how) => people[people.push(await person(browser, ...how)) - 1];
                const told = await tell(game, sit, t).catch((error) => pictured(game, people, error));
                for (const { page } of people) await page.context().close();
                t.diagnostic(told);
            });
    });
