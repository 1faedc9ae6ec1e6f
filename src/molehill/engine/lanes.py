"""Work space of many tables at once: what each of them needs, and what they are looked at with."""

from __future__ import annotations

from molehill.engine.observing import Sight
from molehill.engine.records import Generator, Int8, Int32, Int64, Record, Row, Table, sized


class Lane(Record):
    """One table of a batch: its chance, how many moves were made there, who decides, and how many moves there are."""

    dice: Generator = sized(1)
    made: Int64
    count: Int32
    actor: Int8


class Eye(Record):
    """What an observation is made with: a table to veil, and what a seat sees of it."""

    veiled: Row[Table] = sized(1)
    sight: Sight
