// The games' modules as the server hands them out, for tests that follow and decode as the app does.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const found = new Map();

/** The module of a game. */
export function moduleOf(server, game) {
    if (!found.has(game)) found.set(game, fetched(server, game));
    return found.get(game);
}

async function fetched(server, game) {
    const folder = mkdtempSync(join(tmpdir(), "molehill-modules-"));
    writeFileSync(join(folder, "package.json"), '{"type": "module"}');
    for (const name of [`${game}.js`, "runtime.js"])
        writeFileSync(join(folder, name), await (await fetch(`${server}/modules/${name}`)).text());
    const module = await import(join(folder, `${game}.js`));
    rmSync(folder, { recursive: true });
    return module;
}
