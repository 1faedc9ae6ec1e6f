// What the tests in chromium know of this game; tests/e2e/played.mjs tells what there may be.

const nameOf = ({ number, symbol }) => `${number} ${symbol}`;

export default {
    short: [
        [/^reshuffles = .*/m, "reshuffles = 1"],
        [/^deals = .*/m, "deals = 3"],
    ],
    touchable: ["main .track button.free", "main .order button:enabled"],
    middle: 4,
    forbidden: "main .track button.taken:enabled, main .track button.blocked:enabled",
    /** Cards lie face down until they are turned; the log has them as they were dealt. */
    secrets(log) {
        const dealt = new Set(log.filter(([, { do: what }]) => what === "draw").map(([, { card }]) => nameOf(card)));
        return ({ view, events }, own) => {
            const leaks = [];
            let hidden = 0;
            for (const player of view.players) {
                if (player.seat === own) continue;
                hidden += player.face_down;
                for (const card of player.stack ?? []) leaks.push(`a card of seat ${player.seat}: ${nameOf(card)}`);
                if (player.placed !== null) leaks.push(`the order of seat ${player.seat}`);
            }
            for (const { event, seat, card } of events)
                if (card && seat !== own && !["turned", "drawn"].includes(event))
                    leaks.push(`${event} ${seat} ${nameOf(card)}`);
            for (const { card } of events)
                if (card && !dealt.has(nameOf(card))) leaks.push(`no such card: ${nameOf(card)}`);
            return { hidden, leaks };
        };
    },
};
