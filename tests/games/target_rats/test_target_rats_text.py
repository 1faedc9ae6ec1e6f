"""Target: Rats in words: what people type, what wires send, what is asked, noted, refused and drawn."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from target_rats_scene import GAME, MOUTH, Scene

from molehill import Malformed

text, moves = GAME.part("text"), GAME.part("moves")
NAMES = ["Anna", "Ben", "Clara", "Dan"]


def drawn(scene: Scene, seat: int | None = None, width: int = 80) -> str:
    from rich.console import Console

    out = io.StringIO()
    console = Console(file=out, width=width, color_system=None)
    console.print(GAME.part("drawing").board(scene.match.view(seat), NAMES, GAME.words))
    return out.getvalue()


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("step 2 s5", {"do": "step", "rat": 2, "to": "s5"}),
        ("  2   S5 ", {"do": "step", "rat": 2, "to": "s5"}),
        ("move rat 2 to city", {"do": "step", "rat": 2, "to": "city"}),
        ("Breed 4 and 1", {"do": "breed", "rats": [1, 4]}),
        ("x s9", {"do": "exterminate", "at": "s9"}),
        ("exterminate s9", {"do": "exterminate", "at": "s9"}),
        ("roll", {"do": "roll", "dice": 2}),
        ("roll 3 dice", {"do": "roll", "dice": 3}),
        ("done", {"do": "end"}),
        ("place", {"do": "place"}),
    ],
)
def test_typed_moves_are_understood(typed: str, move: dict[str, Any]) -> None:
    assert text.parse(typed, GAME.match().view(0), GAME.words) == move


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("", "step 2 s5"),
        ("dance", "dance"),
        ("step 2", "a rat and a space"),
        ("step 13 s5", "1 to 12"),
        ("step 2 s99", "s99"),
        ("breed 1", "two different"),
        ("breed 1 1", "two different"),
        ("x", "x s9"),
        ("roll 9", "9"),
        ("end now", "alone"),
    ],
)
def test_what_is_not_understood_gets_a_hint(typed: str, hint: str) -> None:
    with pytest.raises(Malformed, match=re.escape(hint)):
        text.parse(typed, GAME.match().view(0), GAME.words)


def test_every_move_has_its_own_label_that_is_understood() -> None:
    view = GAME.match().view(0)
    labels = {text.label(moves.decode(number)) for number in range(GAME.move_count)}
    assert len(labels) == GAME.move_count
    for number in range(GAME.move_count):
        assert text.parse(text.label(moves.decode(number)), view, GAME.words) == moves.decode(number)


@pytest.mark.parametrize(
    ("move", "hint"),
    [
        (None, "object"),
        ({}, "'do' must be"),
        ({"do": "fly"}, "fly"),
        ({"do": ["step"]}, "'do' must be"),
        ({"do": "step", "rat": 1}, "needs 'to'"),
        ({"do": "step", "rat": 0, "to": "s1"}, "1 to 12"),
        ({"do": "step", "rat": True, "to": "s1"}, "1 to 12"),
        ({"do": "step", "rat": 1, "to": "s48"}, "s48"),
        ({"do": "step", "rat": 1, "to": ["s4"]}, "space"),
        ({"do": "step", "rat": 1, "to": "s1", "by": "foot"}, "by"),
        ({"do": "breed", "rats": [1]}, "two numbers"),
        ({"do": "breed", "rats": [1, 1]}, "twice"),
        ({"do": "breed", "rats": [0, 1]}, "two numbers"),
        ({"do": "roll", "dice": 5}, "1 to 4"),
        ({"do": "roll", "dice": "2"}, "1 to 4"),
    ],
)
def test_what_is_no_move_is_malformed(move: Any, hint: str) -> None:
    with pytest.raises(Malformed, match=re.escape(hint)):
        moves.encode(move)


@pytest.mark.parametrize(
    "outcome",
    [None, {"do": "die"}, {"do": "die", "shows": 7}, {"do": "die", "shows": True}, {"do": "start", "seat": 4}],
)
def test_what_chance_can_not_bring_is_malformed(outcome: Any) -> None:
    with pytest.raises(Malformed):
        moves.encode_outcome(outcome)


def test_the_seat_is_asked_for_what_it_may_do() -> None:
    def ask(scene: Scene) -> str:
        asked: str = text.ask(scene.view, GAME.words)
        return asked

    assert "place new ones" in ask(Scene("s8"))
    assert "2 dice, or 3" in ask(Scene("s8 s8", cheese=0))
    assert ask(Scene("u2 u2").roll(2, 3)) == "5 points are left: take a step with a rat."
    assert "Exterminator" in ask(Scene("u2 u2").roll("target", 3))
    assert "1 point is left" in ask(Scene("u2 u9").roll("target", 2).walk(2, "u8", "u7"))
    assert "end your movement" in ask(Scene("s8* s8* u9").roll("target", 2).walk(3, "u8", "u7", "u6"))


def test_notes_say_what_a_move_would_bring() -> None:
    def note(scene: Scene, **move: Any) -> str:
        said: str = text.note(scene.view, move, GAME.words)
        return said

    scene = Scene("s3 s5 s9* s9*", "s20 s20", exterminator="s6").roll("target", 2)
    assert note(scene, do="step", rat=1, to="s4") == "gets fed"
    assert note(scene, do="step", rat=2, to="s6") == "dies there"
    assert note(scene, do="step", rat=1, to="s2") == ""
    assert note(scene, do="breed", rats=[3, 4]) == "2 new rats"
    assert note(scene, do="exterminate", at="s20") == "kills 2 rats"
    assert note(scene, do="exterminate", at="s3") == "kills 1 rat, 1 of them yours"
    assert note(scene, do="exterminate", at="s0") == ""
    assert note(scene, do="end") == "3 points are lost"
    assert note(Scene(f"{MOUTH} u9").roll(2, 2), do="step", rat=1, to="city") == "takes Rat City"
    assert note(Scene(f"{MOUTH} u9", cheese=1).roll(2, 2), do="step", rat=1, to="city") == "enters Rat City"


@pytest.mark.rule("TR-06", "TR-07", "TR-09", "TR-14", "TR-20")
def test_refusals_say_which_case_it_is() -> None:
    def why(scene: Scene, **move: Any) -> str:
        refusal = scene.match.why_not(scene.seat, move)
        assert refusal is not None
        return refusal.why

    before = Scene("city n0", cheese=0)
    assert "dice come first" in why(before, do="step", rat=1, to=MOUTH)
    assert "after the roll" in why(before, do="breed", rats=[1, 2])
    assert "after the roll" in why(before, do="exterminate", at="s1")
    assert "one rat or none" in why(before, do="place")
    assert "only Da Big Cheese" in why(Scene("n0"), do="roll", dice=3)
    scene = Scene("u2 s8* s9* s8", exterminator="s1").roll("target", 4).walk(1, "u1")
    assert "rolled already" in why(scene, do="roll", dice=2)
    assert "the points must be used" in why(scene, do="end")
    assert "rat 9 isn't on the board" in why(scene, do="step", rat=9, to="s1")
    assert "never double back" in why(scene, do="step", rat=1, to="u2")
    assert "isn't joined" in why(scene, do="step", rat=1, to="s20")
    assert "both rats must be fed" in why(scene, do="breed", rats=[2, 4])
    assert "same space" in why(scene, do="breed", rats=[2, 3])
    assert "stands there already" in why(scene, do="exterminate", at="s1")
    scene.do("exterminate", at="s2")
    assert "already this turn" in why(scene, do="exterminate", at="s3")
    assert "no Target" in why(Scene("u2 u9").roll(2, 3), do="exterminate", at="s3")
    spent = Scene("s8* s8* u9").roll("target", 2).walk(3, "u8", "u7", "u6")
    assert "no points are left" in why(spent, do="step", rat=1, to="s9")
    assert "no point is left" in why(spent, do="exterminate", at="s3")
    full = Scene("s8* s8* u9 u9 u9 u5 u5 u5 u6 u6 u6 n0").roll(2, 2)
    assert "supply" in why(full, do="breed", rats=[1, 2])


def test_the_board_shows_everything_in_80_columns() -> None:
    scene = Scene("s4* s4 n0 city u2", "n2 n2 n2 n2 n2 n2 s4* t2a", cheese=0, exterminator="s30").roll("target", 5, 2)
    scene.walk(5, "u1").walk(1, "s3")
    picture = drawn(scene, 0)
    lines = picture.splitlines()
    assert max(map(len, lines)) <= 80
    for name in (*(f"s{n}" for n in range(32)), *(f"u{n}" for n in range(16)), "[n0]", "[n3]", "RAT CITY"):
        assert re.search(rf"(?<!\w){re.escape(name)}(?!\d)", picture), name
    row = next(n for n, line in enumerate(lines) if "s4▣" in line)
    at = lines[row].index("s4▣")
    assert lines[row + 1][at : at + 4].strip() == "aB"
    assert re.search(r"^a Anna ♛ Da Big Cheese +4 out, 1 in nest n0, 7 in the supply$", picture, re.M)
    assert "s3: 1*!" in picture
    assert "u1: 5." in picture
    assert "6b" in picture
    assert "dice ⊕ 5 2, 6 points left" in picture
    assert drawn(scene) == picture  # nothing is hidden from a spectator


def test_the_board_shows_fights_the_draw_of_the_starter_and_the_end() -> None:
    scene = (
        Scene(f"{MOUTH} n0", "city n2", cheese=1).roll("target", 2).walk(1, "city").walk(2, "u2", "u1").dice("target")
    )
    assert "attack: 1 rat, dice ⊕ = 1" in " ".join(drawn(scene).split())
    scene.match = GAME.match(seats=2)
    assert "drawn" in drawn(scene)
    over = Scene("", turn=1, turns=600).roll(2, 2)
    assert "over after 300 rounds" in drawn(over)


@pytest.mark.parametrize(
    ("surface", "underground", "entrances"), [(12, 6, "[[1, 0], [11, 5]]"), (4, 1, "[[0, 0], [2, 0]]")]
)
def test_other_boards_are_drawn_in_100_columns(surface: int, underground: int, entrances: str) -> None:
    changes = {
        "surface": surface, "underground": underground, "entrances": entrances, "nest": 0, "gate": underground - 1,
        "tunnel": 4,
    }  # fmt: skip
    box = (GAME.folder / "box.toml").read_text(encoding="utf-8")
    for key, value in changes.items():
        box = re.sub(rf"^{key} = .*$", f"{key} = {value}", box, flags=re.M)
    scene = Scene("n0 s1 s1", box=GAME.box_from_text(box)).roll(2, 2)
    picture = drawn(scene, width=100)
    assert max(map(len, picture.splitlines())) <= 100
    for name in (f"s{4 * surface - 1}", f"u{4 * underground - 1}", "[n3]"):
        assert re.search(rf"(?<!\w){re.escape(name)}(?!\d)", picture), name
