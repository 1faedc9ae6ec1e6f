"""How Target: Rats plays: greedy players against random ones, and whether the shipped box fits TR-26 and TR-27."""

from __future__ import annotations

import math

import pytest
from target_rats_scene import GAME

from molehill.bots.tournament import tournament
from molehill.engine.compiling import JIT
from molehill.engine.playouts import Playouts
from scenario import EFFORT, SEED, often

SEATS = [2, 3, 4] if EFFORT > 1 else [2 + SEED % 3]  # for games between bots that think: each seed tries another number


def games(number: int) -> int:
    """So many games, or one with uncompiled rules; its averages are not checked."""
    return number if JIT else 1


def played(seats: int, number: int, **options: int) -> Playouts:
    """Games between equal `fair` bots."""
    return tournament(GAME, number, seats, options, ["fair"] * seats, 3, None, GAME.box(), False, None)


def chance_error(share: float, number: int) -> float:
    """The error that chance may cause in so many games: two standard errors."""
    return 2 * math.sqrt(share * (1 - share) / number)


def test_greedy_beats_random() -> None:
    n = games(often(200))
    result = GAME.playouts(n, seats=2, policy=["greedy", "random"], rotate=True, seed=1)
    share = (result.scores * (result.bot_of_seat() == 0)).sum() / n
    assert share > (0.85 if JIT else 0.0)


@pytest.mark.rule("TR-26", "TR-27")
@pytest.mark.parametrize("seats", SEATS)
def test_length_fights_starter_and_draws_are_as_asked(seats: int) -> None:
    """`molehill balance` plays as many games as the clause says; here the starter's share may be off by chance."""
    number = games(often(120))
    result = played(seats, number, starter=1)
    if JIT:
        assert 15 <= result.lengths.mean() <= 40
        assert result.tallies.mean() >= 1, "fights for the throne"
        assert result.wins[0] / number <= 1 / seats + 0.08 + chance_error(1 / seats, number)
        assert ((result.scores > 0).sum(axis=1) == 1).all(), "no draw"


@pytest.mark.rule("TR-04", "TR-27")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_the_starter_drawn_no_seat_has_more_than_its_share(seats: int) -> None:
    number = games(often(400))
    share = GAME.playouts(number, seats=seats, policy="greedy", seed=2).wins / number
    assert share.sum() == pytest.approx(1)
    if JIT:
        assert share.max() <= 1 / seats + 0.03 + chance_error(1 / seats, number)
