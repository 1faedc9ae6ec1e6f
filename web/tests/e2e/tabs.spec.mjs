// The pocket beside a server and beside itself: the server goes away and comes back, the same table is open in two tabs, and
// several bots think at once.
import { expect, test } from "./fixtures.mjs";
import { offered, openTable, play, settled } from "./people.mjs";
import { only } from "./played.mjs";
import { onDevice } from "./workers.mjs";

test.use({ serviceWorkers: "allow" });

const touchedTwice = ([touches]) => touches >= 2;

/** The moves of the only game in the pocket, as they are kept. */
const movesKept = ({ page }) =>
    page.evaluate(
        () =>
            new Promise((resolve, reject) => {
                const opening = indexedDB.open("molehill-pocket");
                opening.onerror = reject;
                opening.onsuccess = () => {
                    const asked = opening.result.transaction("tables").objectStore("tables").getAll();
                    asked.onsuccess = () => resolve(asked.result.map(({ moves, seq }) => ({ moves, seq })));
                };
            }),
    );

/** Play on until a move of the first seat more has been kept. How many touches that takes the die decides, a bot decides at
 * the same time, and what has just been touched is kept a little later. */
async function playOne(one) {
    const own = async () => (await movesKept(one))[0].moves.filter(([actor]) => actor === 0).length;
    const before = await own();
    await play([one], async () => (await own()) > before);
}

/** In the page: what is kept is one entry ahead of what this tab knows. */
function goneOnElsewhere() {
    return new Promise((resolve, reject) => {
        const opening = indexedDB.open("molehill-pocket");
        opening.onerror = reject;
        opening.onsuccess = () => {
            const store = opening.result.transaction("tables", "readwrite").objectStore("tables");
            store.getAll().onsuccess = ({ target: { result } }) => {
                for (const table of result) store.put({ ...table, seq: table.seq + 1 });
            };
            store.transaction.oncomplete = () => resolve();
        };
    });
}

for (const game of only("honeymoon")) {
    test(`${game}: while the server is away, games are begun in the pocket`, async ({ cable, sit }) => {
        const anna = await sit({ base: cable.base });
        const { page } = anna;
        await page.addInitScript((id) => localStorage.setItem("molehill-learned", JSON.stringify([id])), game);
        await page.goto("/");
        await onDevice(anna);
        anna.offline = true;
        cable.cut();
        // Nobody knows of it before the first touch, and that touch is not in vain.
        await page.locator(`.room.${game} button.main`).click();
        await page.waitForURL(/#\/t\/pocket-/);
        await play([anna], touchedTwice);
        await page.goto("/");
        await expect(page.locator('[data-place="pocket-away"]')).toBeVisible();
        await expect(page.getByRole("link", { name: "Honeymoon" }).first()).toBeVisible();
        cable.mend();
        await page.getByRole("button", { name: "Try again" }).click();
        await expect(page.locator("[data-place]")).toHaveCount(0);
        await settled(anna); // what was asked for in vain has said so
        anna.offline = false;
        await page.locator(`.room.${game} button.main`).click();
        await page.waitForURL(/#\/t\/(?!pocket)/);
        await play([anna], touchedTwice);
    });

    test(`${game}: a table in two tabs is played in one of them, and no move is lost or made twice`, async ({
        sit,
    }) => {
        const anna = await sit();
        const first = anna.page;
        await first.addInitScript(() => localStorage.setItem("molehill-pocket", "true"));
        const address = await openTable(anna, game, ["here", "bot"]);
        await playOne(anna);

        // Both tabs have the table before them; the one that came last plays, the other one says so.
        const second = await first.context().newPage();
        const ben = { ...anna, page: second, offered: null };
        await second.goto(address);
        await second.locator(".table main .board").waitFor();
        await expect(first.getByText("You are playing elsewhere")).toBeVisible();
        const [before] = await movesKept(anna);
        await playOne(ben);
        const [after] = await movesKept(anna);
        expect(after.moves.slice(0, before.moves.length)).toEqual(before.moves);
        expect(after.moves.length).toBeGreaterThan(before.moves.length);

        // Taken over again, it goes on where the second tab has left off.
        await first.getByRole("button", { name: "Play here" }).click();
        await expect(second.getByText("You are playing elsewhere")).toBeVisible();
        await playOne(anna);
        const [end] = await movesKept(anna);
        expect(end.moves.slice(0, after.moves.length)).toEqual(after.moves);
        expect(end.moves.length).toBeGreaterThan(after.moves.length);
        await second.close();

        // Where a browser can't tell one tab of the other, what it has kept still decides: a move from an older table
        // is not made, and the table is shown as it is now.
        await first.evaluate(goneOnElsewhere);
        await play([anna], async () => (await movesKept(anna))[0].moves.length > end.moves.length);
        const [last] = await movesKept(anna);
        expect(last.moves.slice(0, end.moves.length)).toEqual(end.moves);
        expect(last.seq).toBeGreaterThan(end.seq + 1);
    });

    test(`${game}: bots that decide at the same time think at the same time`, async ({ browser, sit }) => {
        const anna = await sit();
        const { page } = anna;
        await page.addInitScript(() => localStorage.setItem("molehill-pocket", "true"));
        await browser.startTracing(page, { categories: ["__metadata", "toplevel"] });
        await openTable(anna, game, ["here", "bot", "bot"], { bots: "sharp" });
        await play([anna], ([touches]) => touches >= 4);
        await offered(anna); // the bots have decided as well
        const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
        const cores = await page.evaluate(() => navigator.hardwareConcurrency);
        // A second thinker is made only if the first one is at work when a bot wants to think.
        expect(workersIn(traceEvents)).toBe(1 + Math.min(2, cores));
    });
}

/** How many workers a page has had: one is the table's, the others think. */
function workersIn(events) {
    const workers = events.filter(({ name, args }) => name === "thread_name" && /DedicatedWorker/.test(args.name));
    return new Set(workers.map(({ pid, tid }) => `${pid} ${tid}`)).size;
}
