"""What one seat, or a spectator, is sent of a match: what it sees happen, and the moves that it may make.

A view is made through the veil when somebody comes, or when a move was taken back. From then on its events are enough:
the games promise, and their tests check, that nothing else changes what is seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from molehill.server import frames
from molehill.server.table import Table

if TYPE_CHECKING:
    from molehill.engine.match import Match


class Sight:
    """What a seat (None: a spectator) has been told so far. Several connections may share it."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.news: frames.Sight | None = None
        self._events = 0  # of the match, that have been looked at
        self._seen = 0  # of these, by this seat
        self._cuts = 0
        self._state: tuple[list[int], bool] | None = None

    def refresh(self, table: Table) -> None:
        """See what has happened. Afterwards `news` is what this seat is to be told of it, None if nothing."""
        match, anew = _match(table), self._state is None
        kept = min(table.cuts[self._cuts :], default=self._events)
        self._cuts = len(table.cuts)
        if kept < self._events:  # a move was taken back that had been told of
            anew, self._events = True, kept
            self._seen = sum(event.seen_by(self.seat) for event in match.happened()[:kept])
        happened = match.happened(self._events)
        fresh = [event.data for event in happened if event.seen_by(self.seat)]
        state = _state(table, match, self.seat)
        self.news = None
        if anew or fresh or state != self._state:
            legal, can_undo = state
            self.news = {
                "seat": self.seat,
                "first": self._seen,
                "events": fresh,
                "legal": legal,
                "can_undo": can_undo,
            }
            if anew:
                self.news["view"] = match.view(self.seat)
        self._events += len(happened)
        self._seen += len(fresh)
        self._state = state


def whole(table: Table, seat: int | None) -> frames.Sight:
    """Everything that a seat sees and has seen."""
    match = _match(table)
    legal, can_undo = _state(table, match, seat)
    return {
        "seat": seat,
        "first": 0,
        "events": match.events(seat),
        "legal": legal,
        "can_undo": can_undo,
        "view": match.view(seat),
    }


def in_words(sight: frames.Sight, table: Table) -> frames.Sight:
    """The same for who has no words of their own: the whole view, moves as structures, and sentences."""
    match, seat, names = _match(table), sight["seat"], table.names
    view = sight.get("view") or match.view(seat)
    text, moves = match.game.part("text"), match.game.part("moves")
    events = [event | {"says": match.sentence(event, names)} for event in sight["events"]]
    return {
        **sight,
        "view": view,
        "events": events,
        "ask": text.ask(view, match.game.words) if seat in table.pending else None,
        "moves": [worded(match, view, moves.decode(number), names) for number in sight["legal"]],
    }


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
    return match.legal_numbers(seat) if seat in table.asked else [], match.can_undo(seat)
