"""Headers, origins, rates, sizes: what keeps strangers out."""

from __future__ import annotations

import asyncio
import re
import select
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from world import Client, Server, wait_until

from molehill.server.phones import Phones
from molehill.server.rates import Rates, address
from molehill.server.safety import HEADERS, Guard, same_origin
from molehill.server.settings import Settings, read_settings


@pytest.mark.parametrize(
    "path", ["/", "/api/games", "/api/docs", "/healthz", "/metrics", "/nothing", "/api/tables/nowhere"]
)
def test_every_answer_has_the_security_headers(server: Server, path: str) -> None:
    answer = server.call("GET", path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


def test_pages_load_nothing_from_elsewhere_and_nothing_inline(server: Server) -> None:
    for path in ("/", "/api/docs"):
        page = server.call("GET", path).text
        assert "<script>" not in page
        assert "style=" not in page
        assert "http://" not in page
        assert "https://" not in page
        named = re.findall(r'(?:src|href)="([^"#]+)', page)
        assert named
        for part in named:
            assert server.call("GET", urljoin(path, part)).status_code == 200


@pytest.mark.parametrize(
    ("origin", "host", "good"),
    [
        (None, "a.org", True), ("https://a.org", "a.org", True), ("http://a.org:8000", "a.org:8000", True),
        ("https://evil.org", "a.org", False), ("null", "a.org", False), ("https://a.org.evil.org", "a.org", False),
        ("https://b.org", "a.org", True),
    ],
)  # fmt: skip
def test_origins(origin: str | None, host: str, good: bool) -> None:
    assert same_origin(origin, host, ["https://b.org"]) is good


def test_other_origins_may_neither_connect_nor_change_anything(server: Server) -> None:
    opened = server.open()
    with pytest.raises(InvalidStatus) as refused:
        Client(server, opened["id"], [], origin="https://evil.example")
    assert refused.value.response.status_code == 403
    answer = httpx.post(f"{server.url}/api/tables", json={}, headers={"Origin": "https://evil.example"}, timeout=None)
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")


def test_sizes_are_limited(server: Server) -> None:
    body = {"game": "honeymoon", "seats": [{"kind": "here"}, {"kind": "open"}], "box": "x" * 200_000}
    assert server.call("POST", "/api/tables", body).json()["code"] == "too-large"
    huge = httpx.post(f"{server.url}/api/import", content=b"x" * 2_000_000, timeout=None)
    assert (huge.status_code, huge.json()["code"]) == (413, "too-large")

    def endless() -> Any:
        for _ in range(40):
            yield b"x" * 50_000

    chunked = httpx.post(f"{server.url}/api/import", content=endless(), timeout=None)
    assert chunked.status_code == 413


def test_rates_and_numbers_are_limited(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(
        f"sqlite:///{tmp_path / 'tables.db'}", rate_messages="10/hour", rate_chat="2/hour", tables_per_address=2,
        rate_calls="15/hour", connections_per_address=3,
    )  # fmt: skip
    opened = server.open()
    client = server.join(opened["id"], *opened["tokens"].values())
    client.hear()
    said = [client.ask(do="chat", seat=0, text=f"line {n}") for n in range(4)]
    assert [answer["say"] for answer in said] == ["update", "update", "refused", "refused"]
    for _ in range(20):
        client.send(do="ping")
    assert client.until(lambda said: said["say"] == "refused")["code"] == "too-fast"
    server.open()
    body = {"game": "honeymoon", "seats": [{"kind": "here"}, {"kind": "open"}]}
    assert server.call("POST", "/api/tables", body).json()["code"] == "too-many-tables"
    others = [server.join(opened["id"]) for _ in range(2)]
    assert [other.hear()["say"] for other in others] == ["welcome", "welcome"]
    assert server.join(opened["id"]).wait_closed() == 1013
    answers = [server.call("GET", "/api/games") for _ in range(15)]
    assert answers[-1].status_code == 429
    assert answers[-1].json()["code"] == "too-fast"


@pytest.mark.parametrize(
    ("here", "there", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True), ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:1", True), ("2001:db8::1", "2001:db8:0:1::1", False),
        ("2001:db8::1%eth0", "2001:db8::2", True), ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False), ("unknown", "unknown", True),
    ],
)  # fmt: skip
def test_who_has_one_address_of_ipv6_has_them_all(here: str, there: str, same: bool) -> None:
    assert (address({"client": (here, 1)}) == address({"client": (there, 2)})) is same


