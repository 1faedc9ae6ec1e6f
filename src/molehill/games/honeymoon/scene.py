"""Honeymoon as a simple picture: everybody's moon, dug or not, the die and the timer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil, sqrt
from typing import Any

from molehill.engine.picture import BOARD, CREAM, GROUND, Box, Disc, Shape, die, plates, seat_colour

KINDS = {
    "soil": "#c99a5b", "rock": "#6d6a70", "honey": "#ffb000", "chocolate": "#5b2e14", "gummy": "#e4572e",
    "marshmallow": "#fff3f6", "candy": "#d45cc0", "pickle": "#5f9e3f",
}  # fmt: skip
TOP = 70


def scene(view: Mapping[str, Any]) -> Iterator[Shape]:
    """Moons in rows, the die and the timer above them."""
    if view["die"]:
        yield from die(40, 36, 48, view["die"])
    timer = view["timer"]
    for k in range(timer["boxes"]):
        yield Disc(100 + 34 * k, 36, 12, "#e4572e" if k < timer["crossed"] else CREAM)
    across = ceil(sqrt(view["seats"]))
    size = min(BOARD / across, (BOARD - TOP) / ceil(view["seats"] / across))
    for sheet in view["sheets"]:
        row, column = divmod(sheet["seat"], across)
        yield from _moon(view["moon"]["cells"], sheet, column * size, TOP + row * size, size)
    yield from plates(view, [_found(sheet, view["row_boxes"]) for sheet in view["sheets"]])


def _found(sheet: Mapping[str, Any], most: int) -> list[tuple[int, int, str]]:
    return [*((n, most, KINDS[kind]) for kind, n in sheet["ticked"].items()), (sheet["points"], 60, CREAM)]


def _moon(cells: list[list[str]], sheet: Mapping[str, Any], left: float, top: float, size: float) -> Iterator[Shape]:
    step = (size - 12) / len(cells)
    dug = {tuple(cell) for cell in sheet["dug"]}
    yield Disc(left + size / 2, top + size / 2, size / 2 - 2, seat_colour(sheet["seat"]))
    yield Disc(left + size / 2, top + size / 2, size / 2 - 5, GROUND)
    for r, row in enumerate(cells):
        for c, kind in enumerate(row):
            if kind != "outside":
                x, y = left + 6 + c * step, top + 6 + r * step
                yield Box(x + 0.5, y + 0.5, step - 1, step - 1, "#3a2114" if (r, c) in dug else KINDS["soil"])
                if kind != "soil":
                    yield Disc(x + step / 2, y + step / 2, step * (0.2 if (r, c) in dug else 0.36), KINDS[kind])
