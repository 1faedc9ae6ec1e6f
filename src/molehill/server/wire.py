"""uvicorn's WebSocket, with a way to send a frame at once: at thousands of frames a second every layer counts."""

from __future__ import annotations

import struct

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

WRITE = "molehill.write"  # the extension of ASGI's scope that holds `Wire.write`
_TEXT = 0x81  # a whole message in one frame


class Wire(WebSocketsSansIOProtocol):
    """A connection whose application may write without waiting."""

    def handle_connect(self, event: Request) -> None:
        """Offer `write` to the application, which begins after this."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            self.scope["extensions"][WRITE] = {"write": self.write}

    def write(self, text: bytes) -> bool:
        """Send a text now; False if it would have to wait, or if nobody listens any more."""
        if self.close_sent or self.disconnected or not self.handshake_complete or not self.writable.is_set():
            return False
        self.transport.write(_head(len(text)) + text)
        return True


def _head(length: int) -> bytes:
    if length < 126:
        return struct.pack("!BB", _TEXT, length)
    if length < 1 << 16:
        return struct.pack("!BBH", _TEXT, 126, length)
    return struct.pack("!BBQ", _TEXT, 127, length)
