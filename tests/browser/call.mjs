// Calls the function `answer` of a module with each number of the input. node call.mjs MODULE

import { readFile } from "node:fs/promises";

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), { env: {} });

function answer(number) {
    try {
        return instance.exports.answer(number);
    } catch (error) {
        return String(error);
    }
}

let text = "";
for await (const part of process.stdin) text += part;
process.stdout.write(JSON.stringify(JSON.parse(text).map(answer)));
