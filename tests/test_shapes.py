"""A declared view can be drawn without any code, and declared moves have numbers, structures and labels."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from rich.console import Console
from typing_extensions import TypedDict

from molehill import Malformed
from molehill.engine import declared, plain_board
from molehill.engine.shapes import (
    At,
    Card,
    Counter,
    Die,
    Flag,
    Head,
    Seat,
    Span,
    die,
    grid,
    on,
    places,
    shown,
    track,
)
from molehill.engine.words import Words

# ---- views ----------------------------------------------------------------------------------------------------------


class Player(TypedDict):
    seat: int
    dice: list[Die | None]
    gold: Counter
    out: Flag
    secret: int
    at: Annotated[str | None, on("spaces")]


class Space(TypedDict):
    space: str
    x: int
    y: int
    food: Counter


class Bid(TypedDict):
    dice: Counter
    face: Die


class View(Head):
    round: Counter
    bid: Bid | None
    king: Seat | None
    shows: dict[str, Annotated[int, die(8)]]
    way: Annotated[int, track(20)]
    table: list[Card]
    cells: Annotated[list[list[str]], grid()]
    meadow: Annotated[list[Card], grid(3)]
    spaces: Annotated[list[Space], places("space")]
    players: list[Player]
    phase: str
    ended: str | None


def test_what_is_declared_is_shown_and_nothing_else() -> None:
    counter, number = {"as": "counter"}, {"as": "die", "faces": 6}
    assert shown(View) == {
        "round": counter,
        "bid": {"as": "parts", "parts": {"dice": counter, "face": number}},
        "king": {"as": "seat"},
        "shows": {"as": "parts", "each": {"as": "die", "faces": 8}},
        "way": {"as": "track", "length": 20},
        "table": {"as": "row", "of": {"as": "card"}},
        "cells": {"as": "map", "of": {"as": "card"}},
        "meadow": {"as": "map", "width": 3, "of": {"as": "card"}},
        "spaces": {"as": "places", "named": "space", "of": {"as": "parts", "parts": {"food": counter}}},
        "players": {
            "as": "plates",
            "of": {
                "as": "parts",
                "parts": {
                    "dice": {"as": "row", "of": number},
                    "gold": counter,
                    "out": {"as": "flag"},
                    "at": {"as": "place", "map": "spaces"},
                },
            },
        },
    }


def drawn(view: dict[str, Any], words: str, tmp_path: Path) -> str:
    (tmp_path / "words.ftl").write_text(words, encoding="utf-8")
    console = Console(file=io.StringIO(), width=80, color_system=None, force_terminal=False, _environ={})
    console.print(plain_board.board(shown(View), view, ["Anna", "Ben"], Words(tmp_path / "words.ftl")))
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def test_a_declared_view_is_drawn_in_characters(tmp_path: Path) -> None:
    player = {"gold": 3, "out": False, "secret": 7}
    view = {
        "seats": 2, "round": 4, "bid": {"dice": 3, "face": 5}, "king": 1, "shows": {"red": 8}, "way": 7,
        "table": ["mole", "worm"], "cells": [["a", ""], ["", "b"]], "meadow": ["x", "y", "z", ""],
        "spaces": [{"space": "n1", "x": 0, "y": 0, "food": 2}], "phase": "bid", "ended": None,
        "players": [
            {"seat": 0, "dice": [1, 6], "at": "n1", **player},
            {"seat": 1, "dice": [None, None], "at": None, **player, "out": True},
        ],
    }  # fmt: skip
    assert drawn(view, "shown-round = Round\nshown-gold = gold pieces\ncard-mole = a mole\n", tmp_path) == "\n".join(
        [
            " Round: 4",
            " bid: dice 3  face [5]",
            " king: Ben",
            " shows: red [8]",
            " way: 7/20",
            " table: a mole worm",
            " cells:",
            "   a .",
            "   . b",
            " meadow:",
            "   x y z",
            "   .",
            " spaces:",
            "   food 2",
            " ● Anna  dice [1] [6]  gold pieces 3  out -  at n1",
            " ★ Ben   dice ? ?  gold pieces 3  out ✓  at -",
        ]
    )
    nothing = drawn({**view, "bid": None, "king": None, "table": []}, "", tmp_path)
    assert " bid: -\n king: -\n" in nothing
    assert " table: -\n" in nothing


# ---- moves ----------------------------------------------------------------------------------------------------------


class Raise(TypedDict):
    do: Literal["raise"]
    dice: Annotated[int, Span(1, 4)]
    face: Annotated[Die, Span(1, 6)]


class Play(TypedDict):
    do: Literal["play"]
    card: Annotated[int, Span(0, 2), At("hand")]
    to: Literal["north", "south"]
    open: bool


class Rest(TypedDict):
    do: Literal["rest", "pass"]


Move = Raise | Play | Rest
KINDS = declared.kinds(Move)


def test_kinds_list_the_fields_and_all_that_they_may_be() -> None:
    assert KINDS == {
        "raise": {"dice": (1, 2, 3, 4), "face": (1, 2, 3, 4, 5, 6)},
        "play": {"card": (0, 1, 2), "to": ("north", "south"), "open": (False, True)},
        "rest": {},
        "pass": {},
    }
    assert declared.total(KINDS) == 24 + 12 + 2
    assert [declared.first(KINDS, do) for do in KINDS] == [0, 24, 36, 37]


def test_boards_are_told_what_fields_name() -> None:
    assert declared.fields(Move) == {
        "raise": {"dice": {"from": 1, "to": 4}, "face": {"from": 1, "to": 6, "as": "die", "faces": 6}},
        "play": {"card": {"from": 0, "to": 2, "at": "hand"}, "to": {"values": ["north", "south"]}, "open": {}},
        "rest": {},
        "pass": {},
    }


def test_every_number_is_a_move_of_its_own_and_the_last_field_is_the_fastest() -> None:
    moves = [declared.decoded(KINDS, number) for number in range(38)]
    assert moves[0] == {"do": "raise", "dice": 1, "face": 1}
    assert moves[1] == {"do": "raise", "dice": 1, "face": 2}
    assert moves[27] == {"do": "play", "card": 0, "to": "south", "open": True}
    assert moves[37] == {"do": "pass"}
    assert [declared.encoded(KINDS, move) for move in moves] == list(range(38))
    with pytest.raises(Malformed, match="no move number 38"):
        declared.decoded(KINDS, 38)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (None, "a move is an object such as {'do': 'raise', 'dice': 1, 'face': 1}, not None"),
        ([], "a move is an object"),
        ({}, "'do' must be one of raise, play, rest, pass, not None"),
        ({"do": ["raise"]}, "'do' must be one of"),
        ({"do": "raise", "dice": 5, "face": 1}, "'dice' must be a whole number from 1 to 4, not 5"),
        ({"do": "raise", "dice": True, "face": 1}, "'dice' must be a whole number"),
        ({"do": "raise", "dice": 1}, "'face' must be a whole number from 1 to 6, not None"),
        ({"do": "raise", "dice": 1, "face": 1, "x": 1}, "unknown key 'x'; a raise has do, dice, face"),
        ({"do": "play", "card": 0, "to": "west", "open": True}, "'to' must be one of north, south, not 'west'"),
        ({"do": "play", "card": 0, "to": "north", "open": 1}, "'open' must be true or false, not 1"),
    ],
)
def test_what_is_no_move_is_refused_and_says_why(move: Any, why: str) -> None:
    with pytest.raises(Malformed) as error:
        declared.encoded(KINDS, move)
    assert why in str(error.value)


def test_what_people_type_is_understood() -> None:
    for number in range(38):
        move = declared.decoded(KINDS, number)
        assert declared.understood(KINDS, declared.typed(move)) == move
    bid = {"do": "raise", "dice": 3, "face": 5}
    assert declared.typed(bid) == "raise 3 5"
    for text in ("RAISE 3 5", " r 3  5 ", "3 5"):
        assert declared.understood(KINDS, text) == bid
    assert declared.understood(KINDS, "pl 2 south no") == {"do": "play", "card": 2, "to": "south", "open": False}
    assert declared.understood(KINDS, "p") == {"do": "pass"}
    for text in ("", "3", "raise", "raise 5 5", "raise 3 5 1", "fly", "1 north"):
        assert declared.understood(KINDS, text) is None


@pytest.mark.parametrize("wrong", [int, TypedDict("Odd", {"do": str}), TypedDict("Odd", {"n": int})])
def test_what_is_no_declaration_of_a_move_is_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"a move is a TypedDict with do: Literal\[...\]"):
        declared.kinds(wrong)


def test_a_field_without_limits_is_refused() -> None:
    with pytest.raises(TypeError, match=r"fly.far must be a Literal, bool, or Annotated\[int, Span\(low, high\)\]"):
        declared.kinds(TypedDict("Fly", {"do": Literal["fly"], "far": int}))
