"""Loops over whole games and many tables. A template like `kernels.py`: it is run
once for each game, with `rules` and `judge` (`judging.py`) as globals.
"""

from __future__ import annotations

from typing import Any

from molehill.engine import chance
from molehill.engine.bits import first_bit
from molehill.engine.compiling import kernel, loop, rule
from molehill.engine.contract import CHANCE, NOBODY, Rules
from molehill.engine.events import Log, silence
from molehill.engine.records import (
    Box,
    Flag,
    Float64,
    Generator,
    Grid,
    Int8,
    Int32,
    Int64,
    Moves,
    Numbers,
    Row,
    Table,
    Weights,
)

rules: Rules[Table, Box] = globals().get("rules")  # type: ignore[assignment]  # put there by `compiling.load`
judge: Any = globals().get("judge")

RANDOM = 0
GREEDY = 1


# ---- single questions -----------------------------------------------------------------------------------------------


@kernel
def appraise(tables: Row[Table], i: int, boxes: Row[Box], seat: int) -> float:
    return float(judge.appraise(tables, i, boxes, seat))


@kernel
def plausible(tables: Row[Table], i: int, boxes: Row[Box], seat: int) -> float:
    return float(judge.plausible(tables, i, boxes, seat))


@kernel
def draw(tables: Row[Table], i: int, boxes: Row[Box], rng: Generator, out: Moves, weight: Weights) -> int:
    return int(judge.draw(tables, i, boxes, rng, out, weight))


@kernel
def draw_listed(tables: Row[Table], i: int, boxes: Row[Box], rng: Generator, out: Moves, weight: Weights) -> int:
    return int(judge.draw_listed(tables, i, boxes, rng, out, weight))


@kernel
def let_chance(
    tables: Row[Table], i: int, boxes: Row[Box], rng: Generator, out: Moves, weight: Weights, silent: Log
) -> None:
    """CHANCE makes its move."""
    outcome = judge.draw(tables, i, boxes, rng, out, weight)
    rules.apply(tables[i], boxes[0], CHANCE, outcome, silent)


# ---- many games -----------------------------------------------------------------------------------------------------


@loop
def play_out(
    tables: Row[Table], i: int, boxes: Row[Box], policies: Numbers, turn: int, rngs: Generator, cap: int,
    out: Moves, weight: Weights, scratch: Row[Table], silent: Log,
) -> int:  # fmt: skip
    """Play one table to its end, seat s by policy (s + turn); return the number of moves, chance counted.

    Chance draws from the first generator, those who choose from the last. Random moves are chosen right here: handing
    a dozen arrays to a function costs as much as choosing.
    """
    t, box, moves, seats = tables[i], boxes[0], 0, policies.shape[0]
    dice, whims = rngs[0:1], rngs[rngs.shape[0] - 1 :]
    while moves < cap:
        who = rules.pending(t)
        if who == NOBODY:
            break
        moves += 1
        if who == CHANCE:
            rules.apply(t, box, CHANCE, judge.draw(tables, i, boxes, dice, out, weight), silent)
            continue
        seat = first_bit(who)
        chair = seat + turn if seat + turn < seats else seat + turn - seats
        if policies[chair] == GREEDY:
            move = judge.choose_greedily(tables, i, boxes, seat, whims, out, scratch, silent)
        else:
            move = out[chance.below(whims, rules.legal(t, box, seat, out))]
        rules.apply(t, box, seat, move, silent)
    return moves


