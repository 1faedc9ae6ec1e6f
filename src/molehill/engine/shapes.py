"""What is declared for all games alike. A game's own `types.py` has the rest."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

Pending = list[int] | Literal["chance"]


class Head(TypedDict):
    """What the engine puts in front of every view: whose it is, and who owes a decision."""

    game: str
    seat: int | None
    seats: int
    pending: Pending


class SheetLine(TypedDict):
    """A line of the score sheet: what it counts, and for each seat the number, or whether it has it."""

    label: str  # a message of the game's catalogue
    symbol: NotRequired[str]  # the id of a picture
    values: list[int | bool]


class Result(TypedDict):
    """How a match ended: scores and points by seat, the winners, the clause that ended it, and why in words."""

    scores: list[float]
    points: list[int]
    winners: list[int]
    rule: str
    why: str
