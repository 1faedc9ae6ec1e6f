"""Sets of cells of the moon as bits: four words of four rows, a row in sixteen bits of which thirteen are used.

Three spare bits a row keep a shift eastward or westward from running into the next row.
"""

from __future__ import annotations

from molehill.engine.bits import first_bit
from molehill.engine.compiling import rule
from molehill.engine.records import Moves, Row
from molehill.games.honeymoon.facts import LANES, SIZE, WIDTH

WORDS = 4
FULL = 0x1FFF1FFF1FFF1FFF

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3

Cells = tuple[int, int, int, int]


@rule
def has(words: Row[int], r: int, c: int) -> bool:
    return bool(words[r // LANES] >> (r % LANES * WIDTH + c) & 1)


@rule
def put(words: Row[int], r: int, c: int) -> None:
    words[r // LANES] |= 1 << (r % LANES * WIDTH + c)


@rule
def words_at(words: Row[int]) -> Cells:
    """The cells that a record holds."""
    return words[0], words[1], words[2], words[3]


@rule
def is_empty(a: Cells) -> bool:
    return (a[0] | a[1] | a[2] | a[3]) == 0


@rule
def both(a: Cells, b: Cells) -> Cells:
    return a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]


@rule
def either(a: Cells, b: Cells) -> Cells:
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


@rule
def without(a: Cells, b: Cells) -> Cells:
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3]


@rule
def one_of(a: int, b: int, c: int, d: int) -> int:
    """The bits that are set in exactly one of four words: an odd number of them, and not three."""
    return (a ^ b ^ c ^ d) & ~(a & b | c & d)


@rule
def once_of_four(a: Cells, b: Cells, c: Cells, d: Cells) -> Cells:
    return (
        one_of(a[0], b[0], c[0], d[0]),
        one_of(a[1], b[1], c[1], d[1]),
        one_of(a[2], b[2], c[2], d[2]),
        one_of(a[3], b[3], c[3], d[3]),
    )


@rule
def moved(a: Cells, to: int) -> Cells:
    """Every cell one step further in a direction; what leaves the sheet is gone."""
    if to == EAST:
        return a[0] << 1 & FULL, a[1] << 1 & FULL, a[2] << 1 & FULL, a[3] << 1 & FULL
    if to == WEST:
        return a[0] >> 1 & FULL, a[1] >> 1 & FULL, a[2] >> 1 & FULL, a[3] >> 1 & FULL
    if to == SOUTH:
        return (
            a[0] << 16 & FULL,
            (a[1] << 16 | a[0] >> 48) & FULL,
            (a[2] << 16 | a[1] >> 48) & FULL,
            (a[3] << 16 | a[2] >> 48) & FULL,
        )
    return (
        (a[0] >> 16 | a[1] << 48) & FULL,
        (a[1] >> 16 | a[2] << 48) & FULL,
        (a[2] >> 16 | a[3] << 48) & FULL,
        a[3] >> 16,
    )


@rule
def note_cells(a: Cells, base: int, step: int, out: Moves, n: int) -> int:
    """Write base + step * number for every cell, rows first; returns how many `out` holds then."""
    for w in range(WORDS):
        bits = a[w]
        while bits:
            place = first_bit(bits)
            bits &= bits - 1
            out[n] = base + step * ((LANES * w + (place >> 4)) * SIZE + (place & 15))
            n += 1
    return n
