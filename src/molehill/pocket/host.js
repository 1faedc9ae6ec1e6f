// The host of a game's module in WebAssembly, for browsers and Node. It decides nothing: it hands numbers to the compiled
// rules and back. What numbers mean to people is in the game's module of moves, views and words (`docs/browser.md`).

const CHANCE = -1;
const EVERYBODY = -1;
const ALIGNED = 16;
const PAGE = 1 << 16;
const NUMBER = -1; // in an event: a number follows, not a row
const HEAD = 4; // kind, who may see it, clause, how many pairs

/** A move, an outcome or a setting that there is not. */
export class Unknown extends Error {}

// ---- memory ---------------------------------------------------------------------------------------------------------

/** The memory of a module: what is taken stays taken; what is lent, for those who come and go, is lent again. */
class Room {
    constructor(memory, start) {
        this.memory = memory;
        this.end = start;
        this.spare = new Map();
    }
    /** The address of so many bytes. */
    take(bytes) {
        const start = this.end;
        this.end += Math.ceil(bytes / ALIGNED) * ALIGNED;
        const missing = this.end - this.memory.buffer.byteLength;
        if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
        return start;
    }
    /** The address of so many bytes, all 0, until they are given back. */
    lend(size) {
        const start = this.spare.get(size)?.pop() ?? this.take(size);
        this.bytes(start, size).fill(0);
        return start;
    }
    giveBack(start, size) {
        this.spare.set(size, [...(this.spare.get(size) ?? []), start]);
    }
    bytes(start, size) {
        return new Uint8Array(this.memory.buffer, start, size);
    }
    /** Whole numbers of 32 bits. */
    numbers(start, count) {
        return new Int32Array(this.memory.buffer, start, count);
    }
}

/** What a module lets a host call, over the memory in which both find what they hand each other. */
class Desk {
    constructor(instance, room, facts) {
        this.call = instance.exports;
        this.room = room;
        this.facts = facts;
        const { records, seats } = facts;
        const places = {
            table: records.table.size,
            box: records.box.size,
            out: 4 * facts.room.moves,
            weight: 4 * facts.room.outcomes,
            log: 4 * (facts.room.events + 1),
            options: 8 * Math.max(1, facts.options.length),
            scores: 8 * seats[1],
            points: 8 * seats[1],
            rng: 8,
        };
        this.at = {};
        for (const [name, size] of Object.entries(places)) this.at[name] = room.take(size);
        this.box = null;
    }
    /** Lay a table and its box on the desk. */
    lay(table, box) {
        const { room, at } = this;
        room.bytes(at.table, table.length).set(table);
        if (this.box !== box) room.bytes(at.box, box.length).set(box);
        this.box = box;
    }
    table() {
        return this.room.bytes(this.at.table, this.facts.records.table.size).slice();
    }
    /** The events on the desk: kind, who may see it, clause, and what it tells. */
    events() {
        const log = this.room.numbers(this.at.log, this.facts.room.events + 1);
        const used = log[0];
        if (used > this.facts.room.events) throw new RangeError(`the events of one move need room for ${used} numbers`);
        const numbers = Array.from(log.subarray(1, used + 1));
        const events = [];
        for (let at = 0; at < used;) {
            const [kind, to, clause, count] = numbers.slice(at, at + HEAD);
            const pairs = at + HEAD;
            at = pairs + 2 * count;
            const told = [];
            for (let k = pairs; k < pairs + 2 * count; k += 2) {
                if (numbers[k] === NUMBER) told.push(numbers[k + 1]);
                else told.push(numbers.slice(at, (at += numbers[k])));
            }
            events.push({ kind, to, clause, told });
        }
        return events;
    }
}

// ---- rules ----------------------------------------------------------------------------------------------------------

/** A game's rules, from its module (`GAME.rules.wasm` or `GAME.bots.wasm`) and its facts (`GAME.json`). */
export async function load(module, facts) {
    let room;
    const env = { take: (bytes) => room.take(bytes) };
    const compiled = module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module);
    const instance = await WebAssembly.instantiate(compiled, { env });
    room = new Room(instance.exports.memory, instance.exports.heap.value);
    return new Rules(new Desk(instance, room, facts), facts);
}

