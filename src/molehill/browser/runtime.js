// Python's behaviour in JavaScript, as far as games need it: `molehill.browser` writes calls of these functions.
//
// A list is an array, a tuple a Tuple. A dict with texts as keys is a plain object, as in JSON; any other is a Dict.
// None is null. A whole number is a number while that is exact, otherwise a BigInt. A float that happens to be whole is
// a Float, so that it stays a float. Anything that would behave differently from Python raises an error.

export class Raised extends Error {
    constructor(kind, message = "") {
        super(message);
        this.name = this.kind = kind;
    }
}

export class Keywords {
    constructor(given) {
        Object.assign(this, given);
    }
}

export class Tuple extends Array {}

/** A float without a fraction: 2.0, where JavaScript would write 2. It counts as a number wherever one is expected. */
export class Float extends Number {}

const raise = (kind, message) => {
    throw new Raised(kind, message);
};

// ---- what a value is -------------------------------------------------------------------------------------------------

const isTuple = (value) => value instanceof Tuple;
const isList = (value) => Array.isArray(value) && !isTuple(value);
const isText = (value) => typeof value === "string";
const isPlain = (value) => {
    if (value === null || typeof value !== "object") return false;
    const kind = Object.getPrototypeOf(value);
    return kind === Object.prototype || kind === null;
};
const isMapping = (value) => isPlain(value) || value instanceof Dict;
const isInteger = (value) => typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value));
const isNumber = (value) => typeof value === "number" || typeof value === "bigint" || value instanceof Float;

const KINDS = {
    bool: (value) => typeof value === "boolean",
    dict: isMapping,
    float: (value) => value instanceof Float || (typeof value === "number" && !Number.isSafeInteger(value)),
    int: (value) => isInteger(value) || typeof value === "boolean",
    list: isList,
    str: isText,
    tuple: isTuple,
};
const is = (value, ...kinds) => kinds.some((kind) => KINDS[kind](value));
export { is };

const kindOf = (value) =>
    value === null ? "NoneType" : (Object.keys(KINDS).find((kind) => KINDS[kind](value)) ?? "object");

export function truth(value) {
    if (typeof value === "boolean") return value;
    if (value === undefined) raise("UnboundLocalError", "a variable has no value yet");
    if (value === null || value === 0 || value === "" || value === 0n) return false;
    if (value instanceof Float) return value.valueOf() !== 0;
    if (Array.isArray(value)) return value.length > 0;
    if (value instanceof Dict || value instanceof PySet) return value.size > 0;
    if (isPlain(value)) return Object.keys(value).length > 0;
    return true;
}

// ---- dicts and sets --------------------------------------------------------------------------------------------------

/** A value that is the same for equal keys, such as 1, True and 1.0. */
function hash(key) {
    if (typeof key === "boolean" || key instanceof Float) return Number(key);
    if (typeof key === "bigint") return small(key);
    if (isTuple(key)) return `tuple ${JSON.stringify(key.map((part) => `${typeof hash(part)} ${hash(part)}`))}`;
    if (key !== null && typeof key === "object") return raise("TypeError", `unhashable type: '${kindOf(key)}'`);
    return isText(key) ? `text ${key}` : key;
}

export class Dict {
    constructor(pairs = []) {
        this.map = new Map();
        for (const [key, value] of pairs) this.set(key, value);
    }
    get size() {
        return this.map.size;
    }
    has(key) {
        return this.map.has(hash(key));
    }
    get(key) {
        return this.map.get(hash(key))[1];
    }
    set(key, value) {
        const old = this.map.get(hash(key));
        this.map.set(hash(key), [old ? old[0] : key, value]);
    }
    delete(key) {
        this.map.delete(hash(key));
    }
    pairs() {
        return [...this.map.values()].map(([key, value]) => [key, value]);
    }
    toJSON() {
        return Object.fromEntries(this.pairs());
    }
}

