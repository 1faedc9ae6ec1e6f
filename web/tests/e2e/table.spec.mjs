// At a table: how fast one comes to it, the device that two people share, a move that is refused, a hint.
import { boxOf } from "./boxes.mjs";
import { expect, isOpen, tell, test } from "./fixtures.mjs";
import { moduleOf } from "./modules.mjs";
import { counted, kept, openTable, play, playNow, start, stopClock, until } from "./people.mjs";
import { games, LONG } from "./played.mjs";
import { mayRefuse, refused } from "./refusals.mjs";

const STILL_LONG = 8; // touches
const HAND_OVERS = 3;

for (const game of games()) {
    test(`${game}: two people at one device, and a move that is refused`, async ({ server, sit }) => {
        const [one, open] = [await sit(), await isOpen(server, game)];
        await one.page.clock.install();
        await stopClock(one); // else a reason would vanish after some seconds, whether it was read or not
        await openTable(one, game, ["here", "here"], { box: await boxOf(server, game, "long") });
        await start(one);
        let [handed, clause] = [0, null];
        await play([one], async ([touches]) => {
            handed += await takeOver(one);
            if (mayRefuse(game)) clause ??= await tryForbidden(one, game);
            return (clause || !mayRefuse(game)) && (open ? touches > STILL_LONG : handed >= HAND_OVERS);
        });
        tell(`${clause} refused, handed over ${handed} times`);
        if (open) expect(handed, "an open game was handed over").toBe(0);
    });

    test(`${game}: from the lobby to a first move that is kept in three clicks`, async ({ sit }) => {
        const one = await sit();
        await playNow(one, game);
        await play(
            [one],
            () => kept(one),
            () => 0,
        );
        const { beforeFirstMove: clicks } = await counted(one);
        tell(`${clicks} clicks`);
        // In Honeymoon a rolled 1 begins and ends in one cell: it is touched once more, so that nobody digs by accident.
        const ones = one.sent.some(({ move }) => move?.do === "dig" && move.length === 1);
        expect(clicks).toBeLessThanOrEqual(ones ? 4 : 3);
    });

    // In the short form every other game is played on a phone.
    for (const phone of LONG ? [false, true] : [games().indexOf(game) % 2 === 1])
        test(`${game}: a hint is seen and followed ${phone ? "on a phone" : "beside the board"}`, async ({
            server,
            sit,
        }) => {
            const one = await sit({ phone });
            await openTable(one, game, ["here", "bot"], { box: await boxOf(server, game, "long") });
            await start(one);
            const ask = one.page.locator(".table button", { hasText: /^Hint$/ });
            await play([one], () => ask.isEnabled());
            await ask.click();
            await followHint(one, server, game);
        });
}

/** The first move of a hint is the one that is made. */
async function followHint(one, server, game) {
    const { page, sent, heard } = one;
    const says = page.locator(".hint", { hasText: "A hint" });
    await says.locator("strong").first().click({ trial: true }); // nothing lies over it
    const { moves } = await until(one, () => heard.findLast(({ say }) => say === "hint"));
    const before = sent.length;
    await says.locator("button.main").click();
    const made = await until(one, () => sent.slice(before).find(({ do: what }) => what === "move"));
    const { decode } = await moduleOf(server, game);
    expect(made.move).toEqual(decode(moves[0].move));
    await until(one, () => heard.some(({ done }) => done === made.key));
    await says.waitFor({ state: "detached" });
}

/** While the device goes from hand to hand nothing of the table is to be seen. */
async function takeOver({ page }) {
    const ready = page.locator("main .state button.main");
    if (!(await ready.count())) return 0;
    expect(await page.locator("main .board").count(), "a board is behind it").toBe(0);
    expect(await page.locator("aside .log .rule").count(), "the log is behind it").toBe(0);
    expect(await page.locator(".bar .ask").innerText(), "a question is behind it").toBe("");
    await ready.click();
    return 1;
}

/** A forbidden move is answered where it was tried, with the clause, and the clause opens the rulebook there. */
async function tryForbidden(one, game) {
    const found = await refused(one, game);
    if (!found) return null;
    const { rule, why, code } = found.said;
    expect(String(rule), `${code}: ${why}`).toMatch(/^[A-Z]{2}-\d\d$/);
    expect(found.shown.toLowerCase()).toContain(why.slice(0, 20).toLowerCase());
    await one.page.locator(".refusal button", { hasText: rule }).click();
    await one.page.locator(`aside #${rule}`).first().waitFor();
    await one.page.keyboard.press("Escape");
    return rule;
}
