// Bots in WebAssembly, in Node or in a browser: what they choose in recorded positions, what they advise, and how random
// games of theirs end.

const fromHex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));

async function digest(bytes) {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.slice()));
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The answers of a game's module, which is loaded by `host.js` and driven by `search.js`. */
export async function think({ load, Position }, { Bot }, wasm, facts, { choices = [], advice = [], series = [] }) {
    const rules = await load(wasm, facts);

    function at({ table, seats, box }) {
        return new Position(rules, fromHex(table), seats, {}, rules.box(box ?? undefined));
    }

    /** The moves that one bot chooses, one after the other: what it has learned it keeps. */
    function choose({ level, word, sims, positions }) {
        const bot = new Bot(rules, level, { word: BigInt(word), sims });
        const chosen = positions.map((position) => bot.choose(at(position), position.seat));
        bot.close();
        return chosen;
    }

    function advise({ word, sims, best, ...position }) {
        const bot = new Bot(rules, "sharp", { word: BigInt(word), sims });
        const advice = bot.advise(at(position), position.seat, best);
        bot.close();
        return advice;
    }

    /** Digests of the tables at the end of whole games between seats that move at random, played by the compiled loop. */
    async function ends({ seats, options, seed, first, count, box, table }) {
        const { room, call, at: desk } = rules.desk;
        const { mind } = new Bot(rules, "random", { word: 0n });
        const way = mind.rules.desk.room.bytes(mind.at.how, facts.records.how.size).slice();
        const sizes = [seats * way.length, 32, 8 * options.length];
        const [hows, series, chosen] = sizes.map((size) => room.lend(size));
        for (let seat = 0; seat < seats; seat++) room.bytes(hows + seat * way.length, way.length).set(way);
        new BigInt64Array(room.memory.buffer, chosen, options.length).set(options.map(BigInt));
        rules.desk.lay(new Uint8Array(facts.records.table.size), rules.box(box ?? undefined).record);
        const { size } = facts.records.table;
        const found = [];
        for (let game = first; game < first + count; game++) {
            new BigInt64Array(room.memory.buffer, series, 4).set([seed, game, 0, 100_000].map(BigInt));
            const { at, nodes, edges } = mind;
            const work = [at.desk, 1, desk.box, 1, at.mind, 1, at.nodes, nodes, at.edges, edges];
            call.tournament(...work, hows, seats, chosen, options.length, series, 1, at.played, 1);
            const end = room.bytes(at.desk + facts.records.desk.places.tables + table * size, size);
            found.push(await digest(end));
        }
        mind.close();
        [hows, series, chosen].forEach((start, n) => room.giveBack(start, sizes[n]));
        return found;
    }

    /** How much memory there is in use after each piece of work. */
    const rooms = [];
    const noted = (answer) => {
        rooms.push(rules.room);
        return answer;
    };
    const told = { choices: choices.map((one) => noted(choose(one))), advice: advice.map(advise), ends: [] };
    for (const one of series) told.ends.push(noted(await ends(one)));
    return { ...told, rooms };
}
