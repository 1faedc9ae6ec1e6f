// A server of its own for a run in the browser: any free port, an empty database, bots that do not wait.
import { execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../../..");
const BESIDE = join(ROOT, ".venv/beside"); // where make installs games of other packages
const MOLEHILL = process.env.MOLEHILL ?? join(ROOT, ".venv/bin/molehill");
const SETTINGS = [
    "bot_pause=0.02",
    "away_after=0", // pages set their own clock ahead
    "log_level=warning",
    // All people of all tests come from one address.
    "rate_calls=1000/second",
    "rate_connections=1000/minute",
    "tables_per_address=500",
    "workshop_processes=2", // as many tests run at a time
];

/** Start it with other settings besides or instead, or use the one at MOLEHILL_APP. Gives its address, how to stop it, and
 * what an operator's command prints. */
export async function serve(...settings) {
    if (process.env.MOLEHILL_APP && !settings.length)
        return { base: process.env.MOLEHILL_APP, stop: async () => undefined };
    if (!existsSync(MOLEHILL)) throw new Error(`${MOLEHILL} is not there: run make setup first`);
    const folder = mkdtempSync(join(tmpdir(), "molehill-"));
    const named = new Map([...SETTINGS, ...settings].map((setting) => [setting.split("=", 1)[0], setting]));
    const wanted = [...named.values()].flatMap((setting) => ["--set", setting]);
    const database = `sqlite:///${join(folder, "tables.db")}`;
    const server = spawn(MOLEHILL, ["serve", "--port", "0", "--database", database, ...wanted], {
        stdio: ["ignore", "inherit", "pipe"],
        env: { ...process.env, PYTHONPATH: BESIDE },
    });
    const gone = new Promise((resolve) => server.once("exit", resolve));
    const base = await Promise.race([addressOf(server), gone.then(() => null)]);
    if (!base) throw new Error("the server did not start");
    const stop = async () => {
        server.kill("SIGINT");
        await gone;
        rmSync(folder, { recursive: true, force: true });
    };
    const operate = async (...command) =>
        (await promisify(execFile)(MOLEHILL, [...command, "--database", database])).stdout;
    return { base, stop, operate };
}

/** What the server says on its way is passed on; the first address in it is its own. */
function addressOf(server) {
    return new Promise((resolve) => {
        createInterface({ input: server.stderr }).on("line", (line) => {
            const found = /https?:\/\/[\d.]+:\d+/.exec(line);
            if (found) resolve(found[0]);
            else process.stderr.write(`${line}\n`);
        });
    });
}
