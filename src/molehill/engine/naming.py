"""Events by name: what the rules emit as numbers becomes a structure, by the table of a game's `view.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Events = Mapping[int, tuple[str, Mapping[str, Any]]]


def name_event(events: Events, prefix: str, kind: int, clause: int, arguments: Sequence[int]) -> dict[str, Any]:
    """The event of a kind: its name, the clause that it cites, and its arguments as its table reads them."""
    name, fields = events[kind]
    told: dict[str, Any] = {"event": name, "rule": f"{prefix}-{clause:02d}"}
    for (key, read), value in zip(fields.items(), arguments, strict=False):
        told[key] = read(value)
    return told
