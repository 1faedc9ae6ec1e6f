"""What bots and loops ask beside the contract: what chance brings, what is plausible, a simple choice.

A template like `kernels.py`, but without kernels: it is lowered once, and every unit that uses it has it in its own
machine code. `rules` and `judge` are the game's own (`compiling.load`).
"""

from __future__ import annotations

from typing import Any

from molehill.engine import chance
from molehill.engine.compiling import rule
from molehill.engine.contract import CHANCE, Judge, Rules
from molehill.engine.records import Box, Generator, Table
from molehill.engine.workspace import Desk, Played

rules: Rules[Table, Box] = globals().get("rules")  # type: ignore[assignment]
judge: Judge[Table, Box] = globals().get("judge")  # type: ignore[assignment]
of_rules: Any = rules  # for what a game need not have
of_judge: Any = judge


if hasattr(rules, "tally"):

    @rule
    def tally(t: Table) -> int:
        """The number that the game's designer watches."""
        return int(of_rules.tally(t))

else:

    @rule
    def tally(t: Table) -> int:
        """There is none."""
        return 0


if hasattr(judge, "plausible"):

    @rule
    def plausible(t: Table, box: Box, seat: int) -> float:
        """How well the others' moves go with this truth."""
        return float(of_judge.plausible(t, box, seat))

else:

    @rule
    def plausible(t: Table, box: Box, seat: int) -> float:
        """What others did tells nothing here."""
        return 1.0


@rule
def draw_listed(desk: Desk, t: Table, box: Box, dice: Generator) -> int:
    """One of CHANCE's outcomes, from the list of them."""
    n = rules.outcomes(t, box, desk.out, desk.weight)
    return desk.out[chance.weighted(dice, desk.weight, n)]


if hasattr(rules, "draw"):

    @rule
    def draw(desk: Desk, t: Table, box: Box, dice: Generator) -> int:
        """The same, found directly: a game's own `draw` gives what the list would give, only sooner."""
        return int(of_rules.draw(t, box, dice))

else:
    draw = draw_listed


@rule
def fall(desk: Desk, t: Table, box: Box, dice: Generator) -> None:
    """CHANCE makes its move, with these dice."""
    rules.apply(t, box, CHANCE, draw(desk, t, box, dice), desk.silent)


@rule
def note(t: Table, box: Box, played: Played) -> None:
    """Write down how a game went."""
    played.length, played.tally = rules.length(t), tally(t)
    rules.scores(t, box, played.scores)
    rules.points(t, box, played.points)


# ---- policies -------------------------------------------------------------------------------------------------------


@rule
def choose_randomly(desk: Desk, t: Table, box: Box, seat: int) -> int:
    """Any legal move."""
    return desk.out[chance.below(desk.whims, rules.legal(t, box, seat, desk.out))]


@rule
def choose_greedily(desk: Desk, t: Table, box: Box, seat: int) -> int:
    """The move after which the seat stands best, equal ones by lot. It sees one possible truth, not the table.

    Works on tables 1 and 2.
    """
    return best_of(desk, box, seat, list_imagined(desk, t, box, seat))


@rule
def list_imagined(desk: Desk, t: Table, box: Box, seat: int) -> int:
    """Imagine one possible truth on table 1 and list the legal moves there; return how many there are."""
    desk.tables[1] = t
    truth = desk.tables[1]
    rules.veil(truth, box, seat)
    rules.redeal(truth, box, seat, desk.whims)
    return rules.legal(truth, box, seat, desk.out)


@rule
def best_of(desk: Desk, box: Box, seat: int, n: int) -> int:
    """The best of the first n moves of the list on table 1."""
    truth, tried, out = desk.tables[1], desk.tables[2], desk.out
    if n == 1:
        return out[0]
    best, equals, chosen = -2.0, 0, out[0]
    for k in range(n):
        desk.tables[2] = truth
        rules.apply(tried, box, seat, out[k], desk.silent)
        worth = judge.appraise(tried, box, seat)
        if worth > best:
            best, equals, chosen = worth, 1, out[k]
        elif worth == best:
            equals += 1
            if chance.below(desk.whims, equals) == 0:
                chosen = out[k]
    return chosen
