"""The one way to write: a thread that keeps whatever has arrived while it was busy in one transaction.

A transaction takes a handful of statements, however many entries it keeps: rows travel as one JSON array. With a
statement for each row the interpreter would be handed to and fro between this thread and the event loop each time.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, SQLAlchemyError

from molehill.server.database import Away, Database
from molehill.server.entries import Entry, Writing
from molehill.server.neighbours import Neighbours
from molehill.server.schema import entries, tables

T = TypeVar("T")
Change = Callable[[sa.Connection], Any]
_TOGETHER = 500  # jobs that share one commit at most
_ALL_FAIL = (OperationalError, InterfaceError)  # the database is away, full or locked: that is nobody's fault


class Conflict(Exception):
    """Somebody else has written to the table meanwhile. Nothing was kept."""


@dataclass(slots=True, eq=False)
class _Job:
    """Writings that are kept together, or any other change; who waits for it; and what came of it.

    When it is committed other processes are told of its writings, and of these `notes`.
    """

    done: asyncio.Future[Any]
    writings: tuple[Writing, ...] = ()
    change: Change | None = None
    notes: tuple[str, ...] = ()
    result: Any = None
    error: Exception | None = field(default=None)

    def settle(self) -> None:
        """Tell who waits, in their event loop."""
        if self.done.cancelled():
            return
        if self.error:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


class Writer:
    """The thread, and what it is asked to do."""

    def __init__(self, database: Database, neighbours: Neighbours | None) -> None:
        self._database, self._neighbours = database, neighbours
        self._statements = _Statements(database.sqlite)
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._connection = database.writer()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def keep(self, writings: tuple[Writing, ...]) -> asyncio.Future[None]:
        """Keep all of these or none; done when they are committed."""
        return self._put(_Job(asyncio.get_running_loop().create_future(), writings))

    def do(self, change: Callable[[sa.Connection], T], *notes: str) -> asyncio.Future[T]:
        """Any other change, and what other processes are to know of it."""
        return self._put(_Job(asyncio.get_running_loop().create_future(), change=change, notes=notes))

    def _put(self, job: _Job) -> asyncio.Future[Any]:
        self._queue.put(job)
        return job.done

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._queue.put(None)
        self._thread.join()
        self._connection.close()
        if self._neighbours:
            self._neighbours.close()

    # ---- in the thread -----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while batch := self._next():
            try:
                self._commit(batch)
            except Exception as error:  # whatever it is, those who wait are told, and the next ones are served
                for job in batch:
                    job.error = job.error or _told(error)
            for loop in {job.done.get_loop() for job in batch}:
                with suppress(RuntimeError):  # the loop may be gone by now, with those who waited in it
                    loop.call_soon_threadsafe(_settle, [job for job in batch if job.done.get_loop() is loop])
            if self._neighbours:
                self._neighbours.tell([note for job in batch if not job.error for note in self._notes(job)])

    def _next(self) -> list[_Job]:
        """What has arrived meanwhile; nothing if there is to be an end."""
        batch: list[_Job] = []
        with suppress(Empty):
            while len(batch) < _TOGETHER:
                job = self._queue.get(block=not batch)
                if job is None:
                    if batch:
                        self._queue.put(None)
                    break
                batch.append(job)
        return batch

    def _commit(self, batch: list[_Job]) -> None:
        try:
            self._connect_again()
            with self._connection.begin():
                self._do(batch)
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, _ALL_FAIL):  # one of them is to blame: find it
                half = len(batch) // 2
                self._commit(batch[:half])
                self._commit(batch[half:])
                return
            for job in batch:
                job.error = Conflict() if isinstance(error, IntegrityError) else _told(error)

    @property
    def is_alive(self) -> bool:
        """Whether there is somebody to write."""
        return self._thread.is_alive()

    def _connect_again(self) -> None:
        """Have a connection, if the database can be reached."""
        if self._connection.closed or self._connection.invalidated:
            with suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = self._database.writer()

    def _do(self, batch: list[_Job]) -> None:
        """The batch inside one transaction."""
        for job in batch:
            if job.change:
                job.result = job.change(self._connection)
        writings = [writing for job in batch for writing in job.writings]
        if writings:
            self._statements.keep(self._connection, writings)

    def _notes(self, job: _Job) -> Iterator[str]:
        assert self._neighbours is not None
        yield from job.notes
        for w in job.writings:
            yield self._neighbours.note(w.table, w.head + len(w.entries), w.entries)


def _told(error: Exception) -> Exception:
    return Away(error) if isinstance(error, SQLAlchemyError) else error


def _settle(batch: list[_Job]) -> None:
    for job in batch:
        job.settle()


# ---- the statements --------------------------------------------------------------------------------------------------


class _Statements:
    """What keeps writings, in the words of the database: each takes its rows as one JSON array."""

    def __init__(self, sqlite: bool) -> None:
        given = sa.bindparam("rows", type_=sa.JSON)
        each = sa.func.json_each(given) if sqlite else sa.func.json_array_elements(given)
        rows = each.table_valued("value", name="given")

        def cell(number: int, column: sa.Column[Any]) -> sa.ColumnElement[Any]:
            return sa.cast(rows.c.value.op("->>")(sa.literal_column(str(number))), column.type)

        t = tables.c
        same = (t.id == cell(0, t.id), t.head == cell(1, t.head))
        head = {"head": cell(2, t.head)}
        facts = {name: cell(number, t[name]) for number, name in enumerate(_FACTS, 3)}
        self._lock = None if sqlite else sa.select(t.id).where(t.id.in_(sa.select(cell(0, t.id)))).order_by(t.id)
        self._go_on = tables.update().where(*same).values(head)
        self._touch = tables.update().where(*same).values(head | facts)
        cells = [cell(number, column) for number, column in enumerate(entries.c)]
        self._add = entries.insert().from_select(list(entries.c.keys()), sa.select(*cells).select_from(rows))

    def keep(self, connection: sa.Connection, writings: Sequence[Writing]) -> None:
        """Keep all of these, or raise Conflict or IntegrityError."""
        opened = [w for w in writings if not w.head]
        if opened:
            connection.execute(tables.insert(), [{"id": w.table, "head": len(w.entries), **w.row} for w in opened])
        self._move_heads(connection, [w for w in writings if w.head])
        rows = [_row(w.table, entry) for w in writings for entry in w.entries]
        connection.execute(self._add, {"rows": rows})

    def _move_heads(self, connection: sa.Connection, writings: Sequence[Writing]) -> None:
        if self._lock is not None and writings:  # in one order, or two processes would wait for each other
            connection.execute(self._lock.with_for_update(), {"rows": [[w.table] for w in writings]})
        for statement, some in (
            (self._go_on, [w for w in writings if not w.row]),
            (self._touch, [w for w in writings if w.row]),
        ):
            rows = [[w.table, w.head, w.head + len(w.entries), *(w.row.get(name) for name in _FACTS)] for w in some]
            if rows and connection.execute(statement, {"rows": rows}).rowcount < len(rows):
                raise Conflict


_FACTS = ("status", "touched_at", "lobby")  # of a table's row, that may change


def _row(table: str, entry: Entry) -> list[Any]:
    """An entry's row, in the order of its columns."""
    data = orjson.dumps(entry.data).decode()
    return [table, entry.seq, entry.at, entry.kind, entry.seat, data, entry.key]
