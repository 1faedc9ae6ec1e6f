"""How Mole Rats plays, as far as random players and the one-ply greedy player can show (MR-32)."""

from __future__ import annotations

from typing import Any

import pytest
from mole_rats_scene import GAME

rule = pytest.mark.rule
SEED = 32_000  # not used to tune the box


def wins(n: int, policy: str, seats: int = 4, **options: Any) -> float:
    return float(GAME.playouts(n, seats=seats, policy=policy, seed=SEED, options=options).scores[:, 0].mean())


@rule("MR-32")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_players_win_at_least_ten_times_as_often_as_random_ones(seats: int) -> None:
    random, greedy = wins(4000, "random", seats), wins(1000, "greedy", seats)
    assert random < 0.02
    assert greedy > 0.15
    assert greedy >= 10 * random


@rule("MR-32")
def test_four_greedy_players_win_about_as_often_as_a_planner_should() -> None:
    assert 0.2 <= wins(2000, "greedy") <= 0.45


@rule("MR-31", "MR-32")
def test_the_challenge_costs_greedy_players_ten_points_at_least() -> None:
    assert wins(2000, "greedy", challenge=True) <= wins(2000, "greedy") - 0.1


@rule("MR-32")
def test_two_and_three_players_do_about_as_well_as_four() -> None:
    """The fifteen points of MR-32 are for a strong search; four greedy rats get into each other's way more."""
    four = wins(2000, "greedy")
    for seats in (2, 3):
        assert abs(wins(2000, "greedy", seats) - four) <= 0.2


@rule("MR-10", "MR-32")
def test_a_game_lasts_as_many_turns_as_there_are_cards_at_most() -> None:
    played = GAME.playouts(1000, seats=4, policy="greedy", seed=SEED)
    assert played.lengths.max() == 46
    assert 30 <= played.lengths.mean() <= 44
    assert GAME.playouts(1000, seats=2, seed=SEED).lengths.max() <= 43


@rule("MR-29", "MR-30")
def test_all_win_or_all_lose() -> None:
    played = GAME.playouts(1000, seats=4, policy="greedy", seed=SEED)
    assert set(played.scores.ravel()) == {0.0, 1.0}
    assert (played.scores == played.scores[:, :1]).all()
    won = played.scores[:, 0] == 1
    assert (played.points[won] == 8).all()
    assert (played.points[~won] <= 7).all()