export class PySet {
    constructor(items = []) {
        this.map = new Map();
        for (const item of items) this.add(item);
    }
    get size() {
        return this.map.size;
    }
    has(item) {
        return this.map.has(hash(item));
    }
    add(item) {
        if (!this.has(item)) this.map.set(hash(item), item);
    }
    delete(item) {
        this.map.delete(hash(item));
    }
    [Symbol.iterator]() {
        return this.map.values();
    }
}

/** Whether an object keeps this key in order: it puts keys that look like numbers first, and `__proto__` is special. */
const isPlainKey = (key) => isText(key) && !/^(0|[1-9]\d*)$/.test(key) && key !== "__proto__";

export const pairs = (mapping) =>
    mapping instanceof Dict ? mapping.pairs() : isPlain(mapping) ? Object.entries(mapping) : [...each(mapping)];

export function dict(source = []) {
    const found = pairs(source);
    return found.every(([key]) => isPlainKey(key)) ? Object.fromEntries(found) : new Dict(found);
}

export const set = (items = []) => new PySet(unordered(items));
export const frozenset = set;

const has = (mapping, key) =>
    mapping instanceof Dict ? mapping.has(key) : (hash(key), isText(key) && Object.hasOwn(mapping, key));

// ---- going through things --------------------------------------------------------------------------------------------

export function each(value) {
    if (isText(value) || Array.isArray(value)) return value;
    if (value instanceof Dict) return value.pairs().map(([key]) => key);
    if (isPlain(value)) return Object.keys(value);
    if (value instanceof PySet && value.size > 1) raise("NotTranslated", "a set has another order in Python: sort it");
    if (value !== null && typeof value === "object" && Symbol.iterator in value) return value;
    return raise("TypeError", `'${kindOf(value)}' object is not iterable`);
}

/** The same where order does not matter. */
const unordered = (value) => (value instanceof PySet ? value : each(value));

export const iter = (value) => each(value)[Symbol.iterator]();
export const list = (value = []) => [...each(value)];
export const tuple = (value = []) => Tuple.from(each(value));
export const reversed = (value) => [...each(value)].reverse().values();

export function next(iterator, ...other) {
    if (typeof iterator?.next !== "function") raise("TypeError", `'${kindOf(iterator)}' object is not an iterator`);
    const { done, value } = iterator.next();
    if (!done) return value;
    return other.length ? other[0] : raise("StopIteration", "");
}

export function range(first, end, step = 1) {
    if (end === undefined) [first, end] = [0, first];
    if (step === 0) raise("ValueError", "range() arg 3 must not be zero");
    const found = [];
    for (let n = first; step > 0 ? n < end : n > end; n += step) found.push(n);
    return found;
}

export function* enumerate(value, first = 0) {
    for (const item of each(value)) yield Tuple.of(first++, item);
}

export function* map(work, value) {
    for (const item of each(value)) yield work(item);
}

export function* zip(...values) {
    const strict = values.at(-1) instanceof Keywords && values.pop().strict;
    const rows = values.map((value) => [...each(value)]);
    const length = Math.min(...rows.map((row) => row.length));
    if (strict && rows.some((row) => row.length !== length)) raise("ValueError", "zip() arguments differ in length");
    for (const n of range(rows.length ? length : 0)) yield Tuple.from(rows, (row) => row[n]);
}

export function* pairwise(value) {
    const items = [...each(value)];
    for (const n of range(items.length - 1)) yield Tuple.of(items[n], items[n + 1]);
}

export function unpack(value, count, star) {
    const items = [...each(value)];
    if (star < 0 && items.length === count) return items;
    if (star < 0 || items.length < count - 1) raise("ValueError", `${items.length} values for ${count} names`);
    const rest = items.length - (count - 1);
    return [...items.slice(0, star), items.slice(star, star + rest), ...items.slice(star + rest)];
}

export function all(value) {
    for (const item of unordered(value)) if (!truth(item)) return false;
    return true;
}

