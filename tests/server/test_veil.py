"""Nothing that a client receives depends on what its seat may not know: every byte of thousands of random games.

A game is played to some point. From there two games go on side by side, with other dice and cards, and with decisions
that are made differently. As long as a viewer has seen the same happen in both, every byte that it receives must be the
same in both, whatever lies hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import orjson
import pytest
from known import Known
from room import SECRETS, Room, Viewer, any_decision, settings_of, started
from world import Client, Server

import molehill
from molehill import Game, Match
from molehill.engine.errors import MolehillError
from molehill.engine.match import Happening
from molehill.server import audience, dice
from molehill.server.entries import Entry
from molehill.server.seats import hashed
from molehill.server.sight import Sight
from molehill.server.table import Table
from molehill.server.words import Problem
from scenario import chance, often

GAMES = molehill.games()
WITH_SECRETS = [game for game in GAMES if game.hidden]
MATCHES = often(400)
PATIENCE = 10  # times as many games where what is hidden seldom differs
STEPS = 4
GO_ON = 0.95  # how likely one more decision is made before the two games part
Tally = Callable[[str, object], None]
by_id = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))


@dataclass(frozen=True)
class Count:
    """How many messages were compared, and how many of them with something else hidden behind them."""

    compared: int
    parted: int

    def __add__(self, other: Count) -> Count:
        return Count(self.compared + other.compared, self.parted + other.parted)

    def tell(self, tally: Tally) -> None:
        tally("messages compared", self.compared)
        tally("with something else hidden", self.parted)


@pytest.fixture(autouse=True)
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "time", SimpleNamespace(time=lambda: 2000.0, monotonic=lambda: 2000.0))


@cache
def beginning(game: Game, kind: int) -> Room:
    """A room where the game has just begun, in one of the ways that it can."""
    kinds = settings_of(game)
    room = Room(started(game, *kinds[kind % len(kinds)]))
    room.tell()
    return room


def play_apart(game: Game, number: int, rng: Random) -> Count:
    """One random game, its last part twice. Every message of both is compared, for all who can't tell them apart."""
    first = beginning(game, number % len(settings_of(game)))
    words = number % 20 == 0  # they are made from the view, and take most of the time
    room = first.fork(words)
    while room.table.status == "playing" and rng.random() < GO_ON:
        room.table.move(*any_decision(room.table, rng), room.table.seq, 1000.0, None)
    twin = room.fork(words)
    if room.table.status == "playing":
        twin.table.secret = SECRETS[1]  # from here on other dice and cards; after the end everybody knows the secret
    alike = list(room.ears)
    for one in (room, twin):
        one.tell()
    count = compare(room, twin, alike)
    for _ in range(rng.randint(1, STEPS) if game.hidden else 1):
        if not step_apart(room, twin, rng):
            break
        count += compare(room, twin, alike)
    back = rng.sample(alike, min(1, len(alike))) if game.hidden or number % 5 == 0 else []
    for viewer in back:
        for one in (room, twin):
            one.welcome(viewer)
    return count + compare(room, twin, back)


def step_apart(room: Room, twin: Room, rng: Random) -> bool:
    """The same seat decides in both, differently if it can. False if the two are no longer alike enough."""
    if room.table.status != "playing" or room.match.pending != twin.match.pending:
        return False
    seat = rng.choice(room.table.pending)
    if rng.random() < 0.2 and room.table.can_undo(seat) and twin.table.can_undo(seat):
        room.undo(seat)
        twin.undo(seat)
        return True
    here, there = room.match.legal(seat), twin.match.legal(seat)
    room.move((seat, rng.choice(here)))
    twin.move((seat, rng.choice(there)))
    return True


def compare(room: Room, twin: Room, alike: list[Viewer]) -> Count:
    """Anyone who has seen the same happen in both has received the same bytes; others are no longer `alike`."""
    alike[:] = [viewer for viewer in alike if room.match.events(viewer) == twin.match.events(viewer)]
    differ = room.match.table.tobytes() != twin.match.table.tobytes()
    compared = 0
    for viewer in alike:
        here, there = frames_of(room, viewer), frames_of(twin, viewer)
        same(here, there)
        compared += len(here)
    return Count(compared, differ * compared)


