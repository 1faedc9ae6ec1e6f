"""Hints: what the sharpest bot would do in somebody's place, in words. It sees what that seat sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from molehill import bots
from molehill.server.looks import described
from molehill.server.words import say

if TYPE_CHECKING:
    from molehill.bots.advice import Advice
    from molehill.engine.match import Match

THINK = 0.3  # seconds


def advise(match: Match, seat: int, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """The moves most worth making, the best first, each with what it does, what comes of it and what is expected."""
    view, found = match.view(seat), []
    for advice in bots.explain(match, seat, think=THINK):
        move = described(match, view, advice.move, names)
        note = move.pop("note")
        does = [f"{note[0].upper()}{note[1:]}."] if note else []
        found.append(move | {"why": " ".join([*does, _result(match, advice), *_line(match, advice, names)])})
    return found


def _result(match: Match, advice: Advice) -> str:
    if match.seats == 1 and not match.game.cooperative:
        return say("hint-alone", points=round(advice.points, 1), unit=match.game.points_name)
    return say("hint-team" if match.game.cooperative else "hint-versus", percent=round(100 * advice.score))


def _line(match: Match, advice: Advice, names: tuple[str, ...]) -> list[str]:
    """What the search expects after this move, if it expects anything before chance decides."""
    label = match.game.part("text").label
    steps = [say("hint-step", player=names[seat], label=label(move)) for seat, move in advice.line[1:]]
    return [say("hint-line", line=", ".join(steps))] if steps else []
