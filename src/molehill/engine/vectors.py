"""Many tables at once: they are set up, stepped, looked at. A template like `kernels.py`: it is run once for each game,
with its `rules`, `judging` (`judging.py`) and its `observation` as globals.

Whatever is looked at is a veiled copy of a table.
"""

from __future__ import annotations

from typing import Any

from molehill.engine import chance
from molehill.engine.bits import first_bit
from molehill.engine.compiling import kernel, loop, rule
from molehill.engine.contract import CHANCE, EVERYBODY, NOBODY, OVER, Rules
from molehill.engine.events import HEAD, NUMBER, Log, is_heard
from molehill.engine.lanes import Eye, Lane
from molehill.engine.observing import BITS, LARGEST, MEMORY, PROSPECTS, RECENT, WIDTH, Recall, Sight, row_of
from molehill.engine.records import (
    Box,
    Flag,
    Float32,
    Generator,
    Grid,
    Int8,
    Int16,
    Int32,
    Int64,
    Numbers,
    Row,
    Table,
)
from molehill.engine.workspace import Desk, Played

rules: Rules[Table, Box] = globals().get("rules")  # type: ignore[assignment]
judging: Any = globals().get("judging")
observation: Any = globals().get("observation")

START, ILLEGAL = -1, -3  # in place of a move, and of a seat


# ---- what a seat has been told --------------------------------------------------------------------------------------


@rule
def forget(recalls: Row[Recall]) -> None:
    """A game begins: nobody has been told anything."""
    for v in range(recalls.shape[0]):
        recall = recalls[v]
        recall.key[0] = chance.KEY
        recall.count = 0
        for k in range(recall.heard.shape[0]):
            recall.heard[k] = 0
        for k in range(RECENT):
            for j in range(WIDTH):
                recall.recent[k, j] = 0


@rule
def hear(log: Log, recalls: Row[Recall]) -> None:
    """Take the events out of the log; everybody who may see one remembers it. The last is a spectator."""
    n, at = log[0], 1
    while at <= n:
        to, pairs = log[at + 1], at + HEAD
        end = pairs + 2 * log[at + 3]
        for k in range(pairs, pairs + 2 * log[at + 3], 2):
            end += 0 if log[k] == NUMBER else log[k]
        for v in range(recalls.shape[0]):
            if to == EVERYBODY or (v < recalls.shape[0] - 1 and to >> v & 1):
                remember(recalls[v], log, at, end)
        at = end
    log[0] = 0


@rule
def remember(recall: Recall, log: Log, at: int, end: int) -> None:
    """One event, which lies in the log from here to there: kind, to, clause, pairs, rows."""
    kind, pairs = log[at], 2 * log[at + 3]
    recent = recall.recent[recall.count % RECENT]
    recall.count += 1
    recall.heard[kind] += 1
    key = chance.stir(recall.key[0], kind)
    for k in range(at + HEAD, end):
        key = chance.stir(key, log[k])
    recall.key[0] = key
    for j in range(WIDTH):
        recent[j] = 0
    recent[0], j, row = kind, 1, at + HEAD + pairs
    for k in range(at + HEAD, at + HEAD + pairs, 2):
        length = log[k] if log[k] != NUMBER else 1
        for m in range(length):
            if j < WIDTH:
                recent[j] = log[row + m] if log[k] != NUMBER else log[k + 1]
                j += 1
        row += length if log[k] != NUMBER else 0


@rule
def remember_own(recall: Recall, move: int) -> None:
    """A move of one's own."""
    recall.key[0] = chance.stir(chance.stir(recall.key[0], -1), move)


# ---- setting up and stepping ----------------------------------------------------------------------------------------


@rule
def begin(
    desk: Desk, t: Table, box: Box, seats: int, options: Numbers, lane: Lane, log: Log, recalls: Row[Recall]
) -> None:
    """A new game up to its first decision."""
    if is_heard(log):
        forget(recalls)
    lane.made = 0
    rules.setup(t, box, seats, options, log)
    if is_heard(log):
        hear(log, recalls)
    settle(desk, t, box, lane, log, recalls)


