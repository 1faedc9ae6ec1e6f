"""How good a position is: for bots only, no rule asks."""

from __future__ import annotations

from molehill.engine.compiling import rule

from .box import Box
from .facts import FACES
from .rules import Table, matching, on_the_table


@rule
def appraise(t: Table, box: Box, seat: int) -> float:
    """The share of the dice; and of one's own bid, how far it is above what one's own dice promise."""
    dice = on_the_table(t)
    worth = 2.0 * t.left[seat] / dice - 1.0
    if t.bidder == seat:
        others = (dice - t.left[seat]) * (2 if t.wild and t.face > 1 else 1) / FACES
        worth += max(-1.0, min(0.0, (matching(t, seat) + others - t.dice) / dice))
    return max(-1.0, min(1.0, worth))
