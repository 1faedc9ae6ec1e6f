"""At which tables the environments are tried: a few in the short form, all of them in the long form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import molehill
from molehill import Game
from scenario import EFFORT, fitting, option_sets

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
AT_ONCE = pytest.mark.parametrize(
    "game", [game for game in molehill.games() if game.simultaneous], ids=lambda game: game.id
)


def tables(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Seats and options: the fewest and the most seats with two sets of options, or every one of both."""
    every = range(game.min_seats, game.max_seats + 1)
    for seats in every if EFFORT > 1 else {max(2, game.min_seats), game.max_seats}:
        sets = [options for options in option_sets(game) if fitting(game, seats, options)]
        yield from ((seats, options) for options in (sets if EFFORT > 1 else sets[-1:]))
