"""Reading Python's source as a syntax tree, from any thread."""

from __future__ import annotations

import ast
from threading import Lock

_ONE_AT_A_TIME = Lock()


def parse(text: str) -> ast.Module:
    """The syntax tree of a module. Before Python 3.12, two threads that parse at the same time can make both fail:
    the interpreter has one counter of depth for all of them (python/cpython#106905)."""
    with _ONE_AT_A_TIME:
        return ast.parse(text)
