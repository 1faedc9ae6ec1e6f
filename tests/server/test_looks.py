"""What a viewer is sent adds up: parts of a view to the whole, and shared sentences to those of this table."""

from __future__ import annotations

from random import Random
from typing import Any

import orjson
import pytest
from room import Room, any_decision, started

import molehill
from molehill import Game
from molehill.server.seats import names_of
from scenario import chance

by_game = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: str(game.id))
MOVES = 120


def said_to(room: Room, viewer: int | None) -> list[dict[str, Any]]:
    return [orjson.loads(frame) for frame in room.take_frames(viewer)]


def play(room: Room, rng: Random) -> None:
    seat, move = any_decision(room.table, rng)
    room.move((seat, move))
    if room.table.status == "playing" and room.match.can_undo(seat) and rng.random() < 0.3:
        room.undo(seat)


@pytest.mark.randomised
@by_game
def test_the_parts_that_change_add_up_to_the_view(game: Game) -> None:
    room, rng = Room(started(game, max(2, game.min_seats), {}), parts=True), chance(game.id)
    views: dict[int | None, dict[str, Any]] = {viewer: {} for viewer in room.ears}
    sent = 0
    room.tell()
    for _ in range(MOVES):
        for viewer, view in views.items():
            for said in said_to(room, viewer):
                view |= said["looks"][0]["view"]
                sent += len(said["looks"][0]["view"])
            assert view == orjson.loads(orjson.dumps(room.match.view(viewer)))
        if room.table.status == "over":
            break
        play(room, rng)
    assert sent < MOVES * sum(len(view) for view in views.values()) / 2, "most parts need not be sent"


@pytest.mark.randomised
@by_game
def test_sentences_have_the_names_of_the_table(game: Game) -> None:
    table, rng = started(game, max(2, game.min_seats), {}), chance(game.id)
    for seat, name in zip(table.seats, ('"Quoted\\', "ÄÖ \u2603", "player", "{"), strict=False):
        seat.name = name
    names, room = names_of(table.seats), Room(table)
    room.tell()
    for _ in range(MOVES):
        for viewer in room.ears:
            for said in said_to(room, viewer):
                for event in said["looks"][0]["events"]:
                    assert event["says"] == room.match.sentence(event, names)
        if room.table.status == "over":
            break
        play(room, rng)


def test_whoever_looks_from_another_seat_is_told_everything_anew() -> None:
    room = Room(started(molehill.game("moledozer"), 2, {}), parts=True)
    room.tell()
    for viewer in room.ears:
        room.take_frames(viewer)
    room.table.leave(0, "fair", 1000.0)
    room.tell()
    (said,) = said_to(room, 0)
    assert (said["say"], said["you"]["seats"], said["looks"][0]["seat"]) == ("welcome", [], None)
    assert said["looks"][0]["view"] == orjson.loads(orjson.dumps(room.match.view(None)))
    (said,) = said_to(room, 1)
    assert (said["say"], said["looks"][0]["view"]) == ("update", {})
