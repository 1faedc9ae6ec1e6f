"""Hints: what a bot would do for somebody, in words. It sees what that seat sees."""

from __future__ import annotations

from typing import Any

from molehill import bots
from molehill.engine.match import Match
from molehill.server.looks import described
from molehill.server.words import say


def advise(match: Match, seat: int, names: tuple[str, ...], bot: str) -> list[dict[str, Any]]:
    """Moves worth making, the best first, each with a sentence about it."""
    move = described(match, match.view(seat), bots.bot(bot).choose(match, seat), names)
    note = move.pop("note")
    return [move | {"why": say("hint-note", note=note) if note else say("hint-plain", bot=bot.capitalize())}]
