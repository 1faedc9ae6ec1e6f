"""Looks: what a game lets its owner see for a while only, such as a stack of cards after a deal.

`Game.look` says for how many seconds. Such a game has in its view.py: `look(view)`, the number of the look that a seat
has now, 0 for none; `cover(view)`, the same view as it is seen afterwards; `COVERED`, the events that would tell of it.
Its rules know nothing of this, and the owner's view carries everything throughout: it is kept from the eye only, and
not even that if the table would rather have it open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from molehill.engine.errors import Unknown
from molehill.terminal.words import say

if TYPE_CHECKING:
    from molehill.engine.game import Game


class Looks:
    """Whether a table keeps everything open, and which looks its seats have taken. Raises Unknown if none are known."""

    def __init__(self, game: Game, seats: int, keep_open: bool = False, taken: Sequence[int] | None = None) -> None:
        self.game, self.keep_open = game, keep_open
        self.taken = [0] * seats if taken is None else list(taken)
        if keep_open and not game.look:
            raise Unknown(say("keep-open-not", game=game.name))

    @property
    def hides(self) -> bool:
        """Whether anything is hidden from its owner's eye here."""
        return self.game.look > 0 and not self.keep_open

    def due(self, view: Mapping[str, Any]) -> bool:
        """Whether the seat that sees this has a look which it has not taken yet."""
        return self.hides and self._number(view) > self.taken[view["seat"]]

    def take(self, view: Mapping[str, Any]) -> None:
        """The look is over."""
        self.taken[view["seat"]] = self._number(view)

    def _number(self, view: Mapping[str, Any]) -> int:
        return int(self.game.part("view").look(view))

    def cover(self, view: dict[str, Any]) -> dict[str, Any]:
        """What is shown of a view while nobody has a look."""
        covered: dict[str, Any] = self.game.part("view").cover(view) if self.hides else view
        return covered

    def told(self, events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """What is told of these events."""
        covered = self.game.part("view").COVERED if self.hides else ()
        return [event for event in events if event["event"] not in covered]
