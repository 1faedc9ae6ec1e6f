"""The loops that run over any game. This file is a template: `compiling.load` runs it once for each game, as a module
of its own with that game's rules as the global `rules`.

Everything here takes arrays and an index rather than a record, because that is what Python hands over fast.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from molehill.engine import chance
from molehill.engine.bits import first_bit
from molehill.engine.compiling import brief, rule
from molehill.engine.contract import CHANCE, EVENT_WIDTH, NOBODY
from molehill.engine.records import row

rules: Any = globals().get("rules")  # put there by `compiling.load`

RANDOM = 0
GREEDY = 1


# ---- the contract, one table at a time ------------------------------------------------------------------------------


@brief
def setup(tables: Any, i: int, boxes: Any, seats: int, options: Any) -> None:
    rules.setup(row(tables, i), row(boxes, 0), seats, options)


@brief
def pending(tables: Any, i: int) -> int:
    return int(rules.pending(row(tables, i)))


@brief
def check(tables: Any, i: int, boxes: Any, seat: int, move: int) -> int:
    return int(rules.check(row(tables, i), row(boxes, 0), seat, move))


@brief
def legal(tables: Any, i: int, boxes: Any, seat: int, out: Any) -> int:
    return int(rules.legal(row(tables, i), row(boxes, 0), seat, out))


@brief
def outcomes(tables: Any, i: int, boxes: Any, out: Any, weight: Any) -> int:
    return int(rules.outcomes(row(tables, i), row(boxes, 0), out, weight))


@brief
def apply(tables: Any, i: int, boxes: Any, seat: int, move: int, log: Any) -> None:
    rules.apply(row(tables, i), row(boxes, 0), seat, move, log)


@brief
def veil(tables: Any, i: int, boxes: Any, seat: int) -> None:
    rules.veil(row(tables, i), row(boxes, 0), seat)


@brief
def redeal(tables: Any, i: int, boxes: Any, seat: int, rng: Any) -> None:
    rules.redeal(row(tables, i), row(boxes, 0), seat, rng)


@brief
def scores(tables: Any, i: int, boxes: Any, out: Any) -> None:
    rules.scores(row(tables, i), row(boxes, 0), out)


@brief
def points(tables: Any, i: int, boxes: Any, out: Any) -> None:
    rules.points(row(tables, i), row(boxes, 0), out)


@brief
def length(tables: Any, i: int) -> int:
    return int(rules.length(row(tables, i)))


@brief
def appraise(tables: Any, i: int, boxes: Any, seat: int) -> float:
    return float(rules.appraise(row(tables, i), row(boxes, 0), seat))


if hasattr(rules, "tally"):

    @brief
    def tally(tables: Any, i: int) -> int:
        return int(rules.tally(row(tables, i)))

else:

    @brief
    def tally(tables: Any, i: int) -> int:
        return 0


# ---- policies -------------------------------------------------------------------------------------------------------


@rule
def choose_randomly(tables: Any, i: int, boxes: Any, seat: int, rng: Any, out: Any) -> int:
    n = rules.legal(row(tables, i), row(boxes, 0), seat, out)
    return int(out[chance.below(rng, n)])


@rule
def choose_greedily(tables: Any, i: int, boxes: Any, seat: int, rng: Any, out: Any, scratch: Any, silent: Any) -> int:
    """The move after which the seat stands best, equal ones by lot. It sees one possible truth, not the table."""
    box = row(boxes, 0)
    scratch[0] = tables[i]
    rules.veil(row(scratch, 0), box, seat)
    rules.redeal(row(scratch, 0), box, seat, rng)
    n = rules.legal(row(scratch, 0), box, seat, out)
    best, equals, chosen = -2.0, 0, int(out[0])
    for k in range(n):
        scratch[1] = scratch[0]
        rules.apply(row(scratch, 1), box, seat, int(out[k]), silent)
        worth = rules.appraise(row(scratch, 1), box, seat)
        if worth > best:
            best, equals, chosen = worth, 1, int(out[k])
        elif worth == best:
            equals += 1
            if chance.below(rng, equals) == 0:
                chosen = int(out[k])
    return chosen


@rule
def draw_listed(tables: Any, i: int, boxes: Any, rng: Any, out: Any, weight: Any) -> int:
    """One of CHANCE's outcomes, from the list of them."""
    n = rules.outcomes(row(tables, i), row(boxes, 0), out, weight)
    return int(out[chance.weighted(rng, weight, n)])


