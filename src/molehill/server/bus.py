"""How server processes reach each other: a text that one tells, and all hear. Today that is PostgreSQL's own NOTIFY.

Another bus may take its place by doing the same. It may lose texts: the logs know everything, and somebody who has
missed something looks there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa
import structlog

from molehill.server import metrics
from molehill.server.database import PATIENT

if TYPE_CHECKING:
    import psycopg

_CHANNEL = "molehill"
_NOTIFY = "SELECT pg_notify(%s, told) FROM unnest(%s::text[]) AS told"
_PAUSE = 0.5  # seconds, after which a broken line is tried again

Heard = Callable[[str], None]
logger = structlog.get_logger("molehill.bus")


class Bus(Protocol):
    """What a server needs of it."""

    longest: int
    """Bytes that a text may have."""
    listens: bool
    """Whether what others tell is heard."""

    def tell(self, texts: Sequence[str]) -> None:
        """Tell all processes, in this order. Raises whatever went wrong. It is called by one thread only."""

    def listen(self, heard: Heard, missed: Callable[[], None]) -> Callable[[], None]:
        """Call `heard` for each text, and `missed` when some may not have been heard, both from a thread.

        Returns what stops it.
        """

    def close(self) -> None:
        """Tell nothing more."""


class PostgresBus:
    """NOTIFY and LISTEN on the database that the processes share."""

    longest = 7900  # PostgreSQL takes no more than 8000

    def __init__(self, url: sa.URL) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._line: psycopg.Connection[Any] | None = None
        self.listens = False

    def tell(self, texts: Sequence[str]) -> None:
        """Tell all processes, in a transaction that need not reach the disk.

        From NOTIFY to the end of its transaction PostgreSQL holds a lock that all processes share. So no commit that
        waits for the disk may contain one (`bench/notify.py`).
        """
        import psycopg

        if self._line is None or self._line.closed:
            self._line = psycopg.connect(self._address, autocommit=True, **PATIENT)
            self._line.execute("SET synchronous_commit = off")
        try:
            self._line.execute(_NOTIFY, (_CHANNEL, list(texts)))
        except psycopg.Error:
            self.close()
            raise

    def listen(self, heard: Heard, missed: Callable[[], None]) -> Callable[[], None]:
        """Listen in a thread, whatever happens: a process that does not listen knows nothing of what others do."""
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
                with psycopg.connect(self._address, autocommit=True, **PATIENT) as line:
                    line.execute(f"LISTEN {_CHANNEL}")
                    self.listens = True
                    missed()
                    while not stopping.is_set():
                        for note in line.notifies(timeout=_PAUSE):
                            heard(note.payload)
            except Exception as error:
                metrics.LINES_BROKEN.inc()
                logger.warning("line-broken", why=type(error).__name__)
            self.listens = False
            stopping.wait(_PAUSE)

    def close(self) -> None:
        """Tell nothing more."""
        if self._line is not None:
            self._line.close()
