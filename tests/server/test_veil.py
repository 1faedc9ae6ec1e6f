"""Nothing that a client receives depends on what its seat may not know: every byte of thousands of random games.

Two games are played side by side. Now and then they part: something happens that a viewer can't tell apart, another
secret choice or another hidden card. From then on every byte that the viewer receives must be the same in both, until
the secret comes out.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import orjson
import pytest

import molehill
from molehill import CHANCE, Game, Match
from molehill.server import dice
from molehill.server.hub import Hub, Live, Teller
from molehill.server.settings import Settings
from molehill.server.table import Table, hashed
from scenario import fitting, option_sets

GAMES = molehill.games()
MATCHES = int(os.environ.get("MOLEHILL_VEIL_GAMES", "500"))
STEPS = 10
SECRETS = (b"a" * 32, b"b" * 32)


class Ear:
    """A connection that only listens."""

    def __init__(self, tokens: list[str], notes: bool) -> None:
        self.tokens, self.notes = tokens, notes
        self.seats: list[int] = []
        self.host = False
        self.chat_seen = 0
        self.frames: list[bytes] = []

    def push(self, frame: bytes) -> None:
        self.frames.append(frame)


class Room:
    """A table in memory with one listener for each seat and a spectator. Nothing is stored, time stands still."""

    def __init__(self, game: Game, seats: int, options: dict[str, Any], secret: bytes, notes: bool = False) -> None:
        self.hub = Hub.__new__(Hub)
        self.hub.settings = Settings()
        data = {
            "game": game.id, "rules": game.version, "options": game.read_options(options, seats), "box": None,
            "box_hash": "", "public": True, "spectators": True, "clock": 60, "hints": True, "chat": True,
            "host": hashed("host"), "commit": dice.commitment(SECRETS[0]),
            "seats": [{"kind": "person", "name": f"P{s}", "token": hashed(f"token {s}")} for s in range(seats)],
        }  # fmt: skip
        self.live = Live("the-table")
        self.live.table = self.table = Table.opened("the-table", secret, data, 1000.0)
        self.ears: dict[int | None, Ear] = {None: Ear([], notes)}
        self.ears |= {seat: Ear([f"token {seat}"], notes and seat == 0) for seat in range(seats)}
        for ear in self.ears.values():
            self.hub._hold(self.live, ear, self.table)
            self.live.clients.add(ear)
        self.table.start(1000.0, None)
        with patch.object(Match, "view", _first_view):
            self.tell()

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    def tell(self) -> None:
        """What the hub does after a commit."""
        with patch("molehill.server.hub.time.time", return_value=2000.0):
            self.hub._tell(self.live)

    def clear(self) -> None:
        for ear in self.ears.values():
            ear.frames.clear()

    def move(self, seat: int, move: dict[str, Any]) -> None:
        self.table.move(seat, move, self.table.seq, 1000.0, None)
        self.tell()


_view, _views = Match.view, {}


def _first_view(match: Match, seat: int | None = None) -> dict[str, Any]:
    """Views are slow to make, and the first ones are the same in all games: a veiled table is made a view once."""
    kind = (match.game.id, match.seats, str(match.options), seat, match.veiled(seat).tobytes())
    if kind not in _views:
        _views[kind] = orjson.dumps(_view(match, seat))
    return dict(orjson.loads(_views[kind]))


def settings_of(game: Game) -> list[tuple[int, dict[str, Any]]]:
    return [
        (seats, options)
        for seats in range(max(2, game.min_seats), min(game.max_seats, 3) + 1)
        for options in option_sets(game)
        if fitting(game, seats, options)
    ]


def walk(room: Room, rng: random.Random, steps: int) -> Iterator[tuple[int, dict[str, Any]]]:
    for _ in range(steps):
        pending = room.match.pending
        if pending is CHANCE or not pending:
            return
        seat = rng.choice(pending)
        move = rng.choice(room.match.legal(seat))
        room.move(seat, move)
        yield seat, move


def same_so_far(a: Match, b: Match, viewer: int | None) -> bool:
    """Whether this viewer has seen the same in both."""
    return a.events(viewer) == b.events(viewer)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_no_byte_depends_on_a_secret(game: Game) -> None:
    rng = random.Random(game.id)
    settings, parted, compared = settings_of(game), 0, 0
    for number in range(MATCHES):
        seats, options = settings[number % len(settings)]
        notes = number % 10 == 0  # they are made from the view, and take most of the time
        room = Room(game, seats, options, SECRETS[0], notes)
        moves = list(walk(room, rng, rng.randrange(STEPS)))
        twin = Room(game, seats, options, SECRETS[0], notes)
        for seat, move in moves:
            twin.move(seat, move)
        for ear, other in zip(room.ears.values(), twin.ears.values(), strict=True):
            assert ear.frames == other.frames
        twin.table.secret = SECRETS[1]  # from here on other dice and cards
        for _ in range(4):
            room.clear()
            twin.clear()
            if not step_apart(room, twin, rng):
                break
            for viewer in room.ears:
                if same_so_far(room.match, twin.match, viewer):
                    compared += 1
                    parted += room.match.table.tobytes() != twin.match.table.tobytes()
                    assert len(room.ears[viewer].frames) == 1
                    assert room.ears[viewer].frames == twin.ears[viewer].frames
    assert compared > 100
    assert not game.hidden or parted > 100, "the two games never differed in a secret"


def step_apart(room: Room, twin: Room, rng: random.Random) -> bool:
    """The same seat decides in both, perhaps differently. False if the two are no longer alike enough."""
    pending = room.match.pending
    if pending is CHANCE or pending == () or pending != twin.match.pending:
        return False
    assert isinstance(pending, tuple)
    seat = rng.choice(pending)
    here, there = room.match.legal(seat), twin.match.legal(seat)
    room.move(seat, rng.choice(here))
    twin.move(seat, rng.choice(there))
    return True


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_refusals_and_hints_do_not_depend_on_secrets_either(game: Game) -> None:
    from molehill.server.words import Problem

    rng = random.Random(game.id)
    settings = settings_of(game)
    for number in range(40):
        seats, options = settings[number % len(settings)]
        room, twin = (Room(game, seats, options, secret) for secret in SECRETS)
        for _ in range(6):
            for seat in range(seats):
                if not same_so_far(room.match, twin.match, seat):
                    continue
                said = []
                wrong = game.part("moves").decode(rng.randrange(game.move_count))
                for table in (room.table, twin.table):
                    before = table.seq
                    try:
                        legal = table.match is not None and table.match.why_not(seat, wrong) is None
                        said.append("legal" if legal else "")
                        if not legal:
                            table.move(seat, wrong, table.seq, 1000.0, None)
                    except (Problem, molehill.MolehillError) as refused:
                        said.append(str(refused))
                    assert table.seq == before
                assert said[: len(said) // 2] == said[len(said) // 2 :]
            if not step_apart(room, twin, rng):
                break


def test_an_unfinished_game_gives_no_log_and_no_secret() -> None:
    room = Room(molehill.game("honeymoon"), 3, {}, SECRETS[0])
    about = Teller(room.hub, room.live, room.table).about()
    assert about["dice"] == {"commit": dice.commitment(SECRETS[0]), "secret": None}
    for ear in room.ears.values():
        for frame in ear.frames:
            assert SECRETS[0].hex().encode() not in frame
            assert hashed("token 0").encode() not in frame
            assert orjson.loads(frame)["table"]["dice"]["secret"] is None
