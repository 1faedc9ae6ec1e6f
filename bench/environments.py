"""`make bench-envs`: steps a second of our AEC environments against PettingZoo's connect_four, in turns in one run.

Only the time inside the environment counts, `last` and `step` and `reset`; choosing a move at random does not.
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (5)")
    given = parser.parse_args()
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
