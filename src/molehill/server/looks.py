"""What one seat, or a spectator, sees of a match, ready to be sent.

The first view comes through the veil. From then on it is changed by the events that this seat may see, which the games
promise (and their tests check) to be all that changes it: a look costs microseconds, and nothing hidden comes near it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import orjson

import molehill
from molehill.engine.match import Match
from molehill.server.table import Table

Names = tuple[str, ...]


class Look:
    """A viewer's view, kept up to date. Several connections may share it."""

    def __init__(self, table: Table, seat: int | None) -> None:
        match = table.match
        assert match is not None
        self.seat = seat
        self._follow = match.game.part("view").follow
        self._begin(match)
        self._cuts = len(table.cuts)
        self.first, self.fresh = 0, self.events

    def _begin(self, match: Match) -> None:
        happened = match.happened()
        self.view = match.view(self.seat)
        self.events = [event.data for event in happened if event.seen_by(self.seat)]
        self._index = len(happened)

    def refresh(self, table: Table) -> None:
        """Follow what has happened. Afterwards `fresh` are the new events, and `first` the number of the first."""
        match = table.match
        assert match is not None
        cut = min(table.cuts[self._cuts :], default=self._index)
        self._cuts = len(table.cuts)
        if cut < self._index:
            kept = sum(event.seen_by(self.seat) for event in match.happened()[:cut])
            self._begin(match)
            self.first, self.fresh = kept, self.events[kept:]
            return
        happened = match.happened(self._index)
        self._index += len(happened)
        self.first, self.fresh = len(self.events), [event.data for event in happened if event.seen_by(self.seat)]
        for event in self.fresh:
            self._follow(self.view, event)
        self.events += self.fresh

    def fragment(self, table: Table, notes: bool, whole: bool = False) -> orjson.Fragment:
        """The look as JSON: with all events, or with the fresh ones only."""
        match, names = table.match, tuple(table.names)
        assert match is not None
        asked = self.seat is not None and self.seat in table.asked and table.status == "playing"
        first, events = (0, self.events) if whole else (self.first, self.fresh)
        look = {
            "seat": self.seat,
            "view": self.view,
            "from": first,
            "events": [_told(match.game.id, _plain(event), names) for event in events],
            "ask": self._ask(match) if asked else None,
            "legal": self._legal(match, names, notes) if asked else [],
            "can_undo": self.seat is not None and table.status == "playing" and match.can_undo(self.seat),
        }
        return orjson.Fragment(orjson.dumps(look))

    def _ask(self, match: Match) -> str:
        asked: str = match.game.part("text").ask(self.view, match.game.words)
        return asked

    def _legal(self, match: Match, names: Names, notes: bool) -> list[Any]:
        assert self.seat is not None
        moves = match.legal(self.seat)
        if not notes:
            return [_labelled(match.game.id, _plain(move), names) for move in moves]
        return [described(match, self.view, move, names) for move in moves]


def _plain(data: Mapping[str, Any]) -> bytes:
    return orjson.dumps(data)


@lru_cache(100_000)
def _told(game: str, event: bytes, names: Names) -> orjson.Fragment:
    """An event with its sentence."""
    data = orjson.loads(event)
    return orjson.Fragment(orjson.dumps(data | {"says": sentence(game, data, names)}))


@lru_cache(100_000)
def _labelled(game: str, move: bytes, names: Names) -> orjson.Fragment:
    """A move with its label and its phrase."""
    return orjson.Fragment(orjson.dumps(_words(game, orjson.loads(move), names) | {"note": None}))


def sentence(game: str, event: Mapping[str, Any], names: Names) -> str:
    """An event in words."""
    found = molehill.game(game)
    return found.words.say(f"event-{event['event']}", **found.part("text").phrase(event, list(names)))


def _words(game: str, move: Mapping[str, Any], names: Names) -> dict[str, Any]:
    found = molehill.game(game)
    text = found.part("text")
    says = found.words.say(f"move-{move['do']}", **text.phrase(move, list(names)))
    return {"move": move, "label": text.label(move), "says": says}


def described(match: Match, view: Mapping[str, Any], move: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """A move with its label, its phrase and what it would bring."""
    note = match.game.part("text").note(view, move, match.game.words)
    return _words(match.game.id, move, names) | {"note": note or None}
