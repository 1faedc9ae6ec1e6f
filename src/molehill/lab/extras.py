"""What is asked for before anything is played: packages that the base install does not have, and room for files."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from molehill.engine.errors import Unknown


def need(package: str, what: str, extra: str = "lab") -> None:
    """Raise Unknown, with the command that installs it, if the package is missing."""
    if find_spec(package) is None:
        raise Unknown(f"{what} needs {package}: run pip install 'molehill[{extra}]'")


def check_plot(path: Path | None) -> None:
    """Raise Unknown if no picture can be written there."""
    if path is None:
        return
    if path.suffix.lower() not in (".svg", ".png"):
        raise Unknown(f"--plot writes SVG or PNG: name a file that ends in .svg or .png, not {path.name!r}")
    check_file(path)
    need("matplotlib", "--plot")


def check_file(path: Path) -> None:
    """Raise Unknown if no file can be written there: better before hours of play than after them."""
    if path.is_dir():
        raise Unknown(f"{path} is a folder: name a file")
    if not path.parent.is_dir():
        raise Unknown(f"there is no folder {path.parent} to write {path.name} into")
