// What the tests in chromium know of this game; tests/e2e/played.mjs tells what there may be.
import { firstOpen, touch } from "../../../../tests/e2e/touches.mjs";

/** Which cells a dig opens. */
function cellsOf({ at: [row, column], to, length }) {
    const [down, right] = { north: [-1, 0], south: [1, 0], west: [0, -1], east: [0, 1] }[to];
    return Array.from({ length }, (_, k) => `${row + k * down},${column + k * right}`);
}

const others = (moves, own) =>
    Object.entries(moves ?? {})
        .map(([seat, move]) => [Number(seat), move])
        .filter(([seat]) => seat !== own);

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

export default {
    short: [[/^timer = .*/m, "timer = 1"]],
    middle: 14,
    /** A dig that ends where none may. */
    async tryForbidden(one) {
        const from = await one.page.evaluate(firstOpen, "main .start rect");
        if (!from) return false;
        await touch(one, from);
        const at = await one.page.evaluate(wrongEnd, from);
        if (at) await touch(one, at);
        return at !== null;
    },
    /** Digs are secret until all have dug; the log has them by the number of the roll. */
    secrets(log) {
        const rolls = [];
        for (const [who, move] of log) {
            if (who === "chance") rolls.push({});
            else rolls.at(-1)[who] = move;
        }
        return ({ view, events }, own) => {
            if (view.phase !== "dig") return { hidden: 0, leaks: [] };
            const round = events.slice(events.findLastIndex(({ event }) => event === "rolled") + 1);
            const [found, leaks] = [others(rolls[view.rolls - 1], own), []];
            for (const [seat, move] of found) {
                const { chosen, dug } = view.sheets[seat];
                const cells = new Set(dug.map(String));
                if (chosen) leaks.push(`the dig of seat ${seat}: ${JSON.stringify(chosen)}`);
                if (move.do === "dig" && cellsOf(move).every((cell) => cells.has(cell)))
                    leaks.push(`the tunnel of seat ${seat}`);
            }
            for (const event of round)
                if (event.seat !== own && !["finished", "crossed"].includes(event.event))
                    leaks.push(JSON.stringify(event));
            return { hidden: found.filter(([seat]) => view.sheets[seat].finished).length, leaks };
        };
    },
};
