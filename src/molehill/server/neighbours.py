"""Other server processes at the same PostgreSQL database: what they tell each other, by its own NOTIFY."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

import orjson
import sqlalchemy as sa

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


class Neighbours:
    """The other processes."""

    def __init__(self, url: sa.URL, process: str) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._process = process

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
        """Call `heard` for what others tell, and `missed` when the line was broken; returns what stops it."""
        stopping = threading.Event()
        thread = threading.Thread(target=self._listen, args=(heard, missed, stopping), name="listener", daemon=True)
        thread.start()

        def stop() -> None:
            stopping.set()
            thread.join()

        return stop

    def _listen(self, heard: Heard, missed: Callable[[], None], stopping: threading.Event) -> None:
        import psycopg

        while not stopping.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as line:
                    line.execute(f"LISTEN {CHANNEL}")
                    missed()
                    while not stopping.is_set():
                        for note in line.notifies(timeout=0.5):
                            told = _read_note(note.payload)
                            if told.process != self._process:
                                heard(told)
            except psycopg.Error:
                stopping.wait(0.5)


def _read_note(payload: str) -> Note:
    process, table, seq, fresh, came = orjson.loads(payload)
    arrival = Arrival(frozenset(came[0]), *came[1:]) if came else None
    return Note(process, table, seq, [Entry(*entry) for entry in fresh], arrival)
