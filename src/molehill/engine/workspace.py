"""Work space: what kernels and the search need beside tables and boxes, put together so that one thing is handed on.

A record is handed on as its address. To hand on a dozen arrays would cost as much as a move.
"""

from __future__ import annotations

from molehill.engine.events import Log
from molehill.engine.records import (
    Generator,
    Int64,
    Moves,
    Numbers,
    Record,
    Row,
    Scores,
    Table,
    Weights,
    sized,
)

WORK_TABLES = 8


class Desk(Record):
    """What one thread works on: tables to play on and to try things on, room for a list of moves, its luck."""

    tables: Row[Table] = sized(WORK_TABLES)
    out: Moves = sized("moves")
    weight: Weights = sized("outcomes")
    silent: Log = sized(1)  # events that nobody reads
    dice: Generator = sized(1)  # what chance draws from
    whims: Generator = sized(1)  # what those who choose draw from
    points: Numbers = sized("seats")
    scores: Scores = sized("seats")


class Series(Record):
    """Which games are played: the seed, the number of the first, whether seats change, the most moves of one."""

    seed: Int64
    first: Int64
    rotate: Int64
    cap: Int64


class Played(Record):
    """How a game went."""

    moves: Int64
    length: Int64
    tally: Int64
    scores: Scores = sized("seats")
    points: Numbers = sized("seats")
