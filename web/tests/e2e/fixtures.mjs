// What every test in the browser has: a server, people at pages, a cable that can be cut.
import { expect, test as plain } from "@playwright/test";

import { line } from "./network.mjs";
import { person, settled } from "./people.mjs";
import { serve } from "./server.mjs";

export { expect };

/** A server for one test prepares only the game that is opened there. */
const AS_ASKED = "warm=false";

/** Whether nobody has secrets in a game, so that nothing is handed over. */
export async function isOpen(server, game) {
    return !(await (await fetch(`${server}/api/games/${game}`)).json()).secrets;
}

export const test = plain.extend({
    /** The address of the server that all tests share; start.mjs has started it. */
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from it what a fixture needs
    server: async ({}, use) => use(process.env.MOLEHILL_APP),

    /** The address of a server that lies below a path, and the path. */
    // eslint-disable-next-line no-empty-pattern -- as above
    below: async ({}, use) => {
        const path = "/games/molehill";
        const { base, stop } = await serve(AS_ASKED, `root_path=${path}`);
        await use({ base, path });
        await stop();
    },

    /** A server with somebody who runs it. */
    // eslint-disable-next-line no-empty-pattern -- as above
    operated: async ({}, use) => {
        const { base, stop, operate } = await serve(AS_ASKED);
        await use({ base, operate });
        await stop();
    },

    /** A server on this machine alone, and a network in which phones may be let in. */
    // eslint-disable-next-line no-empty-pattern -- as above
    house: async ({}, use) => {
        const { base, stop } = await serve(AS_ASKED, "phones=127.0.0.2");
        await use(base);
        await stop();
    },

    /** A cable to the server. */
    cable: async ({ server }, use) => {
        const cable = await line(server);
        await use(cable);
        cable.close();
    },

    /** Seats somebody at a page of their own. Nothing may happen in any page that should not. */
    sit: async ({ browser, server }, use, about) => {
        const people = [];
        await use(async ({ base = server, ...how } = {}) => {
            people.push(await person(browser, base, how));
            return people.at(-1);
        });
        // What failed already is not waited for.
        if (about.status === "passed") await Promise.all(people.map(settled));
        // What a test has changed in an answer may still be asked for, now and then; nobody hears of it any more.
        await Promise.all(people.map(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" })));
        const troubles = people.flatMap((one) => one.troubles);
        await Promise.all(people.map(({ page }) => page.context().close()));
        expect(troubles).toEqual([]);
    },
});

/** Keep what a test has counted with its result. */
export const tell = (description) => test.info().annotations.push({ type: "told", description });
