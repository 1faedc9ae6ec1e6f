"""The clauses of the games, and which tests are about each of them."""

from __future__ import annotations

from collections import defaultdict

import molehill

tests_of_clause: dict[str, list[str]] = defaultdict(list)


def clauses(game: molehill.Game) -> list[str]:
    """Every clause id of a game."""
    return [game.clause(number) for number in range(1, game.clauses + 1)]
