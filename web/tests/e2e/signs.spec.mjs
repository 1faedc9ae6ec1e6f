// Without colours, with larger pieces and with the left hand: what a phone shows then.
import { expect, tell, test } from "./fixtures.mjs";
import { playNow } from "./people.mjs";
import { games, LONG, only } from "./played.mjs";

const APART = 0.35; // of all that two signs cover, at least so much is covered by one of them only
const DENSITY = 2; // pixels of a phone's screen for each of the page's
const SHOWN = LONG ? games() : only("mole_rats");

/** In the page: how the signs of seats and of snakes look, in one colour and as small as they are on this screen. Gives for
 * each kind the size in pixels and, of every two signs, how much of what they cover only one of them covers. */
async function signs([seats, density]) {
    const KINDS = [
        { name: "seats", symbols: Array.from({ length: seats }, (_, k) => `mark-${k}`), part: [0, 0, 64, 64] },
        // A snake's sign is on a disc beside its tail.
        {
            name: "snakes",
            symbols: ["red", "yellow", "green", "blue"].map((colour) => `mole_rats-snake-${colour}`),
            part: [39, 39, 22, 22],
        },
    ];
    const sizeOf = (symbol) =>
        [...document.querySelectorAll(`main use[href="#${symbol}"], .sitting use[href="#${symbol}"]`)]
            .map((use) => use.width.baseVal.value * use.getScreenCTM().a)
            .filter((size) => size > 0);
    /** Which pixels a sign covers, drawn so small. */
    const covered = async (symbol, part, pixels) => {
        const sprite = document.getElementById(symbol).closest("svg").innerHTML;
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(
            `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${part.join(" ")}" width="${pixels}" height="${pixels}" color="white"><defs>${sprite}</defs><use href="#${symbol}" width="64" height="64"/></svg>`,
        )}`;
        await image.decode();
        const canvas = new OffscreenCanvas(pixels, pixels).getContext("2d");
        canvas.fillRect(0, 0, pixels, pixels);
        canvas.drawImage(image, 0, 0, pixels, pixels);
        const { data } = canvas.getImageData(0, 0, pixels, pixels);
        return Array.from({ length: pixels ** 2 }, (_, k) => data[4 * k] + data[4 * k + 1] + data[4 * k + 2] > 330);
    };
    const found = [];
    for (const { name, symbols, part } of KINDS) {
        const sizes = symbols.flatMap(sizeOf);
        if (!sizes.length) continue;
        const pixels = Math.floor((density * Math.min(...sizes) * part[2]) / 64);
        const drawn = await Promise.all(symbols.map((symbol) => covered(symbol, part, pixels)));
        const apart = drawn.flatMap((one, k) =>
            drawn.slice(k + 1).map((other, n) => {
                const [both, only] = [(at) => one[at] && other[at], (at) => one[at] !== other[at]];
                const count = (what) => one.filter((_, at) => what(at)).length;
                return { pair: [symbols[k], symbols[k + 1 + n]], share: count(only) / (count(only) + count(both)) };
            }),
        );
        found.push({ name, pixels, apart });
    }
    return found;
}

for (const game of SHOWN)
    test(`${game}: seats and snakes are told apart without colour on a phone`, async ({ server, sit }) => {
        const { max_seats: seats } = await (await fetch(`${server}/api/games/${game}`)).json();
        const one = await sit({ phone: true });
        await playNow(one, game);
        await one.page.locator("main .board").waitFor();
        const found = await one.page.evaluate(signs, [seats, DENSITY]);
        expect(found.map(({ name }) => name)).toEqual(game === "mole_rats" ? ["seats", "snakes"] : ["seats"]);
        for (const { name, pixels, apart } of found) {
            const [least] = apart.toSorted((a, b) => a.share - b.share);
            tell(`${name}, ${pixels} pixels: ${least.pair.join(" and ")} differ in ${Math.round(100 * least.share)} %`);
            expect(least.share, least.pair.join(" and ")).toBeGreaterThanOrEqual(APART);
        }
    });

/** Choose in the settings, as they are reached at a table. */
async function choose({ page }, ...values) {
    await page.evaluate((chosen) => {
        localStorage.setItem("molehill-settings", JSON.stringify(Object.fromEntries(chosen)));
        dispatchEvent(new StorageEvent("storage", { key: "molehill-settings" }));
    }, values);
}

const boxOf = async ({ page }, what) => page.locator(what).first().boundingBox();

/** How large pieces are drawn on the board. Found and measured at once, because a bot's move may take one away. */
const PIECE = "main .piece:not(.still)";
const scaleOf = ({ page }) =>
    page.evaluate((one) => {
        const piece = document.querySelector(one);
        const drawn = piece.ownerSVGElement.getScreenCTM().inverse().multiply(piece.getScreenCTM());
        return Math.hypot(drawn.a, drawn.b);
    }, PIECE);

for (const game of only("mole_rats"))
    test(`${game}: larger pieces are larger, the left hand has what it needs, and both are kept`, async ({ sit }) => {
        const one = await sit({ phone: true });
        const { page } = one;
        await playNow(one, game);
        await page.locator(PIECE).first().waitFor();
        expect(await scaleOf(one)).toBeCloseTo(1);
        expect((await boxOf(one, ".home")).x).toBeLessThan((await boxOf(one, ".tools")).x);
        await choose(one, ["pieces", "large"], ["hand", "left"]);
        for (const again of [false, true]) {
            if (again) await page.reload();
            await page.locator(PIECE).first().waitFor();
            await expect.poll(() => scaleOf(one)).toBeCloseTo(1.3);
            expect((await boxOf(one, ".home")).x).toBeGreaterThan((await boxOf(one, ".tools")).x);
            const [hint, bar] = [await boxOf(one, ".bar .always"), await boxOf(one, ".bar")];
            expect(hint.x + hint.width / 2, "under the left thumb").toBeLessThan(bar.x + bar.width / 2);
            expect((await boxOf(one, ".bar .always button")).height).toBeGreaterThanOrEqual(56);
        }
    });
