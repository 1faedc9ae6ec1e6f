// What the tests in chromium know of this game; web/tests/e2e/played.mjs tells what there may be.
export default {
    short: [[/^dice = .*/m, "dice = 2"]],
    sentences: 3, // the round, and what each of two players has
    middle: 8,
    /** Everybody sees the dice under their own cup alone. */
    secrets() {
        return ({ view, events }, own) => {
            const leaks = [];
            let hidden = 0;
            for (const { seat, dice } of view.players) {
                if (seat === own) continue;
                hidden += dice.length;
                if (dice.some((die) => die !== null)) leaks.push(`the dice of seat ${seat}: ${dice}`);
            }
            for (const { event, seat, dice } of events)
                if (event === "rolled" && seat !== own) leaks.push(`seat ${seat} rolled ${dice}`);
            return { hidden, leaks };
        };
    },
};
