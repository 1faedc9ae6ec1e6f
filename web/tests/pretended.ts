// One pretended browser for all files of tests that a process runs. To set up jsdom for each file, and to load the app
// again into it, took as long as the tests themselves. What a file might leave behind is cleared in `fresh.ts`.
import { builtinEnvironments, type Environment } from "vitest/environments";

let kept: Promise<unknown> | undefined;

export default {
  name: "pretended",
  transformMode: "web",
  async setup(global, options) {
    await (kept ??= Promise.resolve(builtinEnvironments.jsdom.setup(global, options)));
    return { teardown: () => undefined };
  },
} satisfies Environment;
