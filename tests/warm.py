"""Compiles rules and search of every game before the tests start, several at once. A second run finds them compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import molehill

COMPILE = "import sys, molehill; from molehill.bots.search import load; load(molehill.game(sys.argv[1]))"


def compile_rules(name: str) -> int:
    return subprocess.run([sys.executable, "-c", COMPILE, name], check=False).returncode


if __name__ == "__main__":
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        sys.exit(max(pool.map(compile_rules, [game.id for game in molehill.games()])))
