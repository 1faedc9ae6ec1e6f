// Boxes for tests: in some a match ends soon, in others it surely goes on for a while.
import { expect } from "./fixtures.mjs";

/** Of each game what stands in the shipped box file, and what stands there instead. In Mole Rats every card asks whoever
 * plays it something, so that the first seat always has the first decision. */
export const SHORT = {
    honeymoon: [[/^timer = .*/m, "timer = 1"]],
    mole_rats: [[/-( +\| add)/g, "any 1$1"]],
    moledozer: [
        [/^reshuffles = .*/m, "reshuffles = 1"],
        [/^deals = .*/m, "deals = 3"],
    ],
    mole_park: [[/^cost = (\d+)/gm, (_, stars) => `cost = ${Math.floor(stars / 2)}`]],
    target_rats: [[/^rounds = .*/m, "rounds = 3"]],
};

/** Where a match of the shipped box might be over too soon. In Mole Rats snakes never move, and rats one space a turn: none
 * can be lost with fewer than ten moves. */
export const LONG = {
    mole_rats: [
        [/^cards = """[^"]*"""/m, 'cards = """\n43 x your 1 | -\n3 x your 1 | one red 1\n"""'],
        [/^not_with_two_players = """[^"]*"""/m, 'not_with_two_players = """\n3 x your 1 | one red 1\n"""'],
    ],
};

/** The text of the shipped box file with other lines, as somebody might bring it; undefined if it stays as it is. */
export async function boxOf(server, game, changes) {
    if (!changes[game]) return undefined;
    const { box } = await (await fetch(`${server}/api/games/${game}`)).json();
    return changes[game].reduce((text, [usual, other]) => {
        expect(text, `the box of ${game} has other lines by now`).toMatch(usual);
        return text.replace(usual, other);
    }, `standard = false\n${box}`);
}