class Leak(AssertionError):
    """Two viewers who could not know the difference were told different things."""


def same(here: list[bytes], there: list[bytes]) -> None:
    if here != there:
        raise Leak(next((one, other) for one, other in zip_longest(here, there) if one != other))


def frames_of(room: Room, viewer: Viewer) -> list[bytes]:
    """What this viewer was sent. After the end the secret of the dice is none."""
    frames = room.take_frames(viewer)
    over = room.table.status == "over"
    shown, instead = (secret.hex().encode() for secret in SECRETS)
    return [frame.replace(shown, instead) for frame in frames] if over else frames


@pytest.mark.randomised
@by_id
def test_no_byte_depends_on_a_secret(game: Game, record_property: Tally) -> None:
    """Where secrets are rare, more games are played, until enough of them were there to leak."""
    rng, count = chance(game.id), Count(0, 0)
    for number in range(PATIENCE * MATCHES):
        count += play_apart(game, number, rng)
        if number >= MATCHES - 1 and (count.parted > MATCHES / 4 or not game.hidden):
            break
    assert count.compared > MATCHES
    assert not game.hidden or count.parted > MATCHES / 4, "the two games hardly ever differed in a secret"
    count.tell(record_property)


# So many moves of whole games are compared, and of each game at most so many: some go on for thousands of moves when
# they are made at random.
WHOLE = often(600)
MOST_MOVES = 1000


class Double:
    """What one viewer would receive if something else were true that it may not know."""

    def __init__(self, room: Room, viewer: Viewer) -> None:
        self.room, self.viewer = room.fork(words=False), viewer
        self.room.table.secret = SECRETS[1]
        self.room.audience.clients = {self.room.ears[viewer]}

    def deal(self, room: Room, seed: int) -> bool:
        """Let something else be true; False if everything is known."""
        seat = seed % room.match.seats if self.viewer is None else self.viewer  # no spectator knows more than a seat
        self.room.match._tables = room.match.imagined(seat, seed)._tables
        return self.room.match.table.tobytes() != room.match.table.tobytes()

    def follow(self, room: Room, fresh: list[Entry], by: int) -> bool:
        """The same entries. False if they could not have happened here, or would have looked different."""
        since = len(self.room.match.happened())
        try:
            for entry in fresh:
                self.room.table.add(entry)
        except MolehillError:
            return False
        here, there = (
            [event.data for event in one.match.happened(since) if event.seen_by(self.viewer)]
            for one in (room, self.room)
        )
        if here != there or room.table.pending != self.room.table.pending:
            return False
        self.room.tell(by, "key")
        return True


def play_whole(game: Game, number: int, rng: Random) -> tuple[Count, int, int]:
    """A game from its first move on, how many messages were sent in it, and how many moves it had.

    Before each move something else becomes true for each viewer, as far as it may not know. Wherever the move could
    have happened then, and would have looked the same, the message about it must be the same.
    """
    room = beginning(game, number).fork(words=False)
    doubles = {viewer: Double(room, viewer) for viewer in room.ears}
    count, sent = Count(0, 0), 0
    room.table.take_fresh()
    for made in range(MOST_MOVES):
        if room.table.status != "playing":
            break
        differ = {viewer: double.deal(room, number + made) for viewer, double in doubles.items()} if game.hidden else {}
        seat, move = any_decision(room.table, rng)
        room.move((seat, move))
        fresh = room.table.take_fresh()
        for viewer, double in doubles.items():
            here = frames_of(room, viewer)
            sent += len(here)
            if double.follow(room, fresh, seat):
                same(here, frames_of(double.room, viewer))
                count += Count(len(here), len(here) * differ.get(viewer, False))
            else:
                doubles[viewer] = Double(room, viewer)
    return count, sent, made


