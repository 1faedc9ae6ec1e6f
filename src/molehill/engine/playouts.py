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
from molehill.engine.records import Tables
from molehill.engine.workspace import Desk, Played, Series

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
    first: int  # the number of the first of them
    played: Tables  # all of it, as the compiled loops write it

    @classmethod
    def blank(cls, game: Game, n: int, seats: int, policies: Sequence[str], rotate: bool, first: int = 0) -> Playouts:
        """Room for n games."""
        played = game.blank(Played, n)
        return cls(
            game, seats, tuple(policies), rotate, played["scores"][:, :seats], played["points"][:, :seats],
            played["length"], played["moves"], played["tally"], first, played,
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
        played = result.played[start : start + _CHUNK]
        series = series_of(seed, first + start, rotate)
        game.loops.play_games(Room(game).desk, box.record, numbers, policies, series, played)
        return len(played)

    starts = range(0, n, _CHUNK)
    _ = game.loops  # load before the threads do
    pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
    try:
        for done in as_completed([pool.submit(chunk, start) for start in starts]):
            games = done.result()
            if progress:
                progress(games)
    finally:
        pool.shutdown(cancel_futures=True)  # anyone who interrupts a million games need not wait for them
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


def series_of(seed: int, first: int, rotate: bool) -> Tables:
    """Which games are played, as the compiled loops read it."""
    return np.array([(seed, first, rotate, CAP)], dtype=Series.dtype)


class Room:
    """Work space of one thread: a desk, and what lies on it under its names."""

    def __init__(self, game: Game) -> None:
        self.desk = game.blank(Desk)
        self.tables: Tables = self.desk["tables"][0]
        self.out: npt.NDArray[np.int32] = self.desk["out"][0]
        self.weight: npt.NDArray[np.int32] = self.desk["weight"][0]
        self.silent: npt.NDArray[np.int32] = self.desk["silent"][0]
        self.dice: npt.NDArray[np.uint64] = self.desk["dice"][0]
        self.whims: npt.NDArray[np.uint64] = self.desk["whims"][0]
