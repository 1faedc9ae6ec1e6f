"""A table without a network: the code that makes every message is the server's own, and each viewer keeps the bytes."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any, TypeVar

import orjson

from molehill import Game, Match
from molehill.server import dice
from molehill.server.looks import View
from molehill.server.seats import hashed
from molehill.server.table import Table
from molehill.server.telling import Live
from scenario import fitting, option_sets

T = TypeVar("T")
SECRETS = (b"a" * 32, b"b" * 32)
Viewer = int | None
Decision = tuple[int, dict[str, Any]]


class Ear:
    """A connection that only listens."""

    def __init__(self, tokens: list[str], notes: bool, parts: bool) -> None:
        self.tokens, self.notes, self.parts = tokens, notes, parts
        self.seats: tuple[int, ...] = ()
        self.host = False
        self.chat_seen = 0
        self.page: str | None = None
        self.since = 0.0
        self.let_go: set[int] = set()
        self.frames: list[bytes] = []

    def push(self, frame: bytes) -> None:
        self.frames.append(frame)

    def replaced(self) -> None:
        raise AssertionError("nobody comes here twice")


class Room:
    """A table with one listener for each seat and a spectator. Nothing is stored."""

    def __init__(self, table: Table, notes: bool = False, parts: bool = False) -> None:
        self.live = Live(table.id)
        self.live.table = self.table = table
        self.ears: dict[Viewer, Ear] = {None: Ear([], notes, parts)}
        self.ears |= {seat: Ear([f"token {seat}"], notes and seat == 0, parts) for seat in range(len(table.seats))}
        for ear in self.ears.values():
            self.live.hold(ear)
            self.live.clients.add(ear)

    def fork(self, notes: bool, parts: bool) -> Room:
        """Another room in the same state, with the views as they are here: making one anew is slow."""
        twin = Room(self.table.copy(), notes, parts)
        twin.live.told = copied(self.live.told)
        twin.live.looks = {seat: copied(look, _told=twin.live.told) for seat, look in self.live.looks.items()}
        return twin

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    def tell(self, by: Viewer = None, key: str | None = None) -> None:
        """What the hub does after a commit."""
        self.live.tell(self.ears[by], key)

    def move(self, decision: Decision) -> None:
        seat, move = decision
        self.table.move(seat, move, self.table.seq, 1000.0, None)
        self.tell(seat, "key")

    def undo(self, seat: int) -> None:
        self.table.undo(seat, self.table.seq, 1000.0, None)
        self.tell(seat, "key")

    def look_anew(self, viewer: Viewer) -> None:
        """What this viewer is told on coming back: the view is made anew, through the veil."""
        self.live.looks.clear()
        self.live.welcome(self.ears[viewer])

    def take_frames(self, viewer: Viewer) -> list[bytes]:
        frames, self.ears[viewer].frames = self.ears[viewer].frames, []
        return frames


def copied(thing: T, **changes: Any) -> T:
    """A copy that shares nothing that changes."""
    twin = copy(thing)
    for name, value in vars(thing).items():
        if isinstance(value, View):
            setattr(twin, name, View(orjson.loads(orjson.dumps(value))))
        elif isinstance(value, dict | list):
            setattr(twin, name, copy(value))
    vars(twin).update(changes)
    return twin


def started(game: Game, seats: int, options: dict[str, Any], secret: bytes = SECRETS[0]) -> Table:
    """A table at which the game has just begun."""
    data = {
        "game": game.id, "rules": game.version, "options": game.read_options(options, seats), "box": None,
        "box_hash": "", "public": True, "spectators": True, "clock": 60, "hints": True, "chat": True,
        "host": hashed("host"), "commit": dice.commitment(SECRETS[0]),
        "seats": [{"kind": "person", "name": f"P{s}", "token": hashed(f"token {s}")} for s in range(seats)],
    }  # fmt: skip
    table = Table.opened("the-table", secret, data, 1000.0)
    table.start(1000.0, None)
    return table


def any_decision(table: Table, rng: Random) -> Decision:
    assert table.match is not None
    seat = rng.choice(table.pending)
    return seat, table.match.game.part("moves").decode(rng.choice(table.match.legal_numbers(seat)))


def settings_of(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """Two and three seats, with every set of options."""
    return [
        (seats, options)
        for seats in range(max(2, game.min_seats), min(game.max_seats, 3) + 1)
        for options in option_sets(game)
        if fitting(game, seats, options)
    ]