@pytest.mark.randomised
@by_id
def test_no_byte_of_a_whole_game_depends_on_a_secret(game: Game, record_property: Tally) -> None:
    rng, count, sent, made, number = chance(game.id), Count(0, 0), 0, 0, 0
    while made < WHOLE:
        compared, more, moves = play_whole(game, number, rng)
        count, sent, made, number = count + compared, sent + more, made + moves, number + 1
    assert count.compared > sent / 2, "too often nothing else could have been true"
    assert not game.hidden or count.parted > sent / 20, "what is hidden was hardly ever different"
    count.tell(record_property)


# ---- the test is tested: each leak is noticed, and by nothing else than a difference ---------------------------------

_view, _refresh = Match.view, Sight.refresh


def _view_of_everything(match: Match, seat: Viewer = None) -> dict[str, Any]:
    return _view(match, seat) | {"table": match.table.tobytes().hex()}


def _seen_by_all(event: Happening, seat: Viewer) -> bool:
    return True


def _refresh_with_everything(sight: Sight, table: Table) -> None:
    _refresh(sight, table)
    assert table.match is not None
    if sight.news is not None:
        sight.news["table"] = table.match.table.tobytes().hex()  # type: ignore[typeddict-unknown-key]


LEAKS = {
    "view": (Match, "view", _view_of_everything),
    "events": (Happening, "seen_by", _seen_by_all),
    "sight": (Sight, "refresh", _refresh_with_everything),
}


# In whole games a sight is compared only where the same was seen: so they are there for leaks on its way to the wire.
@pytest.mark.randomised
@pytest.mark.parametrize("game", WITH_SECRETS, ids=lambda game: str(game.id))
@pytest.mark.parametrize(
    ("leak", "play_one"), [("view", play_apart), ("events", play_apart), ("sight", play_apart), ("sight", play_whole)]
)
def test_a_leak_is_noticed(game: Game, leak: str, play_one: Any) -> None:
    def play(rng: Random) -> None:
        for number in range(200):
            play_one(game, number, rng)

    beginning.cache_clear()
    with patch.object(*LEAKS[leak]), pytest.raises(Leak):
        play(chance(game.id))
    beginning.cache_clear()


@pytest.mark.randomised
@by_id
def test_refusals_do_not_depend_on_secrets_either(game: Game) -> None:
    rng, kinds = chance(game.id), settings_of(game)
    for number in range(40):
        room, twin = (Room(started(game, *kinds[number % len(kinds)], secret)) for secret in SECRETS)
        for _ in range(6):
            for seat in range(room.match.seats):
                if room.match.events(seat) == twin.match.events(seat):
                    wrong = game.part("moves").decode(rng.randrange(game.move_count))
                    assert refusal(room, seat, wrong) == refusal(twin, seat, wrong)
            if not step_apart(room, twin, rng):
                break


def refusal(room: Room, seat: int, move: dict[str, Any]) -> str:
    """What a seat is told about a move; nothing happens if it is legal."""
    before = room.table.seq
    try:
        if room.match.why_not(seat, move) is None:
            return "legal"
        room.table.move(seat, move, room.table.seq, 1000.0, None)
    except (Problem, molehill.MolehillError) as refused:
        assert room.table.seq == before
        return str(refused)
    raise AssertionError("a move that is not legal was made")


def ordering() -> Room:
    """A room where three people put their stacks in order, each on their own (MD-25)."""
    room, rng = Room(started(molehill.game("moledozer"), 3, {"own_order": True})), chance("ordering")
    while room.match.view(None)["phase"] != "order":
        room.move(any_decision(room.table, rng))
    room.tell()
    return room


def undone(room: Room, seat: int) -> str:
    """What a seat is told that wants to take something back."""
    try:
        room.undo(seat)
    except Problem as refused:
        return f"{refused.code} {refused.why}"
    return "taken back"


