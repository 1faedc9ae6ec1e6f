"""Honeymoon, how good a sheet is: for bots only, no rule asks."""

from __future__ import annotations

from molehill.engine.compiling import rule
from molehill.games.honeymoon.box import Box
from molehill.games.honeymoon.rules import Table, points_after


@rule
def appraise(t: Table, box: Box, seat: int) -> float:
    """Own points against the best rival's, chosen digs counted in, on a scale that 150 points would fill."""
    best = 0
    if t.seats > 1:
        best = -1000
        for s in range(t.seats):
            if s != seat:
                best = max(best, points_after(t, box, s, t.dig[s]))
    return max(-1.0, min(1.0, (points_after(t, box, seat, t.dig[seat]) - best) / 150.0))
