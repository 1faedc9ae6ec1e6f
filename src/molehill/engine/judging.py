"""What bots and loops ask of the rules beside the contract: how good a table is, what chance brings, a simple choice.

A template like `kernels.py`, but without kernels: it is lowered once, and every unit that uses it has it in its own
machine code.
"""

from __future__ import annotations

from typing import Any

from molehill.engine import chance
from molehill.engine.compiling import rule
from molehill.engine.records import Boxes, Events, Generator, Moves, Tables, Weights, row

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


# ---- policies -------------------------------------------------------------------------------------------------------


@rule
def choose_randomly(tables: Tables, i: int, boxes: Boxes, seat: int, rng: Generator, out: Moves) -> int:
    n = rules.legal(row(tables, i), row(boxes, 0), seat, out)
    return int(out[chance.below(rng, n)])


@rule
def choose_greedily(
    tables: Tables, i: int, boxes: Boxes, seat: int, rng: Generator, out: Moves, scratch: Tables, silent: Events
) -> int:
    """The move after which the seat stands best, equal ones by lot. It sees one possible truth, not the table."""
    box = row(boxes, 0)
    scratch[0] = tables[i]
    rules.veil(row(scratch, 0), box, seat)
    rules.redeal(row(scratch, 0), box, seat, rng)
    n = rules.legal(row(scratch, 0), box, seat, out)
    if n == 1:
        return int(out[0])
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
