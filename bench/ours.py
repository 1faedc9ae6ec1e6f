"""What of ours is timed: playouts, batches, single steps. One call measures for a fraction of a second."""

from __future__ import annotations

import time
from collections.abc import Callable

import molehill

TABLES = 1024
STEPS = 40_000


class Playouts:
    """Random playouts in the compiled loop."""

    def __init__(self, game: molehill.Game, seats: int | None = None) -> None:
        self.game, self.seats = game, seats
        self.games = 500
        while self._seconds(self.games, 1)[0] < 0.4:
            self.games *= 2

    def rate(self, threads: int = 1) -> float:
        """Moves a second, chance counted, with so many threads, each with the same amount of work."""
        seconds, moves = self._seconds(self.games * threads, threads)
        return moves / seconds

    def _seconds(self, games: int, threads: int) -> tuple[float, int]:
        began = time.perf_counter()
        played = self.game.playouts(games, seats=self.seats, threads=threads, seed=1)
        return time.perf_counter() - began, played.moves


def batch_rate(game: molehill.Game) -> Callable[[], float]:
    """Decisions a second of a `Batch` with masks: sample a move for each table, step them all, renew those over."""
    batch = game.batch(TABLES)

    def rate() -> float:
        steps, began = 0, time.perf_counter()
        while (seconds := time.perf_counter() - began) < 0.4:
            for _ in range(8):
                over = batch.over
                if over.any():
                    batch.reset(over)
                batch.step(batch.sample())
                steps += TABLES
        return steps / seconds

    return rate


def stepper_rate(game: molehill.Game) -> Callable[[], float]:
    """Moves a second, chance counted, of a `Stepper` that Python drives: always the first of the moves that there are.

    What is timed is `step` and `moves`; choosing at random in Python would cost more than both.
    """
    stepper = game.stepper()

    def rate() -> float:
        began = time.perf_counter()
        for _ in range(STEPS):
            if stepper.over:
                stepper.reset()
            stepper.step(int(stepper.moves[0]))
        return STEPS / (time.perf_counter() - began)

    return rate
