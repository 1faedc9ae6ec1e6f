// Lessons: offered before the first game, skipped with one touch, and played to the real game at their end.
import { expect, tell, test } from "./fixtures.mjs";
import { moduleOf } from "./modules.mjs";
import { kept, play, stopClock, until } from "./people.mjs";
import { LONG, games } from "./played.mjs";

const begun = ({ lesson, status }) => lesson === null && status === "playing";
const panel = ({ page }) => page.getByRole("region", { name: "The lesson" });
const told = (one) => panel(one).locator(".told");
/** One lesson is always played; all of them where there is time. */
const TAUGHT = LONG ? games() : games().slice(0, 1);

const lessonOf = async (server, game) => {
    const answer = await fetch(`${server}/api/games/${game}/lesson`);
    return answer.ok ? answer.json() : null;
};

test("a lesson is offered before the first game, and skipped with one touch", async ({ server, sit }) => {
    const [game] = games();
    test.skip(!(await lessonOf(server, game)), "the game has none");
    const one = await sit({ phone: true });
    await one.page.goto("/");
    await one.page.locator(`.room.${game} button.main`).click();
    const offer = one.page.locator("dialog[open]");
    await offer.getByRole("link", { name: "Teach me" }).click();
    await panel(one).waitFor();
    const lesson = one.page.url();
    await panel(one).getByRole("button", { name: "Skip, and play" }).click();
    await panel(one).waitFor({ state: "detached" });
    expect(one.page.url()).not.toBe(lesson);
    await play([one], () => kept(one));
    // From now on nobody asks.
    await one.page.goto("/");
    await one.page.locator(`.room.${game} button.main`).click();
    await one.page.waitForURL(/#\/t\//);
});

for (const game of TAUGHT)
    for (const phone of [false, true])
        test(`${game}: its lesson is played to a real game ${phone ? "on a phone" : "by keyboard"}`, async ({
            server,
            sit,
        }) => {
            const lesson = await lessonOf(server, game);
            test.skip(!lesson, "the game has none");
            const one = await sit({ phone });
            await one.page.clock.install();
            await stopClock(one); // else a reason would vanish after some seconds, whether it was seen or not
            await one.page.goto(`/#/rules/${game}`);
            await one.page.getByRole("link", { name: "Learn by playing" }).click();
            await panel(one).waitFor();
            const { encode } = await moduleOf(server, game);
            let wrong = false;
            for (const [k, step] of lesson.steps.entries()) {
                const says = await told(one).innerText();
                for (const move of step.do.map(encode)) {
                    wrong ||= await tryAnother(one, move);
                    await make(one, move);
                }
                if (!step.do.length && k < lesson.steps.length - 1) await press(one, "Go on");
                if (k < lesson.steps.length - 1) await expect(told(one)).not.toHaveText(says);
            }
            expect(wrong, "something else was tried").toBe(true);
            tell(`${lesson.steps.length} steps`);
            await press(one, "Play a real game");
            await panel(one).waitFor({ state: "detached" });
            const { table } = await until(one, () => one.heard.find(({ table }) => table && begun(table)));
            expect(table.seats.map(({ bot }) => bot).slice(1)).toContain("easy");
        });

const press = (one, name) => activate(one, panel(one).getByRole("button", { name }));

/** The moves that may be made now, by number. */
const legal = ({ heard }) => heard.findLast(({ sights }) => sights?.length).sights[0].legal;

/** Choose one of the moves that may be made: from the list of all, or by its button where all of them are buttons. */
async function choose(one, number) {
    const list = one.page.locator(".bar .list");
    const all = one.page.locator(".bar ul button, .bar .buttons button");
    await all.or(list).first().waitFor();
    if (await list.count()) await activate(one, list);
    const among = one.page.locator((await list.count()) ? ".bar ul button" : ".bar .buttons button");
    await activate(one, among.nth(legal(one).indexOf(number)));
    if (one.phone) await one.page.getByRole("button", { name: "Do it" }).tap(); // a finger has only shown it
}

async function activate({ page, phone }, element) {
    if (phone) return element.tap();
    await element.focus();
    await page.keyboard.press("Enter");
}

async function make(one, number) {
    const before = one.heard.length;
    await choose(one, number);
    await until(one, () => one.heard.slice(before).some(({ done }) => done));
}

/** Another move that the rules allow is answered with a reason, and nothing changes. */
async function tryAnother(one, number) {
    const other = legal(one).find((each) => each !== number);
    if (other === undefined) return false;
    const says = await told(one).innerText();
    await choose(one, other);
    const { code } = await until(one, () => one.heard.findLast(({ say }) => say === "refused"));
    expect(code).toBe("lesson");
    await expect(one.page.locator(".refusal")).toBeVisible();
    await expect(told(one)).toHaveText(says);
    return true;
}
