"""What bots and loops ask of the rules beside the contract: how good a table is, what chance brings, what is counted.

A template like `kernels.py`, but without kernels: it is lowered once, and every unit that uses it has it in its own
machine code.
"""

from __future__ import annotations

from typing import Any

from molehill.engine import chance
from molehill.engine.compiling import rule
from molehill.engine.records import Boxes, Generator, Moves, Tables, Weights, row

rules: Any = globals().get("rules")  # put there by `compiling.load`


@rule
def appraise(tables: Tables, i: int, boxes: Boxes, seat: int) -> float:
    return float(rules.appraise(row(tables, i), row(boxes, 0), seat))


if hasattr(rules, "tally"):

    @rule
    def tally(tables: Tables, i: int) -> int:
        return int(rules.tally(row(tables, i)))

else:

    @rule
    def tally(tables: Tables, i: int) -> int:
        return 0


if hasattr(rules, "plausible"):

    @rule
    def plausible(tables: Tables, i: int, boxes: Boxes, seat: int) -> float:
        """How well the others' moves go with this truth."""
        return float(rules.plausible(row(tables, i), row(boxes, 0), seat))

else:

    @rule
    def plausible(tables: Tables, i: int, boxes: Boxes, seat: int) -> float:
        """What others did tells nothing here."""
        return 1.0


@rule
def draw_listed(tables: Tables, i: int, boxes: Boxes, rng: Generator, out: Moves, weight: Weights) -> int:
    """One of CHANCE's outcomes, from the list of them."""
    n = rules.outcomes(row(tables, i), row(boxes, 0), out, weight)
    return int(out[chance.weighted(rng, weight, n)])


if hasattr(rules, "draw"):

    @rule
    def draw(tables: Tables, i: int, boxes: Boxes, rng: Generator, out: Moves, weight: Weights) -> int:
        """The same, found directly: a game's own `draw` gives what the list would give, only sooner."""
        return int(rules.draw(row(tables, i), row(boxes, 0), rng))

else:
    draw = draw_listed
