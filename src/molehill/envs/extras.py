"""Libraries that the base install does not have. Each is an extra, and who lacks it is told what to install."""

from __future__ import annotations

from importlib.util import find_spec

from molehill.engine.errors import Unknown


def need(package: str, extra: str, what: str) -> None:
    """Raise Unknown, with the command that installs it, if the package is missing."""
    if find_spec(package) is None:
        raise Unknown(f'{what} needs {package}: run pip install "molehill[{extra}]"')
