"""Every check of `molehill.conformance` holds for every game that is installed, at every table it is tried on.

In the short form a check is tried at a third of a game's tables, each check at another third and each seed as well; in
the long form at all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

import molehill
from molehill import Game
from molehill.conformance import CHECKS, Check, Trial
from molehill.conformance.checks import At
from molehill.conformance.trial import NotTried, label
from scenario import EFFORT, SEED

SHARE = 3


def tried(check: Check, number: int, game: Game) -> list[tuple[int, dict[str, Any]]]:
    settings = list(check.settings(game))
    return settings if EFFORT > 1 or len(settings) < SHARE else settings[(SEED + number) % SHARE :: SHARE]


def tables() -> Iterator[Any]:
    for number, check in enumerate(CHECKS.values()):
        for game in molehill.games():
            for seats, options in tried(check, number, game):
                where = f"{game.id}" if check.at is At.GAME else f"{game.id}-{seats}-{label(options)}"
                yield pytest.param(check, game, seats, options, id=f"{check.name}-{where}")


@pytest.mark.randomised
@pytest.mark.parametrize(("check", "game", "seats", "options"), list(tables()))
def test_it_holds(check: Check, game: Game, seats: int, options: dict[str, Any]) -> None:
    with suppress(NotTried):  # where a game does not have what it is about
        check.run(Trial(game, seats, options, SEED, EFFORT))
