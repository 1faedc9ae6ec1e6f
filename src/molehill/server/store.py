"""Keeping logs in SQLite or PostgreSQL. One thread writes; whatever has arrived meanwhile shares one commit.

An entry is kept if the table's head is still where its writer thought it was; else nothing of that writing is kept and
the writer is told so. That is all that makes several processes safe at one table.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, NamedTuple, TypeVar

import orjson
import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from molehill.engine.errors import MolehillError
from molehill.server.schema import entries, presence, processes, tables
from molehill.server.words import say

T = TypeVar("T")
_TOGETHER = 500  # writings that share one commit at most
_ROWS = 1000  # in one statement: each has up to seven values, and SQLite takes 32766
_PATIENCE = 10.0  # seconds: so long a thread waits for somebody else who has locked the SQLite file
_NOTE = 7900  # bytes of a NOTIFY: PostgreSQL takes no more than 8000
CHANNEL = "molehill"
_MIGRATIONS = Path(__file__).with_name("migrations")

logger = structlog.get_logger("molehill.store")


class CannotOpen(MolehillError):
    """The database can't be used; the message says why."""


class InUse(CannotOpen):
    """Another process serves this SQLite file."""

    def __init__(self, file: Path) -> None:
        super().__init__(say("store-in-use", path=str(file)))
        self.file = file


class Conflict(Exception):
    """Somebody else has written to the table meanwhile. Nothing was kept."""


class Entry(NamedTuple):
    """One thing that happened at a table."""

    seq: int
    at: float
    kind: str
    seat: int | None
    data: dict[str, Any]
    key: str | None = None


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
    status: str


@dataclass(slots=True)
class _Job:
    """Something for the writing thread: writings that are kept together, or any other change; and whom to tell."""

    tell: Callable[[_Job], None]
    writings: tuple[Writing, ...] = ()
    change: Callable[[sa.Connection], Any] | None = None
    result: Any = None
    error: Exception | None = field(default=None)


