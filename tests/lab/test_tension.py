"""Tension: how open a game is on its way, measured by hand on games that are made up."""

from __future__ import annotations

import numpy as np
import pytest

from molehill.lab.tension import TENTHS, Tension, deficit, openness


def test_a_result_is_open_if_all_are_equally_likely_and_certain_if_one_is() -> None:
    assert openness(np.array([0.25, 0.25, 0.25, 0.25])) == pytest.approx(1.0)
    assert openness(np.array([1.0, 0.0])) == pytest.approx(0.0)
    assert openness(np.array([0.0, 0.0])) == 0.0
    assert 0 < openness(np.array([0.9, 0.1])) < openness(np.array([0.6, 0.4])) < 1


def test_who_is_ahead_is_not_behind() -> None:
    assert deficit(np.array([0.7, 0.3]), np.array([1.0, 0.0])) == 0.0
    assert deficit(np.array([0.7, 0.3]), np.array([0.0, 1.0])) == pytest.approx(0.4)
    assert deficit(np.array([0.7, 0.3]), np.array([0.5, 0.5])) == 0.0


def game(*chances: float) -> Tension:
    """A game of two seats that the first one wins, with its chance at each tenth."""
    found = Tension()
    found.add([np.array([chance, 1 - chance]) for chance in chances], np.array([1.0, 0.0]))
    return found


def test_a_game_that_its_winner_leads_from_the_start_has_no_drama() -> None:
    found = game(*[0.6, 0.7, 0.8] + [0.9] * 7)
    assert found.drama.mean == found.comebacks.mean == found.turns.mean == found.settled.mean == 0.0


def test_a_comeback_is_dramatic_and_settles_late() -> None:
    found = game(*[0.6] + [0.32] * 7 + [0.8] * 2)
    assert found.drama.mean == pytest.approx(0.36**0.5)
    assert found.comebacks.mean == 1.0
    assert found.turns.mean == 2.0
    assert found.settled.mean == pytest.approx(0.8)


def test_a_game_without_a_winner_counts_only_as_open() -> None:
    found = Tension()
    found.add([np.array([0.5, 0.5])] * TENTHS, np.array([0.0, 0.0]))
    assert found.drama.n == 0
    assert found.uncertainty[0].mean == pytest.approx(1.0)
    assert "drama" not in found.as_json()
