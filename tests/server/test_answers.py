"""What is wrong with a call is said in an answer: nothing that is sent is an error of the server's."""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa
from databases import new_database
from hostile import finished_log, import_log
from world import Server, wait_until

import molehill
from molehill.server.database import Away
from molehill.server.entries import Entry, Writing
from molehill.server.hub import Hub
from molehill.server.keys import Openers
from molehill.server.settings import Settings
from molehill.server.store import Store

SEATS = [{"kind": "here", "name": "Anna"}, {"kind": "open"}]
HUGE = "9" * 5000
DEEP = "[" * 2000 + "]" * 2000


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on each database."""
    database = f"sqlite:///{tmp_path_factory.mktemp('answers') / 'tables.db'}"
    if request.param == "postgresql":
        database = new_database(request.getfixturevalue("postgres"))
    running = Server(database)
    yield running
    running.stop()


def raw(server: Server, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, Any]:
    """An answer to just these bytes."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc)
    connection.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
    for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
        connection.putheader(name, value.encode("latin-1"))
    connection.endheaders(body)
    answer = connection.getresponse()
    told = answer.read()
    connection.close()
    return answer.status, json.loads(told) if told.startswith(b"{") else told


def opening(**fields: Any) -> dict[str, Any]:
    return {"game": "honeymoon", "seats": SEATS, **fields}


TABLES = {
    "a-nested-box": json.dumps(opening(box="a = " + DEEP)),
    "a-long-number-in-a-box": json.dumps(opening(box=f"a = {'1' * 5000}")),
    "half-a-letter": '{"game": "honeymoon", "seats": [{"kind": "here", "name": "\\ud800"}]}',
    "half-a-letter-in-a-box": '{"game": "honeymoon", "seats": [{"kind": "open"}], "box": "\\ud800"}',
    "half-a-letter-as-a-field": '{"\\ud800": 1}',
    "a-long-field": json.dumps(opening(**{"x" * 3000: 1})),
    "a-long-option": json.dumps(opening(options={"x" * 3000: "y" * 3000})),
    "a-huge-number": f'{{"game": "honeymoon", "seats": [{{"kind": "open"}}], "clock": {"1" * 5000}}}',
    "a-huge-option": f'{{"game": "honeymoon", "seats": [{{"kind": "open"}}], "options": {{"side": {"1" * 5000}}}}}',
    "nested": DEEP,
    "nested-seats": f'{{"game": "honeymoon", "seats": {DEEP}}}',
    "many-fields": json.dumps(opening(**{f"x{n}": 1 for n in range(15_000)})),
    "many-options": json.dumps(opening(options={f"x{n}": [] for n in range(12_000)})),
    "many-seats": json.dumps(opening(seats=[{}] * 40_000)),
    "zero": json.dumps(opening(game="a\0b")),
    "zero-in-a-name": json.dumps(opening(seats=[{"kind": "here", "name": "\0"}])),
    "zero-in-an-option": json.dumps(opening(options={"side\0": "A\0"})),
    "no-text": "\xff\xfe",
    "nothing": "",
    "infinite": '{"game": "honeymoon", "seats": [], "clock": Infinity}',
}
LOGS = {
    "nested": f'{{"log": {{"game": "honeymoon", "moves": {DEEP}}}}}',
    "half-a-letter": '{"log": {"game": "\\ud800"}}',
    "a-long-number": f'{{"log": {{"game": "honeymoon", "rules": {"9" * 5000}}}}}',
    "a-long-field": json.dumps({"log": {"x" * 3000: 1}, "y" * 3000: 2}),
    "no-log": json.dumps({"log": []}),
    "names": json.dumps({"log": finished_log() | {"names": ["\0", {"a": []}]}}),
    "nothing": "",
}


@pytest.mark.parametrize("body", [pytest.param(body, id=name) for name, body in TABLES.items()])
def test_a_body_that_means_nothing_is_refused(both: Server, body: str) -> None:
    status, told = raw(both, "POST", "/api/tables", body.encode("utf-8", "surrogateescape"))
    assert status in (404, 422), told
    assert told["code"] in ("malformed", "bad-box", "bad-options", "bad-name", "no-game")
    assert len(told["why"]) <= 600


