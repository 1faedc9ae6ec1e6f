// Ways to look at a screen: as axe does, for words that no catalogue has, and for what is cut off or has no room.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { pseudo } from "../../src/lib/pseudo.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");
/** What the server tells in its own words: as the app, it speaks no language then. */
const TOLD = new Set(["blurb", "points_name", "says", "why"]);

/** From now on a page speaks a language that nobody speaks; its names, as the server tells them, are kept. */
export async function speakPseudo({ page }) {
    const names = new Set();
    const gather = (value, key = "") => {
        if (typeof value === "string") return TOLD.has(key) ? pseudo(value) : (names.add(value), value);
        if (Array.isArray(value)) return value.map((each) => gather(each));
        if (value === null || typeof value !== "object") return value;
        return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, gather(each, name)]));
    };
    // Over its WebSocket it tells little in words: why the game is over, and why something can't be done.
    const hear = (_, value) => (typeof value === "string" ? (names.add(value), value) : value);
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => JSON.parse(String(payload), hear)));
    await page.route("**/api/workshop/trial", async (route) => {
        const lines = await firstFound(route.request());
        gather(lines);
        await route.fulfill({ body: lines.map((line) => `${JSON.stringify(line)}\n`).join("") });
    });
    await page.route(/\/api\/(?!workshop\/trial)/, async (route) => {
        // Each on a connection of its own: a server may close one that is kept just when it is used again.
        const response = await route.fetch({ headers: { ...route.request().headers(), connection: "close" } });
        const json = await response.json().catch(() => null);
        if (json) await route.fulfill({ response, json: gather(json) });
        else await route.fulfill({ response });
    });
    return names;
}

/** What a workshop's bots have found when they first have something to say; nobody listens to the rest. */
async function firstFound(request) {
    const leaving = new AbortController();
    const headers = { "content-type": "application/json", origin: new URL(request.url()).origin };
    const asked = { method: "POST", headers, body: request.postData(), signal: leaving.signal };
    const lines = [];
    let rest = "";
    for await (const part of (await fetch(request.url(), asked)).body.pipeThrough(new TextDecoderStream())) {
        const [last, ...whole] = (rest + part).split("\n").reverse();
        rest = last;
        lines.push(...whole.reverse().map((line) => JSON.parse(line)));
        if (lines.some(({ found }) => found?.arms[0].measures.length)) break;
    }
    leaving.abort();
    return lines;
}

