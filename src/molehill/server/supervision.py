"""Telling a supervisor such as systemd how the server is: it has begun, it lives, it ends. Elsewhere nobody is told.

What says that it lives is the event loop: if that hangs, systemd starts the server again.
"""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress


def tell(state: str) -> None:
    """Tell the supervisor, if there is one. It may be gone: that must stop nobody."""
    address = os.environ.get("NOTIFY_SOCKET")
    if address:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.connect(f"\0{address[1:]}" if address.startswith("@") else address)
            line.send(state.encode())


def begin() -> asyncio.Task[None] | None:
    """Say that the server has begun; returns what goes on saying that it lives, if that is wanted."""
    tell("READY=1")
    patience = int(os.environ.get("WATCHDOG_USEC") or 0) / 1_000_000
    if not patience or os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    return asyncio.get_running_loop().create_task(_live(patience / 3))


async def _live(pause: float) -> None:
    while True:
        tell("WATCHDOG=1")
        await asyncio.sleep(pause)
