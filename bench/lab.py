"""`make bench-lab`: how many games the lab plays a second, what a second thread brings, and what keeping games costs.

All ways take turns in one run, because machines are noisy. Games a second on one thread are by processor time. What a
second thread brings is measured by the clock, and only means something while nobody else uses the machine. How much
more processor time two threads need for the same games holds on a busy machine, too: without waiting, two threads are
as much faster as twice the inverse of it.

With `--memory` one run keeps its games for so many `--seconds`, and says how much memory it has at four moments.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table

import molehill
from molehill import lab
from molehill.lab.settings import MOST_GAMES

GREEDY_BAR = 10_000  # games a second of processor time: 100,000 in ten seconds
SCALING_BAR = 1.9


def timed(play: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock, and of processor time."""
    clock, processor = time.perf_counter(), time.process_time()
    play()
    return time.perf_counter() - clock, time.process_time() - processor


def kept(**setting: Any) -> None:
    """Simulate and keep the games."""
    with TemporaryDirectory() as folder:
        lab.simulate(keep=f"{folder}/games", **setting)


def measure(game: molehill.Game, bots: str, rounds: int, seconds: float) -> tuple[float, float, float, float]:
    """Games a second, how much faster two threads are, how much more work they have, and what keeping costs.

    Each measurement takes so many seconds or more.
    """
    games = 200
    lab.simulate(game, games, bots=bots)  # loads what is compiled
    while (took := timed(partial(lab.simulate, game, games, bots=bots, threads=1))[1]) < seconds / 2:
        games = max(2 * games, int(games * seconds / max(took, 0.01) / 2))
    plain: dict[str, Any] = {"game": game, "games": games, "bots": bots}
    rates, scalings, works, costs = [], [], [], []
    for _ in range(rounds):
        one, processor = timed(partial(lab.simulate, **plain, threads=1))
        two, both = timed(partial(lab.simulate, **plain, threads=2))
        _, keeping = timed(partial(kept, **plain, threads=1))
        rates.append(games / processor)
        scalings.append(one / two)
        works.append(both / processor)
        costs.append(keeping / processor)
    return median(rates), median(scalings), median(works), median(costs)


def memory(game: molehill.Game, bots: str, seconds: float) -> Table:
    """Megabytes of this process after each quarter of the time, while games stream into Parquet files."""
    table, began, quarters = Table("game", "seconds", "games kept", "memory, MB"), time.monotonic(), [1, 2, 3, 4]

    def tell(so_far: Any, most: int) -> None:
        passed = time.monotonic() - began
        if passed < quarters[0] * seconds / 4:
            return
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        size = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
        table.add_row(game.id, f"{passed:.0f}", f"{so_far.games:,}", f"{size:.0f}")
        quarters.pop(0)
        if not quarters:
            raise KeyboardInterrupt  # the run ends as it would for somebody at the keyboard

    kept(game=game, games=MOST_GAMES, bots=bots, progress=tell)
    return table


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of a measurement; two threads want some")
    parser.add_argument("--bots", nargs="+", default=["greedy", "fair"])
    parser.add_argument("--games", nargs="+", default=[game.id for game in molehill.games()])
    parser.add_argument("--memory", action="store_true", help="how much memory a run has that keeps its games")
    chosen = parser.parse_args()
    if chosen.memory:
        for game in map(molehill.game, chosen.games):
            Console().print(memory(game, chosen.bots[0], chosen.seconds))
        return
    table = Table("game", "bots", "games/s", f"two threads ({SCALING_BAR})", "their work", "with --out")
    for game in map(molehill.game, chosen.games):
        for bots in chosen.bots:
            rate, scaling, work, cost = measure(game, bots, chosen.rounds, chosen.seconds)
            bar = "" if bots != "greedy" else " ✓" if rate >= GREEDY_BAR else f" < {GREEDY_BAR:,}"
            table.add_row(game.id, bots, f"{rate:,.0f}{bar}", f"{scaling:.2f}", f"{work:.3f} ×", f"{cost:.2f} ×")
    Console().print(table, f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
