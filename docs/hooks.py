"""Puts other files into a page, as they are today.

On a line of its own, `{{ source FILE FUNCTION }}` is the code of a function and `{{ notebook FILE }}` a whole notebook.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "docs"))
import notebooks  # noqa: E402

SOURCE = re.compile(r"^\{\{ source (\S+) (\w+) \}\}$", re.MULTILINE)
NOTEBOOK = re.compile(r"^\{\{ notebook (\S+) \}\}$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page with code and notebooks in it. MkDocs calls this for every page."""
    with_code = SOURCE.sub(lambda found: f"```python\n{source(ROOT / found[1], found[2])}\n```", markdown)
    return NOTEBOOK.sub(lambda found: notebooks.as_markdown(notebooks.read(ROOT / found[1])), with_code)


def source(file: Path, function: str) -> str:
    """The function as it is in the file, including its decorators."""
    text = file.read_text(encoding="utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            return "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    raise LookupError(f"{file} has no function {function}")
