"""Where the spaces of the city are, and which of them a rat enters: for the heat map of a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

LANDMARKS = {"nest": "nest", "city": "cheese"}


def spaces(view: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """Every space, where the view has it."""
    return {space["space"]: (space["x"], space["y"]) for space in view["board"]}


def ways(view: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Streets and sewers."""
    for space in view["board"]:
        for other in space["joins"]:
            if space["space"] < other:
                yield space["space"], other, "path"


def landmarks(view: Mapping[str, Any]) -> Iterator[tuple[str, float, float]]:
    """Dumpsters, nests and Rat City."""
    for space in view["board"]:
        if space["dumpster"]:
            yield "dumpster", space["x"], space["y"]
        elif space["kind"] in LANDMARKS:
            yield LANDMARKS[space["kind"]], space["x"], space["y"]


def visited(events: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Where rats step, and the nests where they come from."""
    for event in events:
        if event["event"] == "stepped":
            yield event["to"]
        elif event["event"] in ("placed", "born"):
            yield event["at"]
