// Playing by keyboard alone: the page is looked at, and what is done is keys.
import { dice, PATIENCE, SEED } from "./people.mjs";

const MOST = 3000; // keys of a match; the longest that was seen had a quarter of that

/** In the page: what there is to do by keyboard, and where the focus is. */
function lookAround() {
    const shown = (element) => element.getClientRects().length > 0;
    const all = (wanted) => [...document.querySelectorAll(wanted)].filter(shown);
    const active = document.activeElement;
    // What lies over the board is put away first.
    const above = all("main .look button, main .state button");
    const items = above.length ? above : all("main .ground :is(button:enabled, [role=button], input)");
    const buttons = all("footer .bar .buttons button");
    return {
        over: !!document.querySelector("dialog[open] .points"),
        nowhere: active === document.body,
        /** Which part of the table has the focus. */
        part: ["main", "footer", "aside"].find((part) => active?.closest(`.table > ${part}`)) ?? "",
        at: items.indexOf(active),
        items: items.map((item) => {
            const { x, y, width, height } = (item.matches("g") ? item.querySelector("circle, rect") : item)
                .getBoundingClientRect(); // prettier-ignore
            return {
                place: item.dataset.place?.toLowerCase() ?? "",
                ends: !!item.closest(".way, .aim-at"),
                number: item.matches("input") ? item.max : null,
                x: x + width / 2,
                y: y + height / 2,
            };
        }),
        buttons: buttons.length,
        onButton: buttons.includes(active),
    };
}

/** In the page: whether there is anything to do, or nothing more. What was done is waited for. */
const offered = () =>
    !document.querySelector("[data-underway]") &&
    !!document.querySelector(
        "dialog[open] .points, main .state button, main .ground :is(button:enabled, [role=button], input), .bar .buttons button",
    );

/** Play by keys until `enough` says so, which is asked before each decision, or until it is over. The focus may never fall to
 * the page. Gives how many keys were pressed, and with how many at most one came from one thing to another. */
export async function playByKeys({ page }, enough = () => false, random = dice(SEED)) {
    const pressed = [];
    let farthest = 0;
    const trouble = (what) => new Error(`${what} after ${pressed.length} keys: ... ${pressed.slice(-12).join(" ")}`);
    const press = async (key) => {
        if (pressed.push(key) > MOST) throw trouble("no end");
        await page.keyboard.press(key);
    };
    const look = () => page.evaluate(lookAround);
    for (;;) {
        await page.waitForFunction(offered, null, { timeout: PATIENCE });
        const now = await look();
        if (now.over || enough()) return { keys: pressed.length, farthest };
        if (now.nowhere) throw trouble("the focus is nowhere");
        const ends = now.items.filter(({ ends }) => ends);
        const among = ends.length && random() < 0.8 ? ends : now.items;
        const target = among[Math.floor(random() * among.length)];
        const part = target ? "main" : "footer";
        // The board, then the bar under it, then the panel, by one Tab stop each.
        if (now.part !== part) await press(now.part === "aside" || part === "main" ? "Shift+Tab" : "Tab");
        else if (target) farthest = Math.max(farthest, await goTo(now.items.indexOf(target), now, press, look));
        else if (random() < 0.5 || !now.onButton) await press("PageDown");
        if (target?.number) for (const digit of String(1 + Math.floor(random() * target.number))) await press(digit);
        if (now.part === part && (target || (await look()).onButton)) await press("Enter");
    }
}

/** From one item to another, by few keys: an arrow if it is straight ahead, its place typed, or one after another. Gives how
 * many keys that took. */
async function goTo(wanted, { items, at }, press, look) {
    const [from, to] = [items[at], items[wanted]];
    let tried = 0;
    if (at === wanted) return tried;
    const level = from && Math.abs(from.y - to.y) < 3;
    if (level || (from && Math.abs(from.x - to.x) < 3)) {
        await press(level ? (to.x > from.x ? "ArrowRight" : "ArrowLeft") : to.y > from.y ? "ArrowDown" : "ArrowUp");
        ({ at } = await look());
        tried = 1;
        if (at === wanted) return tried;
    }
    if (to.place && items.findIndex(({ place }) => place === to.place) === wanted) {
        for (const letter of to.place) await press(letter);
        return tried + to.place.length;
    }
    const steps = (wanted - at + items.length) % items.length;
    const back = steps > items.length / 2;
    const far = back ? items.length - steps : steps;
    for (let k = 0; k < far; k++) await press(back ? "PageUp" : "PageDown");
    return tried + far;
}
