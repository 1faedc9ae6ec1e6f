"""A game's lesson, if it brings one, can be played to its end."""

from __future__ import annotations

from molehill.conformance.checks import At, check
from molehill.conformance.trial import NotTried, Trial, expect, fail
from molehill.engine.errors import BadLesson


@check(At.GAME)
def a_lesson_can_be_played(trial: Trial) -> None:
    """A lesson has words for every step and names clauses that exist; its moves are legal, to the last one."""
    try:
        lesson = trial.game.lesson
        if lesson is None:
            raise NotTried("the game has no lesson.toml")
        trial.match = lesson.played()
    except BadLesson as error:
        fail(str(error))
    expect(trial.match.count == len(lesson.script), "not every move of the lesson was made")
