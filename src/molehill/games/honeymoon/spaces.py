"""Where the cells of the moon are, and which of them are dug: for the heat map of a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

STEP = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


def spaces(view: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """Every cell that can be dug by its name, with column and row."""
    return {
        _name(r, c): (c, r)
        for r, row in enumerate(view["moon"]["cells"])
        for c, kind in enumerate(row)
        if kind not in ("outside", "rock")
    }


def landmarks(view: Mapping[str, Any]) -> Iterator[tuple[str, float, float]]:
    """Sweets, pickles and rocks, each where it lies."""
    for r, row in enumerate(view["moon"]["cells"]):
        for c, kind in enumerate(row):
            if kind not in ("outside", "soil"):
                yield kind, c, r


def visited(events: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The cells that are dug."""
    for event in events:
        if event["event"] == "dug":
            down, right = STEP[event["to"]]
            for k in range(event["length"]):
                yield _name(event["row"] + k * down, event["column"] + k * right)


def _name(row: int, column: int) -> str:
    return f"{'ABCDEFGHIJKLM'[column]}{row + 1}"
