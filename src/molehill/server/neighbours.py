"""Other server processes at the same PostgreSQL database: what they tell each other, by its own NOTIFY."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

import orjson
import sqlalchemy as sa
import structlog
from pydantic import TypeAdapter, ValidationError

from molehill.server import metrics
from molehill.server.database import PATIENT
from molehill.server.entries import Entry

CHANNEL = "molehill"
_LONGEST = 7900  # bytes of a NOTIFY: PostgreSQL takes no more than 8000
_NOTIFY = sa.text("SELECT pg_notify(:channel, told) FROM unnest(CAST(:told AS text[])) AS told")


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

    def __init__(self, url: sa.URL, process: str) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._process = process
        self.listens = False

    def note(self, table: str, head: int, fresh: Sequence[Entry], arrival: Arrival | None = None) -> str:
        """A Note, written. Entries come with it if they fit: most need not be read back then."""
        came = arrival and [list(arrival.seats), *arrival[1:]]
        note = orjson.dumps([self._process, table, head, [tuple(entry) for entry in fresh], came])
        return (note if len(note) <= _LONGEST else orjson.dumps([self._process, table, head, [], None])).decode()

    def tell(self, connection: sa.Connection, notes: list[str]) -> None:
        """Tell the others, if and when the transaction is committed."""
        if notes:
            connection.execute(_NOTIFY, {"channel": CHANNEL, "told": notes})

    def listen(self, heard: Heard, missed: Callable[[], None]) -> Callable[[], None]:
        """Call `heard` for what others tell, and `missed` when that could not be heard; returns what stops it."""
        stopping = threading.Event()
        thread = threading.Thread(target=self._listen, args=(heard, missed, stopping), name="listener", daemon=True)
        thread.start()

        def stop() -> None:
            stopping.set()
            thread.join()

        return stop

    def _listen(self, heard: Heard, missed: Callable[[], None], stopping: threading.Event) -> None:
        """Listen, whatever happens: who stops listening knows nothing of what others do at the same tables."""
        import psycopg

        while not stopping.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, **PATIENT) as line:
                    line.execute(f"LISTEN {CHANNEL}")
                    self.listens = True
                    missed()
                    while not stopping.is_set():
                        for note in line.notifies(timeout=0.5):
                            self._hear(note.payload, heard, missed)
            except Exception as error:
                metrics.LINES_BROKEN.inc()
                logger.warning("line-broken", why=type(error).__name__)
            self.listens = False
            stopping.wait(0.5)

    def _hear(self, payload: str, heard: Heard, missed: Callable[[], None]) -> None:
        """One note. What can't be read may be of a newer version, and then there is something in the log."""
        try:
            note = _NOTE.validate_json(payload, strict=True)
        except ValidationError:
            metrics.NOTES_UNREAD.inc()
            logger.warning("note-unread", size=len(payload))
            missed()
        else:
            if note.process != self._process:
                heard(note)
