// A move of each game that its rules forbid, tried on the board as a person would.
import { touch } from "./people.mjs";

const FORBIDDEN = {
    mole_rats: "main .try",
    moledozer: "main .track button.taken:enabled, main .track button.blocked:enabled",
    mole_park: "main button.stall:enabled:not(.open)",
    target_rats: "main .try",
};

/** In the page: the middle of the first of these that lies open to a touch. */
function firstOpen(wanted) {
    for (const element of document.querySelectorAll(wanted)) {
        const { x, y, width, height } = element.getBoundingClientRect();
        const at = [x + width / 2, y + height / 2];
        if (element.contains(document.elementFromPoint(...at))) return at;
    }
    return null;
}

/** In the page, with a start chosen: a cell one before or behind where a dig may end, and where none may. A dig of
 * seven cells is the longest that the server is asked about; what is longer is answered without it. */
function wrongEnd([x, y]) {
    const middle = (element) => {
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const ends = [...document.querySelectorAll("main .way rect")];
    const taken = [...ends, ...document.querySelectorAll("main .start rect")].map(middle);
    for (const end of ends) {
        const [to, cell] = [middle(end), end.getBoundingClientRect().width];
        const away = Math.hypot(to[0] - x, to[1] - y);
        for (const step of away > cell / 2 ? [-cell, cell] : []) {
            const at = [to[0] + (step * (to[0] - x)) / away, to[1] + (step * (to[1] - y)) / away];
            if (Math.hypot(at[0] - x, at[1] - y) > 6.5 * cell) continue;
            if (!taken.some((one) => Math.hypot(one[0] - at[0], one[1] - at[1]) < cell / 2)) return at;
        }
    }
    return null;
}

async function digWrongly(one) {
    const from = await one.page.evaluate(firstOpen, "main .start rect");
    if (!from) return false;
    await touch(one, from);
    const at = await one.page.evaluate(wrongEnd, from);
    if (at) await touch(one, at);
    return at !== null;
}

async function touchWrongly(one, game) {
    const at = await one.page.evaluate(firstOpen, FORBIDDEN[game]);
    if (at) await touch(one, at);
    return at !== null;
}

/** Try what is forbidden, if there is a chance to just now. Gives what the server said and what the page shows. */
export async function refused(one, game) {
    const before = one.heard.length;
    const tried = await (game === "honeymoon" ? digWrongly(one) : touchWrongly(one, game));
    if (!tried) return null;
    const bubble = one.page.locator(".refusal");
    const shown = await bubble.innerText({ timeout: 1500 }).catch(() => null);
    const said = one.heard.slice(before).find(({ say }) => say === "refused");
    return shown && said ? { said, shown } : null;
}
