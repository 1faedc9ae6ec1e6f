"""Copies of all that is kept, made while servers run, and brought into any database.

A copy is a SQLite file, whatever database it was made from. Bringing it in changes nothing that is there: it adds what
is missing. So that, too, may happen while servers run, and leads from SQLite to PostgreSQL and back.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from molehill.server import database as d
from molehill.server.schema import entries, metadata, orders, presence, processes, tables
from molehill.server.words import say

# Who is there now, what servers that run are told, and what migrating writes.
_NOT_COPIED = {processes.name, presence.name, orders.name, "alembic_version"}
_ROWS = 2000  # at once
_TABLES = 100  # brought in with one commit: so long a server that runs waits with its own


class Copied(NamedTuple):
    """How many tables were copied, with how many entries, and how many of the copy were there already."""

    tables: int
    entries: int
    there: int = 0


# ---- making one ------------------------------------------------------------------------------------------------------


def back_up(url: str, file: Path) -> Copied:
    """Copy everything as it is at this moment into a new file."""
    if file.exists():
        raise d.CannotOpen(say("backup-there", file=str(file)))
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # the secrets of dice are in it
    try:
        with d.beside(url) as source, _scratch(part) as copy:
            _copy_all(source, copy)
            copied = _checked(copy)
        _settle(part, file)
    finally:
        part.unlink(missing_ok=True)
    return copied


def _copy_all(source: sa.Engine, copy: sa.Engine) -> None:
    """All rows of one moment, into a file of the same form."""
    with _snapshot(source) as reading:
        version = d.version_of(reading)
        if version is None:
            raise d.CannotOpen(say("backup-nothing", url=source.url.render_as_string()))
        d.migrate(copy, version)
        form = sa.MetaData()
        form.reflect(copy)
        with copy.begin() as writing:
            for table in form.sorted_tables:
                if table.name not in _NOT_COPIED:
                    _copy_rows(reading.execute(sa.select(table)), writing, table)


@contextmanager
def _snapshot(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection that sees one moment, however long it reads. Nobody waits for it."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True, yield_per=_ROWS
            )
        with connection.begin():
            yield connection


def _copy_rows(found: sa.CursorResult[Any], writing: sa.Connection, table: sa.Table) -> int:
    number = 0
    for rows in found.partitions(_ROWS):
        writing.execute(table.insert(), [row._asdict() for row in rows])
        number += len(rows)
    return number


@contextmanager
def _scratch(file: Path) -> Iterator[sa.Engine]:
    """A SQLite file that nobody else has; anyone who fails throws it away."""
    engine = sa.create_engine(f"sqlite:///{file}")

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA journal_mode=OFF")
        connection.execute("PRAGMA synchronous=OFF")

    try:
        yield engine
    finally:
        engine.dispose()


def _checked(copy: sa.Engine) -> Copied:
    """What a copy holds. Raises CannotOpen if it is not whole."""
    logs = sa.select(entries.c.table_id, sa.func.count().label("count"), sa.func.max(entries.c.seq).label("last"))
    log = logs.group_by(entries.c.table_id).subquery()
    both = sa.outerjoin(tables, log, tables.c.id == log.c.table_id)
    broken = sa.select(tables.c.id).select_from(both).where(
        (tables.c.head != sa.func.coalesce(log.c.count, 0)) | (tables.c.head != sa.func.coalesce(log.c.last, 0))
    )  # fmt: skip
    with copy.connect() as connection:
        said = connection.execute(sa.text("PRAGMA integrity_check")).scalars().all()
        missing = connection.execute(broken).scalars().all()
        if said != ["ok"] or missing:
            raise d.CannotOpen(say("backup-broken", why=", ".join([*missing, *said])[:300]))
        counts = [connection.execute(sa.select(sa.func.count()).select_from(t)).scalar_one() for t in (tables, entries)]
    return Copied(*counts)


def _settle(part: Path, file: Path) -> None:
    """Give the finished file its name when all of it is on the disk."""
    for path in (part, part.parent):
        number = os.open(path, os.O_RDONLY)
        with suppress(OSError):  # some file systems have no folders that can be synced
            os.fsync(number)
        os.close(number)
    part.rename(file)


# ---- bringing one in -------------------------------------------------------------------------------------------------


def restore(file: Path, url: str) -> Copied:
    """Add what is in the copy and not in the database. What is there stays as it is."""
    if not file.is_file():
        raise d.CannotOpen(say("restore-nothing", file=str(file)))
    with tempfile.TemporaryDirectory(prefix="molehill-") as folder, _scratch(Path(folder, "copy.db")) as copy:
        shutil.copyfile(file, Path(folder, "copy.db"))
        try:
            with copy.connect() as connection:
                if d.version_of(connection) is None:
                    raise d.CannotOpen(say("restore-not", file=str(file)))
            d.migrate(copy)
            _checked(copy)
        except SQLAlchemyError:
            raise d.CannotOpen(say("restore-not", file=str(file))) from None
        with _own_or_beside(url) as target:
            return _add_all(copy, target)


@contextmanager
def _own_or_beside(url: str) -> Iterator[sa.Engine]:
    """A database in this version's form: made so if nobody uses it, else it has to be so already."""
    try:
        own = d.Database(url)
    except d.InUse:
        with d.beside(url) as engine:
            d.check_form(engine)
            yield engine
        return
    with closing(own):
        yield own.engine


def _add_all(copy: sa.Engine, target: sa.Engine) -> Copied:
    with copy.connect() as reading, target.connect().execution_options(writes=True) as writing:
        ids = reading.execute(sa.select(tables.c.id).order_by(tables.c.id)).scalars().all()
        added = [_add_tables(reading, writing, ids[first : first + _TABLES]) for first in range(0, len(ids), _TABLES)]
        for table in metadata.sorted_tables:
            if table.name not in _NOT_COPIED | {tables.name, entries.name}:
                _add_rows(reading, writing, table)
    found = sum(each.tables for each in added)
    return Copied(found, sum(each.entries for each in added), len(ids) - found)


def _add_tables(reading: sa.Connection, writing: sa.Connection, ids: Sequence[str]) -> Copied:
    """Add those of these tables that are missing, each with all its entries."""
    with writing.begin():
        there = set(writing.execute(sa.select(tables.c.id).where(tables.c.id.in_(ids))).scalars())
        missing = [id for id in ids if id not in there]
        if not missing:
            return Copied(0, 0)
        rows = reading.execute(sa.select(tables).where(tables.c.id.in_(missing)))
        log = reading.execute(sa.select(entries).where(entries.c.table_id.in_(missing)))
        return Copied(_copy_rows(rows, writing, tables), _copy_rows(log, writing, entries))


def _add_rows(reading: sa.Connection, writing: sa.Connection, table: sa.Table) -> None:
    """Add the rows whose key is missing, of a table of ours that is never large."""
    key = list(table.primary_key)
    with writing.begin():
        there = {tuple(row) for row in writing.execute(sa.select(*key))}
        rows = [row._asdict() for row in reading.execute(sa.select(table))]
        fresh = [row for row in rows if tuple(row[column.name] for column in key) not in there]
        if fresh:
            writing.execute(table.insert(), fresh)
