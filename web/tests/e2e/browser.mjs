// Whole matches in chromium, through the interface, against a server of their own:
//   node --test tests/e2e/browser.mjs        one game only: GAMES=honeymoon
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { line } from "./network.mjs";
import { counted, kept, launch, openTable, person, play, settled, start, stopClock, until } from "./people.mjs";
import { refused } from "./refusals.mjs";
import { secretsIn } from "./secrets.mjs";
import { serve } from "./server.mjs";

const ALL = ["honeymoon", "mole_rats", "moledozer", "mole_park", "target_rats"];
const GAMES = process.env.GAMES?.split(",") ?? ALL;
const OPEN = ["mole_rats", "target_rats"]; // nobody has secrets, so nothing is handed over
/** Boxes for whole matches: what stands in the shipped box file, and what stands there instead. They end sooner. In Mole
 * Rats every card asks whoever plays it something, so that the first seat always has the first decision. */
const SHORT = {
    honeymoon: [[/^timer = .*/m, "timer = 1"]],
    mole_rats: [[/-( +\| add)/g, "any 1$1"]],
    moledozer: [
        [/^reshuffles = .*/m, "reshuffles = 1"],
        [/^deals = .*/m, "deals = 3"],
    ],
    mole_park: [[/^cost = (\d+)/gm, (_, stars) => `cost = ${Math.floor(stars / 2)}`]],
    target_rats: [[/^rounds = .*/m, "rounds = 3"]],
};
/** Boxes in which no match is over soon, whatever falls. In Mole Rats snakes never move, and rats one space a turn:
 * none can be lost with fewer than ten moves. */
const LONG = {
    mole_rats: [
        [/^cards = """[^"]*"""/m, 'cards = """\n43 x your 1 | -\n3 x your 1 | one red 1\n"""'],
        [/^not_with_two_players = """[^"]*"""/m, 'not_with_two_players = """\n3 x your 1 | one red 1\n"""'],
    ],
};
/** The first seat begins. */
const BEGINS = { target_rats: { "Which player starts": "1" } };
const STILL_LONG = 8; // touches
const AWHILE = 20_000; // longer than a page ever waits before it connects again
const HAND_OVERS = 3;
let server, browser;

