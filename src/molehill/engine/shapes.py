"""What all games' declared views have in common. A game's own `types.py` has the rest."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

Pending = list[int] | Literal["chance"]


class Head(TypedDict):
    """What the engine puts in front of every view: whose it is, and who owes a decision."""

    game: str
    seat: int | None
    seats: int
    pending: Pending
