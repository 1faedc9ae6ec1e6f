"""The contract as Python calls it, one table at a time. A template: it is run once for each game, as a module of its
own with that game's rules as the global `rules` (`compiling.load`).

Everything here takes arrays and an index rather than a record, because that is what Python hands over fast.
"""

from __future__ import annotations

from molehill.engine.compiling import kernel
from molehill.engine.contract import Rules
from molehill.engine.events import Log
from molehill.engine.records import Box, Generator, Moves, Numbers, Row, Scores, Table, Weights

rules: Rules[Table, Box] = globals().get("rules")  # type: ignore[assignment]  # put there by `compiling.load`


@kernel
def setup(tables: Row[Table], i: int, boxes: Row[Box], seats: int, options: Numbers, log: Log) -> None:
    rules.setup(tables[i], boxes[0], seats, options, log)


@kernel
def pending(tables: Row[Table], i: int) -> int:
    return rules.pending(tables[i])


@kernel
def check(tables: Row[Table], i: int, boxes: Row[Box], seat: int, move: int) -> int:
    return rules.check(tables[i], boxes[0], seat, move)


@kernel
def legal(tables: Row[Table], i: int, boxes: Row[Box], seat: int, out: Moves) -> int:
    return rules.legal(tables[i], boxes[0], seat, out)


@kernel
def outcomes(tables: Row[Table], i: int, boxes: Row[Box], out: Moves, weight: Weights) -> int:
    return rules.outcomes(tables[i], boxes[0], out, weight)


@kernel
def apply(tables: Row[Table], i: int, boxes: Row[Box], seat: int, move: int, log: Log) -> None:
    rules.apply(tables[i], boxes[0], seat, move, log)


@kernel
def veil(tables: Row[Table], i: int, boxes: Row[Box], seat: int) -> None:
    rules.veil(tables[i], boxes[0], seat)


@kernel
def redeal(tables: Row[Table], i: int, boxes: Row[Box], seat: int, rng: Generator) -> None:
    rules.redeal(tables[i], boxes[0], seat, rng)


@kernel
def scores(tables: Row[Table], i: int, boxes: Row[Box], out: Scores) -> None:
    rules.scores(tables[i], boxes[0], out)


@kernel
def points(tables: Row[Table], i: int, boxes: Row[Box], out: Numbers) -> None:
    rules.points(tables[i], boxes[0], out)


@kernel
def length(tables: Row[Table], i: int) -> int:
    return rules.length(tables[i])
