import { defineConfig } from "@playwright/test";

import { LAUNCH } from "./tests/e2e/chromium.mjs";
import { PATIENCE } from "./tests/e2e/people.mjs";

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "*.spec.mjs",
  globalSetup: "./tests/e2e/start.mjs",
  outputDir: "node_modules/.cache/e2e",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 600_000, // a match is as long as it is; what a test waits for has a limit of its own
  expect: { timeout: PATIENCE },
  reporter: "list",
  use: {
    launchOptions: LAUNCH,
    serviceWorkers: "block", // every page would fetch the whole app; what needs one allows it
    screenshot: "only-on-failure",
    // What was done and said; with pictures of every step the tests would take a third longer.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
  },
});
