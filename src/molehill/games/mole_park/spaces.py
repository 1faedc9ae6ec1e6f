"""The five holes, and which of them moles are taken from: for the heat map of a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def spaces(view: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """The holes in a row."""
    return {str(hole): (hole, 0.0) for hole in range(1, len(view["holes"]) + 1)}


def landmarks(view: Mapping[str, Any]) -> Iterator[tuple[str, float, float]]:
    """A mole in each hole."""
    for hole in range(len(view["holes"])):
        yield "mole", hole + 1, 0.0


def visited(events: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The hole of each mole that somebody takes."""
    return (str(event["hole"]) for event in events if event["event"] == "took")
