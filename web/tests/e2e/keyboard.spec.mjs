// Without a mouse and without a finger: whole matches by keyboard alone.
import { boxOf } from "./boxes.mjs";
import { expect, tell, test } from "./fixtures.mjs";
import { playByKeys } from "./keys.mjs";
import { openTable, start } from "./people.mjs";
import { LONG, games, only } from "./played.mjs";

/** One game, and all of them in the long form. */
const WHOLE = LONG ? games() : only("honeymoon");
/** To any cell of the moon: an arrow that was in vain, and a place such as E13. How many cells a match takes, chance decides. */
const FARTHEST = 4;

const moves = ({ sent }) => sent.filter(({ do: what }) => what === "move").length;

for (const game of WHOLE)
    test(`${game}: a whole match by keyboard alone`, async ({ server, sit }) => {
        const one = await sit();
        await openTable(one, game, ["here", "bot"], { box: await boxOf(server, game, "short") });
        await start(one);
        const { keys, farthest } = await playByKeys(one);
        tell(`${keys} keys for ${moves(one)} moves, ${farthest} at most from one thing to another`);
        if (game === "honeymoon") expect(farthest).toBeLessThanOrEqual(FARTHEST);
    });
