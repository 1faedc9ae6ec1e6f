"""The box: how many dice everybody has."""

from __future__ import annotations

from typing import Annotated

from molehill.engine.box import Key
from molehill.engine.records import Int8, Record

from .facts import MOST_DICE


class Box(Record):
    dice: Annotated[Int8, Key("counts.dice", 1, MOST_DICE)]
