"""What of ours is timed: playouts, batches, single steps. One call measures for a fraction of a second.

What runs on one core is measured in processor time, so that others on the same machine disturb it less.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

import molehill

TABLES = 1024
STEPS = 40_000


class Playouts:
    """Random playouts in the compiled loop."""

    def __init__(self, game: molehill.Game, seats: int | None = None) -> None:
        self.game, self.seats = game, seats
        self.games = 8_000  # enough for every thread to have several pieces of work
        self.rate()  # warms up; what it says is thrown away
        while self._seconds() < 0.4:
            self.games *= 2

    def rate(self) -> float:
        """Moves a second on one core, chance counted."""
        return self._rate(self.games, 1, time.process_time)

    def rate_of_two(self) -> float:
        """Moves a second and core with two threads, each with as much work as one had."""
        return self._rate(2 * self.games, 2, time.process_time)

    def speed_up(self) -> float:
        """How much more two threads do than one, by the clock on the wall. Says little on a machine that is busy."""
        one = self._rate(self.games, 1, time.perf_counter)
        return self._rate(2 * self.games, 2, time.perf_counter) / one

    def _seconds(self) -> float:
        began = time.process_time()
        self.rate()
        return time.process_time() - began

    def _rate(self, games: int, threads: int, clock: Callable[[], float]) -> float:
        began = clock()
        moves = self.game.playouts(games, seats=self.seats, threads=threads, seed=1).moves
        return moves / (clock() - began)


class Pair:
    """The same work in two processes at once, which share nothing: as fast as two threads could ever be."""

    def __init__(self, game: molehill.Game) -> None:
        self._pool = ProcessPoolExecutor(2, multiprocessing.get_context("spawn"))
        self._game = game.id
        self._games = Playouts(game).games

    def __enter__(self) -> Pair:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    def rate(self) -> float:
        """Moves a second and core."""
        done = list(self._pool.map(_moves_and_seconds, [self._game] * 2, [self._games] * 2))
        return sum(moves for moves, _ in done) / sum(seconds for _, seconds in done)


def _moves_and_seconds(game: str, games: int) -> tuple[int, float]:
    began = time.process_time()
    moves = molehill.game(game).playouts(games, threads=1, seed=1).moves
    return moves, time.process_time() - began


def batch_rate(game: molehill.Game) -> Callable[[], float]:
    """Decisions a second of a `Batch` with masks: sample a move for each table, step them all, renew those over."""
    batch = game.batch(TABLES)

    def rate() -> float:
        steps, began = 0, time.process_time()
        while (seconds := time.process_time() - began) < 0.4:
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
        began = time.process_time()
        for _ in range(STEPS):
            if stepper.over:
                stepper.reset()
            stepper.step(int(stepper.moves[0]))
        return STEPS / (time.process_time() - began)

    return rate


def main() -> None:
    """Measure once and print the rates as JSON: what `compare.py` runs over two trees."""
    rates = {}
    for game in [molehill.game(name) for name in sys.argv[1:]] or molehill.games():
        rates[f"{game.id} playouts"] = Playouts(game).rate()
        for name, rate in (("Batch", batch_rate(game)), ("Stepper", stepper_rate(game))):
            rate()
            rates[f"{game.id} {name}"] = rate()
    print(json.dumps(rates))


if __name__ == "__main__":
    main()