class Store:
    """The database. Every method but the constructor may be called from an event loop."""

    def __init__(self, url: str, process: str) -> None:
        self.process = process
        self.url = _read_url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        name = self.url.database if self.sqlite else None
        self.file = Path(name) if name and name != ":memory:" else None  # of SQLite
        self._lock_file: IO[str] | None = None
        self.engine = _engine(self.url, self.sqlite)
        self._waiting: list[_Job] = []  # for the next commit
        self._handed_over = False  # a commit is under way
        self._queue: SimpleQueue[tuple[asyncio.AbstractEventLoop, list[_Job], bool] | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(2, "reader")
        try:
            self._lock()
            if not is_current(self.engine):
                migrate(self.engine)
            self._connection = self._writer()
        except CannotOpen:
            self._let_go()
            raise
        except (SQLAlchemyError, OSError) as error:
            self._let_go()
            raise CannotOpen(say("store-not", url=self.url.render_as_string(), why=_line(error))) from None
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()

    def _lock(self) -> None:
        """A SQLite file belongs to one process: others would not hear of its moves."""
        path = self.file
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(ImportError):  # where there is no fcntl nobody is warned
            import fcntl

            self._lock_file = path.with_name(path.name + ".lock").open("w")
            try:
                fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise InUse(path) from None

    def _writer(self) -> sa.Connection:
        return self.engine.connect().execution_options(writes=True)

    def close(self) -> None:
        """Write what is waiting, then let go."""
        self._queue.put(None)
        self._thread.join()
        if self._waiting:
            self._commit(self._waiting)
            self._waiting = []
        self._connection.close()
        self._let_go()

    def _let_go(self) -> None:
        self._readers.shutdown()
        self.engine.dispose()
        if self._lock_file:
            self._lock_file.close()

    # ---- writing -----------------------------------------------------------------------------------------------------

    async def keep(self, writing: Writing) -> None:
        """Return when the entries are committed. Raises Conflict, or SQLAlchemyError; then nothing was kept."""
        await self._put(writings=(writing, *writing.also))

    def keep_then(self, writing: Writing, then: Callable[[Exception | None], None]) -> None:
        """The same, but call `then` with None or with what went wrong."""
        self._add(_Job(lambda job: then(job.error), (writing, *writing.also)))

    async def change(self, change: Callable[[sa.Connection], T]) -> T:
        """Do something else in a transaction of the writing thread."""
        result: T = await self._put(change=change)
        return result

    def _put(self, **what: Any) -> asyncio.Future[Any]:
        done = asyncio.get_running_loop().create_future()

        def tell(job: _Job) -> None:
            if done.cancelled():
                return
            if job.error:
                done.set_exception(job.error)
            else:
                done.set_result(job.result)

        self._add(_Job(tell, **what))
        return done

    def _add(self, job: _Job) -> None:
        """For the next commit: soon if none is under way, else when that one is done."""
        self._waiting.append(job)
        if not self._handed_over:
            self._handed_over = True
            asyncio.get_running_loop().call_soon(self._hand_over)

    def _hand_over(self) -> None:
        if not self._waiting:  # closed meanwhile
            return
        batch, self._waiting = self._waiting[:_TOGETHER], self._waiting[_TOGETHER:]
        self._queue.put((asyncio.get_running_loop(), batch, self._begin(batch)))

    def _tell(self, batch: list[_Job]) -> None:
        """Back in the event loop: the next commit first, it can go on while we tell of this one."""
        self._handed_over = bool(self._waiting)
        if self._waiting:
            self._hand_over()
        for job in batch:
            try:
                job.tell(job)
            except Exception as error:
                logger.error("not-told", exc_info=error)

    def _write(self) -> None:
        while (handed := self._queue.get()) is not None:
            loop, batch, begun = handed
            if not begun or not self._finish():
                self._commit(batch)
            with suppress(RuntimeError):  # the loop may be gone by now
                loop.call_soon_threadsafe(self._tell, batch)

    def _begin(self, batch: list[_Job]) -> bool:
        """With SQLite, all but the commit in the event loop: that takes microseconds, handing each statement from one
        thread to the other takes longer. False if it has to be done by the writing thread, for example because somebody
        else has locked the file: the event loop waits for nobody."""
        if not self.sqlite or any(job.change for job in batch):
            return False
        raw = self._raw
        try:
            raw.execute("PRAGMA busy_timeout=0")
            raw.execute("BEGIN IMMEDIATE")
            self._keep(batch, raw.execute)
        except sqlite3.Error:
            raw.rollback()
            for job in batch:
                job.error = None
            return False
        return True

    def _finish(self) -> bool:
        """The rest of it, which waits for the disk."""
        try:
            self._raw.commit()
        except sqlite3.Error:
            self._raw.rollback()
            return False
        return True

    @property
    def _raw(self) -> sqlite3.Connection:
        raw: sqlite3.Connection = self._connection.connection.driver_connection  # type: ignore[assignment]
        return raw

    def _commit(self, batch: list[_Job]) -> None:
        try:
            with self._connection.begin():
                self._do(batch)
        except Exception as error:
            if self._connection.closed or self._connection.invalidated:
                with suppress(SQLAlchemyError):
                    self._connection.close()
                with suppress(SQLAlchemyError):
                    self._connection = self._writer()
            if _is_locked(error):  # nobody of them is to blame
                for job in batch:
                    job.error = error
                return
            if len(batch) > 1:  # one of them is to blame: each by itself
                for job in batch:
                    job.error = job.result = None
                    self._commit([job])
                return
            batch[0].error = Conflict() if isinstance(error, IntegrityError) else error

    def _do(self, batch: list[_Job]) -> None:
        """The batch inside one transaction."""
        for job in batch:
            if job.change:
                job.result = job.change(self._connection)
        good = self._keep(batch, self._connection.exec_driver_sql)
        if good and not self.sqlite:
            told = [self._note(w.table, w.head + len(w.entries), w.entries) for w in good]
            self._connection.execute(_NOTIFY, {"channel": CHANNEL, "told": told})

    def _keep(self, batch: list[_Job], execute: Callable[..., Any]) -> list[Writing]:
        """Three statements for all writings, however many they are. Returns those that are kept."""
        heads = self._heads([w.table for job in batch for w in job.writings if w.head], execute)
        good: list[Writing] = []
        for job in batch:
            if all(heads.get(w.table, 0) == w.head for w in job.writings):
                good += job.writings
                for w in job.writings:
                    heads[w.table] = w.head + len(w.entries)
            else:
                job.error = Conflict()
        self._all_at_once(_OPEN, [_opened(w) for w in good if not w.head], execute)
        self._all_at_once(_GO_ON, [(w.table, w.head + len(w.entries)) for w in good if w.head and not w.row], execute)
        self._all_at_once(_TOUCH, [_touched(w) for w in good if w.head and w.row], execute)
        self._all_at_once(_INSERT, [_entry_row(w.table, entry) for w in good for entry in w.entries], execute)
        return good

    def _heads(self, ids: list[str], execute: Callable[..., Any]) -> dict[str, int]:
        """Where these tables' logs end. With several processes about, nobody else may move them until the commit."""
        if not ids:
            return {}
        query, given = (_HEADS_SQLITE, orjson.dumps(ids).decode()) if self.sqlite else (_HEADS_POSTGRES, ids)
        found = execute(query, (given,)).fetchone()[0]
        return dict(orjson.loads(found)) if found else {}

    def _note(self, table: str, head: int, fresh: Sequence[Entry], arrival: Arrival | None = None) -> str:
        """A Note, written. Entries come with it if they fit: most need not be read back then."""
        came = arrival and [list(arrival.seats), *arrival[1:]]
        note = orjson.dumps([self.process, table, head, [tuple(entry) for entry in fresh], came])
        return (note if len(note) <= _NOTE else orjson.dumps([self.process, table, head, [], None])).decode()

    def _all_at_once(self, statement: str, rows: list[tuple[Any, ...]], execute: Callable[..., Any]) -> None:
        """A statement about many rows. One by one, each would hand the interpreter to and fro between the threads."""
        for first in range(0, len(rows), _ROWS):
            some = rows[first : first + _ROWS]
            one = f"({', '.join(['?' if self.sqlite else '%s'] * len(some[0]))})"
            sql = statement.replace(":rows", ", ".join([one] * len(some)))
            execute(sql, tuple(chain.from_iterable(some)))

    # ---- reading -----------------------------------------------------------------------------------------------------

    async def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Ask the database something, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, query)

    def _read(self, query: Callable[[sa.Connection], T]) -> T:
        with self.engine.connect() as connection:
            return query(connection)

    async def find(self, table: str, after: int = 0) -> tuple[Row, list[Entry]] | None:
        """A table's row and its entries after this one, or None if there is no such table."""

        def query(connection: sa.Connection) -> tuple[Row, list[Entry]] | None:
            row = connection.execute(_FIND, {"id": table}).one_or_none()
            if row is None:
                return None
            found = connection.execute(_AFTER, {"id": table, "after": after, "head": row.head}).all()
            return Row(*row), [Entry(*e[:4], orjson.loads(e.data), e.key) for e in found]

        return await self.read(query)

    async def lobby(self, game: str | None, status: str | None, most: int) -> list[dict[str, Any]]:
        """Public tables, the newest first, each as its row's `lobby` says."""
        query = sa.select(tables.c.lobby, tables.c.status, tables.c.opened_at).where(tables.c.public)
        query = query.where(tables.c.game == game) if game else query
        query = query.where(tables.c.status == status) if status else query
        query = query.order_by(tables.c.opened_at.desc()).limit(most)
        rows = await self.read(lambda c: c.execute(query).all())
        return [orjson.loads(row.lobby) | {"status": row.status, "opened_at": row.opened_at} for row in rows]

    async def unfinished_of(self, opener: str) -> int:
        """How many unfinished tables this address has opened."""
        query = sa.select(sa.func.count()).where(tables.c.opener == opener, tables.c.status != "over")
        return int(await self.read(lambda c: c.execute(query).scalar_one()))

    async def game_of(self, table: str) -> str | None:
        """The game of a table, or None if there is no such table."""
        query = sa.select(tables.c.game).where(tables.c.id == table)
        return await self.read(lambda c: c.execute(query).scalar_one_or_none())

    async def known(self, ids: list[str]) -> list[str]:
        """Those of these tables that there are."""
        query = sa.select(tables.c.id).where(tables.c.id.in_(ids))
        return list(await self.read(lambda c: c.execute(query).scalars().all()))

    async def due(self, before: float) -> list[tuple[str, str]]:
        """Tables where something should have happened by itself before this time, each with its game."""
        query = sa.select(tables.c.id, tables.c.game).where(tables.c.due_at <= before)
        query = query.order_by(tables.c.due_at).limit(_TOGETHER)
        return [(row.id, row.game) for row in await self.read(lambda c: c.execute(query).all())]

    async def counts(self) -> dict[str, int]:
        """How many tables there are of each status."""
        query = sa.select(tables.c.status, sa.func.count()).group_by(tables.c.status)
        return {row[0]: row[1] for row in await self.read(lambda c: c.execute(query).all())}

    async def clear(self, status: str, untouched_since: float) -> int:
        """Delete tables of this status that nobody has touched since."""
        query = tables.delete().where(tables.c.status == status, tables.c.touched_at < untouched_since)
        return int(await self.change(lambda c: c.execute(query).rowcount))

    # ---- who is there ------------------------------------------------------------------------------------------------

    async def beat(self, dead_after: float) -> None:
        """Say that this process lives, and that those who have not said so for long do not."""

        def change(connection: sa.Connection) -> None:
            now = time.time()
            if not connection.execute(
                processes.update().where(processes.c.id == self.process).values(beat=now)
            ).rowcount:
                connection.execute(processes.insert().values(id=self.process, beat=now))
            dead = sa.select(processes.c.id).where(processes.c.beat < now - dead_after, processes.c.id != self.process)
            last = sa.select(processes.c.beat).where(processes.c.id == presence.c.process).scalar_subquery()
            gone = presence.update().where(presence.c.process.in_(dead), presence.c.connections > 0)
            connection.execute(gone.values(connections=0, at=sa.func.coalesce(last, now)))
            connection.execute(processes.delete().where(processes.c.id.in_(dead)))

        await self.change(change)

    async def mark_presence(
        self, table: str, here: Mapping[int, int], at: float, arrival: Arrival | None = None
    ) -> None:
        """How many are connected to this process for each seat, and since when; and who has come, if somebody has."""

        def change(connection: sa.Connection) -> None:
            if not connection.execute(_HEADS, {"ids": [table]}).all():
                return  # the table has been cleared meanwhile
            for seat, connections in here.items():
                row = {"table_id": table, "seat": seat, "process": self.process}
                values = {"connections": connections, "at": at}
                mine = [presence.c[name] == value for name, value in row.items()]
                if not connection.execute(presence.update().where(*mine).values(values)).rowcount:
                    connection.execute(presence.insert().values(row | values))
            if not self.sqlite:
                connection.execute(_NOTIFY, {"channel": CHANNEL, "told": [self._note(table, 0, (), arrival)]})

        await self.change(change)

    async def elsewhere(self, table: str) -> list[tuple[int, int, float]]:
        """Who is or was connected to other processes: seat, connections, since when."""
        query = sa.select(presence.c.seat, presence.c.connections, presence.c.at).where(
            presence.c.table_id == table, presence.c.process != self.process
        )
        rows = await self.read(lambda c: c.execute(query).all())
        return [(row[0], row[1], row[2]) for row in rows]

    # ---- hearing of other processes ----------------------------------------------------------------------------------

    def listen(self, heard: Heard, missed: Callable[[], None]) -> Callable[[], None]:
        """Call `heard` for what other processes tell, and `missed` when the line was broken, both from a thread.

        Returns what stops it.
        """
        if self.sqlite:
            return lambda: None
        stopping = threading.Event()
        thread = threading.Thread(target=self._listen, args=(heard, missed, stopping), name="listener", daemon=True)
        thread.start()

        def stop() -> None:
            stopping.set()
            thread.join()

        return stop

    def _listen(self, heard: Heard, missed: Callable[[], None], stopping: threading.Event) -> None:
        import psycopg

        address = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not stopping.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as line:
                    line.execute(f"LISTEN {CHANNEL}")
                    missed()
                    while not stopping.is_set():
                        for note in line.notifies(timeout=0.5):
                            told = _read_note(note.payload)
                            if told.process != self.process:
                                heard(told)
            except psycopg.Error:
                stopping.wait(0.5)