@rule
def settle(desk: Desk, t: Table, box: Box, lane: Lane, log: Log, recalls: Row[Recall]) -> None:
    """Let chance fall until a seat decides or the game is over; note who decides."""
    who = rules.pending(t)
    while who == CHANCE:
        rules.apply(t, box, CHANCE, judging.draw(desk, t, box, lane.dice), log)
        lane.made += 1
        if is_heard(log):
            hear(log, recalls)
        who = rules.pending(t)
    lane.actor = OVER if who == NOBODY else first_bit(who)


@rule
def list_moves(t: Table, box: Box, lane: Lane, moves: Row[Int32]) -> None:
    """List the legal moves of the seat that decides."""
    lane.count = rules.legal(t, box, lane.actor, moves) if lane.actor != OVER else 0


@loop
def batch_setup(
    desks: Row[Desk], tables: Row[Table], boxes: Row[Box], seats: int, options: Numbers, which: Row[Flag],
    lanes: Row[Lane], moves: Grid[Int32], log: Log, recalls: Grid[Recall], points: Grid[Int32],
) -> None:  # fmt: skip
    """Begin again at the tables that are marked."""
    for i in range(tables.shape[0]):
        if which[i]:
            begin(desks[0], tables[i], boxes[0], seats, options, lanes[i], log, recalls[i if is_heard(log) else 0])
            list_moves(tables[i], boxes[0], lanes[i], moves[i])
            note_points(desks[0], tables[i], boxes[0], points[i])


@rule
def note_points(desk: Desk, t: Table, box: Box, points: Row[Int32]) -> None:
    """Write down the points of each seat."""
    rules.points(t, box, desk.points)
    for s in range(points.shape[0]):
        points[s] = desk.points[s]


@loop
def batch_list(tables: Row[Table], boxes: Row[Box], lanes: Row[Lane], moves: Grid[Int32]) -> None:
    """List the legal moves of tables that were put there."""
    for i in range(tables.shape[0]):
        list_moves(tables[i], boxes[0], lanes[i], moves[i])


@loop
def batch_illegal(chosen: Numbers, which: Row[Flag], lanes: Row[Lane], moves: Grid[Int32]) -> int:
    """The first of the marked tables at which the chosen move is not legal, or -1."""
    for i in range(lanes.shape[0]):
        if which[i] and lanes[i].actor != OVER:
            k = 0
            while k < lanes[i].count and moves[i, k] != chosen[i]:
                k += 1
            if k == lanes[i].count:
                return i
    return -1


@loop
def batch_step(
    desks: Row[Desk], tables: Row[Table], boxes: Row[Box], options: Numbers, chosen: Numbers, which: Row[Flag],
    lanes: Row[Lane], moves: Grid[Int32], log: Log, recalls: Grid[Recall],
    points: Grid[Int32], rewards: Grid[Float32], held: Grid[Float32], done: Row[Flag], renew: int, shaped: int,
) -> None:  # fmt: skip
    """Make the chosen moves, which are legal, at the marked tables; reward the seats; begin again where asked to.

    What a step brings after the game has ended and begun again belongs to the next step, and is held back till then.
    """
    desk, box, seats = desks[0], boxes[0], rewards.shape[1]
    for i in range(tables.shape[0]):
        if not which[i] or lanes[i].actor == OVER:
            continue
        t, lane, seat, told = tables[i], lanes[i], lanes[i].actor, recalls[i if is_heard(log) else 0]
        rules.apply(t, box, seat, chosen[i], log)
        lane.made += 1
        if is_heard(log):
            remember_own(told[seat], chosen[i])
            hear(log, told)
        settle(desk, t, box, lane, log, told)
        if shaped:
            reward_points(desk, t, box, points[i], held[i] if done[i] else rewards[i])
        if lane.actor == OVER:
            if not shaped:
                rules.scores(t, box, desk.scores)
                for s in range(seats):
                    rewards[i, s] = desk.scores[s]
            done[i] = True
            if renew:
                begin(desk, t, box, seats, options, lane, log, told)
                note_points(desk, t, box, points[i])
        list_moves(t, box, lane, moves[i])


