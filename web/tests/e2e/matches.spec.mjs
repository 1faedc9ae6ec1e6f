// Whole matches through the interface, in a box in which they end soon.
import { boxOf } from "./boxes.mjs";
import { expect, isOpen, tell, test } from "./fixtures.mjs";
import { counted, kept, lucky, openTable, play, settled, start, until } from "./people.mjs";
import { games, played } from "./played.mjs";
import { secretsIn } from "./secrets.mjs";

/** The frame of a table stays where it is. What comes to a plate for the first time may need more room, which is kept for it
 * from then on: so often in a match, at most, on a desktop as on a phone. */
const JUMPS = 6;

for (const game of games())
    test(`${game}: a match in two browsers, with a bot, a cut cable, a reload and a rematch`, async ({
        server,
        cable,
        sit,
    }) => {
        const [anna, ben] = [await sit({ base: cable.base }), await sit({ phone: true })];
        const how = { box: await boxOf(server, game, "short"), options: played(game).begins };
        const address = await openTable(anna, game, ["here", "open", "bot"], how);
        await ben.page.goto(address.replace(cable.base, server));
        await ben.page.locator(".empty button.main").tap();
        await lucky(anna);
        await start(anna);
        await ben.page.waitForSelector(".table main");
        // No match is over with its first decision, which is Anna's wherever they decide one after another.
        await play([anna], () => kept(anna));
        await cutOff(anna, cable);
        await anna.page.evaluate(() => (window.counted.jumps = []));
        await ben.page.reload();
        await ben.page.locator("main .board").waitFor();
        const touches = await play([anna, ben], (_, done) => done.length && done.every((one) => one === "over"));
        const jumped = [];
        for (const one of [anna, ben]) {
            const { jumps } = await counted(one);
            expect(jumps.length, jumps.join("\n")).toBeLessThanOrEqual(JUMPS);
            jumped.push(jumps.length);
        }
        tell(`${touches.join(" and ")} touches, ${jumped.join(" and ")} jumps`);
        for (const { page } of [anna, ben]) await page.locator('dialog[open] [data-dice="checked"]').waitFor();
        const log = await (await anna.page.request.get(`/api/tables/${address.split("/").at(-1)}/log`)).json();
        await noSecrets(server, game, log, anna, ben);
        await rematch(anna, ben);
    });

/** The cable is pulled: the page says so, the board stays where it is, and all goes on by itself when it is back. */
async function cutOff(one, cable) {
    const ground = one.page.locator("main > .ground");
    const before = await ground.boundingBox();
    one.offline = true;
    cable.cut();
    await one.page.locator(".lost").waitFor();
    expect(await ground.boundingBox()).toEqual(before);
    cable.mend();
    await one.page.locator(".lost").waitFor({ state: "detached" });
    await settled(one); // what was asked for in vain has said so
    one.offline = false;
}

/** Nothing of another seat in what either page heard; and the same eyes do find Anna's own secrets in what she heard. She
 * was the first to decide: anyone who decides last in every round has none that is still one. */
async function noSecrets(server, game, log, anna, ben) {
    const watched = !(await isOpen(server, game)) && played(game).secrets;
    for (const [own, { heard }] of [anna, ben].entries()) {
        const { hidden, leaks } = await secretsIn(server, game, log, heard, own);
        expect(leaks, `what seat ${own} heard`).toEqual([]);
        if (watched) expect(hidden, "there was nothing to hide").toBeGreaterThan(0);
    }
    if (!watched) return;
    const asBen = anna.heard.map((said) => ({ ...said, sights: said.sights?.map((sight) => ({ ...sight, seat: 1 })) }));
    const { leaks } = await secretsIn(server, game, log, asBen, 1);
    expect(leaks.length, "secrets are not found where they are").toBeGreaterThan(0);
}

/** Once more: both ask at the same moment and come to the same next table, seats rotated, and in Mole Park the winner is
 * King Mole (MP-05). */
async function rematch(...people) {
    const over = people[0].heard.findLast(({ table }) => table?.result).table;
    await Promise.all(people.map(({ page }) => page.locator("dialog[open] .buttons button.main").click()));
    const tables = await Promise.all(people.map((one) => nextTable(one, over)));
    const [next, name] = [tables[0], ({ name }) => name];
    expect(new Set(tables.map(({ id }) => id)).size, "both come to the same table").toBe(1);
    expect(next.seats.map(name)).toEqual([...over.seats.slice(1), over.seats[0]].map(name));
    const { winners } = over.result;
    if (next.options.king && winners.length === 1)
        expect(next.seats[next.options.king - 1].name, "King Mole").toBe(over.seats[winners[0]].name);
}

/** The next table, as somebody comes to it. */
async function nextTable(one, over) {
    await one.page.waitForURL((address) => !address.hash.endsWith(over.id));
    await one.page.locator("section button.main", { hasText: "Start" }).waitFor();
    return until(one, ({ heard }) => heard.findLast(({ table }) => table && table.id !== over.id)?.table);
}