export function any(value) {
    for (const item of unordered(value)) if (truth(item)) return true;
    return false;
}

export function sum(value, start = 0) {
    for (const item of unordered(value)) start = add(start, item);
    return start;
}

const outermost = (name, wins) =>
    function (...values) {
        const { key = (item) => item, default: other } = values.at(-1) instanceof Keywords ? values.pop() : {};
        const items = values.length === 1 ? [...unordered(values[0])] : values;
        if (!items.length)
            return other === undefined ? raise("ValueError", `${name}() arg is an empty sequence`) : other;
        return items
            .map((item) => [key(item), item])
            .reduce((best, one) => (wins(order(one[0], best[0])) ? one : best))[1];
    };
export const max = outermost("max", (sign) => sign > 0);
export const min = outermost("min", (sign) => sign < 0);

export function sorted(value, { key = (item) => item, reverse = false } = {}) {
    const keyed = [...unordered(value)].map((item) => [key(item), item]);
    keyed.sort(([one], [other]) => (truth(reverse) ? order(other, one) : order(one, other)));
    return keyed.map(([, item]) => item);
}

// ---- comparing -------------------------------------------------------------------------------------------------------

const plain = (value) => (typeof value === "boolean" || value instanceof Float ? Number(value) : value);

export function eq(one, other) {
    [one, other] = [plain(one), plain(other)];
    if (one === other) return true;
    if (isNumber(one) && isNumber(other)) return one == other; // a number and a BigInt
    if (Array.isArray(one) && Array.isArray(other)) {
        const alike = isTuple(one) === isTuple(other) && one.length === other.length;
        return alike && one.every((item, n) => eq(item, other[n]));
    }
    if (one instanceof PySet && other instanceof PySet)
        return one.size === other.size && all([...one].map((x) => other.has(x)));
    if (!isMapping(one) || !isMapping(other)) return false;
    const found = pairs(one);
    return (
        found.length === pairs(other).length &&
        found.every(([key, value]) => has(other, key) && eq(value, get(other, key)))
    );
}

export function order(one, other) {
    [one, other] = [plain(one), plain(other)];
    if (isNumber(one) && isNumber(other)) return one < other ? -1 : one > other ? 1 : 0;
    if (isText(one) && isText(other)) return orderOfTexts(one, other);
    if (Array.isArray(one) && Array.isArray(other) && isTuple(one) === isTuple(other)) {
        const differs = one.findIndex((item, n) => n >= other.length || !eq(item, other[n]));
        if (differs < 0 || differs >= other.length) return one.length - other.length;
        return order(one[differs], other[differs]);
    }
    return raise("TypeError", `no order between '${kindOf(one)}' and '${kindOf(other)}'`);
}

/** Compares by letters; JavaScript compares halves of letters beyond the basic plane. */
function orderOfTexts(one, other) {
    if (!isWide(one) && !isWide(other)) return one < other ? -1 : one > other ? 1 : 0;
    const points = (text) => [...text].map((letter) => letter.codePointAt(0));
    return order(points(one), points(other));
}

function in_(item, container) {
    if (isText(container))
        return isText(item) ? container.includes(item) : raise("TypeError", "'in <string>' requires string");
    if (container instanceof PySet || typeof container?.has === "function") return container.has(item);
    if (isMapping(container)) return has(container, item);
    for (const one of each(container)) if (eq(one, item)) return true;
    return false;
}
export { in_ as in };

// ---- items -----------------------------------------------------------------------------------------------------------

/** Whether a text has letters that JavaScript counts as two units. */
const isWide = (text) => /[\ud800-\udfff]/.test(text);
const letters = (text) => (isWide(text) ? [...text] : text);

export function len(value) {
    if (isText(value)) return letters(value).length;
    if (Array.isArray(value)) return value.length;
    if (isMapping(value)) return pairs(value).length;
    return value?.size ?? value?.length ?? raise("TypeError", `object of type '${kindOf(value)}' has no len()`);
}

