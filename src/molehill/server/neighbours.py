"""Other server processes at the same database: what they tell each other, over a bus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import orjson
import structlog
from pydantic import TypeAdapter, ValidationError

from molehill.server import metrics
from molehill.server.bus import Bus
from molehill.server.entries import Entry

_MOST_UNTOLD = 1000  # notes that are kept while nobody can be told


class Arrival(NamedTuple):
    """A page that has come to these seats, for the first time or `again`, and when."""

    seats: frozenset[int]
    page: str | None
    again: bool
    at: float


class Note(NamedTuple):
    """What one process tells the others: entries (none if they were too large), or, with seq 0, who is there."""

    process: str
    table: str
    seq: int
    entries: list[Entry]
    arrival: Arrival | None


Heard = Callable[[Note], None]
_NOTE = TypeAdapter(Note)

logger = structlog.get_logger("molehill.neighbours")


class Neighbours:
    """The other processes."""

    def __init__(self, bus: Bus, process: str) -> None:
        self._bus, self._process = bus, process
        self._untold: list[str] = []

    @property
    def listens(self) -> bool:
        """Whether they are heard."""
        return self._bus.listens

    def note(self, table: str, head: int, fresh: Sequence[Entry], arrival: Arrival | None = None) -> str:
        """A Note, written. Entries come with it if they fit: most need not be read back then."""
        came = arrival and [list(arrival.seats), *arrival[1:]]
        note = orjson.dumps([self._process, table, head, [tuple(entry) for entry in fresh], came])
        fits = len(note) <= self._bus.longest
        return (note if fits else orjson.dumps([self._process, table, head, [], None])).decode()

    def tell(self, notes: Sequence[str]) -> None:
        """Tell the others what is committed. What can't be told now is told with the next notes."""
        self._untold = [*self._untold, *notes][-_MOST_UNTOLD:]
        if not self._untold:
            return
        try:
            self._bus.tell(self._untold)
        except Exception as error:
            metrics.LINES_BROKEN.inc()
            logger.warning("not-told", why=type(error).__name__)
        else:
            self._untold = []

    def listen(self, heard: Heard, missed: Callable[[], None]) -> Callable[[], None]:
        """Call `heard` for what others tell, and `missed` when that could not be heard; returns what stops it."""
        return self._bus.listen(lambda text: self._hear(text, heard, missed), missed)

    def _hear(self, text: str, heard: Heard, missed: Callable[[], None]) -> None:
        """One note. What can't be read may be of a newer version, and then there is something in the log."""
        try:
            note = _NOTE.validate_json(text, strict=True)
        except ValidationError:
            metrics.NOTES_UNREAD.inc()
            logger.warning("note-unread", size=len(text))
            missed()
        else:
            if note.process != self._process:
                heard(note)

    def close(self) -> None:
        """Tell nothing more."""
        self._bus.close()
