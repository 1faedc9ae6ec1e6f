"""Restricted play: greedy players, of whom some may not make certain moves as long as they have others.

A template like `engine/loops.py`: it is run once for each game, with its `rules`, its `judge` and `judging` as globals.
"""

from __future__ import annotations

from typing import Any

from molehill.engine import chance
from molehill.engine.bits import first_bit
from molehill.engine.compiling import loop, rule
from molehill.engine.contract import CHANCE, NOBODY, Judge, Rules
from molehill.engine.records import Box, Numbers, Row, Table
from molehill.engine.workspace import Desk, Played, Series

rules: Rules[Table, Box] = globals().get("rules")  # type: ignore[assignment]
judge: Judge[Table, Box] = globals().get("judge")  # type: ignore[assignment]
judging: Any = globals().get("judging")


@rule
def choose_among_others(desk: Desk, t: Table, box: Box, seat: int, barred: Numbers) -> int:
    """The move after which the seat stands best, among those that are not barred, if there are any."""
    n = judging.list_imagined(desk, t, box, seat)
    kept = 0
    for k in range(n):
        if barred[desk.out[k]] == 0:
            kept += 1
    if 0 < kept < n:
        kept = 0
        for k in range(n):
            if barred[desk.out[k]] == 0:
                desk.out[kept] = desk.out[k]
                kept += 1
        n = kept
    return int(judging.best_of(desk, box, seat, n))


@loop
def play_restricted(
    desks: Row[Desk], boxes: Row[Box], options: Numbers, bound: Numbers, barred: Numbers,
    series: Row[Series], played: Row[Played],
) -> None:  # fmt: skip
    """Play the games of a series. The chairs that are bound may not make barred moves.

    Chance brings the same as in `play_games`. With `rotate` each deal is played once from every seating.
    """
    desk, t, box, games, seats = desks[0], desks[0].tables[0], boxes[0], series[0], bound.shape[0]
    for g in range(played.shape[0]):
        number, moves = games.first + g, 0
        turn = number % seats if games.rotate else 0
        chance.start(desk.dice, games.seed, number // seats if games.rotate else number)
        chance.start(desk.whims, games.seed + 1, number)
        rules.setup(t, box, seats, options, desk.silent)
        while moves < games.cap:
            who = rules.pending(t)
            if who == NOBODY:
                break
            moves += 1
            if who == CHANCE:
                judging.fall(desk, t, box, desk.dice)
                continue
            seat = first_bit(who)
            if bound[(seat + turn) % seats] != 0:
                move = choose_among_others(desk, t, box, seat, barred)
            else:
                move = judging.choose_greedily(desk, t, box, seat)
            rules.apply(t, box, seat, move, desk.silent)
        played[g].moves = moves
        judging.note(t, box, played[g])
