// Calls translated functions with many arguments: [[function, arguments], ...] on the input, Python's `repr` of the
// results, or the kinds of the errors, on the output. node evaluate.mjs FOLDER MODULE

import { pathToFileURL } from "node:url";

const [folder, name] = process.argv.slice(2);
const module = await import(pathToFileURL(`${folder}/${name}.js`).href);
const { Raised, repr } = await import(pathToFileURL(`${folder}/runtime.js`).href);

function result([name, given]) {
    try {
        return repr(module[name](...given));
    } catch (error) {
        return error instanceof Raised ? `raises ${error.kind}` : `JavaScript's own ${error.stack}`;
    }
}

let text = "";
for await (const part of process.stdin) text += part;
process.stdout.write(JSON.stringify(JSON.parse(text).map(result)));
