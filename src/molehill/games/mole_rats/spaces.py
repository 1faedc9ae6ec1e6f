"""Where the spaces of the station are, and which of them rats and snakes enter: for the heat map of a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import cos, pi, sin
from typing import Any

POD, SPACE = "pod", "space"


def spaces(view: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """Every space in its ring, clockwise from the top, and the pod in the middle."""
    tiers = view["station"]["tiers"]
    found = {POD: (0.0, 0.0)}
    for tier, size in enumerate(tiers, 1):
        radius = 1.2 * (len(tiers) + 1 - tier) + 0.3
        for number in range(size):
            angle = 2 * pi * number / size
            found[f"{tier}-{number + 1}"] = (radius * sin(angle), -radius * cos(angle))
    return found


def ways(view: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The rings, the ladders up and the air shafts down."""
    station = view["station"]
    for tier, size in enumerate(station["tiers"], 1):
        for number in range(size):
            yield f"{tier}-{number + 1}", f"{tier}-{(number + 1) % size + 1}", "path"
    for start, end in station["ladders"].items():
        yield start, end, "up"
    for start, end in station["shafts"].items():
        if end != SPACE:
            yield start, end, "down"


def landmarks(view: Mapping[str, Any]) -> Iterator[tuple[str, float, float]]:
    """The pod, equipment, the shafts that lead into space, and where snakes start."""
    at, station = spaces(view), view["station"]
    yield "pod", *at[POD]
    for item, space in station["equipment"].items():
        yield item, *at[space]
    for colour, space in station["snake_starts"].items():
        yield f"snake-{colour}", *at[space]
    for start, end in station["shafts"].items():
        if end == SPACE:
            yield "shaft-space", *at[start]


def visited(events: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Where rats and snakes arrive."""
    for event in events:
        if event["event"] in ("escaped", "intruded"):
            yield POD
        elif "to" in event:
            yield event["to"]
