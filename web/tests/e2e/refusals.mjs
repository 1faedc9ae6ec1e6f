// A move of each game that its rules forbid, tried on the board as a person would.
import { touch, until } from "./people.mjs";

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

/** In the page, with a start chosen: a cell in line with it where no dig may end or begin. A dig of seven cells is the
 * longest that the server is asked about; what is longer is answered without it. */
function wrongEnd([x, y]) {
    const all = (wanted) =>
        [...document.querySelectorAll(wanted)].map((element) => {
            const box = element.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        });
    const cell = document.querySelector("main .start rect").getBoundingClientRect().width;
    const near = (one, other, far) => Math.hypot(one[0] - other[0], one[1] - other[1]) < far * cell;
    const inLine = (at) => Math.min(Math.abs(at[0] - x), Math.abs(at[1] - y)) < cell / 4;
    const taken = all("main .way rect, main .start rect");
    const found = all("main svg.moon .hole").find(
        (at) => inLine(at) && near(at, [x, y], 6.5) && !taken.some((one) => near(at, one, 0.5)),
    );
    return found ?? null;
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

/** Try what is forbidden, if there is such a thing on the board just now. Gives what the server said and what the page
 * shows. */
export async function refused(one, game) {
    const before = one.heard.length;
    const tried = await (game === "honeymoon" ? digWrongly(one) : touchWrongly(one, game));
    if (!tried) return null;
    const shown = await one.page.locator(".refusal").innerText();
    const said = await until(one, ({ heard }) => heard.slice(before).find(({ say }) => say === "refused"));
    return { said, shown };
}
