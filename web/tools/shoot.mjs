// Take screenshots of pages of a running app: node tools/shoot.mjs <base address> <folder> path@WIDTHxHEIGHT[@theme] ...
import { chromium } from "playwright-core";

const [base, folder, ...shots] = process.argv.slice(2);
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
});
let failed = false;
for (const shot of shots) {
    const [path, size, theme = "dark", full = ""] = shot.split("@");
    const [width, height] = size.split("x").map(Number);
    const page = await browser.newPage({
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: "reduce",
        hasTouch: width < 700,
    });
    page.on("console", (message) => {
        if (message.type() !== "error") return;
        failed = true;
        console.error(path, message.text());
    });
    page.on("pageerror", (error) => {
        failed = true;
        console.error(path, String(error).slice(0, 400));
    });
    await page.goto(base + path, { waitUntil: "networkidle" });
    await page.waitForTimeout(300);
    const name = `${path.replace(/^\//, "").replaceAll(/[/?=&]/g, "-") || "lobby"}-${width}-${theme}.png`;
    await page.screenshot({ path: `${folder}/${name}`, fullPage: full === "full" });
    console.log(name);
    await page.close();
}
await browser.close();
process.exit(failed ? 1 : 0);
