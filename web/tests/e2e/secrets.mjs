// What a page may not have heard: each seat's secrets as the finished game's log tells them, looked for in every message.

/** Which cells a dig opens. */
function cellsOf({ at: [row, column], to, length }) {
    const [down, right] = { north: [-1, 0], south: [1, 0], west: [0, -1], east: [0, 1] }[to];
    return Array.from({ length }, (_, k) => `${row + k * down},${column + k * right}`);
}

/** Digs are secret until all have dug; the log has them by the number of the roll. */
function honeymoon(log) {
    const rolls = [];
    for (const [who, move] of log) {
        if (who === "chance") rolls.push({});
        else rolls.at(-1)[who] = move;
    }
    return ({ view, events }, own) => {
        if (view.phase !== "dig") return { hidden: 0, leaks: [] };
        const round = events.slice(events.findLastIndex(({ event }) => event === "rolled") + 1);
        const [found, leaks] = [others(rolls[view.rolls - 1], own), []];
        for (const [seat, move] of found) {
            const { chosen, dug } = view.sheets[seat];
            const cells = new Set(dug.map(String));
            if (chosen) leaks.push(`the dig of seat ${seat}: ${JSON.stringify(chosen)}`);
            if (move.do === "dig" && cellsOf(move).every((cell) => cells.has(cell)))
                leaks.push(`the tunnel of seat ${seat}`);
        }
        for (const event of round)
            if (event.seat !== own && !["finished", "crossed"].includes(event.event)) leaks.push(JSON.stringify(event));
        return { hidden: found.filter(([seat]) => view.sheets[seat].finished).length, leaks };
    };
}

/** Cards lie face down until they are turned; the log has them as they were dealt. */
function moledozer(log) {
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
}

/** Dice are chosen in a closed paw, and what moles are worth only their owner knows. */
function mole_park(log) {
    const drawn = log.filter(([who, move]) => who === "chance" && move.do === "draw");
    return ({ view, events }, own) => {
        const leaks = [];
        let hidden = 0;
        for (const { seat, hand, die, declared, ready, moles } of view.players) {
            if (seat === own) continue;
            // Who has declared for the Crown rolls the Prize die, and everybody knows.
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
}

const others = (moves, own) =>
    Object.entries(moves ?? {})
        .map(([seat, move]) => [Number(seat), move])
        .filter(([seat]) => seat !== own);
const nameOf = ({ number, symbol }) => `${number} ${symbol}`;
const GAMES = { honeymoon, moledozer, mole_park };

/** How many secrets of others were at stake in what was heard, and which of them it gave away. */
export async function secretsIn(game, log, heard, own) {
    const watch = GAMES[game]?.(log.moves);
    const total = { hidden: 0, leaks: [] };
    for (const { table, sight } of await sightsIn(game, heard)) {
        if (sight.seat !== null && sight.seat !== own) total.leaks.push(`a sight of seat ${sight.seat}`);
        if (!watch || table.status === "over") continue;
        const { hidden, leaks } = watch(sight, own);
        total.hidden += hidden;
        total.leaks.push(...leaks);
    }
    return total;
}

/** Every sight that was told, with the view to which its events lead and the table as it was by then. */
async function sightsIn(game, heard) {
    const { follow } = await import(`../../src/generated/${game}.js`);
    const views = new Map();
    let table;
    return heard.flatMap((said) => {
        table = said.table ?? table;
        return (said.sights ?? []).map((sight) => {
            const view = structuredClone(sight.view ?? views.get(sight.seat));
            if (!sight.view) for (const event of sight.events) follow(view, event);
            views.set(sight.seat, view);
            return { table, sight: { ...sight, view } };
        });
    });
}
