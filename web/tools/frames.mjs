// How much work the app makes on a slow device:  node tools/frames.mjs [--moves 12] [--phone] [--json FILE] [game ...]
// For each game: script, style and layout of the frames in which a match is shown, the largest paint of its table, how soon
// a touch is answered, and what an idle table costs. Work is counted in processor time of the page's main thread, so that a
// busy machine changes it little; paint and touches are told by the clock, as people have them.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { launch } from "../tests/e2e/chromium.mjs";
import { act, dice, openTable, person, start } from "../tests/e2e/people.mjs";
import { games } from "../tests/e2e/played.mjs";
import { serve } from "../tests/e2e/server.mjs";

const { values: asked, positionals: wanted } = parseArgs({
    allowPositionals: true,
    options: {
        moves: { type: "string", default: "12" },
        phone: { type: "boolean", default: false },
        json: { type: "string" },
        trace: { type: "string" }, // where traces with a profile of all functions are put, for chromium's own tools
    },
});
const SLOWER = 4; // times
const REFRESH = 1000 / 60; // milliseconds from frame to frame
const QUIET = 2500; // milliseconds without an event, before a table counts as idle: what was said last has gone by then
const IDLE = 4000;
const BARS = { frame: 8, paint: 1500, touch: 100 };
const CATEGORIES = ["devtools.timeline", "blink.user_timing"];
const PROFILE = "disabled-by-default-v8.cpu_profiler";
/** What a frame's work is made of, by the names of a trace; and what ends a frame. */
const KINDS = {
    script: ["FunctionCall", "EvaluateScript", "TimerFire", "RunMicrotasks", "FireAnimationFrame", "EventDispatch"],
    style: ["UpdateLayoutTree"],
    layout: ["Layout"],
};
const KIND = new Map(Object.entries(KINDS).flatMap(([kind, names]) => names.map((name) => [name, kind])));
const FRAME = "Layerize";

/** In the page: what it paints, how soon it answers, and when it shows what has happened. */
function watch() {
    const seen = (window.seen = { paint: 0, touches: {} });
    new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) seen.paint = startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
        for (const { interactionId: id, duration } of list.getEntries())
            if (id) seen.touches[id] = Math.max(seen.touches[id] ?? 0, duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
    // While the table shows something, or a piece still glides.
    let [showing, gliding, told] = [false, 0, false];
    const tell = () => {
        if (told === (showing || gliding > 0)) return;
        told = !told;
        performance.mark(told ? "showing" : "shown");
    };
    const look = (changes) => {
        const table = changes.find(({ target }) => target.matches(".table"))?.target;
        if (table) showing = table.matches(".showing");
        tell();
    };
    const glides = { transitionrun: 1, transitionend: -1, transitioncancel: -1 };
    for (const [event, by] of Object.entries(glides))
        addEventListener(event, ({ target }) => {
            if (target.matches(".piece")) gliding += by;
            tell();
        });
    const classes = { attributes: true, attributeFilter: ["class"], subtree: true };
    addEventListener("DOMContentLoaded", () => new MutationObserver(look).observe(document.body, classes));
}

/** The trace of what happens while something is done. */
async function traced(browser, page, act) {
    await browser.startTracing(page, { categories: asked.trace ? [...CATEGORIES, PROFILE] : CATEGORIES });
    await act();
    return JSON.parse((await browser.stopTracing()).toString()).traceEvents;
}

/** From when to when something was shown, in microseconds. */
function spansOf(events) {
    const marks = events.filter(({ name }) => name === "showing" || name === "shown").toSorted((a, b) => a.ts - b.ts);
    return marks.flatMap(({ name, ts }, k) => (name === "showing" && marks[k + 1] ? [[ts, marks[k + 1].ts]] : []));
}

/** Script, style and layout of each frame that the page drew, in milliseconds of processor time. What is nested counts once,
 * for what is innermost; what this tool itself asks of the page does not count. */
function framesOf(events) {
    const { pid, tid } = events.find(({ name }) => name === FRAME);
    const mine = events.filter((event) => event.pid === pid && event.tid === tid && event.ph === "X");
    const frames = [];
    let frame = { script: 0, style: 0, layout: 0 };
    const open = [];
    for (const event of mine.toSorted((one, other) => one.ts - other.ts || other.dur - one.dur)) {
        if (event.name === FRAME) {
            frames.push({ ...frame, at: event.ts });
            frame = { script: 0, style: 0, layout: 0 };
        }
        const kind = isOurs(event) ? "ours" : KIND.get(event.name);
        if (!kind) continue;
        while (open.length && open.at(-1).end <= event.ts) open.pop();
        const [within, time] = [open.at(-1)?.kind, (event.tdur ?? event.dur) / 1000];
        if (within && within !== "ours") frame[within] -= time;
        if (within !== "ours" && kind !== "ours") frame[kind] += time;
        open.push({ kind: within === "ours" ? "ours" : kind, end: event.ts + event.dur });
    }
    return frames.map((one) => ({ ...one, all: one.script + one.style + one.layout }));
}