@loop
def play_games(
    boxes: Row[Box], options: Numbers, policies: Numbers, rotate: int, seed: int, first: int, cap: int,
    moves: Numbers, lengths: Numbers, tallies: Numbers, all_scores: Grid[Float64], all_points: Grid[Int64],
    tables: Row[Table], out: Moves, weight: Weights, silent: Log, rngs: Generator,
) -> None:  # fmt: skip
    """Play games number first, first + 1, ... and write down how each went. Three tables of work space.

    Chance has a generator of its own, so that it brings the same to other players, options and boxes. With `rotate`
    each deal is played once from every seating.
    """
    seats, scratch = policies.shape[0], tables[1:]
    for g in range(moves.shape[0]):
        number = first + g
        turn = number % seats if rotate else 0
        chance.start(rngs[0:1], seed, number // seats if rotate else number)
        chance.start(rngs[1:2], seed + 1, number)
        rules.setup(tables[0], boxes[0], seats, options)
        moves[g] = play_out(tables, 0, boxes, policies, turn, rngs, cap, out, weight, scratch, silent)
        lengths[g], tallies[g] = rules.length(tables[0]), judge.tally(tables, 0)
        rules.scores(tables[0], boxes[0], all_scores[g])
        rules.points(tables[0], boxes[0], all_points[g])


# ---- many tables at once --------------------------------------------------------------------------------------------


@rule
def settle(
    tables: Row[Table], i: int, boxes: Row[Box], rngs: Generator, actor: Row[Int8], count: Moves, moves: Grid[Int32],
    mask: Grid[Flag], out: Moves, weight: Weights, silent: Log,
) -> None:  # fmt: skip
    """Let chance fall until a seat decides or the game is over; note who decides and which moves are legal."""
    for k in range(count[i]):  # cheaper than wiping the whole row
        mask[i, moves[i, k]] = False
    who = rules.pending(tables[i])
    while who == CHANCE:
        let_chance(tables, i, boxes, rngs[i : i + 1], out, weight, silent)
        who = rules.pending(tables[i])
    if who == NOBODY:
        actor[i], count[i] = -1, 0
        return
    actor[i] = first_bit(who)
    count[i] = rules.legal(tables[i], boxes[0], actor[i], moves[i])
    for k in range(count[i]):
        mask[i, moves[i, k]] = True


@loop
def batch_setup(
    tables: Row[Table], boxes: Row[Box], seats: int, options: Numbers, rngs: Generator, which: Row[Flag],
    actor: Row[Int8], count: Moves, moves: Grid[Int32], mask: Grid[Flag], out: Moves, weight: Weights, silent: Log,
) -> None:  # fmt: skip
    for i in range(tables.shape[0]):
        if which[i]:
            rules.setup(tables[i], boxes[0], seats, options)
            settle(tables, i, boxes, rngs, actor, count, moves, mask, out, weight, silent)


@loop
def batch_step(
    tables: Row[Table], boxes: Row[Box], chosen: Numbers, rngs: Generator,
    actor: Row[Int8], count: Moves, moves: Grid[Int32], mask: Grid[Flag], out: Moves, weight: Weights, silent: Log,
) -> int:  # fmt: skip
    """Make one move on every table that is not over. If one is illegal, do nothing and return its index, else -1."""
    for i in range(tables.shape[0]):
        if actor[i] >= 0 and not (0 <= chosen[i] < mask.shape[1] and mask[i, chosen[i]]):
            return i
    for i in range(tables.shape[0]):
        if actor[i] >= 0:
            rules.apply(tables[i], boxes[0], actor[i], chosen[i], silent)
            settle(tables, i, boxes, rngs, actor, count, moves, mask, out, weight, silent)
    return -1


@loop
def batch_sample(count: Moves, moves: Grid[Int32], rng: Generator, chosen: Numbers) -> None:
    """A legal move for every table, each equally likely."""
    for i in range(count.shape[0]):
        if count[i] > 0:
            chosen[i] = moves[i, chance.below(rng, count[i])]


@kernel
def step(tables: Row[Table], boxes: Row[Box], actor: int, move: int, work: Grid[Int32]) -> int:
    """One move on table 0, then what may come next, in one call from Python."""
    rules.apply(tables[0], boxes[0], actor, move, silence())
    return whats_next(tables, boxes, work)


@kernel
def whats_next(tables: Row[Table], boxes: Row[Box], work: Grid[Int32]) -> int:
    """Fill work[0] with moves (or outcomes, and work[1] with their weights).

    Returns actor and count as one number, (actor + 2) * 2^32 + count, or 0 when the game is over: one integer crosses
    over to Python faster than a pair.
    """
    t, box = tables[0], boxes[0]
    who = rules.pending(t)
    if who == NOBODY:
        return 0
    if who == CHANCE:
        return (1 << 32) + rules.outcomes(t, box, work[0], work[1])
    seat = first_bit(who)
    return ((seat + 2) << 32) + rules.legal(t, box, seat, work[0])
