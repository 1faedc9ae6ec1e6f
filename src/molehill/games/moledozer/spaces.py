"""Where the places of the field are, and which of them the mole enters: for the heat map of a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def spaces(view: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """Every place of the side on which the game begins, with column and row."""
    return {place["at"]: (place["column"], place["row"]) for place in view["boards"][view["side"]]["places"]}


def ways(view: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The tunnels."""
    return ((start, end, "path") for start, end in view["boards"][view["side"]]["tunnels"])


def landmarks(view: Mapping[str, Any]) -> Iterator[tuple[str, float, float]]:
    """The houses, and the mole where it begins."""
    for place in view["boards"][view["side"]]["places"]:
        if place["house"]:
            yield "house", place["column"], place["row"]
        if place["at"] == view["mole"]:
            yield "mole", place["column"], place["row"]


def visited(events: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Where the mole steps, until the board is turned over."""
    for event in events:
        if event["event"] == "board-turned":
            return
        if event["event"] == "stepped":
            yield event["to"]
