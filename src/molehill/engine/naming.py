"""Events by name: what the rules emit as numbers becomes a structure, by the table of a game's `view.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Events = Mapping[int, tuple[str, Mapping[str, Any]]]


def name_event(events: Events, prefix: str, kind: int, clause: int, told: Sequence[int | list[int]]) -> dict[str, Any]:
    """The event of a kind: its name, the clause that it cites, and what it tells as its table reads that."""
    name, fields = events[kind]
    named: dict[str, Any] = {"event": name, "rule": f"{prefix}-{clause:02d}"}
    for (key, read), one in zip(fields.items(), told, strict=True):
        named[key] = read(one)
    return named
