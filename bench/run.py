"""`make bench`: our speed as ratios against OpenSpiel. Both take turns in one run, because machines are noisy.

Prints a table and writes the numbers to bench/results/.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

import numba
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import molehill
import ours
import peers

RESULTS = Path(__file__).parent / "results"
MINIMUM = {"honeymoon": ("backgammon", 5, 20)}  # game: against whom, at least, aim
OTHERS = ("maedn", 1, 3)
BATCH_BAR, STEPPER_BAR = 1_000_000, 300_000
SCALING_BAR = 0.85
SEARCH_BAR = 2  # simulations or moves against OpenSpiel's, random rollouts to the end: random games differ in length
SEARCH_SEATS = (2, 3, 4)
PEER = "OpenSpiel maedn"
WORTH_JUDGING = 1.3  # if two processes are not even this much faster than one, others use the second core


@dataclass
class Row:
    """One thing that is measured, and all of its measurements."""

    name: str
    measure: Callable[[], float]
    unit: str = "moves/s"
    rates: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return median(self.rates)


@dataclass
class SearchRow(Row):
    """A search with so many players: simulations a second, and the mean number of moves in a random game."""

    who: str = ""
    seats: int = 0
    moves: float = 0.0

    @classmethod
    def of(cls, who: str, seats: int, timed: peers.PeerSearch | ours.Simulations) -> SearchRow:
        return cls(
            f"{who} search, {seats} players", timed.rate, "simulations/s", who=who, seats=seats, moves=timed.mean_moves
        )


@dataclass(frozen=True)
class Verdict:
    """A measured value and its target."""

    what: str
    value: float
    bar: float
    aim: float
    ratio: bool = True
    busy: bool = False

    @property
    def words(self) -> str:
        if self.busy:
            return "machine too busy to tell"
        if self.value >= self.aim:
            return "met" if self.aim == self.bar else "aim met"
        return "bar met, aim not" if self.value >= self.bar else "MISSED"


def rows(games: list[molehill.Game], say: Callable[[str], None], at_end: ExitStack) -> list[Row]:
    """Everything that will be measured, warmed up."""
    found = []
    for name in peers.PEERS:
        say(f"OpenSpiel {name}: counting moves")
        peer = peers.Peer(name)
        found.append(Row(f"OpenSpiel {name}, rollouts ({peer.mean_moves:.0f} moves each)", peer.rate))
    for game in games:
        say(f"{game.name}: warming up")
        playouts, batch, stepper = ours.Playouts(game), ours.batch_rate(game), ours.stepper_rate(game)
        pair = at_end.enter_context(ours.Pair(game))
        batch(), stepper(), pair.rate()
        found += [
            Row(f"{game.id} playouts", playouts.rate),
            Row(f"{game.id} playouts, two threads", partial(playouts.rate, 2)),
            Row(f"{game.id} playouts, two processes", pair.rate),
            Row(f"{game.id} two threads against one, by the clock", playouts.speed_up, "times"),
            Row(f"{game.id} two processes against one, by the clock", partial(playouts.speed_up_of, pair), "times"),
            Row(f"{game.id} Batch of {ours.TABLES}, sample and step", batch, "steps/s"),
            Row(f"{game.id} Stepper", stepper),
        ]
    return found


def search_rows(games: list[molehill.Game], say: Callable[[str], None]) -> list[SearchRow]:
    """The searches, warmed up: for each number of players OpenSpiel's, then ours."""
    found = []
    for seats in SEARCH_SEATS:
        say(f"search with {seats} players: warming up")
        found.append(SearchRow.of(PEER, seats, peers.PeerSearch(seats)))
        able = [game for game in games if game.min_seats <= seats <= game.max_seats]
        found += [SearchRow.of(game.id, seats, ours.Simulations(game, seats)) for game in able]
    return found


def measure(found: list[Row], rounds: int, progress: Progress) -> None:
    """Measure peers and ours in turns, so that a slow minute of the machine hits all alike."""
    task = progress.add_task("measuring", total=rounds * len(found))
    for number in range(rounds):
        for row in found:
            progress.update(task, description=f"round {number + 1} of {rounds}: {row.name}")
            row.rates.append(row.measure())
            progress.advance(task)


