// The machine's own chromium; none is downloaded. Debian's headless shell is the same browser without its windows, which
// take a sixth of the processor's time.
import { existsSync } from "node:fs";

import { chromium } from "@playwright/test";

const BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
const PATHS = [process.env.CHROMIUM, ...BROWSERS.map((name) => `/usr/bin/${name}`)];
const executablePath = PATHS.find((path) => path && existsSync(path));
if (!executablePath) throw new Error("no chromium is installed: run make browser, or set CHROMIUM");

/** How it is started, in tests and by tools. */
export const LAUNCH = {
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
};

/** For tools; tests have a browser already. */
export const launch = () => chromium.launch(LAUNCH);