/** A call of a function that is in none of the app's files. */
const isOurs = ({ name, args }) => name === "FunctionCall" && !args.data?.url;

/** Every frame of the screen while something is shown; where the page had nothing to do, its work was nothing. */
function shownIn(events) {
    const spans = spansOf(events);
    const busy = framesOf(events).filter(({ at }) =>
        spans.some(([from, to]) => at >= from && at <= to + 1000 * REFRESH),
    );
    const time = spans.reduce((sum, [from, to]) => sum + (to - from) / 1000, 0);
    const still = Math.max(0, Math.round(time / REFRESH) - busy.length);
    return { busy, all: [...busy.map(({ all }) => all), ...Array(still).fill(0)] };
}

/** Play on until enough moves have been made, or it is over. A player who has nothing to do waits. */
async function playOn(one, enough) {
    const random = dice(7);
    const mine = () =>
        document.querySelector(".table:not(.showing) .bar .beside .plain:enabled, dialog[open]") !== null;
    const moves = () => one.sent.filter(({ do: what }) => what === "move").length;
    for (let waits = 0; moves() < enough && waits < 100;) {
        const done = (await one.page.evaluate(mine)) ? await act(one, random) : "waiting";
        if (done === "over") break;
        waits = done === "waiting" ? waits + 1 : 0;
        await one.page.waitForTimeout(done === "waiting" ? 300 : 150);
    }
    return moves();
}

/** How many milliseconds of work a page makes while nothing happens. */
async function idleCost(one, session) {
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const work = async () =>
        (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
    const isBusy = () =>
        document.querySelector(".table.showing") !== null ||
        document.getAnimations().some(({ playState }) => playState === "running");
    for (let heard = -1; heard !== one.heard.length;) {
        heard = one.heard.length;
        await one.page.waitForTimeout(QUIET);
        if (await one.page.evaluate(isBusy)) heard = -1;
    }
    const before = await work();
    await one.page.waitForTimeout(IDLE);
    return 1000 * ((await work()) - before);
}

async function measure(browser, base, game) {
    const one = await person(browser, base, { phone: asked.phone });
    const { page } = one;
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.addInitScript(watch);
    const session = await page.context().newCDPSession(page);
    const slow = (rate) => session.send("Emulation.setCPUThrottlingRate", { rate });
    await openTable(one, game, ["here", "bot", "bot"]);
    await start(one);
    await slow(SLOWER);
    await page.reload();
    await page.locator("main .board").waitFor();
    await idleCost(one, session); // until what is shown at the start has been shown
    const paint = await page.evaluate(() => window.seen.paint);
    let moves = 0;
    const events = await traced(browser, page, async () => (moves = await playOn(one, Number(asked.moves))));
    if (asked.trace) writeFileSync(`${asked.trace}-${game}.json`, JSON.stringify(events));
    const touches = Object.values(await page.evaluate(() => window.seen.touches));
    await slow(1);
    const idle = await idleCost(one, session);
    await page.context().close();
    return { game, moves, paint, touches, idle, ...shownIn(events) };
}

const at = (values, share) => values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

function tell({ game, moves, busy, all, paint, touches, idle }) {
    const worked = busy.map((frame) => frame.all);
    const kinds = Object.keys(KINDS).map((kind) => `${kind} ${mean(busy.map((frame) => frame[kind])).toFixed(1)}`);
    console.log(`${game}, ${moves} moves`);
    console.log(
        `  frames while something is shown: ${all.length}, p95 ${at(all, 0.95).toFixed(1)} ms (bar ${BARS.frame})`,
    );
    console.log(
        `  of these the page worked in ${busy.length}: p50 ${at(worked, 0.5).toFixed(1)}, p95 ${at(worked, 0.95).toFixed(1)} ms; mean ${kinds.join(", ")}`,
    );
    console.log(
        `  largest paint ${paint.toFixed(0)} ms (bar ${BARS.paint}); idle ${idle.toFixed(1)} ms in ${IDLE / 1000} s`,
    );
    console.log(
        `  touches: ${touches.length}, p50 ${at(touches, 0.5)}, p95 ${at(touches, 0.95)} ms (bar ${BARS.touch})`,
    );
}

const { base, stop } = await serve("bot_pause=0.3");
const browser = await launch();
const results = [];
for (const game of wanted.length ? wanted : games()) {
    results.push(await measure(browser, base, game));
    tell(results.at(-1));
}
if (asked.json) writeFileSync(asked.json, JSON.stringify(results));
await browser.close();
await stop();