before(async () => {
    // One after the other: a browser that nobody knows of would never be closed, and the run never end.
    server = await serve();
    browser = await launch();
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

/** The shipped box file with other lines, as somebody might bring it. */
async function boxOf(game, changes) {
    if (!changes[game]) return undefined;
    const { box } = await (await fetch(`${server.base}/api/games/${game}`)).json();
    return changes[game].reduce((text, [usual, wanted]) => {
        assert.match(text, usual, `the box of ${game} has other lines by now`);
        return text.replace(usual, wanted);
    }, `standard = false\n${box}`);
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
    const how = { box: await boxOf(game, SHORT), options: BEGINS[game] };
    const address = await openTable(anna, game, ["here", "open", "bot"], how);
    await ben.page.goto(address.replace(cable.base, server.base));
    await ben.page.locator(".empty button.main").tap();
    await start(anna);
    await ben.page.waitForSelector(".table main");
    // No match is over with its first decision, which is Anna's wherever they decide one after another.
    await play([anna], () => kept(anna));
    await cutOff(anna, cable);
    await ben.page.reload();
    const touches = await play([anna, ben], (_, done) => done.length && done.every((one) => one === "over"));
    const log = await (await anna.page.request.get(`/api/tables/${address.split("/").at(-1)}/log`)).json();
    noSecrets(game, log, anna, ben);
    await rematch(anna, ben);
    await noTroubles(anna, ben);
    return `${touches.join(" and ")} touches`;
}

/** Once more: both ask at the same moment and come to the same next table, seats rotated, and in Mole Park the winner is
 * King Mole (MP-05). */
async function rematch(...people) {
    const over = people[0].heard.findLast(({ table }) => table?.result).table;
    await Promise.all(people.map(({ page }) => page.locator("dialog[open] .buttons button.main").click()));
    const tables = await Promise.all(people.map((one) => nextTable(one, over)));
    const [next, name] = [tables[0], ({ name }) => name];
    assert.deepEqual(new Set(tables.map(({ id }) => id)).size, 1, "both come to the same table");
    assert.deepEqual(next.seats.map(name), [...over.seats.slice(1), over.seats[0]].map(name));
    const { winners } = over.result;
    if (next.options.king && winners.length === 1)
        assert.equal(next.seats[next.options.king - 1].name, over.seats[winners[0]].name, "King Mole");
}

/** The next table, as somebody comes to it. */
async function nextTable(one, over) {
    await one.page.waitForURL((address) => !address.hash.endsWith(over.id));
    await one.page.locator("section button.main", { hasText: "Start" }).waitFor();
    return until(one, ({ heard }) => heard.findLast(({ table }) => table && table.id !== over.id)?.table);
}

/** Nothing of another seat in what either page heard; and the same eyes do find Anna's own secrets in what she heard. She
 * was the first to decide: whoever decides last in every round has none that is still one. */
function noSecrets(game, log, anna, ben) {
    for (const [own, { heard }] of [anna, ben].entries()) {
        const { hidden, leaks } = secretsIn(game, log, heard, own);
        assert.deepEqual(leaks, [], `what seat ${own} heard`);
        if (OPEN.includes(game)) continue;
        assert.ok(hidden > 0, "there was nothing to hide");
    }
    if (OPEN.includes(game)) return;
    const asBen = anna.heard.map((said) => ({ ...said, looks: said.looks?.map((look) => ({ ...look, seat: 1 })) }));
    assert.notEqual(secretsIn(game, log, asBen, 1).leaks.length, 0, "secrets are not found where they are");
}

/** From the lobby to a first move that the server has kept, against bots: three clicks at most. */
async function firstMove(game, sit) {
    const one = await sit(server.base);
    await one.page.goto("/");
    await one.page.locator(`.room.${game} button.main`).click();
    await play(
        [one],
        () => kept(one),
        () => 0,
    );
    const { beforeFirstMove: clicks } = await counted(one);
    assert.ok(clicks <= 3, `${clicks} clicks`);
    await noTroubles(one);
    return `${clicks} clicks`;
}

async function oneDevice(game, sit) {
    const one = await sit(server.base);
    await one.page.clock.install();
    await stopClock(one); // else a reason would vanish after some seconds, whether it was read or not
    await openTable(one, game, ["here", "here"], { box: await boxOf(game, LONG) });
    await start(one);
    let [handed, clause] = [0, null];
    await play([one], async ([touches]) => {
        handed += await takeOver(one);
        clause ??= await tryForbidden(one, game);
        return clause && (OPEN.includes(game) ? touches > STILL_LONG : handed >= HAND_OVERS);
    });
    if (OPEN.includes(game)) assert.equal(handed, 0, "an open game was handed over");
    await noTroubles(one);
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

async function noTroubles(...people) {
    for (const one of people) {
        await settled(one);
        assert.deepEqual(one.troubles, []);
    }
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
    const address = await openTable(anna, game, ["here", "open"], { box: await boxOf(game, LONG) });
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
    assert.deepEqual((await told()).slice(0, 1), ["granted: Your turn! Mole Rats in Space"]);
    await ben.page.goto(address);
    await ben.page.locator(".seats .own").waitFor();
    await other.locator("small", { hasText: "a bot plays" }).waitFor({ state: "detached" });
    await noTroubles(anna, ben);
    return "told of the turn, stood in and came back";
}

/** One seat on two devices: the one that somebody came to last plays, the other lets go at once and can take it back;
 * a page that only comes back after its cable was cut takes nothing. */
async function elsewhere(game, sit, t) {
    const cable = await line(server.base);
    t.after(cable.close);
    const [desk, phone] = [await sit(cable.base), await sit(server.base, { phone: true })];
    for (const { page } of [desk, phone]) await page.clock.install();
    const opened = desk.page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok());
    const address = await openTable(desk, game, ["here", "bot"]);
    const { tokens } = await (await opened).json();
    await start(desk);
    const lets = ({ page }) => page.locator("main.state button.main").waitFor();
    const plays = ({ page }) => page.locator("main svg.moon.active").waitFor();
    const connections = () => Promise.all([desk, phone].map(async (one) => (await counted(one)).connections));
    await phone.page.goto(`${address.replace(cable.base, server.base)}/${Object.values(tokens)[0]}`);
    await Promise.all([plays(phone), lets(desk)]);
    assert.deepEqual(await connections(), [1, 1], "a page that comes by a seat link connects once");
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
    const before = await connections();
    for (const { page } of [desk, phone]) await page.clock.runFor(AWHILE);
    assert.deepEqual(await connections(), before, "the pages fight over the seat");
    await plays(phone);
    await noTroubles(desk, phone);
    return `${before.join(" and ")} connections`;
}

/** A hint can be seen and followed, beside the board and on a phone: its first move is the one that is made. */
async function hinted(game, sit) {
    const [desk, phone] = [await sit(server.base), await sit(server.base, { phone: true })];
    for (const one of [desk, phone]) {
        const { page, sent, heard } = one;
        await openTable(one, game, ["here", "bot"], { box: await boxOf(game, LONG) });
        await start(one);
        const ask = page.locator(".table button", { hasText: /^Hint$/ });
        await play([one], () => ask.isEnabled());
        await ask.click();
        const says = page.locator(".hint", { hasText: "A hint" });
        await says.locator("strong").first().click({ trial: true }); // nothing lies over it
        const { moves } = await until(one, () => heard.findLast(({ say }) => say === "hint"));
        const before = sent.length;
        await says.locator("button.main").click();
        const made = await until(one, () => sent.slice(before).find(({ do: what }) => what === "move"));
        assert.deepEqual(made.move, moves[0].move);
        await until(one, () => heard.some(({ done }) => done === made.key));
        await says.waitFor({ state: "detached" });
    }
    await noTroubles(desk, phone);
    return "followed on both";
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
