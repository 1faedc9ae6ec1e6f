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

from molehill.engine import whole
from molehill.engine.box import Box
from molehill.engine.errors import Unknown
from molehill.engine.policies import SIMPLE, Player, Players, bots, read_player
from molehill.engine.records import Tables
from molehill.engine.workspace import Desk, Played, Series

if TYPE_CHECKING:
    from molehill.engine.batch import Batch, Seed
    from molehill.engine.game import Game

LOOPS = Path(__file__).parent / "loops.py"
POLICIES = SIMPLE
CAP = 100_000
_SEEDS = 2**63  # what the compiled loops take on every machine
_CHUNK = 2_000
_ROWS = 1_024  # tables at once, where functions choose


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
    policy: Player | Sequence[Player],
    seed: Seed,
    threads: int | None,
    box: Box,
    rotate: bool,
    progress: Callable[[int], None] | None,
    first: int,
) -> Playouts:
    """See `Game.playouts`."""
    players, seed = read_policies(policy, seats), _read_seed(seed)
    n = whole.number(n, "the number of games must be 1 or more", 1)
    threads = None if threads is None else whole.number(threads, "the number of threads must be 1 or more", 1)
    first = whole.number(first, "the first game has a number from 0 on", 0)
    names = [player for player in players if isinstance(player, str)]
    if len(names) < seats:
        return _play_in_rows(game, n, seats, options, players, seed, box, rotate, progress, first)
    if set(names) <= set(POLICIES):
        return _play_in_loops(game, n, seats, options, names, seed, threads, box, rotate, progress, first)
    found: Playouts = bots("tournament").tournament(
        game, n, seats, options, names, seed, threads, box, rotate, progress, first=first
    )
    return found


def _play_in_loops(
    game: Game,
    n: int,
    seats: int,
    options: Mapping[str, Any] | None,
    names: Sequence[str],
    seed: int,
    threads: int | None,
    box: Box,
    rotate: bool,
    progress: Callable[[int], None] | None,
    first: int,
) -> Playouts:
    """Whole games in compiled code, spread over threads."""
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


def _play_in_rows(
    game: Game,
    n: int,
    seats: int,
    options: Mapping[str, Any] | None,
    policies: Sequence[Player],
    seed: int,
    box: Box,
    rotate: bool,
    progress: Callable[[int], None] | None,
    first: int,
) -> Playouts:
    """Many tables at once, for functions: each is asked about all tables at which it decides. Chance is the same."""
    from molehill.engine.batch import Batch

    names = [player if isinstance(player, str) else getattr(player, "__name__", "policy") for player in policies]
    result = Playouts.blank(game, n, seats, names, rotate, first)
    players = Players(game, seats, dict(enumerate(policies)))
    players.sow(np.random.SeedSequence([seed, first]))
    for start in range(0, n, _ROWS):
        played = result.played[start : start + _ROWS]
        batch = Batch(game, len(played), seats, options, box)
        turns = np.arange(first + start, first + start + len(played)) % seats if rotate else np.zeros(len(played), int)
        game.vectors.batch_seed(batch._lanes, seed, first + start, seats if rotate else 1)
        batch.reset()
        while (deciding := ~batch.over & (batch._lanes["made"] < CAP)).any():
            batch._make(_choices(batch, players, deciding, turns), deciding)
        game.vectors.batch_note(batch._tables, box.record, batch._lanes, played)
        if progress:
            progress(len(played))
    return result


def _choices(
    batch: Batch, players: Players, deciding: npt.NDArray[np.bool_], turns: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """A legal move for each table at which somebody decides."""
    chosen = np.zeros(batch.n, dtype=np.int64)
    for seat, turn in {*zip(batch.actor[deciding].tolist(), turns[deciding].tolist(), strict=True)}:
        rows = np.flatnonzero(deciding & (batch.actor == seat) & (turns == turn))
        chosen[rows] = players.choose(batch, seat, rows, (seat + turn) % batch.seats)
    batch.refuse_illegal(chosen, deciding)
    return chosen


def read_policies(policy: Player | Sequence[Player], seats: int) -> tuple[Player, ...]:
    """One policy a seat."""
    given = tuple(policy) if isinstance(policy, Sequence) and not isinstance(policy, str) else (policy,) * seats
    players = tuple(map(read_player, given))
    if len(players) != seats:
        raise Unknown(f"{len(players)} policies for {seats} seats")
    return players


def _read_seed(seed: Seed) -> int:
    if isinstance(seed, np.random.SeedSequence):
        return int(seed.generate_state(1, np.uint64)[0]) % _SEEDS
    return whole.number(seed, f"a seed is a whole number from 0 to {_SEEDS - 1}, or a SeedSequence", 0, _SEEDS - 1)


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
