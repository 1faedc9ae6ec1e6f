"""How good a position is, and what a bid tells: for bots only, no rule asks."""

from __future__ import annotations

from molehill.engine.compiling import rule
from molehill.engine.reals import exp

from .box import Box
from .facts import NO_BID
from .rules import Table, matching, on_the_table


@rule
def missing(t: Table, box: Box) -> float:
    """How many dice more the bidder must hope for than are to be expected under the other cups."""
    others = (on_the_table(t) - t.left[t.bidder]) * (2 if t.wild and t.face > 1 else 1) / box.faces
    return t.dice - matching(t, t.bidder) - others


@rule
def appraise(t: Table, box: Box, seat: int) -> float:
    """The share of the dice; and of one's own bid, how far it is above what one's own dice promise."""
    dice = on_the_table(t)
    risk = missing(t, box) / dice if t.bidder == seat else 0.0
    return max(-1.0, 2.0 * t.left[seat] / dice - 1.0 - max(0.0, risk))


@rule
def plausible(t: Table, box: Box, seat: int) -> float:
    """People mostly bid what their own dice promise; but anybody may bluff."""
    return 1.0 if t.bidder in (NO_BID, seat) else max(0.1, min(1.0, exp(-missing(t, box))))
