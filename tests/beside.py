"""Packages with other people's games, installed beside ours during a test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from molehill.games import installed
from molehill.server import shelf

SMALL = 'from molehill.engine.game import Game\nGAME = Game("{id}", "Small", "SM", 3, 2, 4, 1, "rounds", "points")\n'
# Honeymoon under another name, with a separate folder for words, picture and board.
SECOND_MOON = """
from dataclasses import replace
from pathlib import Path
from molehill.games.honeymoon import GAME as HONEYMOON
GAME = replace(HONEYMOON, id="second_moon", name="Second Moon", folder=Path(__file__).parent)
"""


def forget() -> None:
    """Forget which games were found, so that they are looked for again."""
    installed.cache_clear()
    shelf.left_out.cache_clear()


class Beside:
    """A folder of packages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, name: str, code: str, entry: str = "", dist: str = "") -> Path:
        """Write a package with this code in its `__init__.py`, whose GAME is an entry point, and return its folder."""
        sys.modules.pop(name, None)
        (self.folder / name).mkdir(exist_ok=True)
        (self.folder / name / "__init__.py").write_text(code, encoding="utf-8")
        about = self.folder / f"{dist or name}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {dist or name}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[molehill.games]\n{entry or name} = {name}:GAME\n")
        forget()
        return self.folder / name


@contextmanager
def packages(folder: Path) -> Iterator[Beside]:
    """A place for packages, which is removed after the test."""
    sys.path.insert(0, str(folder))
    try:
        yield Beside(folder)
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if (folder / name.split(".")[0]).is_dir()]:
            del sys.modules[name]
        forget()
