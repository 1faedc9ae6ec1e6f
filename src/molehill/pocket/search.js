// Bots in WebAssembly: the driver of the compiled search, as `bots/search.py` and `bots/advice.py` are in Python. It needs
// a game's `GAME.bots.wasm`. What it finds is the same as natively for the same number of simulations and the same word.

import { fromBase64, Unknown } from "./host.js";

const SEEN = 0; // which table of a desk is thought about
const ASIDE = 2;
const FIRST_SLICE = 16;
const SLICE = 10; // milliseconds between two looks at the clock

/** What one who thinks works with: a desk, a memory, a way of thinking. It is given back when nobody needs it any more. */
class Mind {
    constructor(rules, how, sims, word) {
        const { records, search, moves } = rules.facts;
        this.rules = rules;
        this.nodes = sims === null ? search.nodes : Math.min(search.nodes, 1 << Math.max(8, bitLength(2 * sims)));
        this.edges = Math.min(search.edges, this.nodes * Math.min(64, moves));
        this.sizes = {
            desk: records.desk.size,
            mind: records.mind.size,
            how: records.how.size,
            played: records.played.size,
            nodes: this.nodes * records.node.size,
            edges: this.edges * records.edge.size,
            results: 16,
        };
        const { room } = rules.desk;
        this.at = {};
        for (const [name, size] of Object.entries(this.sizes)) this.at[name] = room.lend(size);
        room.bytes(this.at.how, how.length).set(how);
        this.words("mind", "stamp")[0] = 1n;
        this.words("desk", "whims")[0] = word;
    }
    close() {
        for (const [name, size] of Object.entries(this.sizes)) this.rules.desk.room.giveBack(this.at[name], size);
    }
    /** A field of a record as words of 64 bits, or as real numbers. */
    words(record, field) {
        return new BigUint64Array(this.#buffer, this.at[record] + this.#places(record)[field], 1);
    }
    reals(record, field) {
        return new Float64Array(this.#buffer, this.at[record] + this.#places(record)[field], 1);
    }
    /** A whole number of 32 bits in the record of this number. */
    number(row, record, n, field) {
        const { size, places } = this.rules.facts.records[record];
        return new Int32Array(this.#buffer, this.at[row] + n * size + places[field], 1)[0];
    }
    total(n) {
        const { size, places } = this.rules.facts.records.edge;
        return new Float64Array(this.#buffer, this.at.edges + n * size + places.total, 1)[0];
    }
    /** Put a position on a table of the desk. */
    lay(position, table) {
        const { desk, facts } = this.rules;
        desk.lay(position.table, position.box.record);
        const { size } = facts.records.table;
        const place = this.at.desk + facts.records.desk.places.tables + table * size;
        desk.room.bytes(place, size).set(position.table);
    }
    /** The arguments of the compiled search, in the order in which it takes them. */
    get parts() {
        const { at, nodes, edges } = this;
        return [at.desk, 1, this.rules.desk.at.box, 1, at.mind, 1, at.nodes, nodes, at.edges, edges, at.how, 1];
    }
    get isCrowded() {
        const used = (field, size) => Number(this.words("mind", field)[0]) / size;
        return Math.max(used("nodes", this.nodes), used("edges", this.edges)) > 0.5;
    }
    /** Begin again: whatever has an older stamp counts as free. */
    forget() {
        this.words("mind", "nodes")[0] = this.words("mind", "edges")[0] = 0n;
        this.words("mind", "stamp")[0] += 1n;
    }
    get #buffer() {
        return this.rules.desk.room.memory.buffer;
    }
    #places(record) {
        return this.rules.facts.records[record].places;
    }
}

/** A bot of a level, which keeps what it has in mind from one decision to the next, as long as that is sound. `word` is
 * its luck, 64 bits; `sims` or `seconds` say how much `sharp` thinks about one move. */
export class Bot {
    constructor(rules, level, { word, sims = null, seconds = null }) {
        if (!Object.hasOwn(rules.facts.levels, level)) throw new Unknown(`there is no level ${level}`);
        if (!rules.desk.call.think) throw new Unknown("these are the rules alone; bots need the other module");
        this.rules = rules;
        this.level = level;
        const { levels, farsighted, search } = rules.facts;
        const long = level === "sharp" && (seconds !== null || (sims ?? search.sims) >= search.plenty);
        this.how = fromBase64(long ? farsighted : levels[level]);
        const own = Math.max(1, this.#way("sims"));
        this.seconds = level === "sharp" ? seconds : null;
        this.sims = this.seconds !== null ? null : level === "sharp" ? (sims ?? rules.facts.search.sims) : own;
        this.mind = new Mind(rules, this.how, this.sims, word);
        this.about = null;
    }
    /** Give back the memory. */
    close() {
        this.mind.close();
    }
    /** A move for a seat that owes a decision, from what the seat may know. A forced move takes no time. */
    choose(position, seat) {
        const veiled = position.veiled(seat);
        const legal = mustDecide(veiled, seat);
        if (legal.length === 1) return legal[0];
        const { mind } = this;
        if (this.#way("kind") === this.rules.facts.search.kind && this.#way("overlook") === 0)
            return mind.number("edges", "edge", this.#played(this.#search(veiled, seat)), "move");
        mind.lay(veiled, SEEN);
        return this.rules.desk.call.decide(...mind.parts, seat);
    }
    /** The best moves, in the order of their worth: how good the search finds each, what it gives up against the best, mean
     * score and points of games played on after it, how much of the search went into it, and what is expected next. */
    advise(position, seat, best) {
        const veiled = position.veiled(seat);
        const { found, judged } = this.#findings(veiled, seat, mustDecide(veiled, seat));
        const total = Math.max(
            1,
            found.reduce((sum, { visits }) => sum + visits, 0),
        );
        const worthOf = ({ mean }) => (1 + mean) / 2;
        const { sure, fairly } = this.rules.facts.search;
        return found.slice(0, Math.min(best, judged)).map((one) => {
            const { move, visits } = one;
            const share = visits / total;
            return {
                move,
                worth: worthOf(one),
                gives_up: worthOf(found[0]) - worthOf(one),
                sure: share >= sure ? "sure" : share >= fairly ? "fairly" : "close",
                ...this.#forecast(veiled, seat, move),
                share,
                line: [...this.#line(veiled, seat, move)],
            };
        });
    }
    #way(field) {
        const { places } = this.rules.facts.records.how;
        return new DataView(this.how.buffer).getFloat64(places[field], true);
    }
    /** Search from a veiled position; the place of the node where the seat decides. */
    #search(veiled, seat) {
        const { mind, rules } = this;
        const about = JSON.stringify([veiled.box.hash, seat, veiled.length]);
        if (about !== this.about || mind.isCrowded) mind.forget();
        this.about = about;
        mind.lay(veiled, SEEN);
        const think = (sims) => rules.desk.call.think(...mind.parts, seat, sims);
        if (this.sims !== null) return think(this.sims);
        const end = performance.now() + 1000 * this.seconds;
        for (let portion = FIRST_SLICE; ;) {
            const before = performance.now();
            const root = think(portion);
            const after = performance.now();
            if (after >= end) return root;
            const rate = portion / Math.max(after - before, 1e-3);
            portion = Math.max(1, Math.floor(rate * Math.min(SLICE, end - after)));
        }
    }
    #played(root) {
        const { at, nodes, edges } = this.mind;
        return this.rules.desk.call.played_edge(at.desk, 1, at.mind, 1, at.nodes, nodes, at.edges, edges, root);
    }
    #best(root) {
        const { at, nodes, edges } = this.mind;
        return this.rules.desk.call.best_edge(at.nodes, nodes, at.edges, edges, root);
    }
    /** The moves of a position, the best first, and how many were looked at often enough for a judgement. */
    #findings(veiled, seat, legal) {
        if (legal.length === 1) return { found: [{ move: legal[0], visits: 1, mean: 0 }], judged: 1 };
        const { mind } = this;
        const root = this.#search(veiled, seat);
        const first = mind.number("nodes", "node", root, "first");
        const found = Array.from({ length: mind.number("nodes", "node", root, "count") }, (_, n) => {
            const visits = mind.number("edges", "edge", first + n, "visits");
            const mean = visits ? mind.total(first + n) / visits : -1;
            return { move: mind.number("edges", "edge", first + n, "move"), visits, mean };
        });
        const enough = Math.max(...found.map(({ visits }) => visits)) / 4;
        const worth = ({ visits, mean }) => (visits >= enough ? mean : visits);
        const isEnough = ({ visits }) => Number(visits >= enough);
        found.sort((one, other) => isEnough(other) - isEnough(one) || worth(other) - worth(one));
        return { found, judged: found.filter(isEnough).length };
    }
    /** The mean score and points over games played on quickly after a move: the same luck for each. */
    #forecast(veiled, seat, move) {
        const { rules } = this;
        const { luck, tries, forecasts } = rules.facts.search;
        const mind = new Mind(rules, this.how, 1, BigInt(luck));
        try {
            mind.reals("how", "tries")[0] = Math.max(tries, this.#way("tries"));
            mind.lay(veiled, SEEN);
            const { at } = mind;
            const given = [at.desk, 1, rules.desk.at.box, 1, at.how, 1, at.played, 1, seat, move, forecasts];
            rules.desk.call.forecast(at.results, ...given);
            const [score, points] = new Float64Array(rules.desk.room.memory.buffer, at.results, 2);
            return { score, points };
        } finally {
            mind.close();
        }
    }
    /** What the search expects from this move on, in one possible truth, until chance decides something. */
    *#line(veiled, seat, number) {
        let position = veiled.redealt(seat, 0n);
        let actor = seat;
        for (let n = 0; n < this.rules.facts.search.line && number !== null; n++) {
            yield { seat: actor, move: number };
            ({ position } = position.play(actor, number));
            const { pending } = position;
            if (pending === "chance" || pending.length === 0) return;
            actor = pending.includes(seat) ? seat : pending[0];
            number = this.#expects(position.veiled(actor), actor);
        }
    }
    /** The move that the search expects of a seat that sees this; null if it can't say. */
    #expects(veiled, seat) {
        const legal = veiled.legal(seat);
        if (legal.length === 1) return legal[0];
        const { mind, rules } = this;
        const { size } = rules.facts.records.table;
        mind.lay(veiled, ASIDE);
        const tables = mind.at.desk + rules.facts.records.desk.places.tables + ASIDE * size;
        const place = rules.desk.call.look_up(tables, 1, 0, seat, mind.at.mind, 1, mind.at.nodes, mind.nodes);
        if (place < 0 || mind.number("nodes", "node", place, "visits") < rules.facts.search.trusted) return null;
        return mind.number("edges", "edge", this.#best(place), "move");
    }
}

/** The moves of a seat, which must owe a decision. */
function mustDecide(position, seat) {
    const legal = position.legal(seat);
    if (!legal.length) throw new Unknown(`seat ${seat} has nothing to decide now`);
    return legal;
}

function bitLength(number) {
    return 32 - Math.clz32(number);
}
