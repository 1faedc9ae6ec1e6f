// From the lobby to a first move that the server has kept, in chromium: node bench/first_move.mjs ADDRESS GAME
// It prints after how many seconds the lobby and the move were there. Its packages are in web/.
import { launch } from "../web/tests/e2e/chromium.mjs";
import { kept, person, play } from "../web/tests/e2e/people.mjs";

const [base, game] = process.argv.slice(2);
const began = performance.now();
const seconds = () => (performance.now() - began) / 1000;
const browser = await launch();
try {
    const one = await person(browser, base);
    await one.page.goto("/");
    const room = one.page.locator(`.room.${game} button.main`);
    await room.waitFor();
    const lobby = seconds();
    await room.click();
    // A newcomer is offered the lesson first, and plays at once.
    const [offer, table] = [one.page.locator("dialog[open] .ways button"), one.page.locator(".table main")];
    await offer.or(table).first().waitFor();
    if (await offer.isVisible()) await offer.click();
    await play(
        [one],
        () => kept(one),
        () => 0,
    );
    console.log(JSON.stringify({ lobby, move: seconds() }));
} finally {
    await browser.close();
}
