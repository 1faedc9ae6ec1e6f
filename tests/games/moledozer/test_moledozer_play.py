"""How Moledozer plays: greedy against random, lengths, balance, speed of the end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from moledozer_scene import GAME, scene

from molehill import bots
from scenario import often

VARIANTS: list[dict[str, Any]] = [
    {}, {"change_guess": True}, {"own_order": True}, {"multiply": True},
    {"change_guess": True, "own_order": True, "multiply": True},
]  # fmt: skip


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: "+".join(o) or "plain")
def test_greedy_beats_random_at_two(options: dict[str, Any]) -> None:
    played = GAME.playouts(400, seats=2, policy=["greedy", "random"], rotate=True, options=options, seed=1)
    greedy = played.scores[played.bot_of_seat() == 0]
    assert greedy.mean() > 0.85


@pytest.mark.parametrize("seats", [3, 4])
def test_one_greedy_player_beats_random_ones(seats: int) -> None:
    policies = ["greedy", *["random"] * (seats - 1)]
    played = GAME.playouts(200, seats=seats, policy=policies, rotate=True, seed=1)
    greedy = played.scores[played.bot_of_seat() == 0]
    assert greedy.mean() > 0.7


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_no_seat_has_a_large_advantage(seats: int, policy: str) -> None:
    n = 10_000 if policy == "random" else often(400)
    played = GAME.playouts(n, seats=seats, policy=policy, seed=2)
    assert played.unfinished == 0
    assert np.abs(played.wins / n - 1 / seats).max() < 0.06


@pytest.mark.rule("MD-23")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_shared_end_is_rarer_than_one_game_in_a_thousand(seats: int) -> None:
    played = GAME.playouts(20_000, seats=seats, seed=3)
    shared = ((played.scores > 0) & (played.scores < 1)).any(axis=1).sum()
    assert shared < 20


def test_the_winner_of_more_rounds_wins_more_games() -> None:
    played = GAME.playouts(2000, seats=2, policy="greedy", seed=4)
    more = played.points[:, 0] > played.points[:, 1]
    assert played.scores[more, 0].mean() > 0.75


@pytest.mark.rule("MD-21")
def test_two_players_need_fifteen_rounds_at_most_and_more_players_longer() -> None:
    lengths = [GAME.playouts(2000, seats=seats, seed=5).lengths for seats in (2, 3, 4)]
    assert lengths[0].max() == 15
    assert lengths[0].mean() < lengths[1].mean() < lengths[2].mean()


def test_the_table_is_small() -> None:
    assert GAME.table_dtype.itemsize < 1024


# ---- what a guess tells ---------------------------------------------------------------------------------------------


def belief(guess: int, *cards: str, **options: Any) -> list[float]:
    """How plausible this guess is with each of these cards."""
    found = []
    for held in cards:
        match = scene(held, "4", **options)
        if options.get("multiply"):
            match.play(0, {"do": "call", "what": "multiplication"})
        match.play(0, {"do": "guess", "number": guess})
        found.append(GAME.loops.plausible(match._tables, 0, match.box.record, 1))
    return found


@pytest.mark.rule("MD-06")
@pytest.mark.parametrize(("guess", "options"), [(16, {}), (50, {"multiply": True})])
def test_a_high_guess_speaks_for_a_high_card_but_rules_no_other_out(guess: int, options: dict[str, Any]) -> None:
    low, middle, high = belief(guess, "1", "6", "10", **options)
    assert 0 < low < middle < high <= 1


@pytest.mark.rule("MD-10")
def test_a_guess_far_out_speaks_for_a_second() -> None:
    plain, second = belief(20, "3", "3-second")
    assert plain < second


@pytest.mark.parametrize(("own", "guess"), [("4", 8), ("7", 14)])
def test_sharp_reads_a_guess_and_fair_does_not(own: str, guess: int) -> None:
    """A guess of 8 suggests about a 2. So with a 4 the sum is lower than 8, though the 4 alone suggests 9 or 10.
    A guess of 14 suggests about an 8. So with a 7 the sum is higher. `sharp` draws lots among moves that look equal, so
    it thinks long enough to tell them apart."""
    match = scene("5", own)
    match.play(0, {"do": "guess", "number": guess})
    sharp, fair = (
        [bots.bot(name, seed, sims=1200).choose(match, 1)["number"] > guess for seed in range(9)]
        for name in ("sharp", "fair")
    )
    assert (sum(sharp) > 4) == (guess == 14)
    assert (sum(fair) > 4) == (guess == 8)
