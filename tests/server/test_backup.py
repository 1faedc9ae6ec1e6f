"""Copies of all tables: made and brought in while servers run, from either database into either."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from databases import new_database
from test_store import NEW
from world import Client, Server, play_to_the_end

from molehill.cli import main
from molehill.server.backup import Copied, back_up, restore
from molehill.server.database import CannotOpen, Database, migrate
from molehill.server.schema import entries, tables
from scenario import chance, often

BACKUPS = often(8)
KEPT = Path(__file__).parents[1] / "kept"


@pytest.fixture
def other(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of the other kind."""
    if database.startswith("sqlite"):
        return new_database(request.getfixturevalue("postgres"))
    return f"sqlite:///{tmp_path / 'other.db'}"


def logs(database: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every table's entries."""
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        found: dict[str, list[tuple[Any, ...]]] = {
            id: [] for id in connection.execute(sa.select(tables.c.id)).scalars()
        }
        for row in connection.execute(sa.select(entries).order_by(entries.c.table_id, entries.c.seq)):
            found[row.table_id].append(tuple(row))
    engine.dispose()
    return found


def sit(server: Server, opened: dict[str, Any]) -> Client:
    client = server.join(opened["id"], *opened["tokens"].values())
    client.hear()
    return client


def begun(server: Server) -> tuple[dict[str, Any], Client]:
    """A table at which two people play."""
    opened = server.open()
    client = sit(server, opened)
    client.ask(do="start")
    return opened, client


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


# ---- while servers run -----------------------------------------------------------------------------------------------


@pytest.mark.randomised
def test_each_copy_is_of_one_moment_while_a_game_goes_on(
    database: str, serve: Callable[..., Server], tmp_path: Path
) -> None:
    server = serve(database)
    first, done = threading.Event(), threading.Event()
    acknowledged: dict[str, int] = {}  # by table, how far it is for certain
    failed: list[BaseException] = []

    def play() -> None:
        rng = chance(11)
        try:
            while not done.is_set():
                opened, client = begun(server)
                while client.update["table"]["status"] != "over" and not done.is_set():
                    client.play(rng)
                    acknowledged[opened["id"]] = client.update["seq"]
                    first.set()
                client.close()
        except BaseException as error:
            failed.append(error)
        first.set()

    player = threading.Thread(target=play)
    player.start()
    copies = []
    try:
        first.wait()
        for number in range(BACKUPS):
            before, file = dict(acknowledged), tmp_path / f"copy-{number}.db"
            made = back_up(database, file)
            copies.append((before, f"sqlite:///{file}", made))
    finally:
        done.set()
        player.join()
    assert not failed, failed
    final = logs(database)
    for before, copied, made in copies:
        found = logs(copied)
        assert made == Copied(len(found), sum(map(len, found.values())))
        assert all(len(found[table]) >= seq for table, seq in before.items())
        assert all(log == final[table][: len(log)] for table, log in found.items())


def test_tables_are_brought_back_while_the_server_runs_and_the_others_stay_as_they_are(
    database: str, serve: Callable[..., Server], copy: Path
) -> None:
    server = serve(database)
    (lost, gone), (going_on, client) = begun(server), begun(server)
    gone.close()
    back_up(database, copy)
    client.play(chance(1))
    client.close()
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.execute(sa.text("PRAGMA foreign_keys=ON"))
        connection.execute(tables.delete().where(tables.c.id == lost["id"]))
    engine.dispose()
    before = logs(database)
    assert set(before) == {going_on["id"]}
    assert restore(copy, database) == Copied(1, len(logs(f"sqlite:///{copy}")[lost["id"]]), there=1)
    assert logs(database) == before | {lost["id"]: logs(f"sqlite:///{copy}")[lost["id"]]}
    for opened in (lost, going_on):
        play_to_the_end(sit(server, opened), chance(2))


def test_what_is_brought_in_twice_is_there_once(database: str, serve: Callable[..., Server], copy: Path) -> None:
    server = serve(database)
    server.open()
    back_up(database, copy)
    before = logs(database)
    assert restore(copy, database) == Copied(0, 0, there=1)
    assert logs(database) == before


def test_a_game_goes_on_in_the_other_kind_of_database(
    database: str, other: str, serve: Callable[..., Server], copy: Path
) -> None:
    first = serve(database)
    opened, client = begun(first)
    for _ in range(5):
        client.play(chance(3))
    seq, sight = client.update["seq"], client.sight(0)
    client.ask(do="chat", seat=0, text="Wie schön – 🐭")
    first.stop()
    back_up(database, copy)
    restore(copy, other)
    assert logs(other) == logs(database)
    second = serve(other)
    again = sit(second, opened)
    assert again.update["seq"] == seq + 1
    assert again.sight(0)["view"] == sight["view"]
    assert [line["text"] for line in again.chat] == ["Wie schön – 🐭"]
    play_to_the_end(again, chance(4))


# ---- forms -----------------------------------------------------------------------------------------------------------


def test_a_copy_has_the_form_of_its_database_and_is_brought_to_that_of_today(
    database: str, other: str, copy: Path
) -> None:
    engine = sa.create_engine(database)
    migrate(engine, "0001")
    with engine.begin() as connection:
        connection.execute(tables.insert().values(NEW | {"id": "t", "head": 1}))
        row = {"table_id": "t", "seq": 1, "at": 1.0, "kind": "said", "seat": None, "key": None, "data": "{}"}
        connection.execute(entries.insert().values(row))
    engine.dispose()
    assert back_up(database, copy) == Copied(1, 1)
    with sqlite3.connect(copy) as found:
        assert found.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    found.close()
    before = copy.read_bytes()
    assert restore(copy, other) == Copied(1, 1)
    assert logs(other) == logs(database)
    assert copy.read_bytes() == before, "the copy itself stays as it is"


def test_a_database_that_was_kept_is_copied_whole(copy: Path, tmp_path: Path) -> None:
    shutil.copy(KEPT / "tables.db", tmp_path / "kept.db")
    kept = f"sqlite:///{tmp_path / 'kept.db'}"
    made = back_up(kept, copy)
    assert made.tables > 10
    assert logs(f"sqlite:///{copy}") == logs(kept)
    assert restore(copy, f"sqlite:///{tmp_path / 'new.db'}") == made
    assert logs(f"sqlite:///{tmp_path / 'new.db'}") == logs(kept)


# ---- what is refused -------------------------------------------------------------------------------------------------


def empty(database: str) -> str:
    Database(database).close()
    return database


def test_a_copy_is_for_its_owner_only(database: str, copy: Path) -> None:
    back_up(empty(database), copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_a_log_with_a_gap_is_not_kept_as_a_copy(database: str, copy: Path) -> None:
    engine = sa.create_engine(empty(database))
    with engine.begin() as connection:
        connection.execute(tables.insert().values(NEW | {"id": "t", "head": 1}))
    engine.dispose()
    with pytest.raises(CannotOpen, match=r"not whole.*\(t, ok\)"):
        back_up(database, copy)
    assert not list(copy.parent.glob("copy.db*"))


def test_nothing_is_overwritten(database: str, copy: Path) -> None:
    copy.write_text("mine")
    with pytest.raises(CannotOpen, match="is there already"):
        back_up(empty(database), copy)
    assert copy.read_text() == "mine"


def test_where_there_are_no_tables_there_is_no_copy(tmp_path: Path, copy: Path, postgres: str) -> None:
    sqlite3.connect(tmp_path / "strange.db").close()
    for database in (f"sqlite:///{tmp_path / 'strange.db'}", new_database(postgres)):
        with pytest.raises(CannotOpen, match="no tables of Molehill"):
            back_up(database, copy)
    with pytest.raises(CannotOpen, match="no database at"):
        back_up(f"sqlite:///{tmp_path / 'nowhere.db'}", copy)
    with pytest.raises(CannotOpen, match="can't be used"):
        back_up("postgresql+psycopg://nobody@127.0.0.1:1/none", copy)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["strange.db"]


def broken_copies(folder: Path) -> dict[str, Path]:
    back_up(empty(f"sqlite:///{folder / 'whole.db'}"), folder / "good.db")
    whole = (folder / "good.db").read_bytes()
    content = {"text": b"not a copy", "empty": b"", "cut": whole[: len(whole) // 2], "torn": whole[:4096] + b"x" * 8192}
    for name, data in content.items():
        (folder / name).write_bytes(data)
    with sqlite3.connect(folder / "strange") as strange:
        strange.execute("CREATE TABLE mine (a)")
    strange.close()
    return {name: folder / name for name in (*content, "strange", "nowhere")}


@pytest.mark.parametrize("name", ["text", "empty", "cut", "torn", "strange", "nowhere"])
def test_what_is_no_copy_is_refused_and_nothing_changes(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = broken_copies(tmp_path)[name]
    database = empty(f"sqlite:///{tmp_path / 'tables.db'}")
    with pytest.raises(SystemExit, match="2"):
        main(["restore", str(file), "--database", database])
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert logs(database) == {}


def test_a_copy_of_a_newer_version_is_refused(database: str, copy: Path) -> None:
    back_up(empty(database), copy)
    with sqlite3.connect(copy) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.close()
    with pytest.raises(CannotOpen, match="newer version"):
        restore(copy, database)


# ---- as it is typed --------------------------------------------------------------------------------------------------


def test_the_commands_say_what_they_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], serve: Callable[..., Server]
) -> None:
    monkeypatch.setenv("MOLEHILL_DATABASE", f"sqlite:///{tmp_path / 'tables.db'}")
    serve(f"sqlite:///{tmp_path / 'tables.db'}").open()
    monkeypatch.chdir(tmp_path)
    for typed in ("backup copy.db", "restore copy.db", f"restore copy.db --database sqlite:///{tmp_path / 'new.db'}"):
        with pytest.raises(SystemExit) as end:
            main(typed.split())
        assert not end.value.code
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("One table with one entry, as of this moment: copy.db (")
    assert said[1] == "0 tables were added, with 0 entries; one was there already and stays as it is."
    assert said[2] == "One table was added, with one entry."