@pytest.mark.parametrize("body", [pytest.param(body, id=name) for name, body in LOGS.items()])
def test_a_log_that_means_nothing_is_refused(both: Server, body: str) -> None:
    status, told = raw(both, "POST", "/api/import", body.encode())
    assert status == 422, told
    assert told["code"] in ("malformed", "bad-log")
    assert len(told["why"]) <= 600


def test_a_body_of_many_things_is_not_read_thing_by_thing() -> None:
    """What is wrong with twelve thousand options takes seconds to tell, in the event loop."""
    from molehill.server.strict import _MOST, _count

    assert _count(json.loads(TABLES["many-options"])) == _MOST + 1
    assert _count(opening(seats=[{"kind": "bot", "bot": "sharp"}] * 16, options=dict.fromkeys("abcdefgh", 1))) < _MOST


PATHS = (
    "/api/tables?game=%00", "/api/tables?game=a%00b&status=open", "/api/tables?status=%00", "/api/tables/known?id=%00",
    "/api/tables?game=%ff%fe", "/api/tables?game=" + "x" * 3000, "/api/tables?" + "x=1&" * 5000,
    "/api/games/%00", "/api/games/%ff/schema", "/api/tables/%00%00%00%00%00%00", "/api/tables/abcdefgh%00",
    f"/api/tables/abcdefgh/replay?first={HUGE}", "/api/tables/abcdefgh/replay?first=-1&count=%C3%28",
    "/%00", "/page/%2e%2e/%00", "/modules/%00.js", "/modules/../../etc/passwd", "/api/%00/live",
)  # fmt: skip


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_an_address_that_means_nothing_is_refused(both: Server, path: str) -> None:
    status, told = raw(both, "GET", path)
    assert status in (200, 400, 404, 422), told


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://["}, {"Origin": "http://a]"}, {"Origin": "\xff"}, {"Origin": "//"}, {"Host": "["},
        {"Cookie": "seat-0=\xff; ;;=;host"}, {"Authorization": "Bearer " + "\xe9" * 90},
        {"Authorization": "Bearer " + "x " * 9000}, {"Accept-Encoding": ";q=,,;;gzip;q=x"}, {"If-None-Match": "\xff"},
        {"X-Forwarded-For": "\xff, ["}, {"X-Forwarded-Proto": "\xff"}, {"Content-Type": "\xff;;=\xff"},
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("method", ["GET", "POST", "PATCH"])
def test_a_header_that_means_nothing_does_no_harm(server: Server, method: str, headers: dict[str, str]) -> None:
    assert raw(server, method, "/api/tables", json.dumps(opening()).encode(), **headers)[0] < 500
    assert raw(server, "GET", "/api/tables/nowhere-", **headers)[0] < 500


def test_a_handshake_from_nowhere_is_refused(server: Server) -> None:
    table = server.open()["id"]
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
               "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}  # fmt: skip
    assert raw(server, "GET", f"/api/tables/{table}/live", **upgrade, Origin="http://[")[0] == 403


# ---- imported games --------------------------------------------------------------------------------------------------


def test_finished_games_that_were_imported_count(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", tables_per_address=2)
    for _ in range(2):
        import_log(server, finished_log())
    answer = server.call("POST", "/api/import", {"log": finished_log()})
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-tables")
    assert server.call("POST", "/api/tables", opening()).json()["code"] == "too-many-tables"


def test_only_so_many_moves_can_be_imported(serve: Callable[..., Server], tmp_path: Path) -> None:
    """However few tables they are: each move takes its room where somebody looks at them."""
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}")
    import_log(server, finished_log())
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'tables.db'}", poolclass=sa.NullPool)
    with engine.begin() as connection:
        assert connection.execute(sa.text("SELECT imported FROM tables")).scalar_one() == len(finished_log()["moves"])
        connection.execute(sa.text("UPDATE tables SET imported = 100001"))
    answer = server.call("POST", "/api/import", {"log": finished_log()})
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-tables")
    server.open()  # what is played here is another thing


