"""An inquiry answers step by step, gives the same as a comparison, and refuses questions that are too large."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

import molehill
from molehill import lab
from molehill.lab.inquiry import Inquiry
from molehill.lab.questions import LONGEST_BOX, Question

BOX = molehill.game("honeymoon").box().text.replace("slots = 7", "slots = 5")
ASKED: dict[str, Any] = {"game": "honeymoon", "arms": [{"name": "shipped"}, {"name": "mine", "box": BOX}]}


def inquiry(**changes: Any) -> Inquiry:
    return Inquiry(Question.model_validate(ASKED | changes))


def test_an_answer_grows_until_all_games_are_played() -> None:
    asked, games = inquiry(games=150), []
    while not asked.is_done:
        asked.go_on(0)
        games.append(asked.answer["games"])
    assert games == sorted(set(games))
    assert games[0] == 1
    assert games[-1] == 150
    assert asked.answer["done"]


def test_it_is_the_same_as_a_comparison_of_as_many_games() -> None:
    asked = inquiry(games=300, seed=4)
    asked.go_on(60)
    found = lab.compare(
        "honeymoon", {"shipped": {}, "mine": {"box": molehill.game("honeymoon").box_from_text(BOX)}}, 300, seed=4,
        bots="greedy",
    ).as_json()  # fmt: skip
    answer = asked.answer
    assert answer["games"] == 300
    for ours, theirs in zip(answer["differences"], found["differences"], strict=True):
        assert ours["difference"] == pytest.approx(theirs["difference"])
        assert ours["verdict"] == theirs["verdict"]


def test_it_goes_on_in_another_process_as_if_nothing_had_happened() -> None:
    whole, begun = inquiry(games=200, seed=4), inquiry(games=200, seed=4)
    whole.go_on(60)
    while not begun.is_done:
        begun.go_on(0)
        state = json.loads(json.dumps(begun.state))
        begun = Inquiry(begun.question, state)
    assert begun.answer["games"] == 200
    for ours, theirs in zip(begun.answer["differences"], whole.answer["differences"], strict=True):
        assert ours["difference"] == pytest.approx(theirs["difference"])


def test_a_goal_ends_it() -> None:
    asked = inquiry(until=["±20%", "length±3"])
    asked.go_on(60)
    assert asked.is_done
    assert asked.answer["settled"]
    assert asked.answer["games"] < 5000


def test_question_and_answer_are_json() -> None:
    asked = inquiry(games=40)
    asked.go_on(60)
    assert json.loads(json.dumps(asked.answer, allow_nan=False)) == asked.answer
    assert "games" in Question.model_json_schema()["properties"]


@pytest.mark.parametrize(
    "changes",
    [
        {"games": 0}, {"games": 10**7}, {"arms": []}, {"arms": [{"name": "a"}] * 5}, {"arms": [{"name": ""}]},
        {"arms": [{"name": "a", "box": " " * (LONGEST_BOX + 1)}]}, {"arms": [{"name": "a", "bots": ["random"] * 17}]},
        {"arms": [{"name": "a", "seats": 99}]}, {"seed": -1}, {"until": ["1%"] * 9}, {"more": 1}, {"game": "x" * 100},
        {"arms": [{"name": "a", "options": {str(n): 1 for n in range(21)}}]},
    ],
)  # fmt: skip
def test_too_much_is_refused_before_anything_is_read(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Question.model_validate(ASKED | changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"arms": [{"name": "a", "bots": ["sharp"]}]}, "'sharp' can't play here; random, greedy, easy, fair can"),
        ({"arms": [{"name": "a", "bots": ["clever"]}]}, "'clever' can't play here"),
        ({"arms": [{"name": "a"}, {"name": "a"}]}, "two settings are called 'a'"),
        ({"arms": [{"name": "mine", "box": "title = 3"}]}, "mine, line 1"),
        ({"arms": [{"name": "mine", "options": {"side": "Q"}}]}, "option side can't be"),
        ({"until": ["soon"]}, "is not a goal"),
    ],
)
def test_what_there_is_not_is_refused_in_words(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(molehill.MolehillError, match=message):
        inquiry(**changes)
