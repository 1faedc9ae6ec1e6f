"""`make bench`: our speed as ratios against OpenSpiel, measured in one run and in turns, because machines are noisy.

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
WORTH_JUDGING = 1.3  # if two processes are not even so much faster than one, others use the second core


@dataclass
class Row:
    """One thing that is measured, and everything that was measured of it."""

    name: str
    measure: Callable[[], float]
    unit: str = "moves/s"
    rates: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return median(self.rates)


@dataclass(frozen=True)
class Verdict:
    """A measured value against what is asked for."""

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
    """Everything that is measured, warmed up."""
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


def measure(found: list[Row], rounds: int, progress: Progress) -> None:
    """Peers and ours in turns, so that a slow minute of the machine hits all alike."""
    task = progress.add_task("measuring", total=rounds * len(found))
    for number in range(rounds):
        for row in found:
            progress.update(task, description=f"round {number + 1} of {rounds}: {row.name}")
            row.rates.append(row.measure())
            progress.advance(task)


def verdicts(found: list[Row], games: list[molehill.Game]) -> list[Verdict]:
    """Ratios are taken round by round, then the median of them: the two sides of one round saw the same machine.

    Two threads are held against two processes, which share nothing: what they reach is what the machine has to give.
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


def ratio(mine: Row, theirs: Row) -> float:
    return median(a / b for a, b in zip(mine.rates, theirs.rates, strict=True))


def spell(rate: float) -> str:
    return f"{rate:,.0f}" if rate > 100 else f"{rate:.2f}"


def table(found: list[Row], judged: list[Verdict]) -> list[Table]:
    rates = Table("measured, one core", "median", "lowest", "highest", title="Speed")
    for row in found:
        rates.add_row(row.name, f"{spell(row.rate)} {row.unit}", spell(min(row.rates)), spell(max(row.rates)))
    bars = Table("asked for", "measured", "bar", "aim", "", title="Bars")
    for v in judged:
        text = "{:.2f}x" if v.ratio else "{:,.0f}"
        bars.add_row(v.what, text.format(v.value), text.format(v.bar), text.format(v.aim), v.words)
    for each in (rates, bars):
        for column in each.columns[1:4]:
            column.justify = "right"
    return [rates, bars]


def write(found: list[Row], judged: list[Verdict]) -> Path:
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{time.strftime('%Y%m%d-%H%M%S')}.json"
    data = {
        "machine": {"platform": platform.platform(), "python": platform.python_version(), "numba": numba.__version__},
        "rates": {row.name: {"median": row.rate, "unit": row.unit, "all": row.rates} for row in found},
        "bars": {v.what: {"value": v.value, "bar": v.bar, "aim": v.aim, "verdict": v.words} for v in judged},
    }
    path.write_text(json.dumps(data, indent=2), encoding="utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (5)")
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
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
        found = rows(games, console.print, at_end)
        measure(found, given.rounds, progress)
    judged = verdicts(found, games)
    Console().print(*table(found, judged), sep="\n")
    print(f"Written to {write(found, judged)}")


if __name__ == "__main__":
    main()
