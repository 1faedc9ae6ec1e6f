"""Driving tables from Python: what batches and steppers say of themselves. That they play by the rules is in the
conformance suite."""

from __future__ import annotations

import numpy as np
import pytest

import molehill
from molehill import Game, Unknown
from molehill.engine import contract
from molehill.engine.playouts import CAP

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)


@GAMES
def test_a_setting_that_a_batch_or_a_stepper_does_not_have_is_told_in_words(game: Game) -> None:
    with pytest.raises(Unknown, match=r"a batch has no setting 'seat'; did you mean seats\?"):
        game.batch(3, seat=2)  # type: ignore[arg-type]
    with pytest.raises(Unknown, match=r"a stepper has no setting 'luck'; it has seats, options, box"):
        game.stepper(luck=2)  # type: ignore[arg-type]


@GAMES
def test_batch_and_stepper_say_the_same_of_a_game_that_is_over(game: Game) -> None:
    batch, stepper, rng = game.batch(3, seed=1), game.stepper(), np.random.default_rng(1)
    for _ in range(CAP):
        batch.step(batch.sample())
        if not stepper.over:
            stepper.step(int(stepper.moves[rng.integers(stepper.count)]))
        if stepper.over and batch.over.all():
            break
    assert batch.actor.tolist() == [contract.OVER] * 3
    assert stepper.actor == contract.OVER
    assert contract.OVER not in (contract.CHANCE, contract.NOBODY)
