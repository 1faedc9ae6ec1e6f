"""What is seen and said of a game is plain Python: it needs neither the rules nor what they are compiled with."""

from __future__ import annotations

import subprocess
import sys

import molehill

PROGRAM = """
import importlib, sys
for name in ("numpy", "numba", "rich"):
    sys.modules[name] = None  # an import of it fails
for name in sys.argv[1:]:
    importlib.import_module(name)
loaded = [name for name in sys.modules if name.endswith((".rules", ".box", ".drawing"))]
assert not loaded, loaded
"""


def test_moves_views_and_words_need_no_rules_no_numpy_and_no_terminal() -> None:
    parts = [
        f"{game.package}.{part}" for game in molehill.games() for part in ("facts", "moves", "view", "text", "types")
    ]
    done = subprocess.run([sys.executable, "-c", PROGRAM, *parts], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
