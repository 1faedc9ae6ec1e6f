"""What docstrings show is what happens. A module that shows something is found by itself."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import molehill

SOURCE = Path(molehill.__file__).parent
SHOWING = [
    ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(SOURCE.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", SHOWING)
def test_what_a_docstring_shows_happens(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name), raise_on_error=False)
    assert tried > 0
    assert failed == 0


def test_there_are_docstrings_that_show_something() -> None:
    assert "molehill" in SHOWING
