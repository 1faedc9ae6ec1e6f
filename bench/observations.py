"""`make bench-observations`: steps a second of many tables with observations and factored masks, beside others'.

Peers are Pgx's leduc_holdem and connect_four, 1,024 tables in one compiled function with a random legal move, and
OpenSpiel's Python environment on maedn. All take turns in one run, each by its own processor time, because machines are
noisy. Prints a table and writes the numbers to bench/results/.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import numpy as np
from rich.console import Console
from rich.table import Table

import molehill

RESULTS = Path(__file__).parent / "results"
TABLES, SECONDS = 1024, 0.4
PGX = ("leduc_holdem", "connect_four")
LEDUC, MAEDN = "Pgx leduc_holdem", "OpenSpiel maedn, Python environment"
Rate = Callable[[], float]


def timed(run: Callable[[], int]) -> Rate:
    """How many steps a second of processor time, when this is run again and again; each run says how many it made."""

    def rate() -> float:
        steps, began = 0, time.process_time()
        while (seconds := time.process_time() - began) < SECONDS:
            steps += run()
        return steps / seconds

    run()
    return rate


def ours(game: molehill.Game) -> Rate:
    """Sample a move for each table, step all, take observations and factored masks; finished games begin again."""
    batch = game.batch(TABLES, seed=1, auto_reset=True)
    seen = np.empty((TABLES, batch.layout.size), dtype=np.float32)

    def run() -> int:
        for _ in range(8):
            batch.step(batch.sample())
            batch.observe(seen)
            batch.factored_mask()
        return 8 * TABLES

    return timed(run)


def pgx(name: str) -> Rate:
    """The same in Pgx: 64 steps of all tables in one call, with its own automatic reset."""
    import jax
    import pgx as peer
    from pgx.experimental import auto_reset

    env: Any = peer.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(state: Any, key: Any) -> Any:  # the state holds the observations and the masks
        moves = jax.random.categorical(key, jax.numpy.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        return step(state, moves, jax.random.split(key, TABLES)), None

    @jax.jit
    def many(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, state, jax.random.split(key, 64))[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), TABLES))
    kept = {"state": many(state, jax.random.PRNGKey(2)), "key": jax.random.PRNGKey(3)}

    def run() -> int:
        kept["key"], key = jax.random.split(kept["key"])
        kept["state"] = many(kept["state"], key)
        kept["state"].observation.block_until_ready()
        return 64 * TABLES

    return timed(run)


def maedn() -> Rate:
    """OpenSpiel's environment for Python, one table, random legal moves."""
    from open_spiel.python import rl_environment

    env, rng = rl_environment.Environment("maedn", players=2), random.Random(1)
    kept = {"time_step": env.reset()}

    def run() -> int:
        for _ in range(100):
            now = kept["time_step"]
            if now.last():
                kept["time_step"] = env.reset()
                continue
            legal = now.observations["legal_actions"][now.observations["current_player"]]
            kept["time_step"] = env.step([rng.choice(legal)])
        return 100

    return timed(run)


def main() -> None:
    """Measure in turns, print, and write down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("games", nargs="*")
    asked = parser.parse_args()
    games = [molehill.game(name) for name in asked.games] or molehill.games()
    rates: dict[str, Rate] = {f"Pgx {name}": pgx(name) for name in PGX}
    rates |= {MAEDN: maedn()} | {game.id: ours(game) for game in games}
    found: dict[str, list[float]] = {name: [] for name in rates}
    for _ in range(asked.rounds):
        for name, rate in rates.items():
            found[name].append(rate())
    sizes = {game.id: game.observation().size for game in games}
    show(found, sizes)
    RESULTS.mkdir(exist_ok=True)
    told = {"machine": platform.processor() or platform.machine(), "tables": TABLES, "rates": found, "sizes": sizes}
    (RESULTS / f"observations-{time.strftime('%Y%m%d-%H%M%S')}.json").write_text(json.dumps(told, indent=1))


def show(found: dict[str, list[float]], sizes: dict[str, int]) -> None:
    """A row for each; a ratio is the median of the rounds' ratios."""
    table = Table("", "numbers seen", "steps/s", f"against {LEDUC}", f"against {MAEDN}")
    for name, rates in found.items():
        ratios = [median(a / b for a, b in zip(rates, found[peer], strict=True)) for peer in (LEDUC, MAEDN)]
        table.add_row(name, str(sizes.get(name, "")), f"{median(rates):,.0f}", *(f"{ratio:.2f}" for ratio in ratios))
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
