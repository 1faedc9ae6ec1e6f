"""`python -m molehill.browser OUT_DIR` writes the modules of this package's games, for building the app.

The server makes the modules of other packages' games when it loads them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import molehill
from molehill.browser import Untranslatable, in_the_app, write


def main() -> None:
    """Write the modules, or say what can't be translated and where."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m molehill.browser OUT_DIR")
    try:
        write(Path(sys.argv[1]), filter(in_the_app, molehill.games()))
    except Untranslatable as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
