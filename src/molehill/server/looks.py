"""What one seat, or a spectator, sees of a match, ready to be sent.

The first view comes through the veil. From then on it is changed by the events that this seat may see, which the games
promise (and their tests check) to be all that changes it: a look costs microseconds, and nothing hidden comes near it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import orjson

import molehill
from molehill.engine.match import Match
from molehill.server.table import Table


class Told:
    """The events of a match as they are sent, each written once for all who may see it."""

    def __init__(self) -> None:
        self._told: list[orjson.Fragment] = []
        self._cuts = 0

    def of(self, table: Table, match: Match) -> list[orjson.Fragment]:
        """All events, as JSON with their sentences."""
        del self._told[min(table.cuts[self._cuts :], default=len(self._told)) :]
        self._cuts = len(table.cuts)
        game, names = match.game.id, tuple(table.names)
        self._told += [_told(game, orjson.dumps(event.data), names) for event in match.happened(len(self._told))]
        return self._told


class Look:
    """A viewer's view, kept up to date. Several connections may share it."""

    def __init__(self, table: Table, seat: int | None, told: Told) -> None:
        match = table.match
        assert match is not None
        self.seat = seat
        self._told = told
        self._follow = match.game.part("view").follow
        self._begin(match)
        self._cuts = len(table.cuts)
        self.first = 0

    def _begin(self, match: Match) -> None:
        happened = match.happened()
        self.view = match.view(self.seat)
        self._seen = [number for number, event in enumerate(happened) if event.seen_by(self.seat)]
        self._index = len(happened)

    def refresh(self, table: Table) -> None:
        """Follow what has happened. Afterwards `first` is the number of the first event that is new."""
        match = table.match
        assert match is not None
        cut = min(table.cuts[self._cuts :], default=self._index)
        self._cuts = len(table.cuts)
        if cut < self._index:
            self._begin(match)
            self.first = sum(number < cut for number in self._seen)
            return
        self.first = len(self._seen)
        for event in match.happened(self._index):
            if event.seen_by(self.seat):
                self._follow(self.view, event.data)
                self._seen.append(self._index)
            self._index += 1

    def fragment(self, table: Table, notes: bool, whole: bool = False) -> orjson.Fragment:
        """The look as JSON: with all events, or with the fresh ones only."""
        match = table.match
        assert match is not None
        asked = self.seat is not None and self.seat in table.asked and table.status == "playing"
        first, told = 0 if whole else self.first, self._told.of(table, match)
        look = {
            "seat": self.seat,
            "view": self.view,
            "from": first,
            "events": [told[number] for number in self._seen[first:]],
            "ask": match.game.part("text").ask(self.view, match.game.words) if asked else None,
            "legal": self._legal(match, table.names, notes) if asked else [],
            "can_undo": self.seat is not None and table.status == "playing" and match.can_undo(self.seat),
        }
        return orjson.Fragment(orjson.dumps(look))

    def _legal(self, match: Match, names: list[str], notes: bool) -> list[Any]:
        assert self.seat is not None
        if notes:
            return [described(match, self.view, move, names) for move in match.legal(self.seat)]
        game, sitting = match.game.id, tuple(names)
        return [_labelled(game, number, sitting) for number in match.legal_numbers(self.seat)]


@lru_cache(100_000)
def _told(game: str, event: bytes, names: tuple[str, ...]) -> orjson.Fragment:
    """An event with its sentence."""
    found, data = molehill.game(game), orjson.loads(event)
    phrase = found.part("text").phrase(data, list(names))
    return orjson.Fragment(orjson.dumps(data | {"says": found.words.say(f"event-{data['event']}", **phrase)}))


@lru_cache(100_000)
def _labelled(game: str, number: int, names: tuple[str, ...]) -> orjson.Fragment:
    """A move with its label and its phrase."""
    move = molehill.game(game).part("moves").decode(number)
    return orjson.Fragment(orjson.dumps(_words(game, move, names) | {"note": None}))


def _words(game: str, move: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    found = molehill.game(game)
    text = found.part("text")
    says = found.words.say(f"move-{move['do']}", **text.phrase(move, list(names)))
    return {"move": move, "label": text.label(move), "says": says}


def described(match: Match, view: Mapping[str, Any], move: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """A move with its label, its phrase and what it would bring."""
    note = match.game.part("text").note(view, move, match.game.words)
    return _words(match.game.id, move, names) | {"note": note or None}
