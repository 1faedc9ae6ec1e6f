"""Keeping logs: what is kept together, what is refused, what is cleared; on both databases."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from molehill.server.database import Away, CannotOpen, migrate
from molehill.server.entries import Entry, Writing
from molehill.server.schema import entries, metadata, tables
from molehill.server.store import Store
from molehill.server.writing import Conflict

ROW = {"status": "open", "touched_at": 1.0, "lobby": "{}"}
NEW = ROW | {"game": "honeymoon", "public": True, "secret": b"s", "opener": "o", "opened_at": 1.0}


def run(database: str, work: Callable[[Store], Coroutine[Any, Any, Any]]) -> Any:
    async def main() -> Any:
        store = Store(database, "here")
        try:
            return await work(store)
        finally:
            await asyncio.to_thread(store.close)

    return asyncio.run(main())


def said(seq: int, key: str | None = None) -> Entry:
    return Entry(seq, 1.0, "said", 0, {"text": str(seq)}, key)


@pytest.mark.parametrize("rows", [True, False], ids=["row", "same-row"])
def test_entries_are_kept_in_order_and_only_after_the_head(database: str, rows: bool) -> None:
    async def work(store: Store) -> None:
        await store.keep(Writing("t", 0, [said(1)], NEW))
        await store.keep(Writing("t", 1, [said(2), said(3)], ROW if rows else {}))
        for head in (0, 1, 2, 7):
            with pytest.raises(Conflict):
                await store.keep(Writing("t", head, [said(head + 1)], NEW if not head else ROW))
        found = await store.find("t")
        assert found is not None
        assert [entry.seq for entry in found[1]] == [1, 2, 3]
        assert (await store.find("t", 2))[1] == [said(3)]  # type: ignore[index]
        assert await store.find("nowhere") is None

    run(database, work)


def test_many_writings_at_once_are_all_kept_and_one_conflict_spoils_nothing(database: str) -> None:
    async def work(store: Store) -> None:
        await asyncio.gather(*(store.keep(Writing(f"t{n}", 0, [said(1)], NEW)) for n in range(60)))
        writings = [store.keep(Writing(f"t{n}", 1 if n % 7 else 5, [said(2)], ROW)) for n in range(60)]
        results = await asyncio.gather(*writings, return_exceptions=True)
        assert [isinstance(result, Conflict) for result in results] == [n % 7 == 0 for n in range(60)]
        for n in range(60):
            found = await store.find(f"t{n}")
            assert found is not None
            assert found[0].head == (2 if n % 7 else 1)

    run(database, work)


def test_a_rematch_is_kept_with_its_table_or_not_at_all(database: str) -> None:
    async def work(store: Store) -> None:
        await store.keep(Writing("old", 0, [said(1)], NEW))
        again = Writing("new", 0, [said(1)], NEW)
        with pytest.raises(Conflict):
            await store.keep(Writing("old", 9, [said(10)], ROW, (again,)))
        assert await store.find("new") is None
        await store.keep(Writing("old", 1, [said(2)], ROW, (again,)))
        assert await store.find("new") is not None

    run(database, work)


def test_lists_and_clearing(database: str) -> None:
    async def work(store: Store) -> None:
        await store.keep(Writing("a", 0, [said(1)], NEW))
        await store.keep(Writing("b", 0, [said(1)], NEW | {"public": False, "status": "over"}))
        assert len(await store.lobby(None, None, 10)) == 1
        assert await store.lobby("moledozer", None, 10) == []
        assert await store.tables_of("o") == (1, 0)
        await store.mark_presence("a", {0: 1}, time.time())
        assert await store.clear("over", 2.0) == 1
        assert await store.counts() == {"open": 1}
        assert await store.clear("open", 0.5) == 0
        assert await store.clear("open", 2.0) == 1
        assert await store.find("a") is None

    run(database, work)


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Somebody else, a backup perhaps, has the file to themselves."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("COMMIT")
    other.close()


def test_a_file_that_somebody_else_has_locked_is_waited_for_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("molehill.server.database.PATIENCE", 3600.0)

    async def work(store: Store) -> None:
        for table in ("a", "b"):
            await store.keep(Writing(table, 0, [said(1)], NEW))
        with locked(tmp_path / "tables.db"):
            both = asyncio.gather(*(store.keep(Writing(table, 1, [said(2)], {})) for table in ("a", "b")))
            for _ in range(20):
                assert await store.find("a", 1) is not None  # reading goes on, and so does the event loop
            assert not both.done()
        await both
        assert [entry.seq for table in ("a", "b") for entry in (await store.find(table, 1) or ((), ()))[1]] == [2, 2]

    run(f"sqlite:///{tmp_path / 'tables.db'}", work)


def test_a_lock_that_does_not_end_is_an_error_for_all_who_waited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("molehill.server.database.PATIENCE", 0.3)

    async def work(store: Store) -> None:
        tables = [f"table {number}" for number in range(20)]
        for table in tables:
            await store.keep(Writing(table, 0, [said(1)], NEW))
        begun: list[sa.Connection] = []
        sa.event.listen(store.engine, "begin", begun.append)
        with locked(tmp_path / "tables.db"):
            kept = (store.keep(Writing(table, 1, [said(2)], {})) for table in tables)
            errors = await asyncio.gather(*kept, return_exceptions=True)
            assert all(isinstance(error, Away) for error in errors)
            assert len(begun) < len(tables), "they waited together, not one after the other"
        await store.keep(Writing(tables[0], 1, [said(2)], {}))

    run(f"sqlite:///{tmp_path / 'tables.db'}", work)


def test_clearing_goes_in_small_steps_and_searches_no_table(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("molehill.server.store._CLEARED", 3)

    async def work(store: Store) -> None:
        for number in range(10):
            await store.keep(Writing(f"table {number}", 0, [said(1)], NEW | {"imported": number % 2}))
        done: list[tuple[str, Any]] = []
        sa.event.listen(store.engine, "before_cursor_execute", lambda *given: done.append((given[2], given[3])))
        assert await store.clear("open", 2.0, imported=True) == 5
        assert await store.clear("open", 2.0) == 5
        deleted = [(statement, given) for statement, given in done if statement.startswith("DELETE")]
        assert len(deleted) == 2 * 3
        if store.sqlite:
            with store.engine.connect() as connection:
                for statement, given in deleted:
                    plan = str(connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given).all())
                    assert "SCAN tables" not in plan
                    assert ("tables_by_import" if "imported" in statement else "tables_by_touch") in plan

    run(database, work)


def test_who_waits_is_told_beside_jobs_of_an_event_loop_that_is_gone(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}", "here")
    busy = threading.Event()

    async def given_up() -> None:
        store._writer.do(lambda _: busy.wait())
        store._writer.do(lambda _: None)  # it is waiting still when its event loop ends

    async def waited_for() -> int:
        told = asyncio.ensure_future(store.change(lambda _: 7))
        await asyncio.sleep(0)
        busy.set()
        return await told

    asyncio.run(given_up())
    assert asyncio.run(waited_for()) == 7
    store.close()


def test_who_reads_again_and_again_can_be_stopped_at_any_moment(tmp_path: Path) -> None:
    """Also at the moment at which an answer has come and has not been taken yet."""

    async def work(store: Store) -> None:
        async def read() -> None:
            while True:
                await store.read(lambda _: None)

        for rounds in range(12):
            reading = asyncio.ensure_future(read())
            for _ in range(rounds):
                await asyncio.sleep(0)
                time.sleep(0.01)  # the answer is there before the event loop goes round again
            reading.cancel()
            await asyncio.wait([reading])  # one that can't be stopped is ended by pytest's own limit

    run(f"sqlite:///{tmp_path / 'tables.db'}", work)


def test_migrations_lead_to_the_schema(database: str) -> None:
    store = Store(database, "here")
    with store.engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    store.close()
    assert differences == []


def test_a_game_in_a_database_of_the_first_version_goes_on(database: str) -> None:
    engine = sa.create_engine(database)
    migrate(engine, "0001")
    with engine.begin() as connection:
        connection.execute(tables.insert().values(NEW | {"id": "t", "head": 2}))
        for seq in (1, 2):
            row = {"table_id": "t", "seq": seq, "at": 1.0, "kind": "said", "seat": 0, "key": f"0:{seq}"}
            connection.execute(entries.insert().values(row | {"data": f'{{"text":"{seq}"}}'}))
    engine.dispose()

    async def work(store: Store) -> None:
        await store.keep(Writing("t", 2, [said(3)], ROW))
        found = await store.find("t")
        assert found is not None
        assert found[1] == [said(1, "0:1"), said(2, "0:2"), said(3)]

    run(database, work)


def test_a_newer_database_is_refused_in_words(database: str) -> None:
    store = Store(database, "here")
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(CannotOpen, match="newer version"):
        Store(database, "here")


def test_a_sqlite_file_belongs_to_one_process(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}", "here")
    with pytest.raises(CannotOpen, match="in use"):
        Store(f"sqlite:///{tmp_path / 'tables.db'}", "there")
    store.close()


@pytest.mark.parametrize(
    "url", ["postgresql+psycopg://nobody@127.0.0.1:1/none", "sqlite:////proc/none/tables.db", "nonsense://x"]
)
def test_a_database_that_can_not_be_used_is_refused_in_words(url: str) -> None:
    with pytest.raises(CannotOpen, match="can't be used"):
        Store(url, "here")


def test_sqlite_is_durable(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}", "here")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.execute(sa.select(sa.func.count()).select_from(tables)).scalar() == 0
    store.close()
