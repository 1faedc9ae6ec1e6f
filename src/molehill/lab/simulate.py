"""Simulating: many games between bots, and a report of who won, by how much and how long it took.

>>> from molehill.lab.simulate import simulate
>>> simulate("honeymoon", games=1000, bots=["greedy", "random"], seed=7).seats[0].wins.rate > 0.9
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
from molehill.bots.levels import SEARCHES, Budget
from molehill.bots.search import load
from molehill.bots.tournament import sims_within, tournament
from molehill.engine.errors import Unknown
from molehill.engine.game import Game
from molehill.engine.playouts import POLICIES
from molehill.games import game as find_game
from molehill.lab.statistics import Bins, Distribution, Rate

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from molehill.engine.box import Box
    from molehill.engine.playouts import Playouts

MOST_GAMES = 100_000_000
MOST_THREADS = 256


@dataclass(frozen=True)
class Line:
    """How one seat, or all the chairs of one bot, did."""

    name: str
    chairs: int
    wins: Rate | None  # None where nobody wins against anybody: alone, or as a team
    points: Distribution

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        wins = {"wins": self.wins.as_json()} if self.wins else {}
        return {"bot": self.name, "chairs": self.chairs} | wins | {"points": self.points.as_json()}


@dataclass(frozen=True, eq=False)
class Report:
    """What came out. `seconds` is the only number that another run with the same seed would not give again."""

    game: Game
    setting: Mapping[str, Any]
    moves: int
    unfinished: int
    shared: int
    team: Rate | None
    seats: tuple[Line, ...]
    bots: tuple[Line, ...]
    lengths: Distribution
    seconds: float

    @property
    def moves_a_second(self) -> float:
        """Moves with chance counted, over all threads."""
        return self.moves / self.seconds

    def as_json(self) -> dict[str, Any]:
        """The report for programs: the same for the same seed, so time is left out."""
        team: dict[str, Any] = {"team_wins": self.team.as_json()} if self.team else {}
        return {
            **self.setting,
            "moves": self.moves,
            "unfinished": self.unfinished,
            "shared_wins": self.shared,
            **team,
            "by_seat": [{"seat": number} | line.as_json() for number, line in enumerate(self.seats)],
            "by_bot": [line.as_json() for line in self.bots],
            "length": {"unit": self.game.unit} | self.lengths.as_json(),
        }

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The report for people."""
        from molehill.lab.drawing import draw

        yield from draw(self)


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
) -> Report:
    """Play many games between bots and report. Same seed, same numbers, whatever the number of threads.

    `bots` is one name for all seats or one name a seat; with `rotate` they change seats from game to game. `progress`
    is told how many games have been finished since it was last told. `sharp` makes `sims` simulations a move; with
    `think` seconds instead, as many as are found to fit into them here and now, and the report says how many.
    """
    game = find_game(game) if isinstance(game, str) else game
    names, seats = _read_bots(game, bots, seats)
    all_bots.read_seed(seed)
    read_count("games", games, MOST_GAMES)
    read_count("threads", 1 if threads is None else threads, MOST_THREADS)
    chosen_box, chosen_options = game.as_box(box), game.read_options(options, seats)
    count = _sims(game, names, Budget(sims, think), seats, chosen_options, chosen_box)
    _ = game.loops  # a first compile is not the simulation's time
    began = time.perf_counter()
    if set(names) <= set(POLICIES):
        played = game.playouts(games, seats, chosen_options, names, seed, threads, chosen_box, rotate, progress)
    else:
        load(game)
        began = time.perf_counter()
        played = tournament(
            game, games, seats, chosen_options, names, seed, threads, chosen_box, rotate, progress, count
        )
    seconds = time.perf_counter() - began
    setting = {
        "game": game.id, "rules": game.version, "box": chosen_box.hash, "options": chosen_options, "seed": seed,
        "games": games, "seats": seats, "bots": list(names), "rotate": rotate,
    }  # fmt: skip
    if "sharp" in names:
        setting["sims"] = count
    return _report(game, played, setting, seconds)


def _read_bots(game: Game, bots: str | Sequence[str], seats: int | None) -> tuple[list[str], int]:
    """One bot a seat. Several names without a number of seats say how many seats there are."""
    wanted = all_bots.read_names([bots] if isinstance(bots, str) else bots)
    if not wanted:
        raise Unknown("at least one bot must play")
    if seats is None and len(wanted) > 1:
        seats = len(wanted)
    seats = game.seat_count(seats)
    names = wanted * seats if len(wanted) == 1 else wanted
    if len(names) != seats:
        raise Unknown(f"{len(names)} bots for {seats} seats: name one bot for all seats, or one for each")
    return names, seats


def _sims(game: Game, names: Sequence[str], budget: Budget, seats: int, options: Mapping[str, Any], box: Box) -> int:
    """How many simulations `sharp` makes."""
    if budget.seconds is not None and "sharp" in names:
        return sims_within(game, budget.seconds, seats, options, box)
    return budget.sims or SEARCHES


def read_count(what: str, n: int, most: int) -> None:
    """Raise Unknown unless it is a whole number from 1 to the most."""
    if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= most:
        raise Unknown(f"the number of {what} must be 1 to {most:,}, not {n!r}")


def _report(game: Game, played: Playouts, setting: Mapping[str, Any], seconds: float) -> Report:
    versus = played.seats > 1 and not game.cooperative
    shared = int(((played.scores > 0) & (played.scores < 1)).any(axis=1).sum()) if versus else 0
    return Report(
        game, setting, played.moves, played.unfinished, shared,
        Rate.of(float(played.scores[:, 0].sum()), played.games) if game.cooperative else None,
        _by_seat(played, versus), _by_bot(played, versus), Distribution.of(played.lengths), seconds,
    )  # fmt: skip


def _by_seat(played: Playouts, versus: bool) -> tuple[Line, ...]:
    bins = Bins.over(played.points)
    return tuple(
        Line(
            "rotating" if played.rotate else played.policies[seat],
            1,
            Rate.of(float(played.wins[seat]), played.games) if versus else None,
            Distribution.of(played.points[:, seat], bins),
        )
        for seat in range(played.seats)
    )


def _by_bot(played: Playouts, versus: bool) -> tuple[Line, ...]:
    """All chairs of one bot taken together, wherever they stood."""
    bins = Bins.over(played.points)
    kinds = np.array(played.policies)[played.bot_of_seat()]
    lines = []
    for name in dict.fromkeys(played.policies):
        mine = kinds == name
        chairs = played.policies.count(name)
        wins = Rate.of(float(played.scores[mine].sum()), played.games, chairs) if versus else None
        lines.append(Line(name, chairs, wins, Distribution.of(played.points[mine], bins)))
    return tuple(lines)
