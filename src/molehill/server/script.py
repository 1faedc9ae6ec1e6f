"""A table at which a lesson is played: chance and the others do what its script says, and so does the player."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from molehill.engine.lesson import Scripted
from molehill.server.words import problem

if TYPE_CHECKING:
    from molehill.engine.match import Match


class Script:
    """The moves of a lesson. How far it is, is how many moves the match has: none but these can be made in it."""

    def __init__(self, moves: Sequence[Sequence[Any]]) -> None:
        self._moves = [Scripted(*move) for move in moves]

    def __bool__(self) -> bool:
        return bool(self._moves)

    def learned(self, match: Match | None) -> int:
        """How many of the moves that it asks for the player has made."""
        return sum(move.asked for move in self._moves[: match.count if match else 0])

    def coming(self, match: Match) -> list[Scripted]:
        """What happens by itself now, up to the player's next move."""
        return list(takewhile(lambda move: not move.asked, self._moves[match.count :]))

    def check(self, match: Match, seat: int, move: dict[str, Any]) -> None:
        """Raises Problem if the rules allow a move that is not the one asked for; what they forbid, they refuse."""
        if not self._moves or match.why_not(seat, move):
            return
        if match.count >= len(self._moves):
            raise problem("not-now", "lesson-over")
        encode = match.game.part("moves").encode
        if encode(move) != encode(self._moves[match.count].move):
            raise problem("lesson", "lesson-other")
