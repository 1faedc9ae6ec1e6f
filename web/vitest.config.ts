import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig, mergeConfig } from "vitest/config";

import build from "./vite.config";

// As the app is built, and in a browser that is only pretended. Apart, because building needs no tools for tests.
export default mergeConfig(
  build,
  defineConfig({
    plugins: [svelteTesting()],
    test: {
      environment: "jsdom",
      // Contexts instead of processes: what all files of tests need is read once, not in each.
      pool: "vmThreads",
      setupFiles: ["tests/realm.ts", "tests/sizes.ts"],
      include: ["tests/**/*.test.ts", "src/games/*/tests/*.test.ts"],
      testTimeout: 60_000,
    },
  }),
);