# ---- statements, prepared once ---------------------------------------------------------------------------------------

_HEADS = sa.select(tables.c.id, tables.c.head).where(tables.c.id.in_(sa.bindparam("ids", expanding=True)))
_HEADS_SQLITE = "SELECT json_group_object(id, head) FROM tables WHERE id IN (SELECT value FROM json_each(?))"
_HEADS_POSTGRES = (
    "SELECT CAST(json_object_agg(id, head) AS text) FROM"
    " (SELECT id, head FROM tables WHERE id = ANY(%s) ORDER BY id FOR UPDATE) AS locked"
)
_OPEN = (
    "INSERT INTO tables (id, head, game, status, public, secret, opener, opened_at, touched_at, due_at, lobby)"
    " VALUES :rows"
)
_GO_ON = "UPDATE tables SET head = now.column2 FROM (VALUES :rows) AS now WHERE tables.id = now.column1"
_TOUCH = (
    "UPDATE tables SET head = now.column2, status = now.column3, touched_at = now.column4,"
    " due_at = CAST(now.column5 AS double precision), lobby = now.column6"
    " FROM (VALUES :rows) AS now WHERE tables.id = now.column1"
)
_INSERT = "INSERT INTO entries (table_id, seq, at, kind, seat, data, key) VALUES :rows"
_FIND = sa.select(tables.c.id, tables.c.head, tables.c.game, tables.c.secret, tables.c.status).where(
    tables.c.id == sa.bindparam("id")
)
_AFTER = (
    sa.select(entries.c.seq, entries.c.at, entries.c.kind, entries.c.seat, entries.c.data, entries.c.key)
    .where(
        entries.c.table_id == sa.bindparam("id"),
        entries.c.seq > sa.bindparam("after"),
        entries.c.seq <= sa.bindparam("head"),  # row and entries then are of one moment
    )
    .order_by(entries.c.seq)
)
_NOTIFY = sa.text("SELECT pg_notify(:channel, told) FROM unnest(CAST(:told AS text[])) AS told")


