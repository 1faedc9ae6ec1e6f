// A move of a game that its rules forbid, tried on the board as a person would.
import { until } from "./people.mjs";
import { played } from "./played.mjs";
import { firstOpen, touch } from "./touches.mjs";

async function touchWrongly(one, forbidden) {
    const at = await one.page.evaluate(firstOpen, forbidden);
    if (at) await touch(one, at);
    return at !== null;
}

/** Whether the board of a game has something to touch that is no move. */
export const mayRefuse = (game) => !!(played(game).tryForbidden ?? played(game).forbidden);

/** Try what is forbidden, if there is such a thing on the board just now. Gives what the server said and what the page
 * shows. */
export async function refused(one, game) {
    const before = one.heard.length;
    const { tryForbidden, forbidden } = played(game);
    const tried = tryForbidden ? await tryForbidden(one) : forbidden && (await touchWrongly(one, forbidden));
    if (!tried) return null;
    const shown = await one.page.locator(".refusal").innerText();
    const said = await until(one, ({ heard }) => heard.slice(before).find(({ say }) => say === "refused"));
    return { said, shown };
}