function place(length, index) {
    index = plain(index);
    if (!isInteger(index)) raise("TypeError", `indices must be integers, not ${kindOf(index)}`);
    const at = Number(index) < 0 ? Number(index) + length : Number(index);
    return at >= 0 && at < length ? at : raise("IndexError", "index out of range");
}

export function get(container, key) {
    if (Array.isArray(container)) return container[place(container.length, key)];
    if (isText(container)) return letters(container)[place(len(container), key)];
    if (isMapping(container)) {
        if (!has(container, key)) raise("KeyError", repr(key));
        return container instanceof Dict ? container.get(key) : container[key];
    }
    return typeof container?.item === "function"
        ? container.item(key)
        : raise("TypeError", `'${kindOf(container)}' has no items`);
}

export function put(value, container, key) {
    if (isList(container)) container[place(container.length, key)] = value;
    else if (container instanceof Dict) container.set(key, value);
    else if (!isPlain(container)) raise("TypeError", `'${kindOf(container)}' does not support item assignment`);
    else if (isPlainKey(key) || (isText(key) && Object.hasOwn(container, key))) container[key] = value;
    else raise("NotTranslated", `an object can't keep the key ${repr(key)} in its place`);
}

export function remove(container, key) {
    get(container, key);
    if (isList(container)) container.splice(place(container.length, key), 1);
    else if (container instanceof Dict) container.delete(key);
    else if (isPlain(container)) delete container[key];
    else raise("TypeError", `'${kindOf(container)}' does not support item deletion`);
}

export function slice(value, low, high, step) {
    const whole = letters(value);
    const stride = step ?? 1;
    if (stride === 0) raise("ValueError", "slice step cannot be zero");
    const edge = (given, other, least, most) =>
        given === null ? other : Math.min(Math.max(given < 0 ? given + whole.length : given, least), most);
    const [least, most] = stride > 0 ? [0, whole.length] : [-1, whole.length - 1];
    const first = edge(low, stride > 0 ? least : most, least, most);
    const end = edge(high, stride > 0 ? most : least, least, most);
    const found = range(first, end, stride).map((n) => whole[n]);
    return isText(value) ? found.join("") : isTuple(value) ? Tuple.from(found) : found;
}

/** A field of a table, a box or `seen`; or a method as a value, bound to its object. */
export function attribute(value, name, method) {
    if (
        method &&
        (isText(value) || isNumber(value) || Array.isArray(value) || isMapping(value) || value instanceof PySet)
    )
        return (...given) => method(value, ...given);
    const found = value === null || value === undefined ? undefined : value[name];
    if (found === undefined) raise("AttributeError", `'${kindOf(value)}' object has no attribute '${name}'`);
    return typeof found === "function" ? found.bind(value) : found;
}

// ---- numbers ---------------------------------------------------------------------------------------------------------

const small = (big) => (big >= Number.MIN_SAFE_INTEGER && big <= Number.MAX_SAFE_INTEGER ? Number(big) : big);
const isFloat = (value) => value instanceof Float || (typeof value === "number" && !Number.isSafeInteger(value));
const asFloat = (value) => (Number.isSafeInteger(value) ? new Float(value) : value);

/** A number for arithmetic, or an error as Python raises it. */
const number = (value) =>
    isNumber(value) || typeof value === "boolean" ? value : raise("TypeError", "unsupported operand");

/** An operation on whole numbers, exact at any size, and on floats. */
const arithmetic =
    (quick, exact, ofFloats = quick) =>
    (one, other) => {
        if (isFloat(number(one)) || isFloat(number(other))) return asFloat(ofFloats(Number(one), Number(other)));
        if (typeof one !== "bigint" && typeof other !== "bigint") {
            const found = quick(Number(one), Number(other));
            if (Number.isSafeInteger(found)) return found;
        }
        return small(exact(BigInt(one), BigInt(other)));
    };

const divisor = (value) => (value == 0 ? raise("ZeroDivisionError", "division by zero") : value);

