"""Loops over whole games and many tables. A template like `kernels.py`: it is run once for each game, with its `rules`,
its `judge` and `judging` (`judging.py`) as globals.
"""

from __future__ import annotations

from typing import Any

from molehill.engine import chance
from molehill.engine.bits import first_bit
from molehill.engine.compiling import kernel, loop
from molehill.engine.contract import CHANCE, NOBODY, Judge, Rules
from molehill.engine.events import silence
from molehill.engine.records import Box, Grid, Int32, Numbers, Row, Table
from molehill.engine.workspace import Desk, Played, Series

rules: Rules[Table, Box] = globals().get("rules")  # type: ignore[assignment]
judge: Judge[Table, Box] = globals().get("judge")  # type: ignore[assignment]
judging: Any = globals().get("judging")

RANDOM = 0
GREEDY = 1


# ---- single questions -----------------------------------------------------------------------------------------------


@kernel
def appraise(tables: Row[Table], i: int, boxes: Row[Box], seat: int) -> float:
    return judge.appraise(tables[i], boxes[0], seat)


@kernel
def plausible(tables: Row[Table], i: int, boxes: Row[Box], seat: int) -> float:
    return float(judging.plausible(tables[i], boxes[0], seat))


@kernel
def note(tables: Row[Table], i: int, boxes: Row[Box], played: Row[Played], game: int) -> None:
    """Write down how the game on this table went."""
    judging.note(tables[i], boxes[0], played[game])


@kernel
def draw(desks: Row[Desk], tables: Row[Table], i: int, boxes: Row[Box]) -> int:
    return int(judging.draw(desks[0], tables[i], boxes[0], desks[0].dice))


@kernel
def draw_listed(desks: Row[Desk], tables: Row[Table], i: int, boxes: Row[Box]) -> int:
    return int(judging.draw_listed(desks[0], tables[i], boxes[0], desks[0].dice))


@kernel
def let_chance(desks: Row[Desk], tables: Row[Table], i: int, boxes: Row[Box]) -> None:
    """CHANCE makes its move."""
    judging.fall(desks[0], tables[i], boxes[0], desks[0].dice)


# ---- many games -----------------------------------------------------------------------------------------------------


@loop
def play_out(
    desks: Row[Desk], tables: Row[Table], i: int, boxes: Row[Box], policies: Numbers, turn: int, cap: int
) -> int:
    """Play one table to its end, seat s by policy (s + turn); return the number of moves, chance counted."""
    desk, t, box, moves, seats = desks[0], tables[i], boxes[0], 0, policies.shape[0]
    while moves < cap:
        who = rules.pending(t)
        if who == NOBODY:
            break
        moves += 1
        if who == CHANCE:
            judging.fall(desk, t, box, desk.dice)
            continue
        seat = first_bit(who)
        chair = seat + turn if seat + turn < seats else seat + turn - seats
        if policies[chair] == GREEDY:
            move = judging.choose_greedily(desk, t, box, seat)
        else:
            move = judging.choose_randomly(desk, t, box, seat)
        rules.apply(t, box, seat, move, desk.silent)
    return moves


@loop
def play_games(
    desks: Row[Desk], boxes: Row[Box], options: Numbers, policies: Numbers, series: Row[Series], played: Row[Played]
) -> None:
    """Play the games of a series and write down how each went.

    Chance has a generator of its own, so that it brings the same to other players, options and boxes. With `rotate`
    each deal is played once from every seating.
    """
    desk, t, box, games, seats = desks[0], desks[0].tables[0], boxes[0], series[0], policies.shape[0]
    for g in range(played.shape[0]):
        number = games.first + g
        turn = number % seats if games.rotate else 0
        chance.start(desk.dice, games.seed, number // seats if games.rotate else number)
        chance.start(desk.whims, games.seed + 1, number)
        rules.setup(t, box, seats, options, desk.silent)
        played[g].moves = play_out(desks, desk.tables, 0, boxes, policies, turn, games.cap)
        judging.note(t, box, played[g])


# ---- one table, step by step ----------------------------------------------------------------------------------------


@kernel
def step(tables: Row[Table], boxes: Row[Box], actor: int, move: int, work: Grid[Int32]) -> int:
    """One move on table 0, then what may come next, in one call from Python."""
    rules.apply(tables[0], boxes[0], actor, move, silence())
    return whats_next(tables, boxes, work)


@kernel
def whats_next(tables: Row[Table], boxes: Row[Box], work: Grid[Int32]) -> int:
    """Fill work[0] with moves (or outcomes, and work[1] with their weights).

    Returns actor and count as one number, (actor + 2) * 2^32 + count: one integer crosses over to Python faster than a
    pair. The actor is OVER when the game is over.
    """
    t, box = tables[0], boxes[0]
    who = rules.pending(t)
    if who == NOBODY:
        return 0
    if who == CHANCE:
        return (1 << 32) + rules.outcomes(t, box, work[0], work[1])
    seat = first_bit(who)
    return ((seat + 2) << 32) + rules.legal(t, box, seat, work[0])
