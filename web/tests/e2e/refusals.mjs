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

async function middle(locator) {
    const { x, y, width, height } = await locator.boundingBox();
    return [x + width / 2, y + height / 2];
}

/** A dig that ends one cell before or behind where it may. */
async function digWrongly(one) {
    const begin = one.page.locator("main .start rect").first();
    if (!(await begin.count())) return false;
    const from = await middle(begin);
    const { width: cell } = await begin.boundingBox();
    await touch(one, from);
    const end = one.page.locator("main .way rect").first();
    if (!(await end.count())) return false;
    const to = await middle(end);
    const away = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const step = away > 1.5 * cell ? -cell : cell;
    await touch(
        one,
        [0, 1].map((k) => to[k] + (step * (to[k] - from[k])) / away),
    );
    return true;
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