/** The remainder, with the sign of the divisor; in JavaScript it has that of the dividend. */
function modulo(one, other) {
    const rest = one % divisor(other);
    if (!rest) return typeof rest === "bigint" ? rest : other < 0 ? -0 : 0;
    return rest < 0 !== other < 0 ? rest + other : rest;
}

/** Division as in Python: 1 // 0.1 is 9, because 0.1 is a little more than a tenth. */
function floorOfFloats(one, other) {
    const found = (one - modulo(one, other)) / other;
    if (found === 0) return (one / other) * 0; // with its sign
    return found - Math.floor(found) > 0.5 ? Math.floor(found) + 1 : Math.floor(found);
}

const plus = arithmetic(
    (a, b) => a + b,
    (a, b) => a + b,
);
const minus = arithmetic(
    (a, b) => a - b,
    (a, b) => a - b,
);
const times = arithmetic(
    (a, b) => a * b,
    (a, b) => a * b,
);
export const floordiv = arithmetic(
    (a, b) => Math.floor(a / divisor(b)),
    (a, b) => (a - modulo(a, b)) / b,
    floorOfFloats,
);
export const mod = arithmetic(modulo, modulo);
export const div = (one, other) => asFloat(Number(number(one)) / divisor(Number(number(other))));
export const divmod = (one, other) => Tuple.of(floordiv(one, other), mod(one, other));

export function pow(one, other) {
    if (isFloat(number(one)) || isFloat(number(other)) || other < 0) return asFloat(Number(one) ** Number(other));
    return small(BigInt(one) ** BigInt(other));
}

export const neg = (value) => (isFloat(number(value)) ? asFloat(-Number(value)) : minus(0, value));
export const abs = (value) => (value < 0 ? neg(value) : isFloat(number(value)) ? value : plus(0, value));

const isShort = (value) => typeof value === "number" && value === (value | 0);
const bitwise = (quick, exact) => (one, other) => {
    if (typeof one === "boolean" && typeof other === "boolean") return Boolean(quick(one, other));
    if (isFloat(number(one)) || isFloat(number(other))) raise("TypeError", "unsupported operand type(s): 'float'");
    [one, other] = [plain(one), plain(other)];
    return isShort(one) && isShort(other) ? quick(one, other) : small(exact(BigInt(one), BigInt(other)));
};
const bitAnd = bitwise(
    (a, b) => a & b,
    (a, b) => a & b,
);
const bitOr = bitwise(
    (a, b) => a | b,
    (a, b) => a | b,
);
const bitXor = bitwise(
    (a, b) => a ^ b,
    (a, b) => a ^ b,
);
const shift = (quick, exact) => (one, other) => {
    if (other < 0) raise("ValueError", "negative shift count");
    [one, other] = [plain(one), plain(other)];
    return isShort(one) && other < 22 ? quick(one, other) : small(exact(BigInt(one), BigInt(other)));
};
export const lshift = shift(
    (a, b) => a * 2 ** b,
    (a, b) => a << b,
);
export const rshift = shift(
    (a, b) => a >> b,
    (a, b) => a >> b,
);
export const invert = (value) => small(~BigInt(value));

const ofNumber = (work) => (value) => asFloat(work(Number(number(value))));
export const sin = ofNumber(Math.sin);
export const cos = ofNumber(Math.cos);
export const sqrt = ofNumber(Math.sqrt);
export const floor = (value) => Math.floor(Number(number(value)));
export const ceil = (value) => Math.ceil(Number(number(value)));

export function round(value, digits) {
    if (!isFloat(number(value))) return plus(0, value);
    const [exact, places] = [Number(value), digits ?? 0];
    if (!(places >= 0)) raise("NotTranslated", "round to a negative number of digits");
    // toFixed is exact, but goes away from zero at a half, where Python goes to the even digit. A half has one digit
    // more, and only a number with few enough binary digits is exactly one.
    const more = exact.toFixed(places + 1);
    const isHalf = more.endsWith("5") && Number.isInteger(exact * 2 ** (places + 1));
    const isEven = "02468".includes(more.replace(".", "").at(-2));
    const found = Number(isHalf && isEven ? more.slice(0, -1) : exact.toFixed(places));
    return digits === undefined ? found + 0 : asFloat(found);
}

