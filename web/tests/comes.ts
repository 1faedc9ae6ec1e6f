import { vi } from "vitest";

/** As soon as something is seen. It comes at once, unless it has to be loaded first and the machine is busy. */
export const comes = <T>(seen: () => T) => vi.waitFor(seen, { timeout: 60_000 });
