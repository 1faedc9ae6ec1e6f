"""What is kept of a table: its entries, which are the truth, and its row, which finds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from molehill.server.frames import Status
from molehill.server.words import problem

if TYPE_CHECKING:
    from molehill.engine.game import Game


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


def structure_of(game: Game, move: dict[str, Any] | int) -> dict[str, Any]:
    """A move as it is kept: as a structure, whether it was sent so or by its number."""
    if not isinstance(move, int):
        return move
    if move >= game.move_count:
        raise problem("malformed", "malformed", why=f"move: there are {game.move_count}")
    found: dict[str, Any] = game.part("moves").decode(move)
    return found
