"""uvicorn's WebSocket, with a short way in and out: at thousands of frames a second every layer counts."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request

WIRE = "molehill.wire"  # the extension of ASGI's scope that holds the Wire
_TEXT = 0x81  # a whole message in one frame
_MASKED = 0x80
_LONG = 126  # the length follows in two bytes
_TOGETHER = 64  # frames that go out at once at most: who is told first should not wait until the last is


class Outbox:
    """Frames about to go out. One by one, each would wake who reads it, and that costs more than the frame itself."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._frames: list[tuple[Wire, bytes]] = []

    def add(self, wire: Wire, frame: bytes) -> None:
        """Send this soon: with the next ones, or when the event loop has nothing more to tell."""
        self._frames.append((wire, frame))
        if len(self._frames) == 1:
            self._loop.call_soon(self.flush)
        elif len(self._frames) == _TOGETHER:
            self.flush()

    def flush(self) -> None:
        """Send what has come together."""
        frames, self._frames = self._frames, []
        for wire, frame in frames:
            if not wire.close_sent and not wire.transport.is_closing():
                wire.transport.write(frame)


class Wire(WebSocketsSansIOProtocol):
    """A connection whose application may write without waiting, and may hear a message as soon as it is there."""

    hear: Callable[[bytes], bool] | None = None  # takes a message, or says no: then it goes the usual way

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._outbox: Outbox = self.app_state.setdefault("outbox", Outbox(self.loop))  # of all connections

    def handle_connect(self, event: Request) -> None:
        """Offer this to the application, which begins after this."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            self.scope["extensions"][WIRE] = {"wire": self}

    def data_received(self, data: bytes) -> None:
        """What usually comes is one short message. Everything else is left to the library."""
        if self.hear is None or self.close_sent or self.read_paused or self.frames or self.conn.reader.buffer:
            super().data_received(data)
            return
        text = _only_text(data, self.config.ws_max_size)
        if text is None or not self.hear(text):
            super().data_received(data)

    def write(self, text: bytes) -> bool:
        """Send a text at once; False if it would have to wait, or if nobody listens any more."""
        if self.close_sent or self.disconnected or not self.handshake_complete or not self.writable.is_set():
            return False
        self._outbox.add(self, _head(len(text)) + text)
        return True

    async def send(self, message: Any) -> None:
        """The library's way out: never before what was written already."""
        self._outbox.flush()
        await super().send(message)


def _only_text(data: bytes, most: int) -> bytes | None:
    """The text in these bytes if they are one whole message in plain letters, else None."""
    if len(data) < 6 or data[0] != _TEXT:
        return None
    size, start = data[1] - _MASKED, 2
    if size == _LONG:
        size, start = int.from_bytes(data[2:4], "big"), 4
    elif size > _LONG:
        return None
    if size > most or len(data) != start + 4 + size:
        return None
    text = apply_mask(data[start + 4 :], data[start : start + 4])
    return text if text.isascii() else None


def _head(length: int) -> bytes:
    if length < 126:
        return struct.pack("!BB", _TEXT, length)
    if length < 1 << 16:
        return struct.pack("!BBH", _TEXT, 126, length)
    return struct.pack("!BBQ", _TEXT, 127, length)
