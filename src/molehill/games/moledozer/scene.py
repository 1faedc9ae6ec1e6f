"""Moledozer as a simple picture: the field with its tunnels and houses, the mole, and guesses that lie open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from molehill.engine.picture import AMBER, BOARD, CREAM, GROUND, MOON, Box, Disc, Line, Shape, plates, seat_colour

MARGIN = 60.0


def scene(view: Mapping[str, Any]) -> Iterator[Shape]:
    """The side of the board that is in use."""
    board = view["boards"][view["side"]]
    rows, columns = (1 + max(place[key] for place in board["places"]) for key in ("row", "column"))
    step = (BOARD - 2 * MARGIN) / max(rows - 1, columns - 1, 1)
    left, top = (BOARD - step * (columns - 1)) / 2, (BOARD - step * (rows - 1)) / 2
    at = {place["at"]: (left + step * place["column"], top + step * place["row"]) for place in board["places"]}
    yield Box(0, 0, BOARD, BOARD, "#5c7a3a")
    for start, end in board["tunnels"]:
        yield Line(*at[start], *at[end], 16, "#4a3226")
    for place in board["places"]:
        x, y = at[place["at"]]
        yield Disc(x, y, 13, "#7a5539")
        if place["house"]:
            owner = view["houses"][place["house"]]
            stands = owner["state"] in ("standing", "free")
            yield Box(x - 26, y - 26, 52, 52, seat_colour(owner["seat"]) if stands else GROUND)
            yield Box(x - 10, y - 10, 20, 20, CREAM if stands else "#141a2e")
    x, y = at[view["mole"]]
    yield Disc(x, y, 19, "#2b1d16")
    yield Disc(x, y - 7, 10, AMBER)
    yield from plates(view, [_told(player) for player in view["players"]])


def _told(player: Mapping[str, Any]) -> list[tuple[int, int, str]]:
    return [(player["guess"] or 0, 20, CREAM), (player["face_down"], 10, MOON), (player["rounds_won"], 6, AMBER)]
