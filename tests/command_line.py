"""Running commands in tests, in this process. The fixture is in `conftest.py`."""

from __future__ import annotations

from collections.abc import Callable

Run = Callable[..., tuple[int, str, str]]
"""Takes the arguments of a command. Returns its exit code, and what it wrote to stdout and stderr."""
