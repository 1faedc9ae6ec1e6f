"""Puts the code of a function into a page: `{{ source FILE FUNCTION }}`, on a line of its own, is the code of today."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
WANTED = re.compile(r"^\{\{ source (\S+) (\w+) \}\}$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page with the code in it. MkDocs calls this for every page."""
    return WANTED.sub(lambda found: f"```python\n{source(ROOT / found[1], found[2])}\n```", markdown)


def source(file: Path, function: str) -> str:
    """The function as it is in the file, including its decorators."""
    text = file.read_text(encoding="utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            return "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    raise LookupError(f"{file} has no function {function}")
