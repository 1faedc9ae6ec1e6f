"""Times our own code: playouts, batches, single steps, the search. One call measures for a fraction of a second.

Code that runs on one core is measured in processor time, so that other processes disturb it less.
"""

from __future__ import annotations

import json
import multiprocessing
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

import molehill
from molehill.bots.levels import Budget, how
from molehill.bots.search import Search

TABLES = 1024
STEPS = 40_000
FOREVER = 1_000_000  # rolls, rounds or turns: longer than any game


class Playouts:
    """Random playouts in the compiled loop."""

    def __init__(self, game: molehill.Game) -> None:
        self.game = game
        self.games = 2_000  # threads get playouts in pieces of 2,000: at least one piece for each
        self._by_the_clock = {1: 0.0, 2: 0.0}
        self.rate()  # warms up; what it says is thrown away
        while self.rate() * 0.4 > self._moves:
            self.games *= 2

    def rate(self, threads: int = 1) -> float:
        """Moves a second and core, including chance, with so many threads that share the work equally."""
        clock, processor = time.perf_counter(), time.process_time()
        self._moves = self.game.playouts(self.games * threads, threads=threads, seed=1).moves
        self._by_the_clock[threads] = self._moves / (time.perf_counter() - clock)
        return self._moves / (time.process_time() - processor)

    def speed_up(self) -> float:
        """How much faster two threads were than one, by the clock, when last measured."""
        return self._by_the_clock[2] / self._by_the_clock[1]

    def speed_up_of(self, pair: Pair) -> float:
        """The same for two processes: the most that the machine allowed at that moment."""
        return pair.by_the_clock / self._by_the_clock[1]


class Pair:
    """The same work in two processes at once. They share nothing, so two threads can't be faster."""

    def __init__(self, game: molehill.Game) -> None:
        self._pool = ProcessPoolExecutor(2, multiprocessing.get_context("spawn"))
        self._game = game.id
        self._games = Playouts(game).games
        self.by_the_clock = 0.0

    def __enter__(self) -> Pair:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    def rate(self) -> float:
        """Moves a second and core."""
        clock = time.perf_counter()
        done = list(self._pool.map(_moves_and_seconds, [self._game] * 2, [self._games] * 2))
        moves = sum(moves for moves, _ in done)
        self.by_the_clock = moves / (time.perf_counter() - clock)
        return moves / sum(seconds for _, seconds in done)


def _moves_and_seconds(game: str, games: int) -> tuple[int, float]:
    began = time.process_time()
    moves = molehill.game(game).playouts(games, threads=1, seed=1).moves
    return moves, time.process_time() - began


def batch_rate(game: molehill.Game) -> Callable[[], float]:
    """Decisions a second of a `Batch` with masks: sample a move for each table, step all, renew finished ones."""
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
    """Moves a second, including chance, of a `Stepper` that Python drives. It always makes the first legal move.

    Only `step` and `moves` are timed; choosing at random in Python would cost more than both.
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


class Simulations:
    """Our search from the first decision, with the peer's settings: random rollouts to the end of the game, no opinion
    about moves beforehand, and no reading of others' moves."""

    def __init__(self, game: molehill.Game, seats: int, sample: int = 200) -> None:
        self._game, self._how = game, how("sharp", game)
        for field, value in (("tries", 1), ("horizon", FOREVER), ("trust", 0), ("reads", 0)):
            self._how[field] = value
        self._match, self._seat = _first_decision(game, seats)
        self.mean_moves = game.playouts(sample, seats=seats, threads=1, seed=1).moves / sample
        self._sims = 16
        self._seconds()  # warms up; what it says is thrown away
        while self._seconds() < 0.4:
            self._sims *= 2

    def rate(self) -> float:
        """Simulations a second on one core."""
        return self._sims / self._seconds()

    def _seconds(self) -> float:
        began = time.process_time()
        search = Search(self._game, self._how, Budget(sims=self._sims), 1)
        search.run(self._match.veiled(self._seat), self._match.box, self._seat)
        return time.process_time() - began


def _first_decision(game: molehill.Game, seats: int) -> tuple[molehill.Match, int]:
    """A match at the first decision with more than one move, and the seat that decides."""
    match, rng = game.match(seats), random.Random(1)
    while True:
        pending = match.pending
        if not isinstance(pending, tuple):
            match.chance(rng=rng)
            continue
        legal = match.legal(pending[0])
        if len(legal) > 1:
            return match, pending[0]
        match.play(pending[0], legal[0])


def main() -> None:
    """Measure once and print the rates as JSON. `compare.py` runs this over two trees."""
    rates = {}
    for game in [molehill.game(name) for name in sys.argv[1:]] or molehill.games():
        rates[f"{game.id} playouts"] = Playouts(game).rate()
        for name, rate in (("Batch", batch_rate(game)), ("Stepper", stepper_rate(game))):
            rate()
            rates[f"{game.id} {name}"] = rate()
    print(json.dumps(rates))


if __name__ == "__main__":
    main()
