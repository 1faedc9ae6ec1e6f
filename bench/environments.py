"""`make bench-envs`: steps a second of our AEC environments against PettingZoo's connect_four, in turns in one run.

Only the time inside the environment counts, `last` and `step` and `reset`; choosing a move at random does not.
With `--views` it measures `match.view` instead, with every number of seats.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import molehill

BAR = 10
STEPS, PEER_STEPS = 20_000, 3_000
PEER = "PettingZoo connect_four_v3"
VIEW_BAR = 0.2  # milliseconds of processor time
POSITIONS, APART, LOOKS = 60, 7, 24  # of random games, so many moves apart; looks at each of them in a round


def rate(env: Any, steps: int) -> float:
    """Steps a second on one core, in random games."""
    rng, clock, spent, made = random.Random(1), time.perf_counter, 0.0, 0
    while made < steps:
        began = clock()
        env.reset()
        spent += clock() - began
        while env.agents and made < steps:
            began = clock()
            seen, _, over, cut, _ = env.last()
            spent += clock() - began
            action = None
            if not (over or cut):
                legal = np.flatnonzero(seen["action_mask"])
                action, made = int(legal[int(rng.random() * len(legal))]), made + 1
            began = clock()
            env.step(action)
            spent += clock() - began
    return made / spent


def view_times(game: molehill.Game, seats: int) -> list[float]:
    """Milliseconds of processor time that `match.view` takes, at positions of random games."""
    match, rng, moves, times = game.match(seats), random.Random(1), 0, list[float]()
    while len(times) < POSITIONS:
        if match.over:
            match = game.match(seats)
        if isinstance(match.pending, tuple):
            seat = match.pending[0]
            match.play_number(seat, rng.choice(match.legal_numbers(seat)))
        else:
            match.chance(rng=rng)
        moves += 1
        if moves % APART == 0:
            began = time.process_time()
            for look in range(LOOKS):
                match.view(look % seats)
            times.append(1000 * (time.process_time() - began) / LOOKS)
    return times


def views(rounds: int) -> Table:
    """How long `match.view` takes in each game, with each number of seats. They take turns."""
    found: dict[tuple[molehill.Game, int], list[float]] = {}
    for _ in range(rounds):
        for game in molehill.games():
            for seats in range(game.min_seats, game.max_seats + 1):
                found.setdefault((game, seats), []).append(median(view_times(game, seats)))
    table = Table("match.view", "seats", "ms, median", f"bar {VIEW_BAR}")
    for (game, seats), times in found.items():
        table.add_row(game.id, str(seats), f"{median(times):.3f}", "met" if median(times) < VIEW_BAR else "MISSED")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (5)")
    parser.add_argument("--views", action="store_true", help="measure match.view instead")
    given = parser.parse_args()
    if given.views:
        Console().print(views(given.rounds))
        return
    if find_spec("pygame") is None:
        sys.exit("connect_four needs pygame: `make bench-envs` installs it")
    from pettingzoo.classic import connect_four_v3

    peer, games = connect_four_v3.env(), molehill.games()
    ours = [molehill.env(game) for game in games]
    for env in (peer, *ours):
        env.reset(seed=1)
        rate(env, 500)
    rates: list[list[float]] = [[] for _ in ours]
    peers: list[float] = []
    for _ in range(given.rounds):
        peers.append(rate(peer, PEER_STEPS))
        for found, env in zip(rates, ours, strict=True):
            found.append(rate(env, STEPS))
    table = Table("AEC environment, one core", "steps/s", f"against {PEER}", f"bar {BAR}")
    table.add_row(PEER, f"{median(peers):,.0f}", "1.00x", "")
    for game, found in zip(games, rates, strict=True):
        ratio = median(a / b for a, b in zip(found, peers, strict=True))
        table.add_row(game.id, f"{median(found):,.0f}", f"{ratio:.2f}x", "met" if ratio >= BAR else "MISSED")
    Console().print(table)


if __name__ == "__main__":
    main()