/** The value of a digit: the digits of every script are in runs of ten that start with zero. */
function digitOf(letter) {
    let point = letter.codePointAt(0);
    while (/\p{Nd}/u.test(String.fromCodePoint(point - 1))) point--;
    return (letter.codePointAt(0) - point) % 10;
}

export function int(value = 0) {
    if (!isText(value)) return isFloat(number(value)) ? Math.trunc(Number(value)) : plus(0, value);
    const found = /^([-+]?)(\p{Nd}+(?:_\p{Nd}+)*)$/u.exec(m_strip(value));
    if (!found) raise("ValueError", `invalid literal for int() with base 10: ${repr(value)}`);
    const size = BigInt([...found[2].replaceAll("_", "")].map(digitOf).join(""));
    return small(found[1] === "-" ? -size : size);
}

export const float = (value = 0) => asFloat(Number(number(value)));
export const bool = (value = false) => truth(value);

// ---- operators that collections also have ----------------------------------------------------------------------------

export function add(one, other) {
    if (isText(one) && isText(other)) return one + other;
    if (isList(one) && isList(other)) return [...one, ...other];
    if (isTuple(one) && isTuple(other)) return Tuple.of(...one, ...other);
    return plus(one, other);
}

export function iadd(one, other) {
    if (!isList(one)) return add(one, other);
    one.push(...each(other));
    return one;
}

export function mul(one, other) {
    if (isText(other) || Array.isArray(other)) [one, other] = [other, one];
    if (isText(one)) return one.repeat(Math.max(0, other));
    if (!Array.isArray(one)) return times(one, other);
    const found = range(other).flatMap(() => [...one]);
    return isTuple(one) ? Tuple.from(found) : found;
}

export const sub = (one, other) =>
    one instanceof PySet ? set([...one].filter((item) => !other.has(item))) : minus(one, other);
export const xor = bitXor;
const and = (one, other) =>
    one instanceof PySet ? set([...one].filter((item) => other.has(item))) : bitAnd(one, other);

function or(one, other) {
    if (one instanceof PySet) return set([...one, ...other]);
    return isMapping(one) && isMapping(other) ? dict([...pairs(one), ...pairs(other)]) : bitOr(one, other);
}

function ior(one, other) {
    if (!isMapping(one)) return or(one, other);
    for (const [key, value] of pairs(other)) put(value, one, key);
    return one;
}

export { and, or, ior, and as iand };
export {
    div as idiv,
    floordiv as ifloordiv,
    lshift as ilshift,
    mod as imod,
    mul as imul,
    pow as ipow,
    rshift as irshift,
    sub as isub,
    xor as ixor,
};

// ---- texts -----------------------------------------------------------------------------------------------------------

export const ord = (letter) =>
    len(letter) === 1 ? letter.codePointAt(0) : raise("TypeError", "ord() expected a character");
export const chr = (point) => String.fromCodePoint(point);
export const str = (value = "") => (isText(value) ? value : value instanceof Raised ? value.message : repr(value));

export function repr(value) {
    if (value === null) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    if (isText(value)) return reprOfText(value);
    if (isFloat(value)) return reprOfFloat(Number(value));
    if (isNumber(value)) return BigInt(value).toString();
    const inside = (items) => [...items].map(repr).join(", ");
    if (isTuple(value)) return value.length === 1 ? `(${repr(value[0])},)` : `(${inside(value)})`;
    if (isList(value)) return `[${inside(value)}]`;
    if (isMapping(value))
        return `{${pairs(value)
            .map(([key, item]) => `${repr(key)}: ${repr(item)}`)
            .join(", ")}}`;
    return raise("NotTranslated", `no text for ${kindOf(value)}`);
}

