"""Honeymoon as numbers: what a seat sees of the die, the timer and everybody's moon."""

from __future__ import annotations

from molehill.engine import observing
from molehill.engine.bits import first_bit
from molehill.engine.compiling import rule
from molehill.engine.observing import LARGEST, seen, sits
from molehill.engine.records import Cube, Grid, Int16, Row
from molehill.games.honeymoon.box import SWEETS, Box
from molehill.games.honeymoon.cells import WORDS
from molehill.games.honeymoon.facts import CELLS, LANES, LONGEST, NO_DIG, SIZE, WIDTH
from molehill.games.honeymoon.moves import DIE
from molehill.games.honeymoon.rules import DIG_FROM, Table

PHASES = 3


class Observation(observing.Observation):
    """What a seat sees."""

    phase: Row[Int16] = seen("The phase: the roll, the digs, the end.", PHASES)
    die: Row[Int16] = seen("What the die shows, from 1 on; all 0 before the first roll.", DIE)
    rolls: Int16 = seen("How often the die was rolled.", high=LARGEST)
    run: Int16 = seen("Which run of the timer this is; 0 while it is off.", high=2)
    boxes: Int16 = seen("Boxes of the timer that are not crossed yet.", high=60)
    side: Int16 = seen("The side of the sheet: 0 is A, 1 is B.")
    one_shaft: Int16 = seen("Whether the variant with one shaft is played.")
    moon: Grid[Int16] = seen(
        f"What lies in each cell, by row and column: {', '.join(f'{n} {name}' for n, name in enumerate(CELLS))}.",
        SIZE, SIZE, high=len(CELLS) - 1,
    )  # fmt: skip
    dug: Cube[Int16] = seen("The cells that each player has dug, by row and column.", "seats", SIZE, SIZE)
    ticked: Grid[Int16] = seen(
        "Boxes ticked for honey, chocolate, gummy, marshmallow and candy.", "seats", SWEETS, high=20
    )
    pickles: Row[Int16] = seen("Pickles that each player has found.", "seats", high=127)
    marked: Row[Int16] = seen("Slots that each player has marked for rolled ones.", "seats", high=60)
    finished: Row[Int16] = seen("Who has chosen a dig, or to pass, and waits for the others.", "seats")
    chosen: Row[Int16] = seen(
        "The dig that you have chosen: row, column, direction (north, east, south, west) and length, each from 1 on.",
        4, high=SIZE,
    )  # fmt: skip


@rule
def observe(t: Table, box: Box, seat: int, o: Observation) -> None:
    """What this seat sees of a veiled table."""
    o.phase[t.phase] = 1
    if t.die > 0:
        o.die[t.die - 1] = 1
    o.rolls, o.run, o.boxes = t.rolls, t.run, box.timer - t.crossed
    o.side, o.one_shaft = t.side, t.one_shaft
    for r in range(SIZE):
        for c in range(SIZE):
            o.moon[r, c] = box.cell[t.side, r, c]
    for k in range(t.seats):
        s = sits(seat, k, t.seats)
        draw_dug(t, s, k, o)
        for sweet in range(SWEETS):
            o.ticked[k, sweet] = t.ticked[s, sweet]
        o.pickles[k], o.marked[k] = t.pickles[s], t.marked[s]
        o.finished[k] = 1 if t.dig[s] != NO_DIG else 0
    if seat >= 0 and t.dig[seat] >= DIG_FROM:
        number = t.dig[seat] - DIG_FROM
        cell = number // LONGEST // 4
        o.chosen[0], o.chosen[1] = cell // SIZE + 1, cell % SIZE + 1
        o.chosen[2], o.chosen[3] = number // LONGEST % 4 + 1, number % LONGEST + 1


@rule
def draw_dug(t: Table, s: int, k: int, o: Observation) -> None:
    """The cells of a sheet, which are bits, see cells.py."""
    for w in range(WORDS):
        left = t.dug[s, w]
        while left != 0:
            b = first_bit(left)
            o.dug[k, w * LANES + b // WIDTH, b % WIDTH] = 1
            left &= left - 1
