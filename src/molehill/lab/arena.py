"""The arena: plays the games of settings in portions, several portions at a time, and yields them in order.

The results do not depend on who plays the portions or how many are played at a time: a portion is defined by the
numbers of its games, and the portions are yielded in order.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from molehill.engine.errors import Unknown
from molehill.lab.settings import MOST_THREADS, Setting, read_count

if TYPE_CHECKING:
    from molehill.engine.playouts import Playouts
    from molehill.lab.journal import Journal

_PIECES = 16  # the fewest portions, so that threads end together and progress can be seen
AHEAD = 2  # portions of each thread that are started before the first one is needed


@dataclass(frozen=True, eq=False)
class Portion:
    """Games number first, first + 1, ... of each of several settings. All settings meet the same chance."""

    settings: tuple[Setting, ...]
    seed: int
    first: int
    games: int

    def play(self) -> list[Playouts]:
        """Play the games, one setting after the other."""
        return [setting.play(self.seed, self.first, self.games) for setting in self.settings]


def portions(settings: Sequence[Setting], seed: int, games: int, first: int = 0) -> Iterator[Portion]:
    """The portions of so many games of each setting."""
    size = max(1, min([-(-games // _PIECES), *(setting.portion for setting in settings)]))
    for start in range(first, games, size):
        yield Portion(tuple(settings), seed, start, min(size, games - start))


class Threads:
    """Plays portions in so many threads; by default one for each core."""

    def __init__(self, number: int | None = None) -> None:
        self.number = read_count("threads", os.cpu_count() or 1 if number is None else number, MOST_THREADS)

    def play(self, wanted: Iterable[Portion]) -> Generator[tuple[Portion, list[Playouts]]]:
        """The portions with their games, in order. Playing stops when the generator is closed."""
        pool = ThreadPoolExecutor(self.number)
        begun: deque[tuple[Portion, Future[list[Playouts]]]] = deque()
        try:
            for portion in wanted:
                begun.append((portion, pool.submit(portion.play)))
                if len(begun) == AHEAD * self.number:
                    yield _next(begun)
            while begun:
                yield _next(begun)
        finally:
            pool.shutdown(cancel_futures=True)


class Arena(Protocol):
    """Anything that plays portions and yields them in order: threads, or a cluster."""

    def play(self, wanted: Iterable[Portion]) -> Generator[tuple[Portion, list[Playouts]]]:
        """The portions with their games. Playing stops when the generator is closed."""
        ...


def arena_of(threads: int | None, cluster: str | None) -> Arena:
    """Threads of this machine, or the Ray cluster at an address."""
    if cluster is None:
        return Threads(threads)
    from molehill.lab.cluster import Cluster

    if threads is not None:
        raise Unknown("a cluster plays on all of its cores: leave out the number of threads")
    return Cluster(cluster)


def _next(begun: deque[tuple[Portion, Future[list[Playouts]]]]) -> tuple[Portion, list[Playouts]]:
    portion, games = begun.popleft()
    return portion, games.result()


def series(
    settings: Sequence[Setting], seed: int, games: int, arena: Arena, journal: Journal | None = None
) -> Generator[tuple[Portion, list[Playouts]]]:
    """So many games of each setting, portion by portion. Games in the journal are read, others are played and added."""
    wanted = portions(settings, seed, games)
    if journal is None:
        yield from arena.play(wanted)
        return
    for portion in wanted:
        if portion.first + portion.games > journal.games:
            wanted = chain([portion], wanted)
            break
        yield portion, journal.read(portion)
    try:
        with closing(arena.play(wanted)) as playing:
            for portion, played in playing:
                journal.add(played)
                yield portion, played
    finally:
        journal.flush()
