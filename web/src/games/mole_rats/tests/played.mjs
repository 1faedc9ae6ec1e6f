// What the tests in chromium know of this game; tests/e2e/played.mjs tells what there may be.
export default {
    /** Every card asks its player something, so that the first seat always has the first decision. */
    short: [[/-( +\| add)/g, "any 1$1"]],
    /** Snakes never move, and rats one space a turn: none can be lost with fewer than ten moves. */
    long: [
        [/^cards = """[^"]*"""/m, 'cards = """\n43 x your 1 | -\n3 x your 1 | one red 1\n"""'],
        [/^not_with_two_players = """[^"]*"""/m, 'not_with_two_players = """\n3 x your 1 | one red 1\n"""'],
    ],
    middle: 4,
    forbidden: "main .try",
};