def _opened(w: Writing) -> tuple[Any, ...]:
    row = w.row
    first = w.table, w.head + len(w.entries), row["game"], row["status"], row["public"], row["secret"], row["opener"]
    return *first, row["opened_at"], row["touched_at"], row["due_at"], row["lobby"]


def _touched(w: Writing) -> tuple[Any, ...]:
    row = w.row
    return w.table, w.head + len(w.entries), row["status"], row["touched_at"], row["due_at"], row["lobby"]


def _entry_row(table: str, e: Entry) -> tuple[Any, ...]:
    return table, e.seq, e.at, e.kind, e.seat, orjson.dumps(e.data).decode(), e.key


def _read_note(payload: str) -> Note:
    process, table, seq, fresh, came = orjson.loads(payload)
    arrival = Arrival(frozenset(came[0]), *came[1:]) if came else None
    return Note(process, table, seq, [Entry(*entry) for entry in fresh], arrival)


def _is_locked(error: Exception) -> bool:
    """Whether a SQLite file was locked by somebody else for longer than we wait."""
    cause = getattr(error, "orig", None)
    return isinstance(cause, sqlite3.OperationalError) and cause.sqlite_errorname.startswith("SQLITE_BUSY")


def _line(error: Exception) -> str:
    return " ".join(str(getattr(error, "orig", None) or error).split())


