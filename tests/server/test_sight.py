"""What viewers are sent adds up to what they may see, and is just as it is declared."""

from __future__ import annotations

from random import Random
from typing import Any

import jsonschema_rs
import orjson
import pytest
from known import Known
from pydantic import TypeAdapter
from room import Room, any_decision, started

import molehill
from molehill import Game
from molehill.browser.declarations import events
from molehill.server.description import of_game
from molehill.server.seats import names_of
from scenario import chance, often

by_game = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: str(game.id))
MOVES = often(120)
KINDS = ("View", "Event", "Move", "Outcome", "Options")


def play(room: Room, rng: Random) -> None:
    """A decision, which may be taken back."""
    seat, move = any_decision(room.table, rng)
    room.move((seat, move))
    if room.table.status == "playing" and room.match.can_undo(seat) and rng.random() < 0.3:
        room.undo(seat)


def as_sent(value: Any) -> Any:
    return orjson.loads(orjson.dumps(value))


class Declared:
    """The types of a game, for what its frames hold."""

    def __init__(self, game: Game) -> None:
        self.view: TypeAdapter[Any] = TypeAdapter(game.part("types").View)
        self.events: dict[str, TypeAdapter[Any]] = {name: TypeAdapter(kind) for name, kind in events(game).items()}

    def check(self, sight: dict[str, Any]) -> None:
        if "view" in sight:
            assert as_sent(self.view.dump_python(self.view.validate_python(sight["view"]))) == sight["view"]
        for event in sight["events"]:
            kind = self.events[event["event"]]
            assert as_sent(kind.dump_python(kind.validate_python(event))) == event


@pytest.mark.randomised
@by_game
@pytest.mark.parametrize("seats", [2, 4])
def test_every_frame_of_a_match_is_as_declared_and_events_add_up_to_the_view(game: Game, seats: int) -> None:
    room, rng, declared = Room(started(game, seats, {})), chance(game.id), Declared(game)
    known = {viewer: Known() for viewer in room.ears}
    for viewer in room.ears:
        room.welcome(viewer)
    views = sights = 0
    for _ in range(MOVES):
        for viewer, mine in known.items():
            for frame in room.take_frames(viewer):
                said = mine.hear(frame)
                for sight in said["sights"]:
                    declared.check(sight)
                    views, sights = views + ("view" in sight), sights + 1
            sight = mine.sights[viewer]
            assert sight["view"] == as_sent(room.match.view(viewer))
            assert sight["events"] == as_sent(room.match.events(viewer))
            assert sight["legal"] == (room.match.legal_numbers(viewer) if viewer is not None else [])
        if room.table.status == "over":
            break
        play(room, rng)
    assert views < sights / 2, "views are sent to who comes, and when a move was taken back"


@pytest.mark.randomised
@by_game
def test_who_wants_words_gets_sentences_with_the_names_of_the_table(game: Game) -> None:
    table, rng = started(game, max(2, game.min_seats), {}), chance(game.id)
    for seat, name in zip(table.seats, ('"Quoted\\', "ÄÖ \u2603", "player", "{"), strict=False):
        seat.name = name
    names, room, known = names_of(table.seats), Room(table, words=True), Known()
    room.welcome(0)
    for _ in range(MOVES):
        for frame in room.take_frames(0):
            for sight in known.hear(frame)["sights"]:
                assert sight["view"] == as_sent(room.match.view(0))
                assert all(event["says"] == room.match.sentence(event, names) for event in sight["events"])
                assert [legal["move"] for legal in sight["moves"]] == as_sent(room.match.legal(0))
                assert bool(sight["ask"]) == bool(sight["legal"])
        if room.table.status == "over":
            break
        seat, move = any_decision(room.table, rng)
        room.move((seat, move))


def test_whoever_looks_from_another_seat_is_told_everything_anew() -> None:
    room = Room(started(molehill.game("moledozer"), 2, {}))
    room.tell()
    for viewer in room.ears:
        room.take_frames(viewer)
    room.table.leave(0, "fair", 1000.0)
    room.tell()
    (frame,) = room.take_frames(0)
    said = orjson.loads(frame)
    assert (said["say"], said["you"]["seats"], said["sights"][0]["seat"]) == ("welcome", [], None)
    assert said["sights"][0]["view"] == as_sent(room.match.view(None))
    (frame,) = room.take_frames(1)
    said = orjson.loads(frame)
    assert (said["say"], said["sights"], said["table"]["seats"][0]["stand_in"]) == ("update", [], "fair")


@by_game
def test_the_schema_that_strangers_get_fits_what_is_sent(game: Game) -> None:
    schema = of_game(game)
    kinds = {name: {"$defs": schema["$defs"], **schema["properties"][name]} for name in KINDS}
    match, rng = game.match(max(2, game.min_seats)), chance(game.id)
    fits = {name: jsonschema_rs.validator_for(kind) for name, kind in kinds.items()}
    while not match.over and len(match.history) < 60:
        if isinstance(match.pending, tuple):
            move = rng.choice(match.legal(match.pending[0]))
            fits["Move"].validate(as_sent(move))
            match.play(match.pending[0], move)
        else:
            fits["Outcome"].validate(as_sent(match.chance(rng=rng)))
        fits["View"].validate(as_sent(match.view(0)))
    for event in as_sent(match.events(0)):
        fits["Event"].validate(event)
    assert not fits["View"].is_valid(as_sent(match.view(0)) | {"pending": "nobody"})
