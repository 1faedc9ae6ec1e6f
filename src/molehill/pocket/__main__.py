"""`python -m molehill.pocket OUT_DIR [GAME ...]` writes the modules of this package's games, or of these games."""

from __future__ import annotations

import sys
from pathlib import Path

import molehill
from molehill.browser import in_the_app
from molehill.engine.compiling import JIT
from molehill.engine.errors import MolehillError
from molehill.pocket import Unfit, write


def main() -> None:
    """Write the modules, or say why that can't be done."""
    if len(sys.argv) < 2:
        sys.exit("usage: python -m molehill.pocket OUT_DIR [GAME ...]")
    if not JIT:
        sys.exit("MOLEHILL_JIT is 0, so nothing is compiled, not for the pocket either")
    folder, names = Path(sys.argv[1]), sys.argv[2:]
    try:
        games = [molehill.game(name) for name in names] or list(filter(in_the_app, molehill.games()))
        write(folder, games, lambda told: sys.stdout.write(f"{told}\n"))
    except (MolehillError, Unfit) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
