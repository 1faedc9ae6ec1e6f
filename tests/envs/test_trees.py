"""Small games as whole trees in OpenSpiel: the same values, and its algorithms run on them."""

from __future__ import annotations

from pathlib import Path

import pyspiel
import pytest

import molehill
from molehill import Unknown
from molehill.engine.contract import CHANCE, NOBODY
from molehill.envs.positions import Position, Positions
from molehill.envs.trees import whole

EXAMPLES = Path(__file__).parents[2] / "examples"
BIDS = 8  # that are made before the tree begins: a small part of a small game


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Positions:
    """Liar's Dice with one die each, rolled but not known yet, after eight bids."""
    monkeypatch.syspath_prepend(EXAMPLES / "liars_dice" / "src")
    from liars_dice import GAME

    found = Positions(GAME, 2, None, EXAMPLES / "boxes" / "liars_dice.toml")
    at = found.start
    while at.pending == CHANCE:
        at = found.after(at, CHANCE, found.outcomes(at)[2][0])
    for _ in range(BIDS):
        seat = (at.pending & -at.pending).bit_length() - 1
        bids = [move for move in found.legal(at, seat) if found.spelled(move).startswith("bid")]
        at = found.after(at, seat, bids[0])
    found.__dict__["start"] = at
    return found


def value(positions: Positions, at: Position) -> float:
    """The first seat's result if everybody moves at random."""
    if at.pending == NOBODY:
        return positions.scores(at)[0]
    if at.pending == CHANCE:
        return sum(p * value(positions, positions.after(at, CHANCE, outcome)) for outcome, p in positions.outcomes(at))
    seat = (at.pending & -at.pending).bit_length() - 1
    moves = positions.legal(at, seat)
    return sum(value(positions, positions.after(at, seat, move)) for move in moves) / len(moves)


def test_a_tree_is_worth_what_the_game_is_worth(late: Positions) -> None:
    tree = whole(late)
    uniform = pyspiel.UniformRandomPolicy(tree)
    found = pyspiel.expected_returns(tree.new_initial_state(), uniform, -1, True)
    assert found[0] == pytest.approx(value(late, late.start))
    assert sum(found) == pytest.approx(1)


def test_cfr_leaves_less_to_win_against_it(late: Positions) -> None:
    tree = whole(late)
    solver = pyspiel.CFRSolver(tree)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    left = pyspiel.nash_conv(tree, solver.average_policy())
    assert left < 0.1 * pyspiel.nash_conv(tree, pyspiel.UniformRandomPolicy(tree))


def test_a_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(Unknown, match="more than 100 positions"):
        whole(Positions(molehill.game("mole_park")), most=100)
