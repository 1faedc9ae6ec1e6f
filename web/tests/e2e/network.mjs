// A line to the server that can be cut, as a cable can: what goes over it breaks off, and nothing gets through.
import { connect, createServer } from "node:net";

export async function line(base) {
    const { hostname, port } = new URL(base);
    const open = new Set();
    let cut = false;
    const relay = createServer((near) => {
        if (cut) return near.destroy();
        const far = connect(Number(port), hostname);
        for (const [one, other] of [
            [near, far],
            [far, near],
        ]) {
            open.add(one);
            one.pipe(other);
            one.on("error", () => other.destroy());
            one.on("close", () => open.delete(one) && other.destroy());
        }
    });
    await new Promise((resolve) => relay.listen(0, "127.0.0.1", resolve));
    return {
        base: `http://127.0.0.1:${relay.address().port}`,
        cut: () => {
            cut = true;
            for (const socket of open) socket.destroy();
        },
        mend: () => (cut = false),
        close: () => {
            relay.close();
            for (const socket of open) socket.destroy();
        },
    };
}
