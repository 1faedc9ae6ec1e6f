"""Packages that the base install does not have. They are asked for before anything is played."""

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
    if not path.parent.is_dir():
        raise Unknown(f"there is no folder {path.parent} to write {path.name} into")
    need("matplotlib", "--plot")
