"""Calling every kernel of a game once, so that all of them are compiled and kept."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from molehill.engine.playouts import Room

if TYPE_CHECKING:
    from molehill.engine.game import Game


def warm(game: Game, kernels: ModuleType) -> None:
    """Compile what a match, a batch, a stepper and playouts call, by using each of them."""
    match = game.match()
    match.view(0)
    while not isinstance(match.pending, tuple):
        match.fall()
    seat = match.pending[0]
    tables, word, room = match.veiled(seat), np.zeros(1, dtype=np.uint64), Room(game, 2)
    kernels.redeal(tables, 0, match.box.record, seat, word)
    kernels.choose_randomly(tables, 0, match.box.record, seat, word, room.out)
    kernels.choose_greedily(tables, 0, match.box.record, seat, word, room.out, room.tables, room.silent)
    kernels.appraise(tables, 0, match.box.record, seat)
    kernels.length(tables, 0)
    while isinstance(match.pending, tuple) and match.pending:
        match.play(match.pending[0], match.legal(match.pending[0])[0])
    if not match.over:
        match.fall()
    batch = game.batch(1)
    batch.step(batch.sample())
    stepper = game.stepper()
    stepper.step(int(stepper.moves[0]))
    game.playouts(1, policy="greedy", threads=1)
