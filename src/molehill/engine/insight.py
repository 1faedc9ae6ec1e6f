"""What a seat knows of a match, as numbers and as a text: observations, and everything it has been told.

A match keeps its events by name. What a seat remembers is made from the moves, which are made again once, beside the
match, and followed from there on.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from molehill.engine import contract
from molehill.engine.events import event_buffer
from molehill.engine.observing import Eyes, Flat, Layout, Recall

if TYPE_CHECKING:
    from molehill.engine.match import Match


class Insight:
    """Looks at one match."""

    def __init__(self, match: Match) -> None:
        self._eyes: dict[int, Eyes] = {}
        self._recollection: Recollection | None = None
        self._nothing = match.game.blank(Recall, match.seats + 1).reshape(1, -1)

    def observe(self, match: Match, seat: int | None, layout: Layout) -> Flat:
        """What a seat, or a spectator, sees."""
        out = np.empty((1, layout.size), dtype=np.float32)
        viewers = np.array([contract.SPECTATOR if seat is None else seat], dtype=np.int8)
        recalls = self._remembered(match) if layout.memory else self._nothing
        if layout.asked not in self._eyes:
            self._eyes[layout.asked] = Eyes(match.game, layout)
        match.game.vectors.observe(
            *self._eyes[layout.asked].parts, match._record, match.box.record, match.seats, viewers, recalls, out
        )
        seen: Flat = out[0]
        return seen

    def _remembered(self, match: Match) -> Any:
        if self._recollection is None or not self._recollection.is_of(match):
            self._recollection = Recollection(match)
        return self._recollection.up_to(match)


class Recollection:
    """What everybody remembers of a match, up to some move."""

    def __init__(self, match: Match) -> None:
        self.recalls = match.game.blank(Recall, match.seats + 1).reshape(1, -1)
        self._tables, self._log = match.game.tables(), event_buffer(match.room_for_events)
        self._made: list[tuple[int, int]] = []
        match.game.vectors.recall_setup(
            self._tables, match.box.record, match.seats, match.game.option_numbers(match.options), self._log,
            self.recalls,
        )  # fmt: skip

    def is_of(self, match: Match) -> bool:
        """Whether the match has gone on from here, so that nothing was taken back since."""
        return self._made == [(actor, move) for actor, move, *_ in match._entries[: len(self._made)]]

    def up_to(self, match: Match) -> Any:
        """What everybody remembers now."""
        for actor, move, *_ in match._entries[len(self._made) :]:
            match.game.vectors.recall_move(self._tables, match.box.record, actor, move, self._log, self.recalls)
            self._made.append((actor, move))
        return self.recalls


def information(match: Match, seat: int | None) -> str:
    """All that a seat knows, as one text: the same for two positions that it can't tell apart, and only for those.

    It is JSON: the game, the version of its rules, the seats, the options, the box, the seat itself, and then in order
    the numbers of the moves that the seat has made and the events that it has seen. A spectator has made no moves.
    """
    told: list[Any] = [e.data for e in match.happened()[: match._events_before(0)] if e.seen_by(seat)]
    for n, entry in enumerate(match._entries):
        told += [entry.move] if entry.actor == seat else []
        seen = match.happened()[entry.events : match._events_before(n + 1)]
        told += [event.data for event in seen if event.seen_by(seat)]
    game = match.game
    known = [game.id, game.version, match.seats, dict(match.options), match.box.hash, seat, told]
    return json.dumps(known, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