function reprOfFloat(value) {
    if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf";
    const [digits, power] = value.toExponential().split("e");
    if (value !== 0 && (power < -4 || power >= 16)) return `${digits}e${power[0]}${power.slice(1).padStart(2, "0")}`;
    if (Object.is(value, -0)) return "-0.0";
    return Number.isInteger(value) ? `${value}.0` : String(value);
}

const ESCAPES = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function reprOfText(value) {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
    const escaped = [...value].map((letter) => {
        if (letter === quote) return `\\${quote}`;
        if (letter in ESCAPES) return ESCAPES[letter];
        if (letter === " " || !/[\p{C}\p{Z}]/u.test(letter)) return letter;
        const point = letter.codePointAt(0);
        const hex = point.toString(16);
        return point < 256
            ? `\\x${hex.padStart(2, "0")}`
            : point < 65536
              ? `\\u${hex.padStart(4, "0")}`
              : `\\U${hex.padStart(8, "0")}`;
    });
    return quote + escaped.join("") + quote;
}

/** Whole numbers in an f-string: `d`, `02d`, `3d`, `+d`. */
export function format(value, form) {
    if (!KINDS.int(value)) raise("ValueError", `Unknown format code 'd' for object of type '${kindOf(value)}'`);
    const [, plusSign, zero, width] = /^(\+?)(0?)(\d*)d$/.exec(form);
    const sign = value < 0 ? "-" : plusSign;
    const digits = BigInt(abs(value)).toString();
    return zero ? sign + digits.padStart(width - sign.length, "0") : (sign + digits).padStart(Number(width));
}

// ---- methods ---------------------------------------------------------------------------------------------------------

// The same list as in patterns.py.
const SPACES = "\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const GAPS = new RegExp(`[${SPACES}]+`, "u");

function ends(value, chars, start, end) {
    const isOut = chars === null ? (letter) => GAPS.test(letter) : (letter) => chars.includes(letter);
    const all = [...value];
    let [first, last] = [0, all.length];
    while (start && first < last && isOut(all[first])) first++;
    while (end && first < last && isOut(all[last - 1])) last--;
    return all.slice(first, last).join("");
}
export const m_strip = (value, chars = null) => ends(value, chars, true, true);
export const m_lstrip = (value, chars = null) => ends(value, chars, true, false);
export const m_rstrip = (value, chars = null) => ends(value, chars, false, true);
export const m_lower = (value) => value.toLowerCase();
export const m_upper = (value) => value.toUpperCase();
export const m_split = (value, by = null) =>
    by === null
        ? value.split(GAPS).filter((part) => part)
        : by
          ? value.split(by)
          : raise("ValueError", "empty separator");
export const m_replace = (value, old, by) => value.replaceAll(old, () => by);
export const m_isascii = (value) => /^[\0-\x7f]*$/.test(value);
export const m_isdecimal = (value) => /^\p{Nd}+$/u.test(value);
export const m_removeprefix = (value, start) => (value.startsWith(start) ? value.slice(start.length) : value);
export const m_removesuffix = (value, end) => (end && value.endsWith(end) ? value.slice(0, -end.length) : value);
const anyOf = (test) => (value, what) => (isTuple(what) ? what : [what]).some((one) => test(value, one));
export const m_startswith = anyOf((value, what) => value.startsWith(what));
export const m_endswith = anyOf((value, what) => value.endsWith(what));

// Signs that are digits but not decimal ones: raised, lowered, in circles and brackets.
const DIGITS =
    /^[\p{Nd}²³¹፩-፱᧚⁰⁴-⁹₀-₉①-⑨⑴-⑼⒈-⒐⓪⓵-⓽⓿❶-❾➀-➈➊-➒\u{10a40}-\u{10a43}\u{10e60}-\u{10e68}\u{11052}-\u{1105a}\u{1f100}-\u{1f10a}]+$/u;
