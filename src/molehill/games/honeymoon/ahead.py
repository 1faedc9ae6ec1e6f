"""What a board of Honeymoon shows before anything is dug: what a dig would find, and what a sheet is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from molehill.games.honeymoon.facts import LONGEST, SWEET_NAMES
from molehill.games.honeymoon.moves import cells_of

if TYPE_CHECKING:
    from molehill.games.honeymoon.types import Cell, Dig, Direction, Find, Ticked, TooLong, View

SET_POINTS, PICKLE_POINTS = 5, -2

# What is said of a dig that is longer than any move can be.
TOO_LONG: TooLong = {"rule": "HM-11", "most": LONGEST}


def row_points(ticks: int) -> int:
    """What a row with so many ticks is worth (HM-16)."""
    return ticks * (ticks + 1) // 2


def set_points(ticked: Ticked) -> int:
    """What the complete sets of all five sweets are worth (HM-17)."""
    return SET_POINTS * min(ticked[sweet] for sweet in SWEET_NAMES)


def pickle_points(pickles: int) -> int:
    """What so many pickles cost (HM-18)."""
    return PICKLE_POINTS * pickles


def worth(ticked: Ticked, pickles: int) -> int:
    """What a sheet is worth (HM-16 to HM-18); the rules alone decide the score."""
    rows = sum(row_points(ticked[sweet]) for sweet in SWEET_NAMES)
    return rows + set_points(ticked) + pickle_points(pickles)


def finds(view: View, move: Mapping[str, Any] | None) -> dict[Find, int]:
    """How many sweets and pickles lie where a move would dig (HM-12)."""
    if move is None or move["do"] != "dig":
        return {}
    cells = [view["moon"]["cells"][r][c] for r, c in cells_of(move)]
    kinds: tuple[Find, ...] = (*SWEET_NAMES, "pickle")
    return {kind: cells.count(kind) for kind in kinds if kind in cells}


def starts_open(view: View, seat: int) -> bool:
    """Whether the seat may still begin a tunnel at a starting space (HM-07): with one shaft only the first (HM-21)."""
    return not (view["options"]["one_shaft"] and view["sheets"][seat]["dug"])


def dig_between(start: Cell, end: Cell) -> Dig | None:
    """The straight dig from one cell to another (HM-06), or None if they are not in line.

    One that is longer than any can be (HM-11) becomes the longest: it is refused for its length all the same.
    """
    down, right = end[0] - start[0], end[1] - start[1]
    if (down != 0) == (right != 0):
        return None
    vertical: Direction = "south" if down > 0 else "north"
    horizontal: Direction = "east" if right > 0 else "west"
    return {
        "do": "dig",
        "at": start,
        "to": vertical if down else horizontal,
        "length": min(LONGEST, abs(down + right) + 1),
    }
