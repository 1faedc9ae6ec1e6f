// Draws the icons of the installed app from public/icon.svg: `node tools/icons.mjs`, when that has changed. On a phone a
// maskable icon is cut into any shape, so the mole has more ground around it there.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { chromium } from "@playwright/test";

import { LAUNCH } from "../tests/e2e/chromium.mjs";

const folder = join(import.meta.dirname, "../public");
const svg = readFileSync(join(folder, "icon.svg"), "utf-8");
const GROUND = "#ffb545"; // as in icon.svg
const ICONS = [
    { name: "icon-192.png", size: 192, around: 0 },
    { name: "icon-512.png", size: 512, around: 0 },
    { name: "icon-maskable-512.png", size: 512, around: 0.1, ground: GROUND },
    { name: "icon-apple-180.png", size: 180, around: 0, ground: GROUND },
];

const browser = await chromium.launch(LAUNCH);
for (const { name, size, around, ground = "transparent" } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const inside = size * (1 - 2 * around);
    await page.setContent(
        `<body style="margin:0;background:${ground}"><div style="width:${inside}px;height:${inside}px;margin:${size * around}px">${svg}</div>`,
    );
    await page.screenshot({ path: join(folder, name), omitBackground: true });
    await page.close();
}
await browser.close();
