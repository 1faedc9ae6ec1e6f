"""Lessons: every game has one, the words are short, and what is wrong in one is named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

import molehill
from molehill import Game
from molehill.engine import lesson
from molehill.engine.errors import BadLesson
from molehill.engine.lesson import Lesson

HONEYMOON = molehill.game("honeymoon")
TEXT = (HONEYMOON.folder / lesson.FILE).read_text(encoding="utf-8")
OURS = [game for game in molehill.games() if game.package.startswith("molehill.")]
LONGEST = 320  # letters: what fits on a phone beside a board
READ = 120  # words a minute, by somebody who is eight or nine
MOVE = 7  # seconds: find what is meant, aim at it, do it
SHOWN = 1.2  # seconds: something that chance or another seat does


def lesson_of(game: Game) -> Lesson:
    assert game.lesson is not None
    return game.lesson


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_each_of_our_games_teaches_itself(game: Game) -> None:
    taught = lesson_of(game)
    assert taught.steps[0].name == "goal", "the goal comes first"
    assert 6 <= sum(bool(step.do) for step in taught.steps) <= 12
    assert not taught.steps[-1].do, "the end is told"
    assert taught.played().count == len(taught.script)
    for step in taught.steps:
        for message in step.messages:
            assert 20 <= len(game.words.say(message)) <= LONGEST, message


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_a_lesson_takes_three_to_six_minutes(game: Game) -> None:
    taught = lesson_of(game)
    words = sum(len(game.words.say(f"lesson-{step.name}").split()) for step in taught.steps)
    asked = sum(part.asked for part in taught.script)
    minutes = words / READ + (asked * MOVE + (len(taught.script) - asked) * SHOWN) / 60
    assert 3 <= minutes <= 6, f"{words} words, {asked} moves: {minutes:.1f} minutes"


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_the_goal_of_a_game_is_one_sentence_or_two_with_its_clause(game: Game) -> None:
    goal = game.words.say("goal")
    assert goal.count(f"({game.prefix}-") == 1
    assert len(goal) < 130


def test_a_game_without_a_lesson_has_none(tmp_path: Path) -> None:
    from dataclasses import replace

    assert replace(HONEYMOON, folder=tmp_path).lesson is None


@pytest.mark.parametrize(
    ("wrong", "right", "says"),
    [
        ("seats = 2", "seats = 7", "lesson, line 2: seats is 7; it must be 1 to 6"),
        ("seats = 2", "seats = 2\noptions = { side = 'C' }", "lesson, line 3: option side can't be 'C'"),
        ('rule = "HM-19"', 'rule = "HM-99"', "lesson, line 6: Honeymoon has no clause HM-99"),
        ('name = "goal"', 'name = "gaol"', "lesson, line 5: words.en.ftl has no lesson-gaol"),
        ('name = "start"', 'name = "goal"', "lesson, line 9: words.en.ftl has no lesson-goal-wrong"),
        ('name = "branch"', 'name = "start"', "lesson, line 15: there is a step called start already"),
        ('name = "goal"', 'nam = "goal"', "lesson, line 5: unknown key nam; did you mean name?"),
        ("happens = [[", "happens = [[7, {}], [", "lesson, line 11: [7, {}] is not [who, what]"),
        ("do = [{", "do = [3, {", "lesson, line 12: do must be a list of moves"),
        ("do = [{", "do = [[{", "lesson: not a TOML file"),
    ],
)
def test_what_is_wrong_in_a_lesson_is_named_with_its_line(wrong: str, right: str, says: str) -> None:
    with pytest.raises(BadLesson) as error:
        lesson.from_text(HONEYMOON, TEXT.replace(wrong, right, 1), "lesson")
    assert str(error.value).startswith(says)


@pytest.mark.parametrize(
    ("wrong", "right", "says"),
    [
        ("shows = 4", "shows = 7", "lesson, line 11: {'do': 'roll', 'shows': 7} can't be made"),
        ("length = 4", "length = 3", "lesson, line 12: "),
        ("length = 3 }]", "length = 2 }]", "lesson, line 21: "),
    ],
)
def test_a_move_that_the_rules_refuse_is_named_with_its_line(wrong: str, right: str, says: str) -> None:
    with pytest.raises(BadLesson) as error:
        lesson.from_text(HONEYMOON, TEXT.replace(wrong, right, 1), "lesson").played()
    assert str(error.value).startswith(says)


def test_a_lesson_in_which_nobody_does_anything_is_refused() -> None:
    with pytest.raises(BadLesson, match="no step in which the player does something"):
        lesson.from_text(HONEYMOON, 'seats = 2\n[[step]]\nname = "goal"\nrule = "HM-19"\n', "lesson")
