"""`make bench-cluster`: what a Ray cluster on this machine costs beside threads, for a run of about a minute.

Both play the same games by turns, on as many cores. The first run on the cluster also starts its workers; that is told
apart, because a run of any length pays it once.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from statistics import median

from rich.console import Console

import molehill
from molehill import lab

BAR = 1.1


def timed(play: Callable[..., object], *given: object) -> float:
    """Seconds by the clock."""
    began = time.perf_counter()
    play(*given)
    return time.perf_counter() - began


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
    while (took := timed(play, games, None)) < chosen.seconds / 8:
        games *= 2
    games = int(games * chosen.seconds / took)
    start = timed(play, 2_000, "auto")
    ratios = []
    for _ in range(chosen.rounds):
        threads, cluster = timed(play, games, None), timed(play, games, "auto")
        ratios.append(cluster / threads)
        Console().print(f"threads {threads:.1f} s, Ray {cluster:.1f} s: {ratios[-1]:.3f}")
    load = os.getloadavg()[0]
    verdict = "✓" if median(ratios) <= BAR else f"> {BAR}"
    Console().print(
        f"{game.id}, {chosen.bots}: {games:,} games, Ray takes {median(ratios):.3f} times as long {verdict}; "
        f"starting it {start:.1f} s; load at the end {load:.1f}"
    )


if __name__ == "__main__":
    main()
