// Before all tests: the server that they share, ready for every game. A page whose clock stands still would wait for that for
// ever, and a server for each worker would prepare everything again.
import { expect } from "@playwright/test";

import { PATIENCE } from "./people.mjs";
import { games } from "./played.mjs";
import { serve } from "./server.mjs";

export default async function start() {
    const { base, stop } = await serve();
    try {
        for (const game of games()) await prepared(base, game);
    } catch (trouble) {
        await stop();
        throw trouble;
    }
    process.env.MOLEHILL_APP = base; // workers inherit it
    return stop;
}

/** As soon as a server that has just started is ready for a game. */
async function prepared(base, game) {
    const address = `${base}/api/games/${game}/preparation`;
    const share = async () => (await (await fetch(address)).json()).bots;
    await expect.poll(share, { intervals: [100], timeout: PATIENCE }).toBe(1);
}
