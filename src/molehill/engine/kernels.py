"""The contract as Python calls it, one table at a time. A template: it is run once for each game, as a module of its
own with that game's rules as the global `rules` (`compiling.load`).

Everything here takes arrays and an index rather than a record, because that is what Python hands over fast.
"""

from __future__ import annotations

from typing import Any

from molehill.engine.compiling import kernel
from molehill.engine.records import Boxes, Events, Generator, Moves, Numbers, Scores, Tables, Weights, row

rules: Any = globals().get("rules")  # put there by `compiling.load`


@kernel
def setup(tables: Tables, i: int, boxes: Boxes, seats: int, options: Numbers) -> None:
    rules.setup(row(tables, i), row(boxes, 0), seats, options)


@kernel
def pending(tables: Tables, i: int) -> int:
    return int(rules.pending(row(tables, i)))


@kernel
def check(tables: Tables, i: int, boxes: Boxes, seat: int, move: int) -> int:
    return int(rules.check(row(tables, i), row(boxes, 0), seat, move))


@kernel
def legal(tables: Tables, i: int, boxes: Boxes, seat: int, out: Moves) -> int:
    return int(rules.legal(row(tables, i), row(boxes, 0), seat, out))


@kernel
def outcomes(tables: Tables, i: int, boxes: Boxes, out: Moves, weight: Weights) -> int:
    return int(rules.outcomes(row(tables, i), row(boxes, 0), out, weight))


@kernel
def apply(tables: Tables, i: int, boxes: Boxes, seat: int, move: int, log: Events) -> None:
    rules.apply(row(tables, i), row(boxes, 0), seat, move, log)


@kernel
def veil(tables: Tables, i: int, boxes: Boxes, seat: int) -> None:
    rules.veil(row(tables, i), row(boxes, 0), seat)


@kernel
def redeal(tables: Tables, i: int, boxes: Boxes, seat: int, rng: Generator) -> None:
    rules.redeal(row(tables, i), row(boxes, 0), seat, rng)


@kernel
def scores(tables: Tables, i: int, boxes: Boxes, out: Scores) -> None:
    rules.scores(row(tables, i), row(boxes, 0), out)


@kernel
def points(tables: Tables, i: int, boxes: Boxes, out: Numbers) -> None:
    rules.points(row(tables, i), row(boxes, 0), out)


@kernel
def length(tables: Tables, i: int) -> int:
    return int(rules.length(row(tables, i)))
