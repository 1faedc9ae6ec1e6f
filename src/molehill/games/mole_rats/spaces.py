"""Where the spaces of the station are, and which of them rats and snakes enter: for the heat map of a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import cos, pi, sin
from typing import Any

POD = "pod"


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


def visited(events: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Where rats and snakes arrive."""
    for event in events:
        if event["event"] in ("escaped", "intruded"):
            yield POD
        elif "to" in event:
            yield event["to"]
