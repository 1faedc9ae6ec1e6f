"""Exact values of small boxes and ends of games, and how near the bots' choices come to them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import molehill
from molehill import Unknown
from molehill.engine.compiling import JIT
from molehill.lab.solving import Solved

BENCH = Path(__file__).parents[2] / "bench"
# The value for the first seat, how many positions there are, and what `sharp` may lose by a choice on average.
EXACT = {
    "Honeymoon alone, a small moon": (2.5380, 1034, 0.05),
    "Target: Rats, one round": (0.71875, 9017, 0.01),
    "Mole Rats, two cards in the pile, a snake to come": (0.5, 10328, 0.02),
}


@pytest.fixture(scope="module")
def exact() -> Iterator[ModuleType]:
    """How `bench` finds the games, and what a choice loses."""
    sys.path.insert(0, str(BENCH))
    import exact

    yield exact
    sys.path.remove(str(BENCH))


@pytest.mark.skipif(not JIT, reason="every position is looked at")
@pytest.mark.parametrize("name", EXACT)
def test_values_are_exact_and_sharp_comes_near_them(exact: ModuleType, name: str) -> None:
    value, positions, most = EXACT[name]
    game: Solved = exact.small.OPEN[name][0]()
    assert game.solve()[0] == pytest.approx(value, abs=1e-4)
    assert len(game) == positions
    sharp, anything = (list(exact.losses(game, who, 60)) for who in ("sharp:1000", "random"))
    assert 0 <= sum(sharp) / len(sharp) <= most
    assert sum(anything) / len(anything) > 3 * most, "there is something to lose"


@pytest.mark.skipif(not JIT, reason="every position is looked at")
def test_the_value_is_what_the_best_moves_bring(exact: ModuleType) -> None:
    """Who always plays the best move scores the value; who plays any scores less."""
    game: Solved = exact.small.race()
    best = {(table.tobytes(), seat): max(worth, key=lambda m: worth[m]) for table, seat, worth in game.choices()}
    anything = game.uniform()

    def perfect(seen: object, seat: int) -> dict[int, float]:
        move = best.get((seen.tobytes(), seat))  # type: ignore[attr-defined]
        return anything(seen, seat) if move is None else {move: 1.0}  # type: ignore[arg-type,return-value]

    assert game.value(perfect) == pytest.approx(game.solve())
    assert game.best_response(0, perfect) == pytest.approx(game.solve()[0])
    assert game.value(anything)[0] < game.solve()[0] - 0.1


def test_games_with_secrets_have_no_such_values() -> None:
    park = molehill.game("mole_park")
    with pytest.raises(Unknown, match="has secrets"):
        Solved(park, 2, park.box())
    rats = molehill.game("target_rats")
    with pytest.raises(Unknown, match="more than two seats"):
        Solved(rats, 3, rats.box())


@pytest.mark.skipif(not JIT, reason="every position is looked at")
def test_openspiels_search_is_measured_by_the_same_values(exact: ModuleType) -> None:
    """It makes legal moves, as `losses` would fail otherwise, and loses less than any move does."""
    game: Solved = exact.small.race()
    search, anything = (list(exact.losses(game, who, 12)) for who in ("MCTS:30", "random"))
    assert len(search) == len(anything) > 5
    assert 0 <= sum(search) < sum(anything) / 2
