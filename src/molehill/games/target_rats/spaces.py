"""Where the spaces of the city are, and which of them a rat enters: for the heat map of a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def spaces(view: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """Every space, where the view has it."""
    return {space["space"]: (space["x"], space["y"]) for space in view["board"]}


def visited(events: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Where rats step, and the nests where they come from."""
    for event in events:
        if event["event"] == "stepped":
            yield event["to"]
        elif event["event"] in ("placed", "born"):
            yield event["at"]
