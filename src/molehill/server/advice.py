"""Hints: what the sharpest bot would do in somebody's place, in words. It sees what that seat sees."""

from __future__ import annotations

from typing import Any

from molehill import bots
from molehill.engine.match import Match
from molehill.server.looks import described
from molehill.server.words import say

THINK = 0.3  # seconds


def advise(match: Match, seat: int, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """The moves most worth making, the best first, each with a sentence about it."""
    view, found = match.view(seat), []
    for advice in bots.explain(match, seat, think=THINK):
        move = described(match, view, advice.move, names)
        note = move.pop("note")
        why = say("hint-expects", points=round(advice.points, 1), unit=match.game.points_name)
        found.append(move | {"why": f"{why} {say('hint-note', note=note)}" if note else why})
    return found
