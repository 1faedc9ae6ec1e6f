"""Playouts: many games in the compiled loop, spread over threads, with the numbers that came out."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from molehill.engine.box import Box
from molehill.engine.errors import Unknown
from molehill.engine.events import event_buffer

if TYPE_CHECKING:
    from molehill.engine.game import Game

LOOPS = Path(__file__).parent / "loops.py"
POLICIES = ("random", "greedy")
CAP = 100_000
_CHUNK = 2_000


@dataclass(frozen=True, eq=False)
class Playouts:
    """How n games went. Rows are games in the order of their numbers; columns are seats."""

    game: Game
    seats: int
    policies: tuple[str, ...]
    rotate: bool
    scores: npt.NDArray[np.float64]
    points: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    moves_a_game: npt.NDArray[np.int64]
    tallies: npt.NDArray[np.int64]
    first: int = 0  # the number of the first of them

    @classmethod
    def blank(cls, game: Game, n: int, seats: int, policies: Sequence[str], rotate: bool, first: int = 0) -> Playouts:
        """Room for n games."""
        return cls(
            game, seats, tuple(policies), rotate, np.zeros((n, seats)), np.zeros((n, seats), dtype=np.int64),
            np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64), first,
        )  # fmt: skip

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.lengths)

    @property
    def moves(self) -> int:
        """How many moves were made in all, chance counted."""
        return int(self.moves_a_game.sum())

    @property
    def wins(self) -> npt.NDArray[np.float64]:
        """Wins per seat; a shared win counts 1/k for each."""
        wins: npt.NDArray[np.float64] = self.scores.sum(axis=0)
        return wins

    @property
    def unfinished(self) -> int:
        """Games that were stopped because they would not end. There should be none."""
        return int((self.moves_a_game >= CAP).sum())

    def bot_of_seat(self) -> npt.NDArray[np.int64]:
        """Which of the given policies sat where: games by seats."""
        numbers = np.arange(self.first, self.first + self.games)
        turn = numbers[:, None] if self.rotate else np.zeros((self.games, 1), dtype=np.int64)
        return (np.arange(self.seats)[None, :] + turn) % self.seats


def play(
    game: Game,
    n: int,
    seats: int,
    options: Mapping[str, Any] | None,
    policy: str | Sequence[str],
    seed: int,
    threads: int | None,
    box: Box,
    rotate: bool,
    progress: Callable[[int], None] | None,
    first: int,
) -> Playouts:
    """See `Game.playouts`."""
    names = read_policies(policy, seats)
    if n < 1:
        raise Unknown(f"the number of games must be 1 or more, not {n}")
    if threads is not None and threads < 1:
        raise Unknown(f"the number of threads must be 1 or more, not {threads}")
    if first < 0:
        raise Unknown(f"games are numbered from 0, not from {first}")
    result = Playouts.blank(game, n, seats, names, rotate, first)
    numbers = game.option_numbers(game.read_options(options, seats))
    policies = np.array([POLICIES.index(name) for name in names], dtype=np.int64)

    def chunk(start: int) -> int:
        end = min(n, start + _CHUNK)
        room = Room(game, 3)
        game.loops.play_games(
            box.record, numbers, policies, int(rotate), seed, first + start, CAP,
            result.moves_a_game[start:end], result.lengths[start:end], result.tallies[start:end],
            result.scores[start:end], result.points[start:end],
            room.tables, room.out, room.weight, room.silent, np.zeros(2, dtype=np.uint64),
        )  # fmt: skip
        return end - start

    starts = range(0, n, _CHUNK)
    _ = game.loops  # load before the threads do
    pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
    try:
        for done in as_completed([pool.submit(chunk, start) for start in starts]):
            games = done.result()
            if progress:
                progress(games)
    finally:
        pool.shutdown(cancel_futures=True)  # whoever interrupts a million games need not wait for them
    return result


def read_policies(policy: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """One policy a seat."""
    names = (policy,) * seats if isinstance(policy, str) else tuple(policy)
    for name in names:
        if name not in POLICIES:
            raise Unknown(f"there is no policy {name!r}; there are {', '.join(POLICIES)}")
    if len(names) != seats:
        raise Unknown(f"{len(names)} policies for {seats} seats")
    return names


class Room:
    """Work space that kernels need: tables to try things on, lists of moves, a place for events that nobody reads."""

    def __init__(self, game: Game, tables: int) -> None:
        rules = game.part("rules")
        self.tables = game.tables(tables)
        self.out = np.zeros(max(rules.MOVES, rules.OUTCOMES), dtype=np.int32)
        self.weight = np.zeros(rules.OUTCOMES, dtype=np.int32)
        self.silent = event_buffer(0)
