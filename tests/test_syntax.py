"""Several games are loaded at the same time, each in a thread."""

from __future__ import annotations

import ast
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from molehill.engine import compiling, syntax

SOURCE = Path(compiling.__file__).read_text(encoding="utf-8")


def test_threads_may_parse_at_the_same_time() -> None:
    wanted = ast.dump(ast.parse(SOURCE))
    with ThreadPoolExecutor(8) as pool:
        assert {ast.dump(tree) for tree in pool.map(syntax.parse, [SOURCE] * 40)} == {wanted}
