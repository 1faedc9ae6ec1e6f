"""Simulates many games between bots, and reports who won, by how much and how long it took.

>>> from molehill import lab
>>> lab.simulate("honeymoon", games=1000, bots=["greedy", "random"], seed=7).seats[0].wins.rate > 0.9
True
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from molehill import bots as all_bots
from molehill.engine.game import Game
from molehill.lab.arena import Threads, portions
from molehill.lab.settings import MOST_GAMES, Setting, read_count
from molehill.lab.statistics import Bins, Counts, Distribution, Rate

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from molehill.engine.box import Box
    from molehill.engine.playouts import Playouts


@dataclass(frozen=True)
class Line:
    """The results of one seat, of all seats of one bot, or of a team."""

    name: str
    chairs: int
    wins: Rate | None  # None where nobody wins against anybody: alone, or as a team
    points: Distribution

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        wins = {"wins": self.wins.as_json()} if self.wins else {}
        return {"bot": self.name, "chairs": self.chairs} | wins | {"points": self.points.as_json()}


@dataclass(frozen=True, eq=False)
class Simulation:
    """The result. `seconds` is the only number that differs in another run with the same seed.

    A team has one line for the table, others a line for each seat and one for each bot.
    """

    setting: Setting
    seed: int
    games: int
    moves: int
    unfinished: int
    shared: int
    team: Line | None
    seats: tuple[Line, ...]
    bots: tuple[Line, ...]
    lengths: Distribution
    seconds: float

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.setting.game

    @property
    def moves_a_second(self) -> float:
        """Moves a second, including those of chance, over all threads."""
        return self.moves / self.seconds

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON: the same for the same seed, so without times."""
        lines: dict[str, Any] = {"team": self.team.as_json()} if self.team else {}
        if self.seats:
            lines["by_seat"] = [{"seat": number} | line.as_json() for number, line in enumerate(self.seats)]
            lines["by_bot"] = [line.as_json() for line in self.bots]
        return {
            **self.setting.as_json(),
            "seed": self.seed,
            "games": self.games,
            "moves": self.moves,
            "unfinished": self.unfinished,
            "shared_wins": self.shared,
            **lines,
            "length": {"unit": self.game.unit} | self.lengths.as_json(),
        }

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The tables and sentences that rich prints."""
        from molehill.lab.simulation_drawing import draw

        yield from draw(self)


class Summary:
    """The results of a series of games so far. A million games take no more memory than ten."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.games = self.moves = self.unfinished = self.shared = 0
        self.wins = np.zeros(setting.seats)
        self.wins_of = dict.fromkeys(setting.bots, 0.0)
        self.lengths, self.points = Counts(), [Counts() for _ in range(setting.seats)]
        self.points_of = {name: Counts() for name in setting.bots}

    def add(self, played: Playouts) -> None:
        """Add more games."""
        self.games += played.games
        self.moves += played.moves
        self.unfinished += played.unfinished
        self.shared += int(((played.scores > 0) & (played.scores < 1)).any(axis=1).sum())
        self.wins += played.wins
        self.lengths.add(played.lengths)
        kinds = np.array(played.policies)[played.bot_of_seat()]
        for name in self.points_of:
            mine = kinds == name
            self.wins_of[name] += float(played.scores[mine].sum())
            self.points_of[name].add(played.points[mine])
        for seat, counts in enumerate(self.points):
            counts.add(played.points[:, seat])

    def report(self, seed: int, seconds: float) -> Simulation:
        """The report of the games so far."""
        setting, together = self.setting, self.setting.game.cooperative
        versus = setting.seats > 1 and not together
        return Simulation(
            setting, seed, self.games, self.moves, self.unfinished, self.shared if versus else 0,
            self._team() if together else None, () if together else self._by_seat(versus),
            () if together else self._by_bot(versus), Distribution.of_counts(self.lengths), seconds,
        )  # fmt: skip

    def _team(self) -> Line:
        """The line of a team: all players have the same result."""
        names = ", ".join(dict.fromkeys(self.setting.bots))
        wins = Rate.of(float(self.wins[0]), self.games)
        return Line(names, self.setting.seats, wins, Distribution.of_counts(self.points[0]))

    def _bins(self) -> Bins:
        return Bins.over(np.array([value for counts in self.points for value in counts.of], dtype=np.int64))

    def _by_seat(self, versus: bool) -> tuple[Line, ...]:
        setting, bins = self.setting, self._bins()
        return tuple(
            Line(
                "rotating" if setting.rotate else setting.bots[seat],
                1,
                Rate.of(float(self.wins[seat]), self.games) if versus else None,
                Distribution.of_counts(self.points[seat], bins),
            )
            for seat in range(setting.seats)
        )

    def _by_bot(self, versus: bool) -> tuple[Line, ...]:
        """A line for each bot, over all of its seats."""
        bins, lines = self._bins(), []
        for name, counts in self.points_of.items():
            chairs = self.setting.bots.count(name)
            wins = Rate.of(self.wins_of[name], self.games, chairs) if versus else None
            lines.append(Line(name, chairs, wins, Distribution.of_counts(counts, bins)))
        return tuple(lines)


def simulate(
    game: Game | str,
    games: int = 10_000,
    seats: int | None = None,
    bots: str | Sequence[str] = "random",
    seed: int = 0,
    rotate: bool = False,
    threads: int | None = None,
    box: Box | str | Path | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], None] | None = None,
    sims: int | None = None,
    think: float | None = None,
) -> Simulation:
    """Play many games between bots and report. Same seed, same numbers, with any number of threads.

    `bots` is one name for all seats or one name for each seat; with `rotate` they change seats from game to game.
    `progress` is called with the number of games finished since its last call. `sharp` makes `sims` simulations a move.
    With `think` seconds instead, it makes as many as fit into that time on this machine, and the report says how many.
    """
    read_count("games", games, MOST_GAMES)
    all_bots.read_seed(seed)
    arena = Threads(threads)
    setting = Setting.read(game, seats, bots, options, box, rotate, sims, think)
    setting.prepare()
    summary, began = Summary(setting), time.perf_counter()
    for portion, (played,) in arena.play(portions([setting], seed, games)):
        summary.add(played)
        if progress:
            progress(portion.games)
    return summary.report(seed, time.perf_counter() - began)
