"""The box: how many dice everybody has, and how many faces they have."""

from __future__ import annotations

from typing import Annotated

from molehill.engine.box import Key
from molehill.engine.records import Int8, Record

from .facts import FACES, MOST_DICE


class Box(Record):
    dice: Annotated[Int8, Key("counts.dice", 1, MOST_DICE)]
    faces: Annotated[Int8, Key("counts.faces", 2, FACES)]
