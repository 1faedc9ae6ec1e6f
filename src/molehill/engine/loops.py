"""Loops over whole games and many tables. A template like `kernels.py`: it is run
once for each game, with `rules` and `judge` (`judging.py`) as globals.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from molehill.engine import chance
from molehill.engine.bits import first_bit
from molehill.engine.compiling import kernel, loop, rule
from molehill.engine.contract import CHANCE, EVENT_WIDTH, NOBODY
from molehill.engine.records import (
    Boxes,
    Events,
    FlagRows,
    Flags,
    Generator,
    MoveRows,
    Moves,
    NumberRows,
    Numbers,
    ScoreRows,
    Seats,
    Tables,
    Weights,
    row,
)

rules: Any = globals().get("rules")  # both put there by `compiling.load`
judge: Any = globals().get("judge")

RANDOM = 0
GREEDY = 1


# ---- single questions -----------------------------------------------------------------------------------------------


@kernel
def appraise(tables: Tables, i: int, boxes: Boxes, seat: int) -> float:
    return float(judge.appraise(tables, i, boxes, seat))


@kernel
def plausible(tables: Tables, i: int, boxes: Boxes, seat: int) -> float:
    return float(judge.plausible(tables, i, boxes, seat))


@kernel
def tally(tables: Tables, i: int) -> int:
    return int(judge.tally(tables, i))


@kernel
def draw(tables: Tables, i: int, boxes: Boxes, rng: Generator, out: Moves, weight: Weights) -> int:
    return int(judge.draw(tables, i, boxes, rng, out, weight))


@kernel
def draw_listed(tables: Tables, i: int, boxes: Boxes, rng: Generator, out: Moves, weight: Weights) -> int:
    return int(judge.draw_listed(tables, i, boxes, rng, out, weight))


@kernel
def let_chance(
    tables: Tables, i: int, boxes: Boxes, rng: Generator, out: Moves, weight: Weights, silent: Events
) -> None:
    """CHANCE makes its move."""
    outcome = judge.draw(tables, i, boxes, rng, out, weight)
    rules.apply(row(tables, i), row(boxes, 0), CHANCE, outcome, silent)


# ---- many games -----------------------------------------------------------------------------------------------------


@loop
def play_out(
    tables: Tables, i: int, boxes: Boxes, policies: Numbers, turn: int, rngs: Generator, cap: int,
    out: Moves, weight: Weights, scratch: Tables, silent: Events,
) -> int:  # fmt: skip
    """Play one table to its end, seat s by policy (s + turn); return the number of moves, chance counted.

    Chance draws from the first generator, those who choose from the last. Random moves are chosen right here: handing
    a dozen arrays to a function costs as much as choosing.
    """
    t, box, moves, seats = row(tables, i), row(boxes, 0), 0, policies.shape[0]
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
            move = int(out[chance.below(whims, rules.legal(t, box, seat, out))])
        rules.apply(t, box, seat, move, silent)
    return moves


@loop
def play_games(
    boxes: Boxes, options: Numbers, policies: Numbers, rotate: int, seed: int, first: int, cap: int,
    moves: Numbers, lengths: Numbers, tallies: Numbers, all_scores: ScoreRows, all_points: NumberRows,
    tables: Tables, out: Moves, weight: Weights, silent: Events, rngs: Generator,
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
        rules.setup(row(tables, 0), row(boxes, 0), seats, options)
        moves[g] = play_out(tables, 0, boxes, policies, turn, rngs, cap, out, weight, scratch, silent)
        lengths[g], tallies[g] = rules.length(row(tables, 0)), judge.tally(tables, 0)
        rules.scores(row(tables, 0), row(boxes, 0), all_scores[g])
        rules.points(row(tables, 0), row(boxes, 0), all_points[g])


# ---- many tables at once --------------------------------------------------------------------------------------------


@rule
def settle(
    tables: Tables, i: int, boxes: Boxes, rngs: Generator, actor: Seats, count: Moves, moves: MoveRows, mask: FlagRows,
    out: Moves, weight: Weights, silent: Events,
) -> None:  # fmt: skip
    """Let chance fall until a seat decides or the game is over; note who decides and which moves are legal."""
    for k in range(count[i]):  # cheaper than wiping the whole row
        mask[i, moves[i, k]] = False
    who = rules.pending(row(tables, i))
    while who == CHANCE:
        let_chance(tables, i, boxes, rngs[i : i + 1], out, weight, silent)
        who = rules.pending(row(tables, i))
    if who == NOBODY:
        actor[i], count[i] = -1, 0
        return
    actor[i] = first_bit(who)
    count[i] = rules.legal(row(tables, i), row(boxes, 0), int(actor[i]), moves[i])
    for k in range(count[i]):
        mask[i, moves[i, k]] = True


@loop
def batch_setup(
    tables: Tables, boxes: Boxes, seats: int, options: Numbers, rngs: Generator, which: Flags,
    actor: Seats, count: Moves, moves: MoveRows, mask: FlagRows, out: Moves, weight: Weights, silent: Events,
) -> None:  # fmt: skip
    for i in range(tables.shape[0]):
        if which[i]:
            rules.setup(row(tables, i), row(boxes, 0), seats, options)
            settle(tables, i, boxes, rngs, actor, count, moves, mask, out, weight, silent)


@loop
def batch_step(
    tables: Tables, boxes: Boxes, chosen: Numbers, rngs: Generator,
    actor: Seats, count: Moves, moves: MoveRows, mask: FlagRows, out: Moves, weight: Weights, silent: Events,
) -> int:  # fmt: skip
    """Make one move on every table that is not over. If one is illegal, do nothing and return its index, else -1."""
    for i in range(tables.shape[0]):
        if actor[i] >= 0 and not (0 <= chosen[i] < mask.shape[1] and mask[i, chosen[i]]):
            return i
    for i in range(tables.shape[0]):
        if actor[i] >= 0:
            rules.apply(row(tables, i), row(boxes, 0), int(actor[i]), int(chosen[i]), silent)
            settle(tables, i, boxes, rngs, actor, count, moves, mask, out, weight, silent)
    return -1


@loop
def batch_sample(count: Moves, moves: MoveRows, rng: Generator, chosen: Numbers) -> None:
    """A legal move for every table, each equally likely."""
    for i in range(count.shape[0]):
        if count[i] > 0:
            chosen[i] = moves[i, chance.below(rng, int(count[i]))]


@kernel
def step(tables: Tables, boxes: Boxes, actor: int, move: int, work: MoveRows) -> int:
    """One move on table 0, then what may come next, in one call from Python."""
    rules.apply(row(tables, 0), row(boxes, 0), actor, move, np.zeros((1, EVENT_WIDTH), dtype=np.int32))
    return whats_next(tables, boxes, work)


@kernel
def whats_next(tables: Tables, boxes: Boxes, work: MoveRows) -> int:
    """Fill work[0] with moves (or outcomes, and work[1] with their weights).

    Returns actor and count as one number, (actor + 2) * 2^32 + count, or 0 when the game is over: one integer crosses
    over to Python faster than a pair.
    """
    t, box = row(tables, 0), row(boxes, 0)
    who = rules.pending(t)
    if who == NOBODY:
        return 0
    if who == CHANCE:
        return (1 << 32) + int(rules.outcomes(t, box, work[0], work[1]))
    seat = first_bit(who)
    return ((seat + 2) << 32) + int(rules.legal(t, box, seat, work[0]))
