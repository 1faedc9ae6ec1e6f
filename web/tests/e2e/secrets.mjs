// What a page may not have heard: each seat's secrets as the finished game's log tells them, looked for in every message.
import { moduleOf } from "./modules.mjs";
import { played } from "./played.mjs";

/** How many secrets of others were at stake in what was heard, and which of them it gave away. */
export async function secretsIn(server, game, log, heard, own) {
    const watch = played(game).secrets?.(log.moves);
    const total = { hidden: 0, leaks: [] };
    for (const { table, sight } of await sightsIn(server, game, heard)) {
        if (sight.seat !== null && sight.seat !== own) total.leaks.push(`a sight of seat ${sight.seat}`);
        if (!watch || table.status === "over") continue;
        const { hidden, leaks } = watch(sight, own);
        total.hidden += hidden;
        total.leaks.push(...leaks);
    }
    return total;
}

/** Every sight that was told, with the view to which its events lead and the table as it was by then. */
async function sightsIn(server, game, heard) {
    const { follow } = await moduleOf(server, game);
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
