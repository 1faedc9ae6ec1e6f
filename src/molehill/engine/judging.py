"""What bots and loops ask of the rules beside the contract: how good a table is, what chance brings, a simple choice.

A template like `kernels.py`, but without kernels: it is lowered once, and every unit that uses it has it in its own
machine code.
"""

from __future__ import annotations

from typing import Any

from molehill.engine import chance
from molehill.engine.compiling import rule
from molehill.engine.contract import Rules
from molehill.engine.events import Log
from molehill.engine.records import Box, Generator, Moves, Row, Table, Weights

rules: Rules[Table, Box] = globals().get("rules")  # type: ignore[assignment]  # put there by `compiling.load`
extras: Any = rules  # what a game need not have


@rule
def appraise(tables: Row[Table], i: int, boxes: Row[Box], seat: int) -> float:
    return rules.appraise(tables[i], boxes[0], seat)


if hasattr(rules, "tally"):

    @rule
    def tally(tables: Row[Table], i: int) -> int:
        return int(extras.tally(tables[i]))

else:

    @rule
    def tally(tables: Row[Table], i: int) -> int:
        return 0


if hasattr(rules, "plausible"):

    @rule
    def plausible(tables: Row[Table], i: int, boxes: Row[Box], seat: int) -> float:
        """How well the others' moves go with this truth."""
        return float(extras.plausible(tables[i], boxes[0], seat))

else:

    @rule
    def plausible(tables: Row[Table], i: int, boxes: Row[Box], seat: int) -> float:
        """What others did tells nothing here."""
        return 1.0


@rule
def draw_listed(tables: Row[Table], i: int, boxes: Row[Box], rng: Generator, out: Moves, weight: Weights) -> int:
    """One of CHANCE's outcomes, from the list of them."""
    n = rules.outcomes(tables[i], boxes[0], out, weight)
    return out[chance.weighted(rng, weight, n)]


if hasattr(rules, "draw"):

    @rule
    def draw(tables: Row[Table], i: int, boxes: Row[Box], rng: Generator, out: Moves, weight: Weights) -> int:
        """The same, found directly: a game's own `draw` gives what the list would give, only sooner."""
        return int(extras.draw(tables[i], boxes[0], rng))

else:
    draw = draw_listed


# ---- policies -------------------------------------------------------------------------------------------------------


@rule
def choose_randomly(tables: Row[Table], i: int, boxes: Row[Box], seat: int, rng: Generator, out: Moves) -> int:
    n = rules.legal(tables[i], boxes[0], seat, out)
    return out[chance.below(rng, n)]


@rule
def choose_greedily(
    tables: Row[Table], i: int, boxes: Row[Box], seat: int, rng: Generator, out: Moves, scratch: Row[Table], silent: Log
) -> int:
    """The move after which the seat stands best, equal ones by lot. It sees one possible truth, not the table."""
    box = boxes[0]
    scratch[0] = tables[i]
    rules.veil(scratch[0], box, seat)
    rules.redeal(scratch[0], box, seat, rng)
    n = rules.legal(scratch[0], box, seat, out)
    if n == 1:
        return out[0]
    best, equals, chosen = -2.0, 0, out[0]
    for k in range(n):
        scratch[1] = scratch[0]
        rules.apply(scratch[1], box, seat, out[k], silent)
        worth = rules.appraise(scratch[1], box, seat)
        if worth > best:
            best, equals, chosen = worth, 1, out[k]
        elif worth == best:
            equals += 1
            if chance.below(rng, equals) == 0:
                chosen = out[k]
    return chosen
