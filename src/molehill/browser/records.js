// Reads tables and boxes from their bytes, field by field, as Python's `Plain` does.

const READERS = {
    i1: (data, at) => data.getInt8(at),
    i2: (data, at) => data.getInt16(at, true),
    i4: (data, at) => data.getInt32(at, true),
    i8: (data, at) => {
        const value = data.getBigInt64(at, true);
        return BigInt.asIntN(54, value) === value ? Number(value) : value;
    },
};

/** An array inside a record, of any number of dimensions. */
class Rows {
    constructor(values, shape, first) {
        this.values = values;
        this.shape = shape;
        this.first = first;
    }
    get length() {
        return this.shape[0];
    }
    item(index) {
        const indices = Array.isArray(index) ? index : [index];
        let at = this.first;
        let room = this.shape.reduce((one, other) => one * other, 1);
        indices.forEach((given, dimension) => {
            const size = this.shape[dimension];
            const place = given < 0 ? given + size : given;
            if (!(place >= 0 && place < size)) throw new RangeError(`there is no item ${given} of ${size}`);
            room /= size;
            at += place * room;
        });
        const rest = this.shape.slice(indices.length);
        return rest.length ? new Rows(this.values, rest, at) : this.values[at];
    }
    *[Symbol.iterator]() {
        for (let n = 0; n < this.length; n++) yield this.item(n);
    }
}

class Record {}

/** The record in these bytes. */
export function record(layout, bytes) {
    const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found = new Record();
    for (const [name, [offset, type, shape]] of Object.entries(layout)) {
        const count = shape.reduce((one, other) => one * other, 1);
        const size = Number(type.slice(1));
        const values = Array.from({ length: count }, (_, n) => READERS[type](data, offset + n * size));
        found[name] = shape.length ? new Rows(values, shape, 0) : values[0];
    }
    return found;
}
