"""What one seat, or a spectator, sees of a match, ready to be sent.

The first view comes through the veil. From then on it is changed by the events that this seat may see, which the games
promise (and their tests check) to be all that changes it: a look costs microseconds, and nothing hidden comes near it.
Whatever is written as JSON is written once: the parts of a view that do not change, and sentences, for all tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import orjson

import molehill
from molehill.engine.words import Words
from molehill.server.table import Table

if TYPE_CHECKING:
    from molehill.engine.match import Match


class View(dict[str, Any]):
    """A view that notes which of its parts are touched: no others can have changed. (`get` touches nothing.)"""

    def __init__(self, parts: Mapping[str, Any]) -> None:
        super().__init__(parts)
        self.touched = dict.fromkeys(parts)

    def __getitem__(self, part: str) -> Any:
        self.touched[part] = None
        return super().__getitem__(part)

    def __setitem__(self, part: str, value: Any) -> None:
        self.touched[part] = None
        super().__setitem__(part, value)

    def __ior__(self, parts: Any) -> View:  # type: ignore[override,misc]
        self.touched.update(dict.fromkeys(parts))
        super().__ior__(parts)
        return self


class Told:
    """The events of a match as they are sent, each written once for all who may see it."""

    def __init__(self) -> None:
        self._told: list[bytes] = []
        self._cuts = 0
        self._names: list[str] = []
        self._written_names: list[tuple[bytes, bytes]] = []  # each with its sign

    def named(self, written: bytes, names: list[str]) -> bytes:
        """What was written with signs, with the names of a table in their place."""
        if names is not self._names:
            self._names = names
            self._written_names = list(zip(_WRITTEN_SIGNS, [orjson.dumps(name)[1:-1] for name in names], strict=False))
        if _ANY_SIGN in written:
            for sign, name in self._written_names:
                written = written.replace(sign, name)
        return written

    def of(self, table: Table, match: Match) -> list[bytes]:
        """All events, as JSON with their sentences."""
        if self._cuts != len(table.cuts):
            del self._told[min(table.cuts[self._cuts :]) :]
            self._cuts = len(table.cuts)
        game, names = match.game.id, table.names
        for event in match.happened(len(self._told)):
            self._told.append(self.named(_told(game, orjson.dumps(event.data), len(names)), names))
        return self._told


class Look:
    """What a viewer sees, kept up to date. Several connections may share it; without secrets, all seats do."""

    def __init__(self, table: Table, seat: int | None, told: Told) -> None:
        match = table.match
        assert match is not None
        self.seat = seat
        self._told = told
        self._follow, self._text = match.game.part("view").follow, match.game.part("text")
        self._parts: dict[str, bytes] = {}  # the view, written, but for whose it is: several may look with these eyes
        self._begin(table, match, 0)
        self._is_new = True
        self._cuts = len(table.cuts)

    def _begin(self, table: Table, match: Match, kept: int) -> None:
        """Look anew. Who looked before knows the events up to number `kept`."""
        happened = match.happened()
        self.view = View(match.view(self.seat))
        self._seen = [number for number, event in enumerate(happened) if event.seen_by(self.seat)]
        self._index = len(happened)
        self.first = sum(number < kept for number in self._seen)
        self._write(table, match)

    def refresh(self, table: Table) -> None:
        """Follow what has happened. Afterwards `first` is the number of the first event that is new."""
        match = table.match
        assert match is not None
        self._is_new = False
        if self._cuts != len(table.cuts):
            kept, self._cuts = min(table.cuts[self._cuts :]), len(table.cuts)
            if kept < self._index:
                self._begin(table, match, kept)
                return
        self.first = len(self._seen)
        self.view.touched.clear()  # by those who only read
        for event in match.happened(self._index):
            if event.seen_by(self.seat):
                self._follow(self.view, event.data)
                self._seen.append(self._index)
            self._index += 1
        self._write(table, match)

    def _write(self, table: Table, match: Match) -> None:
        """Write what is new, once for all who look with these eyes: the parts that have changed, and the events."""
        changed = []
        for part in self.view.touched:
            if part != "seat":
                written = b'"%b":%b' % (part.encode(), orjson.dumps(self.view.get(part)))
                if self._parts.get(part) != written:
                    self._parts[part] = written
                    changed.append(written)
        self._changed = b",".join(changed)
        self._fresh = self._events(table, match, self.first)

    def _events(self, table: Table, match: Match, first: int) -> bytes:
        told = self._told.of(table, match)
        return b",".join([told[number] for number in self._seen[first:]])

    def written(self, table: Table, seat: int | None, notes: bool, whole: bool, parts: bool) -> bytes:
        """The look of a seat as JSON: with all events, or with the fresh ones only; with all parts, or the changed."""
        match = table.match
        assert match is not None
        ask, legal, can_undo = None, b"", False
        if seat is not None and table.status == "playing":
            can_undo = match.can_undo(seat)
            if seat in table.asked:
                self.view["seat"] = seat
                ask = self._text.ask(self.view, match.game.words)
                legal = self._legal(match, seat, table.names, notes)
        mine = _json(seat)
        if parts and not whole and not self._is_new:
            view = self._changed
        else:
            view = b'"seat":%b,%b' % (mine, b",".join(self._parts.values()))
        return b'{"seat":%b,"view":{%b},"from":%d,"events":[%b],"ask":%b,"legal":[%b],"can_undo":%b}' % (
            mine,
            view,
            0 if whole else self.first,
            self._events(table, match, 0) if whole else self._fresh,
            _json(ask),
            legal,
            b"true" if can_undo else b"false",
        )

    def _legal(self, match: Match, seat: int, names: list[str], notes: bool) -> bytes:
        if notes:
            return b",".join([orjson.dumps(described(match, self.view, move, names)) for move in match.legal(seat)])
        game, seats = match.game.id, len(names)
        moves = [_labelled(game, number, seats) for number in match.legal_numbers(seat)]
        return self._told.named(b",".join(moves), names)


# Sentences are composed with a sign in place of each seat's name, so that all tables share them. No name holds such a
# sign: they can't be printed.
_SIGNS = [chr(0xE000 + seat) for seat in range(16)]
_WRITTEN_SIGNS = [sign.encode() for sign in _SIGNS]
_ANY_SIGN = b"\xee"  # the first byte of each, and of nothing else that is said
_FIRST_GAP = 0xE800


@lru_cache(10_000)
def _json(value: str | int | None) -> bytes:
    """What comes again and again: questions, seats."""
    return orjson.dumps(value)


@lru_cache(100_000)
def _told(game: str, event: bytes, seats: int) -> bytes:
    """An event with its sentence, signs for names."""
    found, data = molehill.game(game), orjson.loads(event)
    phrase = found.part("text").phrase(data, _SIGNS[:seats], found.words)
    return orjson.dumps(data | {"says": _said(found.words, f"event-{data['event']}", phrase)})


class _Gap(str):
    """A sign in place of a text that comes later. It notices when a sentence does not only show it."""

    __slots__ = ("asked",)
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        self.asked = True
        return str.__eq__(self, other)


def _said(words: Words, message: str, phrase: Mapping[str, Any]) -> str:
    """A sentence. Those that differ only in the texts that they show are composed once."""
    texts = [value for value in phrase.values() if type(value) is str]
    shape = tuple([(name, None if type(value) is str else value) for name, value in phrase.items()])
    said = _with_gaps(words, message, shape)
    if said is None:
        return words.say(message, **phrase)
    for number, text in enumerate(texts):
        said = said.replace(chr(_FIRST_GAP + number), text)
    return said


@lru_cache(10_000)
def _with_gaps(words: Words, message: str, shape: tuple[tuple[str, Any], ...]) -> str | None:
    """A sentence with gaps for texts, or None if it depends on what they are."""
    gaps = {name: _Gap(chr(_FIRST_GAP + n)) for n, name in enumerate(name for name, value in shape if value is None)}
    said = words.say(message, **(dict(shape) | gaps))
    return None if any(hasattr(gap, "asked") for gap in gaps.values()) else said


@lru_cache(100_000)
def _labelled(game: str, number: int, seats: int) -> bytes:
    """A move with its label and its phrase, signs for names."""
    move = molehill.game(game).part("moves").decode(number)
    return orjson.dumps(_words(game, move, _SIGNS[:seats]) | {"note": None})


def _words(game: str, move: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    found = molehill.game(game)
    text = found.part("text")
    says = found.words.say(f"move-{move['do']}", **text.phrase(move, list(names), found.words))
    return {"move": move, "label": text.label(move), "says": says}


def described(match: Match, view: Mapping[str, Any], move: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """A move with its label, its phrase and what it would bring."""
    note = match.game.part("text").note(view, move, match.game.words)
    return _words(match.game.id, move, names) | {"note": note or None}
