"""What is kept of a table: its entries, which are the truth, and its row, which finds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from molehill.server.frames import Status


class Entry(NamedTuple):
    """One thing that happened at a table."""

    seq: int
    at: float
    kind: str
    seat: int | None
    data: dict[str, Any]
    key: str | None = None


@dataclass(slots=True)
class Writing:
    """Entries for one table after entry `head` (0: a new table), and what its row says then (nothing: the same)."""

    table: str
    head: int
    entries: Sequence[Entry]
    row: Mapping[str, Any]
    also: tuple[Writing, ...] = ()  # kept together with this one or not at all


class Row(NamedTuple):
    """A table's row, without its entries."""

    id: str
    head: int
    game: str
    secret: bytes
    status: Status
    opener: str
