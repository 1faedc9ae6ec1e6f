"""`molehill check`: each check is a sentence; a fault is reported with the position and how to see it again."""

from __future__ import annotations

import json
from unittest.mock import patch

import pytest

import molehill
from molehill.cli import main
from molehill.conformance import CHECKS

GAME = molehill.game("moledozer")


def check(*arguments: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(["check", *arguments])
    return int(end.value.code or 0)


def test_each_check_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert check("moledozer", "--only", "convert") == 0
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "✓ Every integer is a move of its own: `encode` and `decode` are each other's reverse.",
        "✓ What chance can do is listed once each, with weights above 0, and converts both ways.",
        "All 2 checks hold.",
    ]
    assert all(known.says[0].isupper() or known.says[0] == "`" for known in CHECKS.values())
    assert all(known.says.endswith(".") for known in CHECKS.values())


def test_what_is_wrong_is_told_with_its_position_and_how_to_see_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    label = GAME.part("text").label
    with patch.object(GAME.part("text"), "label", lambda move: "done" if move["do"] == "step" else label(move)):
        assert check("moledozer", "--only", "said", "--seed", "3") == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("✗ Moves, outcomes, questions and events can be said")
    assert said[1].startswith("    'done' is what one types for {'do': 'step', ")
    assert said[2].startswith("    at 2 seats, plain, after ")
    assert said[-2:] == [
        "    again: molehill check moledozer --only everything-can-be-said --seed 3",
        "1 of 1 checks failed.",
    ]


def test_what_can_not_be_tried_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert check("moledozer", "--only", "suggest") == 0
    assert capsys.readouterr().out.startswith("- What is suggested to those who win is an option of the game, and has")


def test_programs_get_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert check("moledozer", "--only", "rulebook", "--json") == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found == {
        "check": "the-rulebook-names-every-clause",
        "says": "The rulebook names every clause of the game and no other.",
        "tables": 1,
        "finding": None,
        "not_tried": None,
    }


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("chess", "there is no game 'chess'"),
        ("moledozer --only nonsense", "there is no check with 'nonsense' in its name"),
        ("moledozer --effort 0", "effort is more than 0"),
        ("moledozer --effort nan", "effort is more than 0"),
        ("moledozer --seed -1", "a seed is a whole number"),
    ],
)
def test_wrong_input_is_one_line(arguments: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(*arguments.split()) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert why in told.err