# ---- opening ---------------------------------------------------------------------------------------------------------


def _read_url(url: str) -> sa.URL:
    try:
        found = sa.make_url(url)
        found.get_dialect().import_dbapi()
    except (SQLAlchemyError, ImportError) as error:
        raise CannotOpen(say("store-not", url=url.split("@")[-1], why=_line(error))) from None
    return found


def _engine(url: sa.URL, sqlite: bool) -> sa.Engine:
    if not sqlite:
        return sa.create_engine(url, pool_size=4, pool_pre_ping=True)
    given = {"timeout": _PATIENCE, "check_same_thread": False, "isolation_level": None}
    engine = sa.create_engine(url, connect_args=given)

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY"):
            connection.execute(f"PRAGMA {setting}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        if connection.get_execution_options().get("writes"):  # the lock first: who has read already can't wait for it
            connection.exec_driver_sql(f"PRAGMA busy_timeout={1000 * _PATIENCE:.0f}")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.exec_driver_sql("BEGIN")

    return engine


def is_current(engine: sa.Engine) -> bool:
    """Whether the database has this version's form already."""
    if not sa.inspect(engine).has_table("alembic_version"):
        return False
    with engine.connect() as connection:
        found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
    return found == [max(path.stem.split("_")[0] for path in (_MIGRATIONS / "versions").glob("[0-9]*.py"))]


def migrate(engine: sa.Engine, version: str = "head") -> None:
    """Bring the database to this version's form. Several processes may try at once."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(5150)"))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, version)
        except CommandError as error:
            raise CannotOpen(say("store-newer", why=str(error))) from None
