"""`python -m molehill.pocket OUT_DIR [GAME ...]` writes the modules of this package's games, or of these games.

With `--wait` it writes nothing, and ends as soon as the games have been compiled.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import molehill
from molehill.bots import preparing
from molehill.browser import in_the_app
from molehill.engine.compiling import JIT
from molehill.engine.errors import MolehillError
from molehill.pocket import Unfit, write
from molehill.pocket.building import STAGES

_LOOK = 2.0  # seconds between two looks at what has been compiled


def _wait() -> None:
    """Until a server has compiled the games. Compiling them here would keep people waiting: it is done once, by one."""
    for game in filter(in_the_app, molehill.games()):
        while not all(preparing.is_ready(game, stage) for stage in STAGES):
            time.sleep(_LOOK)


def main() -> None:
    """Write the modules, or say why that can't be done."""
    if len(sys.argv) < 2:
        sys.exit("usage: python -m molehill.pocket OUT_DIR [GAME ...], or --wait")
    if not JIT:
        sys.exit("MOLEHILL_JIT is 0, so nothing is compiled, not for the pocket either")
    if sys.argv[1:] == ["--wait"]:
        return _wait()
    folder, names = Path(sys.argv[1]), sys.argv[2:]
    try:
        games = [molehill.game(name) for name in names] or list(filter(in_the_app, molehill.games()))
        write(folder, games, lambda told: sys.stdout.write(f"{told}\n"))
    except (MolehillError, Unfit) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