def test_ipv6_addresses_of_one_network_share_their_rates(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", rate_calls="10/hour")

    def call(address: str) -> int:
        return httpx.get(f"{server.url}/api/tables", headers={"X-Forwarded-For": address}, timeout=None).status_code

    assert {call(f"2001:db8::{number}") for number in range(1, 11)} == {200}
    assert call("2001:db8::abcd:1") == 429
    assert call("2001:db8:0:1::1") == 200


HALVES = {
    "nothing": b"",
    "a-line": b"GET /api/games HTTP/1.1\r\n",
    "headers": b"GET /api/games HTTP/1.1\r\nHost: x\r\nA: b",
    "a-body": b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    "a-chunk": b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
    "a-second-request": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /he",
    "a-handshake": b"GET /api/tables/nowhere/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n",
}


def test_half_a_request_is_not_waited_for(serve: Callable[..., Server], tmp_path: Path) -> None:
    """Also one that goes on drop by drop: it is the whole that has so much time.

    What the server has not read when it ends a connection is an error for the other end, and no other kind of end.
    """
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", headers_within=0.3, body_within=0.3)
    at = urlsplit(server.url)
    for half in HALVES.values():
        with socket.create_connection((at.hostname, at.port)) as connection, suppress(ConnectionError):
            connection.sendall(half)
            while connection.recv(1 << 16):
                pass
    with socket.create_connection((at.hostname, at.port)) as connection, pytest.raises(ConnectionError):  # noqa: PT012
        connection.sendall(b"GET /api/games HTTP/1.1\r\n")
        while True:
            connection.sendall(b"A: b\r\n")
            select.select([connection], [], [], 0.01)  # nothing is to be heard until the server ends it
    wait_until(lambda: is_well(server))  # a call of ours may take too long to arrive as well


def is_well(server: Server) -> bool:
    try:
        return bool(server.call("GET", "/healthz").json()["ok"])
    except httpx.TransportError:
        return False


@pytest.mark.parametrize("headers", ["A: " + "x" * 40_000, "\r\n".join(f"A{n}: b" for n in range(9000))])
def test_headers_are_only_so_long(server: Server, headers: str) -> None:
    at = urlsplit(server.url)
    with socket.create_connection((at.hostname, at.port)) as connection, suppress(ConnectionError):
        connection.sendall(f"GET /healthz HTTP/1.1\r\nHost: x\r\n{headers}\r\n\r\n".encode())
        assert b"200 OK" not in connection.recv(1 << 16)
    assert server.call("GET", "/healthz").json()["ok"]


@pytest.mark.parametrize(
    "line", ["Cookie: " + "x" * 9000, "\r\n".join(f"A{n}: b" for n in range(200))], ids=["long", "many"]
)
def test_a_handshake_that_can_not_be_read_is_refused_and_not_kept(server: Server, line: str) -> None:
    at = urlsplit(server.url)
    handshake = (
        f"GET /api/tables/nowhere/live HTTP/1.1\r\nHost: {at.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n{line}\r\n\r\n"
    )
    with socket.create_connection((at.hostname, at.port)) as connection:
        connection.sendall(handshake.encode())
        answer = b""
        while more := connection.recv(1 << 16):
            answer += more
    assert answer.startswith(b"HTTP/1.1 431")


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (b"host=abc; seat-0=d_e-f; seat-15=g", b"host=abc; seat-0=d_e-f; seat-15=g"),
        (b'theme=dark;host=abc; seat-0="abc"; seat-=x;x=host=abc', b"host=abc"),
        (b'seat-0="' + b"\\" * 30_000 + b'"', b""),
    ],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_of_all_cookies_only_ours_are_looked_at(kind: str, sent: bytes, kept: bytes) -> None:
    """What reads cookies for us takes two seconds for thirty thousand backslashes."""
    seen: list[Any] = []

    async def look(*given: Any) -> None:
        seen.extend(each["headers"] for each in given if isinstance(each, dict))

    settings = Settings()
    guard = Guard(look, settings, Rates(settings), Phones(settings), look)
    headers = [(b"host", b"a.org"), (b"cookie", sent)]
    scope = {"type": kind, "method": "GET", "path": "/api/tables/table/live", "query_string": b"", "headers": headers}
    asyncio.run(guard(scope, look, look))
    assert seen == [[(b"host", b"a.org"), (b"cookie", kept)]]


def test_a_flood_ends_the_connection(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(f"sqlite:///{tmp_path / 'tables.db'}", rate_messages="5/hour")
    opened = server.open()
    client = server.join(opened["id"])
    client.hear()
    with suppress(ConnectionClosed):
        for _ in range(250):
            client.send(do="ping")
    assert client.wait_closed() == 1008


def test_tokens_are_not_kept_as_they_are(serve: Callable[..., Server], tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    server = serve(f"sqlite:///{path}")
    opened = server.open()
    server.stop()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for token in (*opened["tokens"].values(), opened["host"]):
        assert token.encode() not in kept


def test_bad_boxes_and_options_are_refused_before_anybody_sits(server: Server) -> None:
    seats = [{"kind": "here"}, {"kind": "open"}]
    for body, code in (
        ({"game": "chess", "seats": seats}, "no-game"),
        ({"game": "honeymoon", "seats": seats, "options": {"side": "Q"}}, "bad-options"),
        ({"game": "honeymoon", "seats": seats * 4}, "bad-options"),
        ({"game": "honeymoon", "seats": seats, "box": "title = \n"}, "bad-box"),
        ({"game": "honeymoon", "seats": [{"kind": "bot", "bot": "greedy"}] * 2}, "bad-options"),
        ({"game": "honeymoon", "seats": [{"kind": "bot", "bot": "clever"}, {"kind": "here"}]}, "bad-options"),
        ({"game": "honeymoon", "seats": seats, "extra": 1}, "malformed"),
        ({"game": "honeymoon", "seats": seats, "clock": 1}, "malformed"),
    ):
        answer = server.call("POST", "/api/tables", body)
        assert (answer.status_code // 100, answer.json()["code"]) == (4, code)


def test_settings_come_from_the_environment_and_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    from molehill import Unknown

    monkeypatch.setenv("MOLEHILL_PORT", "8123")
    assert read_settings({"bot_pause": "0"}).port == 8123
    for wrong in ({"bot_pauze": "1"}, {"port": "99999"}, {"rate_calls": "often"}, {"stand_in": "clever"}):
        with pytest.raises(Unknown):
            read_settings(wrong)
    assert Settings(database="postgres://db/x").database_url == "postgresql+psycopg://db/x"


def test_health_and_metrics(server: Server) -> None:
    assert server.call("GET", "/healthz").json()["ok"] is True
    assert "molehill_entries_total" in server.call("GET", "/metrics").text


def test_every_setting_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text()
    for name, setting in Settings.model_fields.items():
        default = "" if setting.default in ("", [], None) else f"`{setting.default}` "
        assert f"| `{name}` | {default}| {setting.description} |" in page