def test_tables_that_are_being_opened_count(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}", "here")
        hub = Hub(Settings(tables_per_address=2), store)
        async with hub.openings.by("me"), hub.openings.by("me"):
            with pytest.raises(molehill.MolehillError, match="many tables"):
                await hub.openings.by("me").__aenter__()
            async with hub.openings.by("you"):
                pass
        async with hub.openings.by("me"):
            pass
        store.close()

    asyncio.run(main())


def test_imported_games_are_cleared_sooner_than_others(tmp_path: Path) -> None:
    row = {"game": "honeymoon", "public": True, "secret": b"s", "opener": "o", "opened_at": 1.0, "status": "over",
           "touched_at": 1000.0, "lobby": "{}"}  # fmt: skip

    async def main() -> list[str]:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}", "here")
        for table, imported in (("played", 0), ("imported", 50)):
            await store.keep(Writing(table, 0, [Entry(1, 1.0, "said", 0, {})], row | {"imported": imported}))
        with patch("molehill.server.hub.time.time", lambda: 1100.0):
            await Hub(Settings(keep_over=200, keep_imported=50), store).clear()
        left = await store.known(["played", "imported"])
        store.close()
        return left

    assert asyncio.run(main()) == ["played"]


def test_an_imported_table_says_so(server: Server) -> None:
    """Who imports a game knows what is hidden in it."""
    opened = server.call("GET", f"/api/tables/{server.open()['id']}").json()
    assert opened["table"]["imported"] is False
    log = finished_log()
    for brought in (log, molehill.replay(log).at(20).log):
        answer = server.call("POST", "/api/import", {"log": brought, "public": True})
        assert answer.status_code == 201, answer.text
        told = server.call("GET", f"/api/tables/{answer.json()['id']}").json()
        assert told["table"]["imported"] is True
        listed = {table["id"]: table for table in server.call("GET", "/api/tables").json()["tables"]}
        assert listed[answer.json()["id"]]["imported"] is True


# ---- addresses -------------------------------------------------------------------------------------------------------