@rule
def reward_points(desk: Desk, t: Table, box: Box, points: Row[Int32], rewards: Row[Float32]) -> None:
    """Reward each seat with the points that it has more than before."""
    rules.points(t, box, desk.points)
    for s in range(points.shape[0]):
        rewards[s] += desk.points[s] - points[s]
        points[s] = desk.points[s]


@loop
def batch_seed(lanes: Row[Lane], seed: int, first: int, seatings: int) -> None:
    """Give each table the chance of a numbered game, as in `loops.play_games`."""
    for i in range(lanes.shape[0]):
        chance.start(lanes[i].dice, seed, (first + i) // seatings)


@loop
def batch_note(tables: Row[Table], boxes: Row[Box], lanes: Row[Lane], played: Row[Played]) -> None:
    """Write down how the game on each table went."""
    for i in range(tables.shape[0]):
        played[i].moves = lanes[i].made
        judging.note(tables[i], boxes[0], played[i])


# ---- choosing -------------------------------------------------------------------------------------------------------


@loop
def batch_sample(desks: Row[Desk], lanes: Row[Lane], moves: Grid[Int32], chosen: Numbers) -> None:
    """A legal move for every table, each equally likely."""
    for i in range(lanes.shape[0]):
        if lanes[i].count > 0:
            chosen[i] = moves[i, chance.below(desks[0].whims, lanes[i].count)]


@loop
def batch_greedy(
    desks: Row[Desk], tables: Row[Table], boxes: Row[Box], which: Row[Flag], lanes: Row[Lane], chosen: Numbers
) -> None:
    """What `greedy` would do at the marked tables, from what the seat may know."""
    for i in range(tables.shape[0]):
        if which[i] and lanes[i].actor != OVER:
            chosen[i] = judging.choose_greedily(desks[0], tables[i], boxes[0], lanes[i].actor)


@loop
def batch_mask(lanes: Row[Lane], moves: Grid[Int32], shown: Grid[Int32], counts: Row[Int32], mask: Grid[Flag]) -> None:
    """Bring the mask up to date. What it shows is kept beside it: to take that out is cheaper than to wipe rows."""
    for i in range(lanes.shape[0]):
        for k in range(counts[i]):
            mask[i, shown[i, k]] = False
        counts[i] = lanes[i].count
        for k in range(counts[i]):
            shown[i, k] = moves[i, k]
            mask[i, shown[i, k]] = True


@loop
def batch_factors(
    lanes: Row[Lane], moves: Grid[Int32], columns: Grid[Int16], used: Row[Int8], mask: Grid[Flag]
) -> None:
    """For each table, which value of each factor some legal move has.

    The columns of a move are its kind, those of the factors it has, then "none" for the others; those are the same for
    all moves of a kind, so they are written once for moves of a kind that follow each other.
    """
    for i in range(lanes.shape[0]):
        row, kind = mask[i], -1
        for c in range(mask.shape[1]):
            row[c] = False
        for k in range(lanes[i].count):
            move = moves[i, k]
            n = used[move]
            if columns[move, 0] != kind:
                kind, n = columns[move, 0], columns.shape[1]
            for f in range(n):
                row[columns[move, f]] = True


@loop
def batch_given(
    lanes: Row[Lane], moves: Grid[Int32], values: Grid[Int16], given: Grid[Int16], factors: int, mask: Grid[Flag]
) -> None:
    """For each table, which values the next factor can have after those given for the factors before it."""
    for i in range(lanes.shape[0]):
        for c in range(mask.shape[1]):
            mask[i, c] = False
        for k in range(lanes[i].count):
            move, f = moves[i, k], 0
            while f < factors and values[move, f] == given[i, f]:
                f += 1
            if f == factors:
                mask[i, values[move, factors]] = True


# ---- looking --------------------------------------------------------------------------------------------------------


if observation is not None:

    @rule
    def describe(
        t: Table, box: Box, seat: int, eye: Eye, raw: Row[Int8], flat: Row[Int16], places: Grid[Int64]
    ) -> None:
        """What the game's own observation says of a veiled table."""
        observation.observe(t, box, seat, eye.sight)

else:

    @rule
    def describe(
        t: Table, box: Box, seat: int, eye: Eye, raw: Row[Int8], flat: Row[Int16], places: Grid[Int64]
    ) -> None:
        """All numbers of a veiled table, after the part that is the same for all games."""
        at = flat.shape[0] - places.shape[0]
        for k in range(places.shape[0]):
            place, value = places[k, 0], raw[places[k, 0]]
            if places[k, 1] == 2:
                value = (raw[place] & 255) | raw[place + 1] << 8
            flat[at + k] = value


if hasattr(observation, "foresee"):

    @rule
    def foretell(t: Table, box: Box, seat: int, sight: Sight) -> None:
        """What each move would bring, by the game's own observation."""
        observation.foresee(t, box, seat, sight)

else:

    @rule
    def foretell(t: Table, box: Box, seat: int, sight: Sight) -> None:
        """Nothing: the game has no prospects, and whoever asks for them is refused before."""


@rule
def look(
    t: Table, box: Box, seats: int, seat: int, eye: Eye, raw: Row[Int8], flat: Row[Int16], places: Grid[Int64],
    asked: int,
) -> None:  # fmt: skip
    """Fill in what a seat sees of a table: of a copy that has forgotten what the seat may not know."""
    eye.veiled[0] = t
    veiled, sight = eye.veiled[0], eye.sight
    rules.veil(veiled, box, seat)
    if seat >= 0:
        sight.you[seat] = 1
    who = rules.pending(veiled)
    if who > 0:
        for s in range(seats):
            sight.deciding[row_of(seat, s, seats)] = who >> s & 1
    describe(veiled, box, seat, eye, raw, flat, places)
    if asked & PROSPECTS:
        foretell(veiled, box, seat, sight)


@rule
def take(flat: Row[Int16], long: Grid[Int64], single: Grid[Int64], out: Row[Float32]) -> int:
    """Put what was filled in into the array, and leave nothing behind; returns how many numbers that were."""
    size = single.shape[0]
    for k in range(single.shape[0]):
        out[single[k, 1]] = flat[single[k, 0]]
    for r in range(long.shape[0]):
        start, length, at = long[r, 0], long[r, 1], long[r, 2]
        there, here = out[at : at + length], flat[start : start + length]
        for k in range(length):  # two windows that begin at 0, so that the compiler takes many numbers at once
            there[k] = here[k]
        size += length
    for k in range(flat.shape[0]):
        flat[k] = 0
    return size


@rule
def clipped(number: int) -> int:
    """The number, or the largest that is shown."""
    return max(-LARGEST, min(LARGEST, number))


@rule
def take_memory(recall: Recall, at: int, out: Row[Float32]) -> None:
    """Put what a seat remembers behind what it sees."""
    for k in range(recall.heard.shape[0]):
        out[at + k] = clipped(recall.heard[k])
    at += recall.heard.shape[0]
    for k in range(RECENT):
        if k < recall.count:
            for j in range(WIDTH):
                out[at + k * WIDTH + j] = clipped(recall.recent[(recall.count - 1 - k) % RECENT, j])
        else:
            for j in range(WIDTH):
                out[at + k * WIDTH + j] = 0
    at += RECENT * WIDTH
    for b in range(BITS):
        out[at + b] = chance.bit(recall.key[0], b)


@loop
def observe(
    eyes: Row[Eye], raw: Row[Int8], flat: Row[Int16], places: Grid[Int64], long: Grid[Int64], single: Grid[Int64],
    asked: int, tables: Row[Table], boxes: Row[Box], seats: int, viewers: Row[Int8], recalls: Grid[Recall],
    out: Grid[Float32],
) -> None:  # fmt: skip
    """What a viewer sees of each table, and what else is asked for; SPECTATOR sees what anybody may."""
    for i in range(tables.shape[0]):
        look(tables[i], boxes[0], seats, viewers[i], eyes[0], raw, flat, places, asked)
        size = take(flat, long, single, out[i])
        if asked & MEMORY:
            take_memory(recalls[i, viewers[i] if viewers[i] >= 0 else seats], size, out[i])


@loop
def imagine(tables: Row[Table], boxes: Row[Box], viewers: Row[Int8], whims: Generator) -> None:
    """On each table, put another possible truth in the place of what the viewer may not know."""
    for i in range(tables.shape[0]):
        rules.veil(tables[i], boxes[0], viewers[i])
        rules.redeal(tables[i], boxes[0], viewers[i], whims)


# ---- a match remembers ----------------------------------------------------------------------------------------------


@loop
def recall_setup(
    tables: Row[Table], boxes: Row[Box], seats: int, options: Numbers, log: Log, recalls: Grid[Recall]
) -> None:
    """A match begins."""
    forget(recalls[0])
    rules.setup(tables[0], boxes[0], seats, options, log)
    hear(log, recalls[0])


@loop
def recall_move(tables: Row[Table], boxes: Row[Box], actor: int, move: int, log: Log, recalls: Grid[Recall]) -> None:
    """A move of a match is made, or something that chance did."""
    if actor >= 0:
        remember_own(recalls[0, actor], move)
    rules.apply(tables[0], boxes[0], actor, move, log)
    hear(log, recalls[0])


# ---- one table, in as few calls as can be ----------------------------------------------------------------------------


@kernel
def turn(
    desks: Row[Desk], tables: Row[Table], boxes: Row[Box], options: Numbers, lanes: Row[Lane], moves: Grid[Int32],
    log: Log, recalls: Grid[Recall], points: Grid[Int32], rewards: Grid[Float32], shaped: int,
    eyes: Row[Eye], raw: Row[Int8], flat: Row[Int16], places: Grid[Int64], long: Grid[Int64], single: Grid[Int64],
    asked: int, mask: Row[Int8], out: Row[Float32], move: int,
) -> int:  # fmt: skip
    """Make a move, mark what the next seat may do and fill in what it sees; returns that seat, OVER, or ILLEGAL.

    With START in place of a move, a game begins. At the end the first seat looks.
    """
    desk, t, box, lane, told, seats = desks[0], tables[0], boxes[0], lanes[0], recalls[0], rewards.shape[1]
    if move != START:
        k = 0
        while k < lane.count and moves[0, k] != move:
            k += 1
        if k == lane.count:
            return ILLEGAL
    for k in range(lane.count):
        mask[moves[0, k]] = 0
    for s in range(seats):
        rewards[0, s] = 0
    if move == START:
        begin(desk, t, box, seats, options, lane, log, told)
        note_points(desk, t, box, points[0])
    else:
        seat = lane.actor
        rules.apply(t, box, seat, move, log)
        lane.made += 1
        if is_heard(log):
            remember_own(told[seat], move)
            hear(log, told)
        settle(desk, t, box, lane, log, told)
        if shaped:
            reward_points(desk, t, box, points[0], rewards[0])
        elif lane.actor == OVER:
            rules.scores(t, box, desk.scores)
            for s in range(seats):
                rewards[0, s] = desk.scores[s]
    list_moves(t, box, lane, moves[0])
    for k in range(lane.count):
        mask[moves[0, k]] = 1
    viewer = max(lane.actor, 0)
    look(t, box, seats, viewer, eyes[0], raw, flat, places, asked)
    size = take(flat, long, single, out)
    if asked & MEMORY:
        take_memory(told[viewer], size, out)
    return int(lane.actor)