export class Rules {
    constructor(desk, facts) {
        this.desk = desk;
        this.facts = facts;
        this.shipped = { ...facts.box, record: fromBase64(facts.box.record) };
    }
    /** The bytes in use in all, those of the whole memory, and how many blocks the rules have not given back. */
    get room() {
        const { end, memory } = this.desk.room;
        return { bytes: end, memory: memory.buffer.byteLength, blocks: this.desk.call.blocks() };
    }
    /** A box as the server sends it, or the shipped one. */
    box(told) {
        if (!told || told.hash === this.shipped.hash) return this.shipped;
        if (typeof told.record !== "string") throw new Unknown(`the record of box ${told.hash} is missing`);
        const record = fromBase64(told.record);
        if (record.length !== this.facts.records.box.size) throw new Unknown("that is not a box of this game");
        return { ...told, record };
    }
    /** A new game: the position at its start, and what has happened by then. */
    start(seats, options = {}, box = this.shipped) {
        const { desk, facts } = this;
        const [fewest, most] = facts.seats;
        if (!(Number.isInteger(seats) && seats >= fewest && seats <= most))
            throw new Unknown(`there are no ${seats} seats`);
        const { room, at, call } = desk;
        const chosen = this.options(options, seats);
        desk.lay(new Uint8Array(facts.records.table.size), box.record);
        const numbers = new BigInt64Array(room.memory.buffer, at.options, Math.max(1, facts.options.length));
        numbers.fill(0n);
        facts.options.forEach(({ name, values }, n) => (numbers[n] = BigInt(values.indexOf(chosen[name]))));
        room.numbers(at.log, 1)[0] = 0;
        call.setup(at.table, 1, 0, at.box, 1, seats, at.options, numbers.length, at.log, facts.room.events + 1);
        return {
            position: new Position(this, desk.table(), seats, chosen, box),
            events: desk.events(),
        };
    }
    /** All options with their values: those given, and defaults for the rest. */
    options(given, seats) {
        const chosen = {};
        for (const { name, values, default: usual, seat } of this.facts.options) {
            const value = Object.hasOwn(given, name) ? given[name] : usual;
            if (!values.includes(value) || (seat && typeof value === "number" && value > seats))
                throw new Unknown(`option ${name} can't be ${JSON.stringify(value)}`);
            chosen[name] = value;
        }
        for (const name of Object.keys(given))
            if (!Object.hasOwn(chosen, name)) throw new Unknown(`there is no option ${name}`);
        return chosen;
    }
}