if hasattr(rules, "draw"):

    @rule
    def draw(tables: Any, i: int, boxes: Any, rng: Any, out: Any, weight: Any) -> int:
        """The same, found directly: a game's own `draw` gives what the list would give, only sooner."""
        return int(rules.draw(row(tables, i), row(boxes, 0), rng))

else:
    draw = draw_listed


@rule
def let_chance(tables: Any, i: int, boxes: Any, rng: Any, out: Any, weight: Any, silent: Any) -> None:
    """CHANCE makes its move."""
    outcome = draw(tables, i, boxes, rng, out, weight)
    rules.apply(row(tables, i), row(boxes, 0), CHANCE, outcome, silent)


# ---- many games -----------------------------------------------------------------------------------------------------


@rule
def play_out(
    tables: Any, i: int, boxes: Any, policies: Any, turn: int, rng: Any, cap: int,
    out: Any, weight: Any, scratch: Any, silent: Any,
) -> int:  # fmt: skip
    """Play one table to its end, seat s by policy (s + turn); return the number of moves, chance counted.

    Random moves are chosen right here: handing a dozen arrays to a function costs as much as choosing.
    """
    t, box, moves, seats = row(tables, i), row(boxes, 0), 0, policies.shape[0]
    while moves < cap:
        who = rules.pending(t)
        if who == NOBODY:
            break
        moves += 1
        if who == CHANCE:
            rules.apply(t, box, CHANCE, draw(tables, i, boxes, rng, out, weight), silent)
            continue
        seat = first_bit(who)
        chair = seat + turn if seat + turn < seats else seat + turn - seats
        if policies[chair] == GREEDY:
            move = choose_greedily(tables, i, boxes, seat, rng, out, scratch, silent)
        else:
            move = int(out[chance.below(rng, rules.legal(t, box, seat, out))])
        rules.apply(t, box, seat, move, silent)
    return moves


@rule
def play_games(
    boxes: Any, options: Any, policies: Any, rotate: int, seed: int, first: int, cap: int,
    moves: Any, lengths: Any, tallies: Any, all_scores: Any, all_points: Any,
    tables: Any, out: Any, weight: Any, silent: Any, rng: Any,
) -> None:  # fmt: skip
    """Play games number first, first + 1, ... and write down how each went. Three tables of work space."""
    seats, scratch = policies.shape[0], tables[1:]
    for g in range(moves.shape[0]):
        number = first + g
        chance.start(rng, seed, number)
        rules.setup(row(tables, 0), row(boxes, 0), seats, options)
        turn = number % seats if rotate else 0
        moves[g] = play_out(tables, 0, boxes, policies, turn, rng, cap, out, weight, scratch, silent)
        lengths[g], tallies[g] = rules.length(row(tables, 0)), tally(tables, 0)
        rules.scores(row(tables, 0), row(boxes, 0), all_scores[g])
        rules.points(row(tables, 0), row(boxes, 0), all_points[g])


# ---- many tables at once --------------------------------------------------------------------------------------------


@rule
def settle(
    tables: Any, i: int, boxes: Any, rngs: Any, actor: Any, count: Any, moves: Any, mask: Any,
    out: Any, weight: Any, silent: Any,
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


@rule
def batch_setup(
    tables: Any, boxes: Any, seats: int, options: Any, rngs: Any, which: Any,
    actor: Any, count: Any, moves: Any, mask: Any, out: Any, weight: Any, silent: Any,
) -> None:  # fmt: skip
    for i in range(tables.shape[0]):
        if which[i]:
            rules.setup(row(tables, i), row(boxes, 0), seats, options)
            settle(tables, i, boxes, rngs, actor, count, moves, mask, out, weight, silent)


@rule
def batch_step(
    tables: Any, boxes: Any, chosen: Any, rngs: Any,
    actor: Any, count: Any, moves: Any, mask: Any, out: Any, weight: Any, silent: Any,
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


@rule
def batch_sample(count: Any, moves: Any, rng: Any, chosen: Any) -> None:
    """A legal move for every table, each equally likely."""
    for i in range(count.shape[0]):
        if count[i] > 0:
            chosen[i] = moves[i, chance.below(rng, int(count[i]))]


@rule
def step(tables: Any, boxes: Any, actor: int, move: int, work: Any) -> int:
    """One move on table 0, then what may come next, in one call from Python."""
    rules.apply(row(tables, 0), row(boxes, 0), actor, move, np.zeros((1, EVENT_WIDTH), dtype=np.int32))
    return whats_next(tables, boxes, work)


@rule
def whats_next(tables: Any, boxes: Any, work: Any) -> int:
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
