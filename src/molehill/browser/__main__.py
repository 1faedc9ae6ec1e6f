"""`python -m molehill.browser OUT_DIR` writes every game's module and what they run on."""

from __future__ import annotations

import sys
from pathlib import Path

from molehill.browser import Untranslatable, write


def main() -> None:
    """Write the modules, or say what can't be translated and where."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m molehill.browser OUT_DIR")
    try:
        write(Path(sys.argv[1]))
    except Untranslatable as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
