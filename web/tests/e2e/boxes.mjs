// Boxes for tests: in some a match ends soon, in others it surely goes on for a while.
import { expect } from "./fixtures.mjs";
import { played } from "./played.mjs";

/** The text of the shipped box file with other lines ("short" or "long"), as somebody might bring it; undefined if it
 * stays as it is. */
export async function boxOf(server, game, how) {
    const changes = played(game)[how];
    if (!changes) return undefined;
    const { box } = await (await fetch(`${server}/api/games/${game}`)).json();
    return changes.reduce((text, [usual, other]) => {
        expect(text, `the box of ${game} has other lines by now`).toMatch(usual);
        return text.replace(usual, other);
    }, `standard = false\n${box}`);
}
