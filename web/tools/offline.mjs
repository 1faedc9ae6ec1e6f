// Puts the service worker into the app: which files belong to this version, and a hash of each that has none in its name.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";

const HASHED = "assets/";
const PACKED = /\.(br|gz)$/;
const NAME = "sw.js";
const GAMES = join(import.meta.dirname, "../../src/molehill/games");
const PICTURE = "picture.svg";

/** @param {string} algorithm @param {"hex" | "base64"} form @param {import("node:crypto").BinaryLike} data */
const hash = (algorithm, form, data) => createHash(algorithm).update(data).digest(form);

/** The service worker for the files in a folder. @param {string} folder */
export async function serviceWorker(folder) {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = found
        .filter((file) => file.isFile() && !PACKED.test(file.name) && file.name !== NAME)
        .map((file) => relative(folder, join(file.parentPath, file.name)).split(sep).join("/"))
        .sort();
    /** @type {Record<string, string>} */
    const files = {};
    for (const path of paths)
        files[path] = path.startsWith(HASHED)
            ? ""
            : `sha256-${hash("sha256", "base64", await readFile(join(folder, path)))}`;
    const told = JSON.stringify(files);
    const source = await readFile(join(import.meta.dirname, NAME), "utf-8");
    return source
        .replace("{{version}}", hash("sha256", "hex", source + told).slice(0, 16))
        .replace('"{{files}}"', told);
}

/** @returns {import("vite").Plugin} */
export function offline() {
    let folder = "";
    return {
        name: "offline",
        apply: "build",
        // On line a server has the games' pictures; what is kept on a device, or lies with a web host, brings them along.
        async generateBundle() {
            for (const game of await readdir(GAMES)) {
                const source = await readFile(join(GAMES, game, PICTURE)).catch(() => null);
                if (source) this.emitFile({ type: "asset", fileName: `modules/${game}/${PICTURE}`, source });
            }
        },
        configResolved: (config) => void (folder = resolve(config.root, config.build.outDir)),
        closeBundle: {
            order: "pre",
            sequential: true,
            handler: async () => writeFile(join(folder, NAME), await serviceWorker(folder)),
        },
    };
}
