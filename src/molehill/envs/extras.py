"""What is checked before an environment is made: that its library is there, and that its settings mean something."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Iterable
from importlib.util import find_spec

from molehill.engine.errors import Unknown


def need(package: str, extra: str, what: str) -> None:
    """Raise Unknown, with the command that installs it, if the package is missing."""
    if find_spec(package) is None:
        raise Unknown(f'{what} needs {package}: run pip install "molehill[{extra}]"')


def check_settings(what: str, kind: type, given: Iterable[str]) -> None:
    """Raise Unknown if this kind of environment has no setting of such a name."""
    known = [name for name in inspect.signature(kind).parameters if name not in ("game", "num_envs")]
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            meant = f"did you mean {near[0]}?" if near else f"it has {', '.join(known)}"
            raise Unknown(f"{what} has no setting {name!r}; {meant}")
