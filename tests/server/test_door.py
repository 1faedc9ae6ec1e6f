"""Connections: all are pinged, the silent are let go, and what is over does not wait for the garbage collector.

Nothing here goes by the clock.
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
import uvicorn
import uvloop
from websockets.asyncio.client import connect
from websockets.server import ServerProtocol

from molehill.server import door
from molehill.server.door import protocols
from molehill.server.settings import Settings

PATIENT: dict[str, Any] = {"open_timeout": None, "ping_interval": None}


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Says one word to everybody."""
    await receive()
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "hello"})
        await receive()
    else:
        await send({"type": "http.response.start", "status": 200})
        await send({"type": "http.response.body", "body": b"hello"})


def left(spoken: dict[str, Any]) -> dict[str, int]:
    """How many connections of each kind are in memory, and how many that frames are read from."""
    kept = Counter(map(type, gc.get_objects()))  # in no variable: the list would hold itself, and them with it
    return {name: kept[kind] for name, kind in (spoken | {"frames": ServerProtocol}).items()}


@asynccontextmanager
async def served(spoken: dict[str, Any]) -> AsyncIterator[tuple[uvicorn.Server, int]]:
    """A server, and its port. It ends when everybody is gone."""
    config = uvicorn.Config(
        app, port=0, lifespan="off", log_config=None, timeout_keep_alive=3600, ws_ping_interval=None, **spoken
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0)
    yield server, server.servers[0].sockets[0].getsockname()[1]
    while server.server_state.connections or server.server_state.tasks:
        await asyncio.sleep(0)
    server.should_exit = True
    await serving


async def visit(spoken: dict[str, Any]) -> dict[str, int]:
    """A page and a WebSocket are opened and closed. What is in memory while both are open."""
    async with served(spoken) as (_, port), httpx.AsyncClient(timeout=None) as client:
        assert (await client.get(f"http://127.0.0.1:{port}/")).text == "hello"
        async with connect(f"ws://127.0.0.1:{port}/", open_timeout=None) as socket:
            assert await socket.recv() == "hello"
            open_now = left(spoken)
        async with connect(f"ws://127.0.0.1:{port}/", open_timeout=None) as socket:
            socket.transport.abort()  # without a goodbye
    return open_now


def test_a_connection_that_is_over_leaves_nothing_behind() -> None:
    spoken = protocols(Settings(headers_within=3600.0))
    gc.collect()
    gc.disable()
    try:
        assert uvloop.run(visit(spoken)) == {"http": 1, "ws": 1, "frames": 1}, "a page is no WebSocket"
        assert left(spoken) == {"http": 0, "ws": 0, "frames": 0}
    finally:
        gc.enable()


async def be_silent(spoken: dict[str, Any]) -> int | None:
    """Somebody answers some pings, and then none. Why their connection is closed."""
    async with served(spoken) as (server, port), connect(f"ws://127.0.0.1:{port}/", **PATIENT) as socket:
        (connection,) = [one for one in server.server_state.connections if isinstance(one, spoken["ws"])]
        for _ in range(3):
            connection.ping()
            while not connection._was_heard:  # the answer is on its way
                await asyncio.sleep(0)
        assert not connection.transport.is_closing()
        socket.transport.pause_reading()
        connection.ping()
        await asyncio.sleep(0)
        assert not connection.transport.is_closing(), "they have time until the next ping"
        connection.ping()
        assert connection.transport.is_closing()
        socket.transport.resume_reading()
        await socket.wait_closed()
        return socket.close_code


def test_who_answers_no_ping_until_the_next_one_is_let_go() -> None:
    assert uvloop.run(be_silent(protocols(Settings(headers_within=3600.0)))) == 1011


def test_those_who_came_together_are_pinged_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "_PING_EVERY", 0.0)
    pinged: list[int] = []

    class Person:
        def __init__(self, number: int) -> None:
            self.number = number

        def ping(self) -> None:
            pinged.append(self.number)

    async def crowd() -> None:
        keepalive = door._Keepalive()
        groups = []
        for number in range(10_000):
            person: Any = Person(number)
            groups.append((keepalive.add(person), person))
        most = before = 0
        while len(pinged) < 10_000:
            await asyncio.sleep(0)
            most, before = max(most, len(pinged) - before), len(pinged)
        assert most < 150, "50 at a turn, more or less"
        for group, person in groups:
            group.discard(person)

    asyncio.run(crowd())
    assert sorted(pinged[:10_000]) == list(range(10_000)), "nobody twice before everybody once"
