"""How Target: Rats plays: the greedy player against random ones, and the shipped box against TR-26 and TR-27."""

from __future__ import annotations

import numpy as np
import pytest
from target_rats_scene import GAME

from molehill.engine import chance
from molehill.engine.compiling import JIT
from molehill.engine.playouts import CAP, POLICIES, Room
from molehill.games.target_rats import rules


def games(number: int) -> int:
    """So many games; uncompiled one must do, and nothing is asked of its averages."""
    return number if JIT else 1


def played(seats: int, number: int) -> dict[str, float]:
    """Averages over games between equal greedy players, player 1 starting."""
    room, box, word = Room(GAME, 3), GAME.box().record, np.zeros(1, dtype=np.uint64)
    policies = np.full(seats, POLICIES.index("greedy"))
    rounds, fights, draws, started = [], [], 0, 0
    for game in range(number):
        chance.start(word, seats, game)
        GAME.kernels.setup(room.tables, 0, box, seats, np.array([1]))
        GAME.kernels.play_out(
            room.tables, 0, box, policies, 0, word, CAP, room.out, room.weight, room.tables[1:], room.silent
        )
        rounds.append(GAME.kernels.length(room.tables, 0))
        fights.append(int(room.tables["fights"][0]))
        draws += room.tables["winner"][0] == rules.NO_SEAT
        started += room.tables["winner"][0] == 0
    return {
        "rounds": float(np.mean(rounds)), "fights": float(np.mean(fights)), "draws": draws / number,
        "starter": started / number,
    }  # fmt: skip


def test_greedy_beats_random() -> None:
    n = games(1000)
    result = GAME.playouts(n, seats=2, policy=["greedy", "random"], rotate=True, seed=1)
    share = (result.scores * (result.bot_of_seat() == 0)).sum() / n
    assert share > (0.85 if JIT else 0.0)


@pytest.mark.rule("TR-26", "TR-27")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_length_fights_starter_and_draws_are_as_asked(seats: int) -> None:
    """As far as a player who looks one move ahead can show. The allowances are for 600 games only."""
    result = played(seats, games(600))
    if JIT:
        assert 15 <= result["rounds"] <= 40
        assert result["fights"] >= 0.9
        assert result["starter"] <= 1 / seats + 0.08 + 0.03
        assert result["draws"] <= 0.005


@pytest.mark.rule("TR-04", "TR-27")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_the_starter_drawn_no_seat_has_more_than_its_share(seats: int) -> None:
    share = GAME.playouts(games(1200), seats=seats, policy="greedy", seed=2).scores.mean(axis=0)
    assert share.sum() == pytest.approx(1)
    if JIT:
        assert share.max() <= 1 / seats + 0.03 + 0.03
