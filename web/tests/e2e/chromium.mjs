// The machine's own chromium; none is downloaded.
import { existsSync } from "node:fs";

import { chromium } from "@playwright/test";

const BROWSERS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = BROWSERS.find((path) => path && existsSync(path));
if (!executablePath) throw new Error("no chromium is installed: run make browser, or set CHROMIUM");

/** How it is started, in tests and by tools. */
export const LAUNCH = {
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
};

/** For tools; tests have a browser already. */
export const launch = () => chromium.launch(LAUNCH);
