// What the tests in chromium know of this game; tests/e2e/played.mjs tells what there may be.
export default {
    short: [[/^cost = (\d+)/gm, (_, stars) => `cost = ${Math.floor(stars / 2)}`]],
    touchable: ["main .choose button:enabled", "main button.stall.open", "main button.discard"],
    middle: 30,
    forbidden: "main button.stall:enabled:not(.open)",
    /** Dice are chosen in a closed paw, and what moles are worth only their owner knows. */
    secrets(log) {
        const drawn = log.filter(([who, move]) => who === "chance" && move.do === "draw");
        return ({ view, events }, own) => {
            const leaks = [];
            let hidden = 0;
            for (const { seat, hand, die, declared, ready, moles } of view.players) {
                if (seat === own) continue;
                // A player who has declared for the Crown rolls the Prize die, and everybody knows.
                const paw = view.phase === "choose" && !declared;
                hidden += moles + (paw && ready ? 1 : 0);
                if (hand) leaks.push(`the hand of seat ${seat}`);
                if (paw && die) leaks.push(`the die of seat ${seat}`);
            }
            for (const { event, seat, die, stars } of events) {
                if (seat === own) continue;
                if (event === "chosen") leaks.push(`the die of seat ${seat}: ${die}`);
                if (event === "drew" && drawn.length) leaks.push(`a mole of seat ${seat}: ${stars} stars`);
            }
            return { hidden, leaks };
        };
    },
};
