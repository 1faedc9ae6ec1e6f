"""Connections that are over are let go at once: nothing of them waits for the garbage collector."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from typing import Any

import httpx
import uvicorn
import uvloop
from websockets.asyncio.client import connect
from websockets.server import ServerProtocol

from molehill.server.door import protocols
from molehill.server.settings import Settings


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


async def visit(spoken: dict[str, Any]) -> dict[str, int]:
    """A page and a WebSocket are opened and closed. What is in memory while both are open."""
    config = uvicorn.Config(app, port=0, lifespan="off", log_config=None, timeout_keep_alive=3600, **spoken)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with httpx.AsyncClient(timeout=None) as client:
        assert (await client.get(f"http://127.0.0.1:{port}/")).text == "hello"
        async with connect(f"ws://127.0.0.1:{port}/", open_timeout=None) as socket:
            assert await socket.recv() == "hello"
            open_now = left(spoken)
        async with connect(f"ws://127.0.0.1:{port}/", open_timeout=None) as socket:
            socket.transport.abort()  # without a goodbye
    while server.server_state.connections or server.server_state.tasks:
        await asyncio.sleep(0)
    server.should_exit = True
    await serving
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