/** A position of a game. It never changes: a move leads to another one. */
export class Position {
    constructor(rules, table, seats, options, box) {
        this.rules = rules;
        this.table = table;
        this.seats = seats;
        this.options = options;
        this.box = box;
    }
    /** Who owes a decision: seats, or "chance"; nobody when the game is over. */
    get pending() {
        const bits = this.#ask((call, at) => call.pending(at.table, 1, 0));
        if (bits === CHANCE) return "chance";
        return Array.from({ length: this.seats }, (_, seat) => seat).filter((seat) => (bits >> seat) & 1);
    }
    get over() {
        return this.pending.length === 0;
    }
    /** 0, or the number of the clause that forbids a move. */
    check(seat, move) {
        if (!Number.isInteger(move) || move < 0 || move >= this.rules.facts.moves)
            throw new Unknown(`there is no move ${move}`);
        return this.#ask((call, at) => call.check(at.table, 1, 0, at.box, 1, seat, move));
    }
    /** The numbers of the moves that a seat may make. */
    legal(seat) {
        const { pending } = this;
        if (pending === "chance" || !pending.includes(seat)) return [];
        const { room, at } = this.rules.desk;
        const most = this.rules.facts.room.moves;
        const count = this.#ask((call) => call.legal(at.table, 1, 0, at.box, 1, seat, at.out, most));
        return Array.from(room.numbers(at.out, count));
    }
    /** What chance can do now, each with its weight; empty when it is not chance's turn. */
    outcomes() {
        if (this.pending !== "chance") return { numbers: [], weights: [] };
        const { room, at } = this.rules.desk;
        const most = this.rules.facts.room.outcomes;
        const count = this.#ask((call) => call.outcomes(at.table, 1, 0, at.box, 1, at.out, most, at.weight, most));
        return {
            numbers: Array.from(room.numbers(at.out, count)),
            weights: Array.from(room.numbers(at.weight, count)),
        };
    }
    /** The position after a seat's move, and what happens by it. A move that is not allowed is an Unknown. */
    play(seat, move) {
        const clause = this.check(seat, move);
        if (clause) throw new Unknown(`clause ${clause} forbids move ${move} of seat ${seat}`);
        return this.#apply(seat, move);
    }
    /** The position after chance has brought this outcome, and what happens by it. */
    fall(outcome) {
        if (!this.outcomes().numbers.includes(outcome)) throw new Unknown(`chance can't bring outcome ${outcome} now`);
        return this.#apply(CHANCE, outcome);
    }
    /** The same position as a seat (null: a spectator) may know it. */
    veiled(seat) {
        this.#ask((call, at) => call.veil(at.table, 1, 0, at.box, 1, seat ?? CHANCE));
        return this.#after();
    }
    /** One possible truth of a veiled position. The generator is a word of 64 bits. */
    redealt(seat, word) {
        const { room, at } = this.rules.desk;
        new BigUint64Array(room.memory.buffer, at.rng, 1)[0] = word;
        this.#ask((call) => call.redeal(at.table, 1, 0, at.box, 1, seat, at.rng, 1));
        return this.#after();
    }
    /** The result for each seat; all 0 until the end. */
    get scores() {
        const { room, at } = this.rules.desk;
        this.#ask((call) => call.scores(at.table, 1, 0, at.box, 1, at.scores, this.seats));
        return Array.from(new Float64Array(room.memory.buffer, at.scores, this.seats));
    }
    /** The number on each seat's score sheet. */
    get points() {
        const { room, at } = this.rules.desk;
        this.#ask((call) => call.points(at.table, 1, 0, at.box, 1, at.points, this.seats));
        return Array.from(new BigInt64Array(room.memory.buffer, at.points, this.seats), Number);
    }
    /** How long the game has lasted, in its own unit. */
    get length() {
        return this.#ask((call, at) => call.length(at.table, 1, 0));
    }
    /** What a game's `view` is given: a veiled position as its module and `records.js` read it. */
    seen(seat, { layouts }, { record }, { tuple }) {
        const veiled = this.veiled(seat);
        const { pending } = veiled;
        return {
            t: record(layouts.table, veiled.table),
            box: record(layouts.box, this.box.record),
            seat,
            seats: this.seats,
            options: this.options,
            pending: pending === "chance" ? pending : tuple(pending),
            scores: veiled.scores,
            points: veiled.points,
            ended: veiled.over ? veiled.check(0, 0) : 0,
            edition: this.box.edition,
        };
    }
    #ask(question) {
        const { desk } = this.rules;
        desk.lay(this.table, this.box.record);
        return question(desk.call, desk.at);
    }
    #after() {
        return new Position(this.rules, this.rules.desk.table(), this.seats, this.options, this.box);
    }
    #apply(actor, move) {
        const { room, at } = this.rules.desk;
        room.numbers(at.log, 1)[0] = 0;
        const size = this.rules.facts.room.events + 1;
        this.#ask((call) => call.apply(at.table, 1, 0, at.box, 1, actor, move, at.log, size));
        return { position: this.#after(), events: this.rules.desk.events() };
    }
}

/** Whether a seat (null: a spectator) may see an event. */
export function maySee({ to }, seat) {
    return to === EVERYBODY || (seat !== null && ((to >> seat) & 1) === 1);
}

// ---- logs and dice --------------------------------------------------------------------------------------------------

/** The outcome on which a point from 0 up to 1 falls, when each takes as much room as its weight. */
export function drawn({ numbers, weights }, point) {
    const place = point * weights.reduce((one, other) => one + other, 0);
    let end = 0;
    for (let n = 0; n < numbers.length - 1; n++) {
        end += weights[n];
        if (place < end) return numbers[n];
    }
    return numbers[numbers.length - 1];
}

/** A log played again, move by move: before each its position, who makes it, its number, and what else chance could have
 * brought. `moves` is the game's module of moves; `box` is what the server says of a box that is not the shipped one. A
 * move that can't be made is an Unknown. */
export function* replay(rules, log, moves, box) {
    if (log.rules !== rules.facts.rules) throw new Unknown(`this log was made for version ${log.rules} of the rules`);
    const used = rules.box(box ?? log.box);
    if (used.hash !== log.box.hash) throw new Unknown("this log was played with another box");
    let { position } = rules.start(log.seats, log.options, used);
    for (const [actor, move] of log.moves) {
        const byChance = actor === "chance";
        const number = byChance ? moves.encode_outcome(move) : moves.encode(move);
        const outcomes = byChance ? position.outcomes() : null;
        const next = byChance ? position.fall(number) : position.play(actor, number);
        yield { position, actor, number, outcomes, events: next.events };
        position = next.position;
    }
    return position;
}

/** Every roll and draw of a log: the number of its move, what chance could bring, and what it brought. */
export function draws(rules, log, moves, box) {
    const found = [];
    let move = 0;
    for (const { outcomes, number } of replay(rules, log, moves, box)) {
        if (outcomes) found.push({ move, ...outcomes, fell: number });
        move += 1;
    }
    return found;
}

/** Bytes from base64. */
export function fromBase64(text) {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
