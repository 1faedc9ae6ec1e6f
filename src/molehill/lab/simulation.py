"""Simulates many games between bots, and reports who won, by how much and how long it took.

>>> from molehill import lab
>>> lab.simulate("honeymoon", games=1000, bots=["greedy", "random"], seed=7).seats[0].wins.rate > 0.9
True
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from molehill import bots as all_bots
from molehill.engine.errors import Unknown
from molehill.engine.game import Game
from molehill.lab.arena import arena_of, series
from molehill.lab.journal import Journal, open_journal
from molehill.lab.policies import Player
from molehill.lab.settings import MOST_GAMES, Setting, read_count
from molehill.lab.statistics import Bins, Counts, Distribution, Rate
from molehill.lab.words import WORDS

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure as Picture
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
    stopped: bool = False
    journal: Journal | None = None

    @property
    def rows(self) -> pl.LazyFrame:
        """One row for each game, if games were kept."""
        if self.journal is None:
            raise Unknown("these games were not kept: simulate with keep=True, or with a folder to keep them in")
        return self.journal.rows

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

    def frame(self) -> pl.DataFrame:
        """A row for each seat, or one for a team: wins with their interval, and the distribution of points.

        Bots that change seats have a row each as well.
        """
        from molehill.lab.frames import simulation_frame

        return simulation_frame(self)

    def figure(self) -> Picture:
        """A picture of the distribution of points and lengths."""
        from molehill.lab.figures import draw_simulation

        return draw_simulation(self)

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
        self.wins_of = dict.fromkeys(setting.names, 0.0)
        self.lengths, self.points = Counts(), [Counts() for _ in range(setting.seats)]
        self.points_of = {name: Counts() for name in setting.names}

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

    @property
    def glance(self) -> str:
        """The wins of the first seat or of the team, and the mean length, to show while games are played."""
        setting = self.setting
        wins = Rate.of(float(self.wins[0]), self.games)
        who = setting.names[0] if setting.game.cooperative else f"{WORDS.say('seat')} 1"
        won = f"{who} {wins} ({wins.interval}), " if setting.seats > 1 else ""
        return f"{won}{self.lengths.mean:.1f} {setting.game.unit}"

    def report(self, seed: int, seconds: float, stopped: bool = False, journal: Journal | None = None) -> Simulation:
        """The report of the games so far."""
        setting, together = self.setting, self.setting.game.cooperative
        versus = setting.seats > 1 and not together
        return Simulation(
            setting, seed, self.games, self.moves, self.unfinished, self.shared if versus else 0,
            self._team() if together else None, () if together else self._by_seat(versus),
            () if together else self._by_bot(versus), Distribution.of_counts(self.lengths), seconds, stopped, journal,
        )  # fmt: skip

    def _team(self) -> Line:
        """The line of a team: all players have the same result."""
        names = ", ".join(dict.fromkeys(self.setting.names))
        wins = Rate.of(float(self.wins[0]), self.games)
        return Line(names, self.setting.seats, wins, Distribution.of_counts(self.points[0]))

    def _bins(self) -> Bins:
        return Bins.over(np.array([value for counts in self.points for value in counts.of], dtype=np.int64))

    def _by_seat(self, versus: bool) -> tuple[Line, ...]:
        setting, bins = self.setting, self._bins()
        return tuple(
            Line(
                "rotating" if setting.rotate else setting.names[seat],
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
            chairs = self.setting.names.count(name)
            wins = Rate.of(self.wins_of[name], self.games, chairs) if versus else None
            lines.append(Line(name, chairs, wins, Distribution.of_counts(counts, bins)))
        return tuple(lines)


def simulate(
    game: Game | str,
    games: int = 10_000,
    seats: int | None = None,
    bots: Player | Sequence[Player] = "random",
    seed: int = 0,
    rotate: bool = False,
    threads: int | None = None,
    box: Box | str | Path | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[Summary, int], None] | None = None,
    sims: int | None = None,
    think: float | None = None,
    keep: bool | str | Path = False,
    resume: bool = False,
    cluster: str | None = None,
) -> Simulation:
    """Play many games between bots and report. Same seed, same numbers, with any number of threads.

    `bots` is one for all seats or one for each seat: names, or functions of a match and a seat that return a move. With
    `rotate` they change seats from game to game. `progress` is called with the results so far and the number of
    games. `sharp` makes `sims` simulations a move. With `think` seconds instead, it makes as many as fit into that time
    on this machine, and the report says how many.

    With `keep=True` the result has `rows`, one for each game. With a folder, they are written there as Parquet files,
    and `resume` continues with what is there. Ctrl-C ends the playing and returns the result so far.

    With `cluster` ("auto", or an address) a Ray cluster plays instead of threads, with the same numbers.
    """
    read_count("games", games, MOST_GAMES)
    all_bots.read_seed(seed)
    arena = arena_of(threads, cluster)
    setting = Setting.read(game, seats, bots, options, box, rotate, sims, think)
    setting.prepare()
    journal = open_journal(keep, [setting], seed, resume)
    summary, began, stopped = Summary(setting), time.perf_counter(), False
    with closing(series([setting], seed, games, arena, journal)) as playing:
        try:
            for _, (played,) in playing:
                summary.add(played)
                if progress:
                    progress(summary, games)
        except KeyboardInterrupt:
            stopped = True
            if not summary.games:
                raise
    return summary.report(seed, time.perf_counter() - began, stopped, journal)
