// What the tests in chromium know of this game; tests/e2e/played.mjs tells what there may be.
export default {
    short: [[/^rounds = .*/m, "rounds = 3"]],
    begins: { "Which player starts": "1" },
    middle: 60,
    forbidden: "main .try",
};
