"""Looks: things that a game shows its owner only for a while, such as a stack of cards after a deal.

`Game.look` is the number of seconds. The game's view.py has `look(view)`, the number of the look that a seat has now (0
for none); `cover(view)`, the view as it is shown afterwards; and `COVERED`, the events that would give it away. The
rules know nothing about looks, and the owner's view always holds everything. The terminal only does not show it, unless
the table keeps it open.
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
        """Whether this table hides anything from its owner."""
        return self.game.look > 0 and not self.keep_open

    def due(self, view: Mapping[str, Any]) -> bool:
        """Whether the seat of this view has a look that it has not taken yet."""
        return self.hides and self._number(view) > self.taken[view["seat"]]

    def take(self, view: Mapping[str, Any]) -> None:
        """Remember that the look is over."""
        self.taken[view["seat"]] = self._number(view)

    def _number(self, view: Mapping[str, Any]) -> int:
        return int(self.game.part("view").look(view))

    def cover(self, view: dict[str, Any]) -> dict[str, Any]:
        """The view as it is shown outside of a look."""
        covered: dict[str, Any] = self.game.part("view").cover(view) if self.hides else view
        return covered

    def told(self, events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """The events without those that a look would give away."""
        covered = self.game.part("view").COVERED if self.hides else ()
        return [event for event in events if event["event"] not in covered]