export const m_isdigit = (value) => DIGITS.test(value);

export function m_partition(value, by) {
    const at = value.indexOf(by);
    return at < 0 ? Tuple.of(value, "", "") : Tuple.of(value.slice(0, at), by, value.slice(at + by.length));
}

export function m_join(by, value) {
    const parts = [...each(value)];
    return parts.every(isText) ? parts.join(by) : raise("TypeError", "sequence item: expected str instance");
}

export function m_index(value, item) {
    if (!isText(value)) {
        const at = value.findIndex((one) => eq(one, item));
        return at < 0 ? raise("ValueError", `${repr(item)} is not in list`) : at;
    }
    const at = value.indexOf(item);
    return at < 0 ? raise("ValueError", "substring not found") : len(value.slice(0, at));
}

export const m_count = (value, item) =>
    isText(value)
        ? item
            ? value.split(item).length - 1
            : len(value) + 1
        : value.filter((one) => eq(one, item)).length;

export const m_bit_length = (value) => (value == 0 ? 0 : BigInt(abs(value)).toString(2).length);
export const m_bit_count = (value) => BigInt(abs(value)).toString(2).replaceAll("0", "").length;

const doing =
    (work) =>
    (...given) => {
        work(...given);
        return null;
    };
export const m_append = doing((value, item) => value.push(item));
export const m_extend = doing((value, items) => value.push(...each(items)));
export const m_remove = doing((value, item) =>
    value instanceof PySet ? discard(value, item) : value.splice(m_index(value, item), 1),
);
export const m_add = doing((value, item) => value.add(item));
export const m_update = doing((value, other) =>
    value instanceof PySet ? [...each(other)].forEach((item) => value.add(item)) : ior(value, dict(other)),
);
export const m_sort = doing((value, keywords) => value.splice(0, value.length, ...sorted(value, keywords)));

function discard(value, item) {
    if (!value.has(item)) raise("KeyError", repr(item));
    value.delete(item);
}

export const m_keys = (value) => [...each(value)];
export const m_values = (value) => pairs(value).map(([, item]) => item);
export const m_items = (value) => pairs(value).map((pair) => Tuple.from(pair));
export const m_get = (value, key, other = null) => (has(value, key) ? get(value, key) : other);
export const m_copy = (value) => (isMapping(value) ? dict(value) : value instanceof PySet ? set(value) : [...value]);

export function m_setdefault(value, key, other = null) {
    if (!has(value, key)) put(other, value, key);
    return get(value, key);
}

export function m_pop(value, key, other) {
    if (value instanceof PySet) {
        if (value.size > 1) raise("NotTranslated", "which item a set gives away is not the same in both languages");
        const [item] = value.size ? value : raise("KeyError", "'pop from an empty set'");
        value.delete(item);
        return item;
    }
    if (isMapping(value) && !has(value, key) && other !== undefined) return other;
    const item = get(value, key ?? -1);
    remove(value, key ?? -1);
    return item;
}

// ---- regular expressions ---------------------------------------------------------------------------------------------

class Found {
    constructor(match) {
        this.groups = [...match].map((group) => group ?? null);
    }
    item(index) {
        return this.groups[index] ?? (index in this.groups ? null : raise("IndexError", "no such group"));
    }
}

export function re_search(pattern, value) {
    const match = pattern.exec(value);
    return match && new Found(match);
}
export const re_fullmatch = re_search; // the pattern has its ends
export const re_findall = (pattern, value) => [...value.matchAll(pattern)].map(([whole]) => whole);

export const re_sub = (pattern, by, value) =>
    value.replace(pattern, (...given) => {
        const found = new Found(
            given.slice(
                0,
                given.findIndex((part) => typeof part === "number"),
            ),
        );
        return isText(by) ? by.replace(/\\(\d)/g, (_, group) => found.item(Number(group)) ?? "") : by(found);
    });
