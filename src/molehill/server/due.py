"""What a table waits for: somebody's decision, or something that happens by itself."""

from __future__ import annotations

from typing import NamedTuple


class Asked(NamedTuple):
    """Since which entry, and since when, a seat owes its decision."""

    seq: int
    at: float


class Due(NamedTuple):
    """Something that happens by itself: a bot's move, or a stand-in's because the clock ran out (`by`)."""

    at: float
    seat: int
    by: str
    bot: str
    seq: int
    pauses: float = 0.0  # the part of a bot's pause that it waits: one that goes on with its turn waits less

    @property
    def begins(self) -> bool:
        """Whether it is the first move of a bot's turn."""
        return self.pauses == 1.0