@pytest.mark.parametrize("mine", [0, 1])
def test_how_far_others_have_ordered_is_theirs_to_know(mine: int) -> None:
    """Neither the number of anything nor that something came, nor what can be taken back, tells of a hidden move."""
    room = ordering()
    for _ in range(mine):
        room.move((0, room.match.legal(0)[0]))
    twin = room.fork(words=False)
    for viewer in room.ears:
        room.take_frames(viewer)
    made = room.table.seq
    for seat in (1, 2, 1):
        room.move((seat, room.match.legal(seat)[0]))
    assert room.table.seq == made + 3
    for viewer in (0, None):
        assert room.take_frames(viewer) == []
        for one in (room, twin):
            one.welcome(viewer)
        same(frames_of(room, viewer), frames_of(twin, viewer))
    assert undone(room, 0) == undone(twin, 0) != "taken back"
    for one in (room, twin):
        one.move((0, one.match.legal(0)[0]))
    for viewer in (0, None):
        same(frames_of(room, viewer), frames_of(twin, viewer))
    told = room.table.numbers.told(room.table.seq, (0,))
    assert room.table.numbers.meant(told, (0,)) == room.table.seq
    with pytest.raises(Problem, match="does not exist yet"):
        room.table.move(0, room.match.legal(0)[0], room.table.numbers.meant(told + 1, (0,)), 1000.0, None)


def test_an_unfinished_game_gives_no_log_and_no_secret() -> None:
    room = Room(started(molehill.game("honeymoon"), 3, {}))
    room.tell()
    for viewer in room.ears:
        for frame in room.take_frames(viewer):
            assert SECRETS[0].hex().encode() not in frame
            assert hashed("token 0").encode() not in frame
            commit = dice.commitment(SECRETS[0])
            assert orjson.loads(frame)["table"]["dice"] == {"commit": commit, "secret": None, "luck": [None] * 3}


@pytest.mark.randomised
@by_id
def test_what_went_over_the_wire_follows_from_what_each_seat_may_know(game: Game, server: Server) -> None:
    """A whole game over sockets. At every update the seat's look is what another possible truth would have shown."""
    if not game.hidden and game.playouts(20, seats=2, seed=1).moves > 20 * MOST_MOVES:
        pytest.skip("it hides nothing, and goes on for thousands of moves when they are made at random")
    opened = server.open(game.id)
    clients = [server.join(opened["id"], opened["tokens"][str(seat)]) for seat in (0, 1)]
    watcher, rng = server.join(opened["id"]), chance(game.id)
    seq = clients[0].ask(do="start")["seq"]
    for client in (*clients, watcher):
        client.until_seq(seq)
    while clients[0].update["table"]["status"] != "over":
        mover = next((client for client in clients if client.my_moves()), None)
        if mover is None:
            clients[0].hear()
            continue
        seq = mover.play(rng)["seq"]
        for client in (*clients, watcher):
            client.until_seq(seq)
    log = server.call("GET", f"/api/tables/{opened['id']}/log").json()
    for client in (*clients, watcher):
        check_by_the_log(game, log, client)


def check_by_the_log(game: Game, log: dict[str, Any], client: Client) -> None:
    moves, known, seq = iter(log["moves"]), Known(), 2  # entries before the first move: opened, started
    match = game.match(2, log["options"])
    for frame in client.bytes:
        said = known.hear(frame)
        while seq < said["seq"]:
            seq += make(match, *next(moves), eyes=list(known.sights))
        for seat, sight in known.sights.items():
            truth = match if seat is None else match.imagined(seat, seed=said["seq"])
            assert sight["view"] == orjson.loads(orjson.dumps(truth.view(seat)))
            assert sight["events"] == match.events(seat)
            assert sight["legal"] == (truth.legal_numbers(seat) if seat is not None else [])
    assert list(moves) == []


def make(match: Match, actor: int | str, move: Any, eyes: list[Viewer]) -> bool:
    """Make a move of a log. Returns whether these learn of it: what nobody sees is not counted for them."""
    pending, events = match.pending, len(match.happened())
    match.chance(move) if actor == "chance" else match.play(actor, move)
    seen = any(event.seen_by(eye) for event in match.happened(events) for eye in eyes)
    return seen or actor in eyes or match.pending != pending
