"""Calling every kernel of a game once, so that all of them are compiled and kept."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from molehill.engine.game import Game


def warm(game: Game, kernels: ModuleType) -> None:
    """Compile what a match, a batch, a stepper and playouts call, by using each of them."""
    match = game.match()
    match.view(0)
    while not match.over:
        pending = match.pending
        if isinstance(pending, tuple):
            match.play(pending[0], match.legal(pending[0])[0])
            break
        match.fall()
    tables = match.veiled(0)
    kernels.redeal(tables, 0, match.box.record, 0, np.zeros(1, dtype=np.uint64))
    kernels.appraise(tables, 0, match.box.record, 0)
    kernels.length(tables, 0)
    batch = game.batch(1)
    batch.step(batch.sample())
    stepper = game.stepper()
    stepper.step(int(stepper.moves[0]))
    game.playouts(1, policy="greedy", threads=1)
