"""Keeping tables and their logs in SQLite or PostgreSQL.

An entry is kept if the table's head is still where its writer thought it was; else nothing of that writing is kept and
the writer is told so. That is all that makes several processes safe at one table.
"""

from __future__ import annotations

import asyncio
import math
import shutil
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from molehill.server.bus import PostgresBus
from molehill.server.database import PATIENCE, Away, Database
from molehill.server.entries import Entry, Row, Writing
from molehill.server.neighbours import Arrival, Heard, Neighbours
from molehill.server.schema import entries, presence, processes, tables
from molehill.server.writing import Writer

T = TypeVar("T")


class Store:
    """The database as the hub knows it. Every method but the constructor may be called from an event loop."""

    def __init__(self, url: str, process: str) -> None:
        self.process = process
        self.database = Database(url)
        self.sqlite, self.file, self.engine = self.database.sqlite, self.database.file, self.database.engine
        self._neighbours = None if self.sqlite else Neighbours(PostgresBus(self.database.url), process)
        self._others: frozenset[str] = frozenset()  # processes that lived at the last beat
        self._writer = Writer(self.database, self._neighbours)
        self._readers = ThreadPoolExecutor(2, "reader")

    def close(self) -> None:
        """Write what is waiting, then let go."""
        self._writer.close()
        self._readers.shutdown()
        self.database.close()

    def listen(self, heard: Heard, missed: Callable[[], None]) -> Callable[[], None]:
        """Call `heard` for what other processes tell, and `missed` when the line was broken, both from a thread.

        Returns what stops it.
        """
        return self._neighbours.listen(heard, missed) if self._neighbours else lambda: None

    @property
    def listens(self) -> bool | None:
        """Whether other processes are heard; None where there are none."""
        return self._neighbours.listens if self._neighbours else None

    @property
    def writes(self) -> bool:
        """Whether there is somebody to write."""
        return self._writer.is_alive

    def room(self) -> float:
        """How many bytes there are left for the tables, as far as that can be known here."""
        return shutil.disk_usage(self.file.parent).free if self.file else math.inf

    # ---- writing -----------------------------------------------------------------------------------------------------

    async def keep(self, writing: Writing) -> None:
        """Return when the entries are committed. Raises Conflict, or Away; then nothing was kept."""
        await self._writer.keep((writing, *writing.also))

    async def change(self, change: Callable[[sa.Connection], T]) -> T:
        """Do something else in a transaction of the writing thread."""
        return await self._writer.do(change)

    # ---- reading -----------------------------------------------------------------------------------------------------

    async def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Ask the database something, in a thread. Raises Away, also where too many wait for an answer already."""
        asked = asyncio.get_running_loop().run_in_executor(self._readers, self._read, query)
        try:
            async with asyncio.timeout(PATIENCE):
                return await asked
        except TimeoutError as error:
            raise Away(error) from None

    def _read(self, query: Callable[[sa.Connection], T]) -> T:
        try:
            with self.engine.connect() as connection:
                return query(connection)
        except SQLAlchemyError as error:
            raise Away(error) from None

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

    async def tables_of(self, opener: str) -> tuple[int, int]:
        """How many tables count as this address's, unfinished or imported; and how many moves were imported."""
        counts = (tables.c.status != "over") | (tables.c.imported > 0)
        moves = sa.func.coalesce(sa.func.sum(tables.c.imported), 0)
        query = sa.select(sa.func.count(), moves).where(tables.c.opener == opener, counts)
        number, imported = await self.read(lambda c: c.execute(query).one())
        return int(number), int(imported)

    async def game_of(self, table: str) -> str | None:
        """The game of a table, or None if there is no such table."""
        query = sa.select(tables.c.game).where(tables.c.id == table)
        return await self.read(lambda c: c.execute(query).scalar_one_or_none())

    async def known(self, ids: list[str]) -> list[str]:
        """Those of these tables that there are."""
        query = sa.select(tables.c.id).where(tables.c.id.in_(ids))
        return list(await self.read(lambda c: c.execute(query).scalars().all()))

    async def counts(self) -> dict[str, int]:
        """How many tables are open, and how many are played at. Those that are over are too many to be counted."""
        now = tables.c.status.in_(("open", "playing"))
        query = sa.select(tables.c.status, sa.func.count()).where(now).group_by(tables.c.status)
        return {row[0]: row[1] for row in await self.read(lambda c: c.execute(query).all())}

    async def clear(self, status: str, untouched_since: float, imported: bool = False) -> int:
        """Delete tables of this status that nobody has touched since; or of these only the imported ones.

        A few at a time: those who play wait for the same writer.
        """
        query = sa.select(tables.c.id).where(tables.c.status == status, tables.c.touched_at < untouched_since)
        query = query.where(_IMPORTED) if imported else query
        some = tables.delete().where(tables.c.id.in_(query.limit(_CLEARED)))
        cleared = 0
        while found := int(await self.change(lambda c: c.execute(some).rowcount)):
            cleared += found
        return cleared

    # ---- who is there ------------------------------------------------------------------------------------------------

    async def beat(self, dead_after: float) -> bool:
        """Say that this process lives, and that those who have not said so for long do not.

        Returns whether one is gone since the last time. It may have written something and told nobody.
        """

        def change(connection: sa.Connection) -> frozenset[str]:
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
            return frozenset(connection.execute(_OTHERS, {"id": self.process}).scalars())

        before, self._others = self._others, await self.change(change)
        return bool(before - self._others)

    async def mark_presence(
        self, table: str, here: Mapping[int, int], at: float, arrival: Arrival | None = None
    ) -> None:
        """How many are connected to this process for each seat, and since when; and who has come, if somebody has."""

        def change(connection: sa.Connection) -> None:
            if connection.execute(_FIND, {"id": table}).one_or_none() is None:
                return  # the table has been cleared meanwhile
            for seat, connections in here.items():
                row = {"table_id": table, "seat": seat, "process": self.process}
                values = {"connections": connections, "at": at}
                mine = [presence.c[name] == value for name, value in row.items()]
                if not connection.execute(presence.update().where(*mine).values(values)).rowcount:
                    connection.execute(presence.insert().values(row | values))

        notes = [self._neighbours.note(table, 0, (), arrival)] if self._neighbours else []
        await self._writer.do(change, *notes)

    async def elsewhere(self, table: str) -> list[tuple[int, int, float]]:
        """Who is or was connected to other processes: seat, connections, since when."""
        query = sa.select(presence.c.seat, presence.c.connections, presence.c.at).where(
            presence.c.table_id == table, presence.c.process != self.process
        )
        rows = await self.read(lambda c: c.execute(query).all())
        return [(row[0], row[1], row[2]) for row in rows]


# ---- statements, prepared once ---------------------------------------------------------------------------------------

_CLEARED = 100  # tables that are deleted in one transaction
_IMPORTED = tables.c.imported > sa.literal_column("0")  # as the index says it
_OTHERS = sa.select(processes.c.id).where(processes.c.id != sa.bindparam("id"))
_FIND = sa.select(*(tables.c[name] for name in Row._fields)).where(tables.c.id == sa.bindparam("id"))
_AFTER = (
    sa.select(entries.c.seq, entries.c.at, entries.c.kind, entries.c.seat, entries.c.data, entries.c.key)
    .where(
        entries.c.table_id == sa.bindparam("id"),
        entries.c.seq > sa.bindparam("after"),
        entries.c.seq <= sa.bindparam("head"),  # row and entries then are of one moment
    )
    .order_by(entries.c.seq)
)
