"""`make bench-cluster`: what a Ray cluster on this machine costs beside threads, for a run of about a minute.

Both play the same games by turns, on as many cores. The first run on the cluster also starts its workers; that is told
apart, because a run of any length pays it once. Besides the clock there is the processor time of this program and of
all that it has started, Ray's own processes included: it holds on a busy machine, too.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from rich.console import Console

import molehill
from molehill import lab

BAR = 1.1


TICK = os.sysconf("SC_CLK_TCK")


def processor_seconds() -> float:
    """The processor time of this process and of those that it has started, from Linux's /proc."""
    parents, spent = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        parents[int(stat.parent.name)] = int(fields[1])
        spent[int(stat.parent.name)] = sum(map(int, fields[11:15])) / TICK  # its own, and of children that have ended
    ours = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(spent[process] for process in ours)


def timed(play: Callable[..., object], *given: object) -> tuple[float, float]:
    """Seconds by the clock, and of processor time."""
    began, spent = time.perf_counter(), processor_seconds()
    play(*given)
    return time.perf_counter() - began, processor_seconds() - spent


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="honeymoon")
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    game = molehill.game(chosen.game)

    def play(games: int, cluster: str | None) -> None:
        lab.simulate(game, games, bots=chosen.bots, cluster=cluster)

    play(2_000, None)  # loads what is compiled
    games = 4_000
    while (took := timed(play, games, None)[0]) < chosen.seconds / 8:
        games *= 2
    games = int(games * chosen.seconds / took)
    start, _ = timed(play, 2_000, "auto")
    ratios, works = [], []
    for _ in range(chosen.rounds):
        (threads, own), (cluster, all_of_it) = timed(play, games, None), timed(play, games, "auto")
        ratios.append(cluster / threads)
        works.append(all_of_it / own)
        Console().print(
            f"threads {threads:.1f} s, Ray {cluster:.1f} s: {ratios[-1]:.3f}; of processor time {works[-1]:.3f}"
        )
    load = os.getloadavg()[0]
    verdict = "✓" if median(ratios) <= BAR else f"> {BAR}"
    Console().print(
        f"{game.id}, {chosen.bots}: {games:,} games, Ray takes {median(ratios):.3f} times as long {verdict} and "
        f"{median(works):.3f} times the processor time; starting it {start:.1f} s; load at the end {load:.1f}"
    )


if __name__ == "__main__":
    main()
