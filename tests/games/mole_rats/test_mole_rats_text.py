"""Mole Rats as text: what people may type, what moves are said to bring, and the station at 80 columns."""

from __future__ import annotations

import io
from typing import Any

import pytest
from mole_rats_scene import CCW, CW, GAME, Scene, boost, climb, run, slither
from rich.console import Console

from molehill import Malformed

TEXT = GAME.part("text")
NAMES = ["Anna", "Ben", "Carla", "Dora"]


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("rat 2 right 3", run(2, 3)),
        ("  Rat 2   LEFT 3 ", run(2, 3, CCW)),
        ("2 cw 1", run(2, 1)),
        ("move rat 2 1", None),
        ("@2 < 1", run(2, 1, CCW)),
        ("2 +1", run(2, 1)),
        ("rat 4 clockwise", run(4, 2)),
        ("red 1 left 2", slither("red 1", 2, CCW)),
        ("the red snake 1 right 3 spaces", slither("red 1", 3)),
        ("b3 right 1", slither("blue 3", 1)),
        ("climb yellow 2 right", climb("yellow 2")),
        ("y2 climb left", climb("yellow 2", CCW)),
        ("boost rat 3 left", boost(3, CCW)),
        ("boost 3 right", boost(3)),
    ],
)
def test_what_people_type_is_understood(typed: str, move: dict[str, Any] | None) -> None:
    view = Scene("any 2 | any 1 or 2", snakes={"red 1": "2-8"}).match.view(0)
    if move is None:
        with pytest.raises(Malformed):
            TEXT.parse(typed, view, GAME.words)
    else:
        assert TEXT.parse(typed, view, GAME.words) == move


def test_a_boost_needs_no_rat_because_only_one_makes_room() -> None:
    view = Scene("your 2 | -", {1: "1-5"}).run(1, 2).match.view(0)
    assert TEXT.parse("boost left", view, GAME.words) == boost(2, CCW)


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("", "Type a move"),
        ("climb", "which piece"),
        ("dance 2 right", "not a piece"),
        ("rat 7 right 1", "not a piece"),
        ("rat 2", "which way"),
        ("rat 2 up 1", "not a direction"),
        ("rat 2 right", "how many spaces"),
        ("rat 2 right 9", "1, 2 or 3"),
        ("rat 2 right 1 please", "please"),
        ("climb rat 2 right", "Only snakes"),
        ("boost red 1 left", "Only rats"),
        ("boost", "which piece"),
        ("boost 2 left now", "now"),
    ],
)
def test_what_is_not_understood_gets_a_hint(typed: str, hint: str) -> None:
    view = Scene("any 1 or 2 | -").match.view(0)
    with pytest.raises(Malformed, match=hint):
        TEXT.parse(typed, view, GAME.words)


@pytest.mark.parametrize(
    ("scene", "move", "note"),
    [
        (Scene("your 1 | -"), run(1, 1), "to 1-2"),
        (Scene("your 3 | -"), run(1, 3), "up the ladder from 1-4 to 2-4"),
        (Scene("your 1 | -", {1: "3-6"}), run(1, 1), "down the shaft from 3-7 to 2-8"),
        (Scene("your 1 | -", {1: "5-2"}), run(1, 1, CCW), "up the ladder into the escape pod"),
        (Scene("your 1 | -", {1: "3-2"}), run(1, 1), "out into space: all would lose!"),
        (Scene("your 3 | -", snakes={"red 1": "1-3"}), run(1, 3), "bitten at 1-3!"),
        (Scene("your 3 | -", snakes={"red 1": "2-4"}), run(1, 3), "up the ladder from 1-4 to 2-4, bitten at 2-4!"),
        (Scene("your 1 | -", snakes={"red 1": "1-2"}, bitten=[1]), run(1, 1), "bitten at 1-2 without a medkit"),
        (Scene("your 1 | -", {1: "4-1"}), run(1, 1), "to 4-2, collects the map"),
        (Scene("your 1 | -", {1: "1-6"}), run(1, 1), "to 1-7, boosts rat 2"),
        (Scene("- | any 1", {1: "2-9"}, {"red 1": "2-8"}), slither("red 1", 1), "bites rat 1, to 2-9"),
        (Scene("- | any 1", {1: "3-5"}, {"red 1": "2-5"}), slither("red 1", 1), "2-6 to 3-5, bites rat 1"),
        (Scene("- | any 1", snakes={"red 1": "3-2"}), slither("red 1", 1), "out into space and gone for good"),
        (Scene("- | any climb", snakes={"red 1": "5-3"}), climb("red 1", CCW), "into the escape pod: all would lose!"),
        (Scene("- | any climb", snakes={"red 1": "2-9"}), climb("red 1", CCW), "up the ladder from 2-6 to 3-5"),
    ],
)
def test_a_note_says_what_a_move_would_bring(scene: Scene, move: dict[str, Any], note: str) -> None:
    assert scene.refuses(move) is None
    assert note in TEXT.note(scene.match.view(0), move, GAME.words)


def test_a_player_is_asked_in_words() -> None:
    def asked(scene: Scene) -> str:
        return str(TEXT.ask(scene.match.view(0), GAME.words))

    assert asked(Scene("your 1 or 2 | -")) == "Your card: move your rat 1 or 2 spaces. Choose a way for rat 1."
    assert asked(Scene("all 1 | -")) == "Your card: move all rats 1 space each. Choose among rats 1, 2, 3, 4."
    assert "help another" in asked(Scene("your 1 | -", {1: "pod"}))
    assert "red 1, red 2" in asked(Scene("- | all red climb", snakes={"red 1": "2-8", "red 2": "3-5"}))
    assert "Rat 2 has to make room" in asked(Scene("your 2 | -", {1: "1-5"}).run(1, 2))


def drawn(scene: Scene, width: int = 80) -> str:
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(
        GAME.part("drawing").board(scene.match.view(0), NAMES, GAME.words)
    )
    return out.getvalue()


def test_the_board_shows_everything_at_80_columns() -> None:
    scene = Scene(
        "your 1 | all red 2",
        {1: "4-3", 2: "pod"},
        {"red 1": "2-7", "red 2": "2-7", "blue 3": "2-7", "green 1": "space"},
        bitten=[3],
        items=["map"],
    )
    text = drawn(scene)
    assert max(map(len, text.splitlines())) <= 80
    for part in ("@1", "r1", "r2", "b3", "[x] map", "[ ] food", "no medkit", "POD  @2", "space: g1", "Dora"):
        assert part in text
    tier_2 = text.split("tier 2")[1].split("tier 1")[0].splitlines()
    column = tier_2[0].index(" 7 ") + len("tier 2") + 1
    assert [line[column : column + 2] for line in tier_2[2:5]] == ["r1", "r2", "b3"]


def test_colour_repeats_what_letters_say() -> None:
    scene = Scene("your 1 | -", snakes={"red 1": "2-7", "yellow 1": "2-8"})
    out = io.StringIO()
    coloured = Console(file=out, width=80, force_terminal=True, color_system="truecolor")
    coloured.print(GAME.part("drawing").board(scene.match.view(0), NAMES, GAME.words))
    assert "\x1b[" in out.getvalue()
    assert "r1" in drawn(scene)
    assert "y1" in drawn(scene)
    assert CW in GAME.words.say("move-run", rat=1, steps=1, way=CW)
