// What of others' work the app contains, with the licences: licences.json, beside the app.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export function licences() {
    return {
        name: "licences",
        generateBundle(_, bundle) {
            const files = Object.values(bundle).flatMap(contents);
            const folders = new Set(files.filter((file) => /[\\/]node_modules[\\/]/.test(file)).map(packageOf));
            const works = [...folders].map(describe).sort((one, other) => one.name.localeCompare(other.name));
            this.emitFile({ type: "asset", fileName: "licences.json", source: JSON.stringify(works, null, 2) });
        },
    };
}

/** The files that something of the app was made from: modules of which anything is left, fonts. */
function contents(part) {
    if (part.type === "asset") return part.originalFileNames.map((file) => resolve(file));
    return Object.entries(part.modules).flatMap(([file, { renderedLength }]) => (renderedLength ? [file] : []));
}

function packageOf(file) {
    let folder = dirname(file);
    while (!existsSync(join(folder, "package.json")) || !read(folder).name) folder = dirname(folder);
    return folder;
}

function describe(folder) {
    const { name, version, license: licence, author } = read(folder);
    const text = textOf(folder) ?? `Copyright ${author?.name ?? author}\n\n${known(licence)}`;
    return { name, version, licence, text };
}

function textOf(folder) {
    const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    return file && readFileSync(join(folder, file), "utf-8");
}

/** A licence that a package names and does not bring: one of web/licences, or the build ends here. */
const known = (licence) => readFileSync(join(import.meta.dirname, "../licences", `${licence}.txt`), "utf-8");

const read = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf-8"));
