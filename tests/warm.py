"""Compiles all games before the tests start, with a process for each core. A second run finds them compiled.

Pytest reads the tests once as well, and keeps them with its own assertions. Otherwise each of its workers would do so.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import molehill
from molehill import pocket
from molehill.bots import search


def compile_here(game: molehill.Game) -> None:
    search.load(game)
    _ = game.kernels, game.loops, game.vectors
    for stage in pocket.STAGES:
        pocket.module(game, stage)


def run(*arguments: str) -> int:
    return subprocess.run([sys.executable, *arguments], check=False, stdout=subprocess.DEVNULL).returncode


if __name__ == "__main__":
    if sys.argv[1:]:
        compile_here(molehill.game(sys.argv[1]))
    else:
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            games = [(__file__, game.id) for game in molehill.games()]
            tests = ("-m", "pytest", "--collect-only", "--quiet")
            sys.exit(max(pool.map(lambda arguments: run(*arguments), [*games, tests])))
