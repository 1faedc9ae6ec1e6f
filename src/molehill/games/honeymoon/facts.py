"""What Honeymoon's rules share with what is seen and said of them: sizes, names, phases, the numbers of events."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from molehill.games.honeymoon.types import Sweet

SIZE = 13
LANES = 4  # rows a word: the dug cells of a sheet are bits, see cells.py
WIDTH = 16

SIDES = ("A", "B")
SWEET_NAMES: tuple[Sweet, ...] = ("honey", "chocolate", "gummy", "marshmallow", "candy")
CELLS = (*SWEET_NAMES, "pickle", "soil", "rock", "outside")
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west: rows, then columns

LONGEST = 7  # HM-11
NO_DIG, HIDDEN = -1, -2  # in place of a move

ROLL, DIG, OVER = 0, 1, 2

ROLLED, CROSSED, CHOSEN, FINISHED, SHOWN, DUG, PASSED = range(1, 8)
TICKED, FULL, PICKLED, MARKED, SCORED, TIMER, ENDED, WON = range(8, 16)


def bit(r: int, c: int) -> int:
    """The bit of a cell in its word."""
    return 1 << (r % LANES * WIDTH + c)
