"""What the base install does not have, asked for in time and by name: nobody wants to hear of it after an hour."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from molehill.engine.errors import Unknown

_EXTRA = {"matplotlib": "lab", "optuna": "lab", "polars": "lab", "ray": "cluster"}


def need(package: str, what: str) -> None:
    """Raise Unknown, with what to type, if a package is missing that something needs."""
    if find_spec(package) is None:
        raise Unknown(f"{what} needs {package}: run pip install 'molehill[{_EXTRA[package]}]'")


def check_plot(path: Path | None) -> None:
    """Raise Unknown if a picture could not be written there later."""
    if path is None:
        return
    if path.suffix.lower() not in (".svg", ".png"):
        raise Unknown(f"--plot writes SVG or PNG: name a file that ends so, not {path.name!r}")
    if not path.parent.is_dir():
        raise Unknown(f"there is no folder {path.parent} to write {path.name} into")
    need("matplotlib", "--plot")
