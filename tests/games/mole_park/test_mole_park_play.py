"""Many games of Mole Park: the greedy player wins, and games are as long and as fair as MP-29 wants."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from mole_park_tables import DECLARE, GAME, HOLD, lay

from molehill.engine.compiling import JIT
from scenario import often


def games(wanted: int) -> int:
    """So many games, or only a few with uncompiled rules, which are a thousand times slower."""
    return wanted if JIT else 3


def chance_error(seats: int, played: int) -> float:
    """The error that chance may cause in so many games: two standard errors."""
    return 2 * math.sqrt((1 / seats) * (1 - 1 / seats) / played)


def test_the_greedy_player_beats_random_players() -> None:
    for seats, share in ((2, 0.95), (4, 0.9)):
        policy = ["greedy"] + ["random"] * (seats - 1)
        played = GAME.playouts(games(400), seats=seats, policy=policy, rotate=True, seed=1)
        assert (played.scores * (played.bot_of_seat() == 0)).sum() / played.games > share


@pytest.mark.rule("MP-29", "MP-30")
@pytest.mark.parametrize("seats", range(2, 9))
def test_games_of_equal_players_last_12_to_25_rounds_and_are_fair(seats: int) -> None:
    played = GAME.playouts(games(often(2000 if seats < 6 else 1000)), seats=seats, policy="greedy", seed=29)
    lengths = played.lengths
    assert 12 <= lengths.mean() <= 25
    assert lengths.max() < 100, "nobody took the crown"
    if JIT:
        assert ((lengths >= 12) & (lengths <= 25)).mean() >= 0.9
        shares = played.wins / played.games - 1 / seats
        assert shares.max() <= 0.03 + chance_error(seats, played.games)
        assert shares[0] >= -0.03 - chance_error(seats, played.games), "King Mole"


@pytest.mark.rule("MP-05", "MP-29")
def test_being_king_mole_costs_little_wherever_he_sits() -> None:
    played = GAME.playouts(games(often(2000)), seats=4, policy="greedy", options={"king": 3}, seed=5)
    assert played.wins.sum() == pytest.approx(played.games)
    if JIT:
        assert np.abs(played.wins / played.games - 1 / 4).max() <= 0.03 + chance_error(4, played.games)


def test_random_games_end_too() -> None:
    played = GAME.playouts(games(2000), seats=3, seed=2)
    assert played.unfinished == 0
    assert played.lengths.max() <= 100


# ---- what an answer tells -------------------------------------------------------------------------------------------

RICH = {1: [("collection", "Velvet Cloak"), ("action", "Kick Scooter")]}  # 25 stars


@pytest.mark.rule("MP-09", "MP-24")
@pytest.mark.parametrize("answer", [DECLARE, HOLD])
def test_who_goes_for_the_crown_has_the_moles_for_it_and_who_holds_has_not(answer: dict[str, Any]) -> None:
    """With 25 stars in prizes; but anybody may dare, and anybody may be patient."""
    found = []
    for hand in ([1, 1], [4, 4], [5, 5, 5]):
        match = lay(2, hands={0: [1], 1: hand}, prizes=RICH)
        match.play(1, answer)
        found.append(GAME.loops.plausible(match._tables, 0, match.box.record, 0))
    assert 0 < min(found) <= max(found) <= 1
    assert found == sorted(found, reverse=answer == HOLD)
    assert found[0] != found[-1]
