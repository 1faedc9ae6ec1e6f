"""Simple pictures: discs, boxes, lines and numbers in a list, and how NumPy draws them.

A game's `scene.py` makes such a list from a view. It needs no other library, and no font: the digits are here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from molehill.engine.seat_marks import MARKS

WIDTH, HEIGHT = 960, 640
BOARD = 640  # the board is a square on the left; what lies before each seat is on the right
GROUND, SOIL, CREAM = "#2b1d16", "#4a3226", "#f6e7cf"
AMBER, MOSS, MOON, ALARM = "#ffb545", "#7fa65a", "#c9d6ff", "#e4572e"
Pixels = npt.NDArray[np.uint8]

# Rows of three bits each, from the top.
_GLYPHS = {
    "0": (7, 5, 5, 5, 7), "1": (2, 6, 2, 2, 7), "2": (7, 1, 7, 4, 7), "3": (7, 1, 7, 1, 7), "4": (5, 5, 7, 1, 1),
    "5": (7, 4, 7, 1, 7), "6": (7, 4, 7, 5, 7), "7": (7, 1, 1, 2, 2), "8": (7, 5, 7, 5, 7), "9": (7, 5, 7, 1, 7),
    "-": (0, 0, 7, 0, 0),
}  # fmt: skip


@dataclass(frozen=True)
class Disc:
    """A filled circle around a point."""

    x: float
    y: float
    r: float
    colour: str


@dataclass(frozen=True)
class Box:
    """A filled rectangle, from its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass(frozen=True)
class Line:
    """A line with round ends."""

    x: float
    y: float
    to_x: float
    to_y: float
    thick: float
    colour: str


@dataclass(frozen=True)
class Number:
    """A whole number around a point, so high."""

    x: float
    y: float
    high: float
    number: int
    colour: str


Shape = Disc | Box | Line | Number


def seat_colour(seat: int | None) -> str:
    """The colour by which a seat is known everywhere; grey for nobody."""
    return "#8a7a6a" if seat is None else MARKS[seat].colour


def plates(view: Mapping[str, Any], told: Sequence[Sequence[tuple[int, int, str]]]) -> Iterable[Shape]:
    """What lies before each seat, on the right: its colour, and a bar for each number (how many, of how many, colour).

    Who owes a decision has a lamp.
    """
    height = HEIGHT / max(4, view["seats"])
    pending = view["pending"] if isinstance(view["pending"], list) else []
    for seat, bars in enumerate(told):
        top = seat * height
        yield Box(BOARD + 8, top + 6, WIDTH - BOARD - 16, height - 12, SOIL)
        yield Box(BOARD + 8, top + 6, 14, height - 12, seat_colour(seat))
        if seat in pending:
            yield Disc(WIDTH - 26, top + 24, 9, AMBER)
        step = (height - 24) / max(1, len(bars))
        for k, (value, most, colour) in enumerate(bars):
            y, thick = top + 12 + k * step, min(18.0, step * 0.62)
            long = 170 * min(1.0, max(0, value) / max(1, most))
            yield Box(BOARD + 72, y + (step - thick) / 2, 170, thick, GROUND)
            yield Box(BOARD + 72, y + (step - thick) / 2, long, thick, colour)
            yield Number(BOARD + 46, y + step / 2, min(20.0, thick * 1.1), value, CREAM)


def die(x: float, y: float, size: float, shows: int, colour: str = CREAM) -> Iterable[Shape]:
    """A die that shows a number."""
    yield Box(x - size / 2, y - size / 2, size, size, colour)
    yield Number(x, y, size * 0.6, shows, GROUND)


# ---- drawing --------------------------------------------------------------------------------------------------------


def draw(shapes: Iterable[Shape], background: str = GROUND) -> Pixels:
    """The picture as an array of red, green and blue."""
    canvas = np.empty((HEIGHT, WIDTH, 3), dtype=np.float32)
    canvas[:] = _rgb(background)
    for shape in shapes:
        _put(canvas, shape)
    return canvas.round().astype(np.uint8)


def _put(canvas: npt.NDArray[np.float32], shape: Shape) -> None:
    match shape:
        case Disc(x, y, r, colour):
            _line(canvas, x, y, x, y, r, colour)
        case Line(x, y, to_x, to_y, thick, colour):
            _line(canvas, x, y, to_x, to_y, thick / 2, colour)
        case Box(x, y, width, height, colour):
            left, top, right, bottom = (round(v) for v in (x, y, x + width, y + height))
            canvas[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = _rgb(colour)
        case Number(x, y, high, number, colour):
            _number(canvas, x, y, high, str(number), colour)


def _line(canvas: npt.NDArray[np.float32], x: float, y: float, to_x: float, to_y: float, r: float, colour: str) -> None:
    """All that is nearer to the line than r, with a soft edge of a pixel."""
    left, right = max(0, int(min(x, to_x) - r - 1)), min(WIDTH, int(max(x, to_x) + r + 2))
    top, bottom = max(0, int(min(y, to_y) - r - 1)), min(HEIGHT, int(max(y, to_y) + r + 2))
    if left >= right or top >= bottom:
        return
    px, py = np.arange(left, right) + 0.5 - x, (np.arange(top, bottom) + 0.5 - y)[:, None]
    dx, dy = to_x - x, to_y - y
    along = np.clip((px * dx + py * dy) / max(dx * dx + dy * dy, 1e-9), 0, 1)
    distance = np.hypot(px - along * dx, py - along * dy)
    cover = np.clip(r + 0.5 - distance, 0, 1)[..., None]
    part = canvas[top:bottom, left:right]
    part += (_rgb(colour) - part) * cover


def _number(canvas: npt.NDArray[np.float32], x: float, y: float, high: float, text: str, colour: str) -> None:
    dot = high / 5
    left, top = x - (len(text) * 4 - 1) * dot / 2, y - high / 2
    for k, sign in enumerate(text):
        for row, bits in enumerate(_GLYPHS[sign]):
            for column in range(3):
                if bits >> 2 - column & 1:
                    _put(canvas, Box(left + (4 * k + column) * dot, top + row * dot, dot, dot, colour))


@cache
def _rgb(colour: str) -> npt.NDArray[np.float32]:
    return np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)], dtype=np.float32)


# ---- a game without a scene of its own ------------------------------------------------------------------------------


def plain(view: Mapping[str, Any]) -> Iterable[Shape]:
    """The numbers that everybody sees as bars, and a plate for each seat."""
    numbers = [(key, value) for key, value in view.items() if _counts(value) and key not in ("seat", "seats")]
    step = BOARD / max(6, len(numbers))
    for k, (_, value) in enumerate(numbers):
        yield Number(60, (k + 0.5) * step, step * 0.4, value, CREAM)
        yield Box(120, (k + 0.25) * step, 480 * min(1.0, max(0, value) / 100), step * 0.5, AMBER)
    for key in ("players", "hands", "sheets", "factions"):
        found = view.get(key)
        if isinstance(found, list) and len(found) == view["seats"] and isinstance(found[0], dict):
            yield from plates(view, [[(n, 20, MOON) for n in one.values() if _counts(n)][:4] for one in found])
            return
    yield from plates(view, [[] for _ in range(view["seats"])])


def _counts(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
