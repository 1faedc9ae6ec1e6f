// Makes the recorded calls of a translated game: the recording comes as JSON on the input, the answers go back as JSON.
// node answer.mjs FOLDER GAME

import { pathToFileURL } from "node:url";

const [folder, name] = process.argv.slice(2);
const module = async (file) => import(pathToFileURL(`${folder}/${file}.js`).href);
const game = await module(name);
const { record } = await module("records");
const { Raised, tuple } = await module("runtime");

/** Words that say which message was asked for, with which parameters. */
class Echo {
    constructor(messages) {
        this.messages = new Set(messages);
    }
    has(message) {
        return this.messages.has(message);
    }
    say(message, parameters = {}) {
        return `${message}${JSON.stringify(Object.entries(parameters))}`;
    }
}

function received(value) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, "seen")) return value;
    const { t, box, pending, ...rest } = value.seen;
    const bytes = (text) => Uint8Array.from(Buffer.from(text, "base64"));
    return {
        ...rest,
        t: record(game.layouts.table, bytes(t)),
        box: record(game.layouts.box, bytes(box)),
        pending: pending === null ? "chance" : tuple(pending),
    };
}

const OURS = ["Malformed", "Refused", "Unknown", "BadBox", "BadLog", "MolehillError"];

function answer({ name, given, words }) {
    const parts = given.map(received);
    if (words) parts.push(echo);
    try {
        const found = game[name](...parts);
        if (name === "follow") return parts[0];
        return name === "event" ? found : { is: found };
    } catch (error) {
        if (!(error instanceof Raised)) return { error: `JavaScript's own ${error.stack}` };
        return { error: error.kind, message: OURS.includes(error.kind) ? error.message : null };
    }
}

let text = "";
for await (const part of process.stdin) text += part;
const { shared, calls } = JSON.parse(text);
const echo = new Echo(shared.words);
const constants = {
    events: [...game.EVENTS.pairs()].map(([kind, [event, fields]]) => [kind, event, Object.keys(fields)]),
    shows: [...game.SHOWS].sort((one, other) => one - other),
    chapter: game.CHAPTER,
};
process.stdout.write(JSON.stringify({ constants, answers: calls.map(answer) }));
