// Fingers: what can be touched on a phone is as large as a fingertip, or is shown as large as one under the finger.
import { expect, tell, test } from "./fixtures.mjs";
import { kept, offered, play, playNow } from "./people.mjs";
import { games } from "./played.mjs";

const FINGER = 44; // pixels
const PHONE = { width: 390, height: 844 };

/** In the page: everything that can be touched and is too small, with its size; in a drawing with a lens as large as there.
 * What a drawing shows a finger is asked of it by laying one on it. */
async function tooSmall(least) {
    const frames = async () => {
        for (let k = 0; k < 3; k++) await new Promise((resolve) => requestAnimationFrame(resolve));
    };
    const laid = (name, svg, x, y) =>
        svg.dispatchEvent(
            new PointerEvent(name, { bubbles: true, pointerId: 7, pointerType: "touch", clientX: x, clientY: y }),
        );
    const enlarged = (window.enlarged ??= new WeakMap()); // asked once: a finger that is laid on it may change it
    for (const svg of document.querySelectorAll("main svg")) {
        const { x, y, width, height } = svg.getBoundingClientRect();
        if (enlarged.has(svg) || !svg.querySelector("[role=button]")) continue;
        laid("pointerdown", svg, x + 1, y + height / 2);
        await frames();
        const shown = document.querySelector(".lens svg")?.getScreenCTM();
        enlarged.set(svg, shown ? shown.a / svg.getScreenCTM().a : 1);
        laid("pointercancel", svg, x + width / 2, y + height / 2);
        await frames();
    }
    const found = [];
    let count = 0;
    for (const element of document.querySelectorAll(
        "main :is(button, [role=button], a, input), footer button, header button",
    )) {
        const hit = element.matches("g") ? element.querySelector("circle, rect") : element;
        const { width, height } = hit.getBoundingClientRect();
        if (!width || element.matches(":disabled")) continue;
        count++;
        const size = Math.min(width, height) * (enlarged.get(element.ownerSVGElement) ?? 1);
        if (size < least - 0.5)
            found.push(`${element.getAttribute("aria-label") ?? element.textContent.trim()}: ${size}`);
    }
    return { found, count };
}

for (const game of games())
    test(`${game}: everything on a phone can be touched by a finger`, async ({ sit }) => {
        const one = await sit({ phone: true });
        await one.page.setViewportSize(PHONE);
        await playNow(one, game);
        let most = 0;
        // At every decision until a move has been made.
        await play([one], async () => {
            if (kept(one)) return true;
            await offered(one);
            const { found, count } = await one.page.evaluate(tooSmall, FINGER);
            expect(found).toEqual([]);
            most = Math.max(most, count);
            return false;
        });
        tell(`${most} targets`);
        expect(most).toBeGreaterThan(2);
    });
