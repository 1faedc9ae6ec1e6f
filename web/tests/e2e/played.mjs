// The games that are played in chromium, and what the tests know of each: `tests/played.mjs` in its folder, or nothing.
//   short, long     changes of the shipped box file, each a pattern and what stands there instead: so that a match ends
//                   soon, or surely goes on for a while
//   touchable       what there is to touch on its board besides [role=button] and button.may
//   begins          options, by their words, with which the first seat begins
//   forbidden       what on the board can be touched that is no move; tryForbidden(one) where a touch is not enough
//   secrets(log)    from a finished match's log what finds secrets in a sight: ({view, events}, own) => {hidden, leaks}
//   sentences       in how many its board describes itself at least, where fewer than usual say it all
//   middle          after so many touches there is something to see, for pictures
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const WEB = join(import.meta.dirname, "../..");
const EXAMPLES = join(WEB, "../examples"); // games of other packages, on the default board
const OURS = readdirSync(join(WEB, "src/games")).toSorted();
const THEIRS = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, "tests/played.mjs")));
const wanted = process.env.GAMES?.split(",") ?? [...OURS, ...THEIRS];

/** The games to play; one that is named need not have a board of its own. */
export const games = () => wanted;

/** Whether there is time for everything. Otherwise what all games have in common is tried on some of them. */
export const LONG = Number(process.env.MOLEHILL_EFFORT ?? 1) > 1;

/** Where one game is enough to show something: this one, if it is to be played. */
export const only = (game) => wanted.filter((one) => one === game);

const found = new Map();
for (const game of wanted) {
    const files = [join(WEB, "src/games", game), join(EXAMPLES, game)].map((folder) =>
        join(folder, "tests/played.mjs"),
    );
    const file = files.find(existsSync);
    found.set(game, file ? (await import(file)).default : {});
}

export const played = (game) => found.get(game) ?? {};