/** In the page: whatever moves has arrived, and is drawn. */
async function rested() {
    for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    for (let k = 0; k < 2; k++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** In the page: every text that somebody sees or hears, but for some elements. */
function spoken(except) {
    const found = new Set();
    const add = (text, element) => element.closest(except) || found.add(text.trim());
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) add(texts.currentNode.data, texts.currentNode.parentElement);
    for (const name of ["aria-label", "title", "placeholder", "alt"])
        for (const element of document.querySelectorAll(`[${name}]`)) add(element.getAttribute(name), element);
    return [...found];
}

/** What in the page has come neither from a catalogue nor as a name, except in some elements. Names are asked for when the
 * page has answered: what it shows it has been told before. */
export async function strayWords(page, names, except = "script, style, input") {
    const texts = await page.evaluate(spoken, except);
    const safe = [...names].filter((name) => /\p{L}/u.test(name)).sort((one, other) => other.length - one.length);
    const escaped = safe.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const known = new RegExp([...escaped, "⟦[^⟦⟧]*⟧", "[A-Z]{2,4}-\\d\\d"].join("|"), "gu");
    // A letter, a number or both are the name of a space.
    const rest = (text) => text.replace(known, " ").replace(/\b([a-z]?\d+[a-z]?|[a-z])\b/gi, " ");
    return texts.filter((text) => /\p{L}/u.test(rest(text)));
}

/** In the page: what is cut off or squeezed, sticks out of its button, or can't be reached by scrolling. */
function outside() {
    const SLACK = 2; // pixels: letters reach a little over their lines
    const [ENOUGH, SQUEEZED] = [30, 5]; // letters: of a longer text a line has so many, or nobody wants to read it
    const found = new Set();
    const clips = (overflow) => overflow === "hidden" || overflow === "clip";
    const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
    const page = document.scrollingElement;
    /** Style and place of an element. Many lines lie in the same ones, and nothing changes meanwhile. */
    const known = new Map();
    const look = (element) => {
        if (!known.has(element)) {
            const { overflowX, overflowY, display, position } = getComputedStyle(element);
            known.set(element, { overflowX, overflowY, display, position, box: element.getBoundingClientRect() });
        }
        return known.get(element);
    };
    /** Only for those who listen. */
    const unseen = (element) => {
        for (let at = element; at; at = at.parentElement) if (at.clientWidth === 1) return true;
        return !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const check = (rect, element, what) => {
        if (rect.width < 1 || rect.height < 1) return;
        const fits = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        let free = { x: false, y: false };
        const beyond = (box) =>
            (!free.x && (rect.left < box.left - SLACK || rect.right > box.right + SLACK)) ||
            (!free.y && (rect.top < box.top - SLACK || rect.bottom > box.bottom + SLACK));
        for (let at = element; at && at !== document.body; at = at.parentElement) {
            const { overflowX, overflowY, display, position, box } = look(at);
            const tight = at.matches("button, .button, li, article, dialog, .hint, .lesson") && at !== element;
            if (scrolls(overflowX)) free.x = true;
            if (scrolls(overflowY)) free.y = true;
            if (display === "inline") continue;
            if (tight || clips(overflowX) || clips(overflowY)) {
                const before = free;
                if (!tight) free = { x: free.x || !clips(overflowX), y: free.y || !clips(overflowY) };
                if (beyond(box))
                    found.add(
                        `${what} in ${at.tagName.toLowerCase()}.${at.getAttribute("class")?.replace(/ ?svelte-\w+/, "")}`,
                    );
                free = before;
            }
            if (position === "fixed") return void (beyond(fits) && found.add(`${what} on the screen`));
        }
        free.y ||= page.scrollHeight > innerHeight + 1;
        if (beyond(fits)) found.add(`${what} on the screen`);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
        const { data, parentElement: element } = texts.currentNode;
        if (!data.trim() || element.closest("script, style, option, [inert]") || unseen(element)) continue;
        range.selectNodeContents(texts.currentNode);
        const size = parseFloat(getComputedStyle(element).fontSize) * (element.getScreenCTM?.().a ?? 1);
        const [lines, letters] = [range.getClientRects(), data.trim()];
        if (letters.length > ENOUGH && letters.length / lines.length < SQUEEZED)
            found.add(`"${letters.slice(0, 40)}" has ${lines.length} lines`);
        for (const { x, y, width, height } of lines)
            // A line is higher than its letters.
            check(new DOMRect(x, y + (height - size) / 2, width, size), element, `"${data.trim().slice(0, 40)}"`);
    }
    for (const control of document.querySelectorAll("button, a, input, select, [role=button]"))
        if (!unseen(control) && !control.closest("[inert]"))
            check(control.getBoundingClientRect(), control, control.getAttribute("aria-label") ?? control.textContent);
    return [...found];
}

export async function misfits(page) {
    await page.evaluate(rested);
    return page.evaluate(outside);
}

/** In the page: what axe finds, and where. */
async function complaints(rules) {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], ...rules });
    return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any, all, none }) => {
            const why = [...any, ...all, ...none][0]?.message ?? "";
            return `${id} at ${target.join(" ")}: ${why}`;
        }),
    );
}

/** What axe finds: everything, or only by some of its rules. */
export async function axe(page, ...only) {
    await page.evaluate(rested);
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
    return page.evaluate(complaints, only.length ? { runOnly: only } : {});
}