def test_an_opener_can_not_be_found_by_trying_all_addresses(serve: Callable[..., Server], tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    server = serve(f"sqlite:///{file}", address_key="")
    server.open()
    server.stop()
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        (kept,) = connection.execute(sa.text("SELECT opener FROM tables")).scalars().all()
    engine.dispose()
    key = file.with_name("tables.db.key")
    assert kept == Openers(Settings(), file).hash("127.0.0.1")
    assert key.stat().st_mode & 0o777 == 0o600
    assert key.read_bytes() not in file.read_bytes()
    key.unlink()
    assert kept != Openers(Settings(), file).hash("127.0.0.1")


def test_all_processes_hash_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOLEHILL_DATA", str(tmp_path / "data"))
    assert Openers(Settings(), None).hash("::1") == Openers(Settings(), None).hash("::1")
    named = Settings(address_key="ours")
    assert Openers(named, None).hash("::1") == Openers(named, tmp_path / "x.db").hash("::1")
    assert "ours" not in repr(named)
    (tmp_path / "file").touch()
    assert len(Openers(Settings(), tmp_path / "file" / "x.db").hash("::1")) == 32  # none can be kept there


# ---- a database that is away -----------------------------------------------------------------------------------------


@contextmanager
def shut(postgres: str, database: str) -> Iterator[None]:
    """The database is away for a while: everybody connected to it is thrown out, and nobody is let in."""
    engine = sa.create_engine(postgres.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    name = sa.make_url(database).database
    with engine.connect() as connection:
        connection.execute(sa.text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false"))
        out = sa.text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        while connection.execute(out).all():  # also those who came in at the last moment
            time.sleep(0.01)
        yield
        connection.execute(sa.text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))
    engine.dispose()


def test_without_its_database_the_server_says_so_and_comes_back(postgres: str, serve: Callable[..., Server]) -> None:
    database = new_database(postgres)
    server = serve(database)
    opened = server.open()
    seated = server.join(opened["id"], *opened["tokens"].values())
    seated.hear()
    with shut(postgres, database):
        for method, path, body in (
            ("GET", "/api/tables", None), ("POST", "/api/tables", opening()),
            ("GET", "/api/tables/nowhere-at-all", None),
            ("POST", "/api/import", {"log": finished_log()}), ("GET", "/api/tables/known?id=nowhere", None),
            ("DELETE", f"/api/tables/{opened['id']}/seats/0", None),
        ):  # fmt: skip
            answer = server.call(method, path, body, tokens=list(opened["tokens"].values()))
            assert (answer.status_code, answer.json()["code"]) == (503, "trouble")
            assert int(answer.headers["retry-after"]) >= 1
        stranger = server.join("nowhere-at-all")
        assert stranger.hear()["code"] == "trouble"
        assert stranger.wait_closed() == 1013
        assert seated.ask(do="start")["code"] == "trouble"
    wait_until(lambda: server.call("GET", "/api/tables").status_code != 503)
    wait_until(lambda: seated.ask(do="start")["say"] != "refused")
    assert seated.update["table"]["status"] == "playing"


def test_an_error_of_the_database_tells_no_secret(tmp_path: Path) -> None:
    async def main() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}", "here")
        with pytest.raises(Away) as wrong:
            await store.change(lambda c: c.execute(sa.text("UPDATE nowhere SET dig = :dig"), {"dig": "the hidden dig"}))
        with pytest.raises(Away) as asked:
            await store.read(lambda c: c.execute(sa.text("SELECT :dig FROM nowhere"), {"dig": "the hidden dig"}))
        for error in (wrong.value, asked.value):
            assert "the hidden dig" not in repr(error)
            assert error.__cause__ is None
            assert error.__suppress_context__ or error.__context__ is None
        store.close()

    asyncio.run(main())


def test_what_is_kept_is_for_its_owner_only(serve: Callable[..., Server], tmp_path: Path) -> None:
    """The secrets of live dice are in there."""
    file = tmp_path / "tables.db"
    file.touch(mode=0o644)
    server = serve(f"sqlite:///{file}", address_key="")
    server.open()
    kept = [part for part in tmp_path.iterdir() if not part.name.endswith((".lock", ".running"))]
    assert len(kept) == 4
    assert {part.stat().st_mode & 0o777 for part in kept} == {0o600}


FRAMES = (
    '{"do": "chat", "seat": 0, "text": "a\\u0000b", "key": "a"}',
    '{"do": "chat", "seat": 0, "text": "a", "key": "a\\u0000"}',
    '{"do": "chat", "seat": 0, "text": "\\ud800", "key": "b"}',
    '{"do": "chat", "seat": 0, "text": "a", "key": "\\ud800"}',
    '{"do": "move", "seat": 0, "seq": 1, "move": {"do": "\\u0000"}}',
    '{"do": "move", "seat": 0, "seq": 1, "move": {"\\u0000": 1}}',
    f'{{"do": "move", "seat": 0, "seq": 1, "move": {HUGE}}}',
    f'{{"do": "move", "seat": 0, "seq": {HUGE}, "move": 1}}',
    f'{{"do": "move", "seat": 0, "seq": 1, "move": {{"do": "dig", "at": {DEEP}}}}}',
    f'{{"{"x" * 3000}": 1}}',
    DEEP,
    '{"do": "hold", "tokens": ["aaaaaaaaaaaaaaaaaaaa\\u0000"]}',
    '{"do": "hello", "page": "\\u0000"}',
    '"\\ud800"',
    "NaN",
    '{"do": "seat", "seat": 0, "kind": "bot", "bot": "\\u0000"}',
    '{"do": "chat", "seat": 1e999, "text": ""}',
)


def test_a_frame_that_means_nothing_is_refused(both: Server) -> None:
    opened = both.open()
    client = both.join(opened["id"], *opened["tokens"].values(), opened["host"])
    client.hear()
    client.ask(do="start")
    for frame in FRAMES:
        client.socket.send(frame)
        said = client.until(lambda said: said["say"] == "refused" or said["done"] is not None)
        assert said.get("code") not in ("trouble", None) or said["done"] == "a", said
    assert [line["text"] for line in client.chat] == ["a b"]
