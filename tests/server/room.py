"""A table without a network: the code that makes every message is the server's own, and each viewer keeps the bytes."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any

from molehill import Game, Match
from molehill.server import frames
from molehill.server.audience import Audience, Message, Wording
from molehill.server.seats import hashed
from molehill.server.setting import Setting
from molehill.server.table import Table
from scenario import fitting, option_sets

SECRETS = (b"a" * 32, b"b" * 32)
Viewer = int | None
Decision = tuple[int, dict[str, Any]]


class Ear:
    """A connection that only listens."""

    def __init__(self, tokens: list[str], words: bool) -> None:
        self.tokens, self.words = tokens, words
        self.seats: tuple[int, ...] = ()
        self.host = False
        self.chat_told = self.seq_told = 0
        self.about_told: frames.TableAbout | None = None
        self.page: str | None = None
        self.since = 0.0
        self.let_go: set[int] = set()
        self.frames: list[bytes] = []

    def push(self, frame: Message) -> None:
        self.frames.append(frame.write() if isinstance(frame, Wording) else frame)

    def replaced(self) -> None:
        raise AssertionError("nobody comes here twice")


class Room:
    """A table with one listener for each seat and a spectator. Nothing is stored."""

    def __init__(self, table: Table, words: bool = False) -> None:
        self.table, self.audience = table, Audience()
        self.ears: dict[Viewer, Ear] = {None: Ear([], words)}
        self.ears |= {seat: Ear([f"token {seat}"], words and seat == 0) for seat in range(len(table.seats))}
        for ear in self.ears.values():
            self.audience.add(ear, table)

    def fork(self, words: bool) -> Room:
        """Another room in the same state, where everybody has been told the same."""
        twin = Room(self.table.copy(), words)
        twin.audience._sights = {seat: copy(sight) for seat, sight in self.audience._sights.items()}
        twin.audience._about, twin.audience._seatings = self.audience._about, self.audience._seatings
        for viewer, ear in self.ears.items():
            twin.ears[viewer].about_told, twin.ears[viewer].seq_told = ear.about_told, ear.seq_told
        return twin

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    def tell(self, by: Viewer = None, key: str | None = None) -> None:
        """What the hub does after a commit."""
        self.audience.tell(self.table, self.ears[by], key)

    def move(self, decision: Decision) -> None:
        seat, move = decision
        self.table.move(seat, move, self.table.seq, 1000.0, None)
        self.tell(seat, "key")

    def undo(self, seat: int) -> None:
        self.table.undo(seat, self.table.seq, 1000.0, None)
        self.tell(seat, "key")

    def welcome(self, viewer: Viewer) -> None:
        """What this viewer is told on coming back: the view is made again, through the veil."""
        self.audience.greet(self.table, self.ears[viewer])

    def take_frames(self, viewer: Viewer) -> list[bytes]:
        frames, self.ears[viewer].frames = self.ears[viewer].frames, []
        return frames


def started(game: Game, seats: int, options: dict[str, Any], secret: bytes = SECRETS[0], now: float = 1000.0) -> Table:
    """A table at which the game has just begun, by default long ago: a hub would soon clear it."""
    setting = Setting(
        game=game.id, rules=game.version, options=game.read_options(options, seats), box=None, box_hash="",
        host=hashed("host"), clock=60,
    )  # fmt: skip
    sitting = [{"kind": "person", "name": f"P{s}", "token": hashed(f"token {s}")} for s in range(seats)]
    table = Table.opened("the-table", SECRETS[0], setting, sitting, now)
    table.secret = secret
    table.start(now, None)
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
