"""What people have on servers today goes on tomorrow: databases that an earlier version wrote are opened and played on.

`tests/kept/` holds a SQLite file and a PostgreSQL dump: every game in progress and finished, secret decisions that
wait for others, a table that has not begun. `tables.json` says what must be found there; `write.py` wrote all of it.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from databases import new_database
from world import Client, Server, play_to_the_end

import molehill
from molehill.server.dice import verify

KEPT = Path(__file__).parents[1] / "kept"
TABLES: dict[str, list[dict[str, Any]]] = json.loads((KEPT / "tables.json").read_text(encoding="utf-8"))
FOREVER = 1e10  # seconds: nobody has touched these tables for long, and they are not to be cleared


def restored(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    """A copy of the database that was kept."""
    if kind == "sqlite":
        shutil.copy(KEPT / "tables.db", folder / "tables.db")
        return f"sqlite:///{folder / 'tables.db'}"
    database = new_database(request.getfixturevalue("postgres"))
    engine = sa.create_engine(database, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.connection.driver_connection.execute((KEPT / "tables.sql").read_text("utf-8"))  # type: ignore[union-attr]
    engine.dispose()
    return database


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    database = restored(request.param, request, tmp_path_factory.mktemp("kept"))
    server = Server(database, away_after=3600.0, keep_unstarted=FOREVER, keep_playing=FOREVER, keep_over=FOREVER)
    yield server, request.param
    server.stop()


def tables(kind: str, status: str) -> list[dict[str, Any]]:
    return [table for table in TABLES[kind] if table["status"] == status]


def come_back(server: Server, table: dict[str, Any]) -> Client:
    """Everybody at their seats again, and the table as they left it. A bot may have moved meanwhile."""
    client = server.join(table["id"], *table["tokens"].values())
    client.hear()
    found = client.update["table"]
    for key in ("game", "status", "options", "result", "public", "clock"):
        assert found[key] == table[key], key
    assert [seat["name"] for seat in found["seats"]] == table["names"]
    assert set(client.update["pending"]) <= set(table["pending"])
    assert client.update["seq"] >= table["seq"] - hidden_moves(table)
    assert client.update["you"]["seats"] == sorted(map(int, table["tokens"]))
    assert [line["text"] for line in client.chat] == table["chat"]
    return client


def hidden_moves(table: dict[str, Any]) -> int:
    """How many moves these people don't count: cards that others have put in order (MD-25), but for their last ones."""
    put = [actor for actor, move in table["moves"] if move["do"] == "put" and str(actor) not in table["tokens"]]
    return len(put) - len(set(put))


def log_of(server: Server, table: dict[str, Any]) -> dict[str, Any]:
    answer = server.call("GET", f"/api/tables/{table['id']}/log")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_every_game_that_is_kept_is_so_in_progress_and_finished() -> None:
    playing, *others = [
        sorted(table["game"] for table in tables(kind, status)) for kind in TABLES for status in ("playing", "over")
    ]
    assert len(set(playing)) >= 5
    assert all(other == playing for other in others)


def test_games_in_progress_go_on_and_end_with_every_move_that_was_made(kept: tuple[Server, str]) -> None:
    server, kind = kept
    for table in tables(kind, "playing"):
        client = come_back(server, table)
        result = play_to_the_end(client, random.Random(table["game"]))
        log = log_of(server, table)
        assert log["moves"][: len(table["moves"])] == table["moves"]
        assert len(log["moves"]) > len(table["moves"])
        assert log["names"] == table["names"]
        verdict = verify(log)
        assert verdict.unchecked == 0
        assert verdict.match.result == result
        client.close()


def test_finished_games_are_as_they_ended(kept: tuple[Server, str]) -> None:
    server, kind = kept
    for table in tables(kind, "over"):
        client = come_back(server, table)
        log = log_of(server, table)
        assert log["moves"] == table["moves"]
        assert verify(log).match.result == table["result"]
        steps = server.call("GET", f"/api/tables/{table['id']}/replay?count=5").json()
        assert steps["count"] == len(table["moves"])
        assert client.ask(do="rematch")["say"] == "update"
        client.close()


def test_a_table_that_had_not_begun_begins_with_its_own_box(kept: tuple[Server, str]) -> None:
    server, kind = kept
    (table,) = tables(kind, "open")
    client = come_back(server, table)
    taken = server.call("POST", f"/api/tables/{table['id']}/seats/1", {"name": "Ben"})
    assert taken.status_code == 201
    client.send(do="hold", tokens=[taken.json()["token"]])
    client.until(lambda said: said["say"] == "welcome")
    assert client.ask(do="start")["say"] == "update"
    assert client.update["table"]["box"]["own"]
    assert client.sight(0)["view"]["timer"]["boxes"] == 2
    client.close()


def test_a_database_that_lost_a_move_would_be_noticed() -> None:
    """The moves that must be found again are those of whole games: none can be missing without being missed."""
    for table in tables("sqlite", "over"):
        match = molehill.game(table["game"]).match(len(table["names"]), table["options"])
        for actor, move in table["moves"]:
            assert not match.over
            match.chance(move) if actor == "chance" else match.play(actor, move)
        assert match.over