def verdicts(found: list[Row], games: list[molehill.Game]) -> list[Verdict]:
    """The verdicts. A ratio is the median of the rounds' ratios, because both sides of a round saw the same machine.

    Two threads are compared with two processes, which share nothing and so show what the machine allows.
    """
    by_name = {row.name: row for row in found}
    judged = []
    for game in games:
        peer, bar, aim = MINIMUM.get(game.id, OTHERS)
        mine = by_name[f"{game.id} playouts"]
        versus = ratio(mine, next(row for row in found if row.name.startswith(f"OpenSpiel {peer}")))
        judged.append(Verdict(f"{game.id} playouts against {peer}", versus, bar, aim))
        batch = by_name[f"{game.id} Batch of {ours.TABLES}, sample and step"].rate
        judged.append(Verdict(f"{game.id} Batch, steps/s", batch, BATCH_BAR, BATCH_BAR, False))
        step = by_name[f"{game.id} Stepper"].rate
        judged.append(Verdict(f"{game.id} Stepper, moves/s", step, STEPPER_BAR, STEPPER_BAR, False))
        threads = by_name[f"{game.id} two threads against one, by the clock"]
        processes = by_name[f"{game.id} two processes against one, by the clock"]
        busy = processes.rate < WORTH_JUDGING
        scaling = ratio(threads, processes)
        judged.append(
            Verdict(f"{game.id} two threads against two processes", scaling, SCALING_BAR, SCALING_BAR, busy=busy)
        )
    return judged


def search_verdicts(found: list[SearchRow]) -> list[Verdict]:
    return [
        Verdict(row.name, max(search_ratios(row, found)), SEARCH_BAR, SEARCH_BAR) for row in found if row.who != PEER
    ]


def search_ratios(row: SearchRow, found: list[SearchRow]) -> tuple[float, float]:
    """Simulations a second and moves a second, against the peer's."""
    peer = peer_of(row, found)
    versus = ratio(row, peer)
    return versus, versus * row.moves / peer.moves


def peer_of(row: SearchRow, found: list[SearchRow]) -> SearchRow:
    return next(other for other in found if other.who == PEER and other.seats == row.seats)


def ratio(mine: Row, theirs: Row) -> float:
    return median(a / b for a, b in zip(mine.rates, theirs.rates, strict=True))


def spell(rate: float) -> str:
    return f"{rate:,.0f}" if rate > 100 else f"{rate:.2f}"


def rates(found: list[Row]) -> Table:
    drawn = Table("measured, one core", "median", "lowest", "highest", title="Speed")
    for row in found:
        drawn.add_row(row.name, f"{spell(row.rate)} {row.unit}", spell(min(row.rates)), spell(max(row.rates)))
    return on_the_right(drawn, 1, 4)


def bars(judged: list[Verdict]) -> Table:
    drawn = Table("asked for", "measured", "bar", "aim", "", title="Bars")
    for v in judged:
        text = "{:.2f}x" if v.ratio else "{:,.0f}"
        drawn.add_row(v.what, text.format(v.value), text.format(v.bar), text.format(v.aim), v.words)
    return on_the_right(drawn, 1, 4)


def on_the_right(drawn: Table, first: int, end: int) -> Table:
    for column in drawn.columns[first:end]:
        column.justify = "right"
    return drawn


def search_table(found: list[SearchRow]) -> Table:
    """The table of the searches. It shows moves as well, because a simulation is as long as a random game."""
    drawn = Table("players", "game", "sims/s", "moves each", "moves/s", "ratio in sims", "in moves", title="Search")
    for row in found:
        in_sims, in_moves = search_ratios(row, found)
        drawn.add_row(
            str(row.seats), row.who, spell(row.rate), f"{row.moves:,.0f}", spell(row.rate * row.moves),
            f"{in_sims:.2f}x", f"{in_moves:.2f}x",
        )  # fmt: skip
    return on_the_right(drawn, 2, 7)


def write(found: list[Row], judged: list[Verdict]) -> Path:
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{time.strftime('%Y%m%d-%H%M%S')}.json"
    data = {
        "machine": {"platform": platform.platform(), "python": platform.python_version(), "numba": numba.__version__},
        "rates": {row.name: {"median": row.rate, "unit": row.unit, "all": row.rates} for row in found},
        "moves a simulation": {row.name: row.moves for row in found if isinstance(row, SearchRow)},
        "bars": {v.what: {"value": v.value, "bar": v.bar, "aim": v.aim, "verdict": v.words} for v in judged},
    }
    path.write_text(json.dumps(data, indent=2), encoding="utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (5)")
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    parser.add_argument("--only", choices=("rules", "search"), help="only the speed of the rules, or of the search")
    given = parser.parse_args()
    if given.rounds < 1:
        parser.error("--rounds must be 1 or more")
    if peers.missing():
        sys.exit("OpenSpiel is not installed: `make bench` installs it")
    try:
        games = [molehill.game(name) for name in given.game] if given.game else molehill.games()
    except molehill.MolehillError as error:
        parser.error(str(error))
    console = Console(stderr=True)
    with Progress(console=console) as progress, ExitStack() as at_end:
        found = [] if given.only == "search" else rows(games, console.print, at_end)
        searches = [] if given.only == "rules" else search_rows(games, console.print)
        measure([*found, *searches], given.rounds, progress)
    judged = (verdicts(found, games) if found else []) + search_verdicts(searches)
    tables = [rates(found)] * bool(found) + [search_table(searches)] * bool(searches) + [bars(judged)]
    Console().print(*tables, sep="\n")
    print(f"Written to {write([*found, *searches], judged)}")


if __name__ == "__main__":
    main()
