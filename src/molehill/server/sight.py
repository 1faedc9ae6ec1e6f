"""What one seat, or a spectator, is sent of a match: what it sees happen, and the moves that it may make.

A view is made through the veil when somebody comes, or when a move was taken back. From then on its events are enough:
the games promise, and their tests check, that nothing else changes what is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from molehill.server import frames
from molehill.server.table import Table

if TYPE_CHECKING:
    from molehill.engine.match import Match

PAGE = 500  # events that are told at once to somebody who comes; those before can be asked for


class Sight:
    """What a seat (None: a spectator) has been told so far. Several connections may share it."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.news: frames.Sight | None = None
        self._visible = b""  # for each event of the match that has been looked at, whether this seat sees it
        self._seen = 0  # how many it does
        self._cuts = 0
        self._state: tuple[list[int], bool] | None = None

    def refresh(self, table: Table) -> None:
        """See what has happened. Afterwards `news` is what this seat is to be told of it, None if nothing."""
        match, anew = _match(table), self._state is None
        kept = min(table.cuts[self._cuts :], default=len(self._visible))
        self._cuts = len(table.cuts)
        if kept < len(self._visible):  # a move was taken back that had been told of
            anew = True
            self._seen -= sum(self._visible[kept:])
            self._visible = self._visible[:kept]
        happened = match.happened(len(self._visible))
        visible = bytes(event.seen_by(self.seat) for event in happened)
        fresh = [event.data for event, seen in zip(happened, visible, strict=True) if seen]
        state = _state(table, match, self.seat)
        self.news = None
        if anew or fresh or state != self._state:
            self.news = self._told(self._seen, fresh, state)
            if anew:
                self.news["view"] = match.view(self.seat)
        self._visible += visible
        self._seen += len(fresh)
        self._state = state

    def whole(self, table: Table) -> frames.Sight:
        """What this seat sees now, and the last of what it has seen. Call when it has been refreshed."""
        match, start, left = _match(table), len(self._visible), PAGE
        while start and left:
            start -= 1
            left -= self._visible[start]
        last = [event.data for event in match.happened(start) if event.seen_by(self.seat)]
        assert self._state is not None
        return {**self._told(self._seen - len(last), last, self._state), "view": match.view(self.seat)}

    def _told(self, first: int, events: list[frames.Event], state: tuple[list[int], bool]) -> frames.Sight:
        legal, can_undo = state
        return {"seat": self.seat, "first": first, "events": events, "legal": legal, "can_undo": can_undo}


def in_words(sight: frames.Sight, table: Table) -> Callable[[], frames.Sight]:
    """The same for who has no words of their own: the whole view, moves as structures, and sentences.

    What is returned makes them. That takes its time, and needs nothing that changes.
    """
    match, seat, names = _match(table), sight["seat"], table.names
    view, asked = sight.get("view") or match.view(seat), seat in table.pending
    text, moves, words = match.game.part("text"), match.game.part("moves"), match.game.words

    def make() -> frames.Sight:
        return {
            **sight,
            "view": view,
            "events": [event | {"says": match.sentence(event, names)} for event in sight["events"]],
            "ask": text.ask(view, words) if asked else None,
            "moves": [worded(match, view, moves.decode(number), names) for number in sight["legal"]],
        }

    return make


def worded(match: Match, view: frames.View, move: frames.Move, names: list[str]) -> frames.WordedMove:
    """A move with its label, its phrase and what it would bring."""
    text, words = match.game.part("text"), match.game.words
    return {
        "move": move,
        "label": text.label(move),
        "says": words.say(f"move-{move['do']}", **text.phrase(move, names, words)),
        "note": text.note(view, move, words) or None,
    }


def _match(table: Table) -> Match:
    assert table.match is not None
    return table.match


def _state(table: Table, match: Match, seat: int | None) -> tuple[list[int], bool]:
    """What a seat may do now: the numbers of its legal moves, and whether it may take back its last one."""
    if seat is None or table.status != "playing":
        return [], False
    return match.legal_numbers(seat) if seat in table.asked else [], table.can_undo(seat)
