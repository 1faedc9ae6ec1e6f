"""What the lab prints, as text."""

from __future__ import annotations

import io

from rich.console import Console, RenderableType


def drawn(found: RenderableType, width: int = 80) -> str:
    """Something as a terminal of this width shows it."""
    console = Console(file=io.StringIO(), width=width)
    console.print(found)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()
