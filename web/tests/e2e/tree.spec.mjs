// Without eyes: matches by roles and names alone, as a screen reader has them. Nothing here knows how a page is built.
import { boxOf } from "./boxes.mjs";
import { expect, tell, test } from "./fixtures.mjs";
import { dice, openTable, PATIENCE, SEED, start } from "./people.mjs";
import { LONG, games, only, played } from "./played.mjs";

/** One game, and all of them in the long form. */
const WHOLE = LONG ? games() : only("mole_rats");
const MOST = 1500; // presses
const SENTENCES = 6; // about a board, at least

const moves = ({ sent }) => sent.filter(({ do: what }) => what === "move").length;

/** In the page: keep every sentence that is read out, and count how often anything changes. */
function listen() {
    window.readOut = [];
    window.changes = 0;
    const all = { childList: true, subtree: true };
    new MutationObserver(() => window.changes++).observe(document, { ...all, attributes: true });
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes)
                if (node.parentElement?.getAttribute("role") === "status") window.readOut.push(node.textContent);
    }).observe(document, all);
}

for (const game of WHOLE)
    test(`${game}: a whole match by roles and names`, async ({ server, sit }) => {
        const one = await sit();
        const { page } = one;
        const { name } = await (await fetch(`${server}/api/games/${game}`)).json();
        await page.addInitScript(listen);
        await openTable(one, game, ["here", "bot"], { box: await boxOf(server, game, "short") });
        await start(one);
        await expect(page.getByRole("main")).toHaveCount(1);
        await expect(page.getByRole("heading", { level: 1, name })).toHaveCount(1);
        await expect(page.getByRole("status"), "one live region").toHaveCount(1);
        const words = page.getByRole("region", { name: "The board in words" }).getByRole("listitem");
        const least = played(game).sentences ?? SENTENCES;
        await expect.poll(() => words.count(), "the board describes itself").toBeGreaterThanOrEqual(least);
        // With the board comes the log, in which is what happened before.
        const known = (await logOf(page)).length;
        const presses = await playByTree(one, name);
        tell(`${presses} presses for ${moves(one)} moves`);
        await expectAllReadOut(page, known);
    });

/** What the log says, the oldest first. */
async function logOf(page) {
    // Those who see the board are told without the names of spaces, and those who listen with them.
    const lines = await page
        .getByRole("log")
        .getByRole("listitem")
        .evaluateAll((items) =>
            items.map((item) => {
                const spoken = item.cloneNode(true);
                for (const hidden of spoken.querySelectorAll("[aria-hidden]")) hidden.remove();
                return spoken.textContent.trim();
            }),
        );
    return lines
        .map((line) => line.replace(/^[A-Z]{2}-\d\d/, "").trim())
        .filter((line) => line !== "Nothing has happened yet.")
        .toReversed();
}

/** Every event since somebody came was read out, once and in order. */
async function expectAllReadOut(page, known) {
    const lines = (await logOf(page)).slice(known);
    const readOut = await page.evaluate(() => window.readOut);
    let at = 0;
    for (const line of lines) {
        const found = readOut.indexOf(line, at);
        expect(found, `read out after "${readOut[at - 1]}": ${line}`).toBeGreaterThanOrEqual(at);
        at = found + 1;
    }
    expect(at, "something happened").toBeGreaterThan(0);
}

/** In the page: press one of what was found, on the board or beside it; says what it is called, or what else there is. Roles
 * are dear to find in a board of hundreds of elements, so they are found once for each press. */
function pressOne(found, [board, chance, which]) {
    if (!board.isConnected) throw new Error("those who listen have lost their place: the board was exchanged");
    const nameOf = (element) => (element.getAttribute("aria-label") ?? element.textContent).trim();
    if (found.some((element) => nameOf(element) === "Once more")) return { over: true };
    if (found.some((element) => element.matches("input"))) return { typed: true };
    const onBoard = found.filter((element) => board.contains(element));
    const beside = found.filter(
        (element) => !board.contains(element) && !/^(Undo|Hint|\d+ ways?)$/.test(nameOf(element)),
    );
    const among = onBoard.length && (chance < 0.8 || !beside.length) ? onBoard : beside;
    if (!among.length) return { nothing: true };
    const button = among[Math.floor(which * among.length)];
    const says = nameOf(button);
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
    return { says };
}

/** Press what has a name, until it is over. */
async function playByTree({ page }, name, random = dice(SEED)) {
    const board = page.getByRole("group", { name, exact: true });
    const bar = page.getByRole("region", { name: "What you can do" });
    const [onBoard, beside] = [board, bar].map((part) => part.getByRole("button", { disabled: false }));
    const number = board.getByRole("spinbutton");
    const over = page.getByRole("dialog").getByRole("button", { name: "Once more" });
    const anything = onBoard.or(beside).or(number).or(over);
    const place = await board.elementHandle();
    for (let presses = 0; presses < MOST;) {
        const known = await page.evaluate(() => window.changes);
        const pressed = await anything.evaluateAll(pressOne, [place, random(), random()]);
        if (pressed.over) return presses;
        if (pressed.nothing) {
            await page.waitForFunction((known) => window.changes > known, known, { timeout: PATIENCE });
            continue;
        }
        presses++;
        if (pressed.typed) {
            await number.fill(String(1 + Math.floor(random() * Number(await number.getAttribute("max")))));
            await number.press("Enter");
        }
        expect(pressed.says, "every button has a name").not.toBe("");
    }
    throw new Error(`no end after ${MOST} presses`);
}
