"""uvicorn's connections with limits: on the time that a request may take to arrive and an answer to be read, on bytes
that wait, on frames, and on how many connections one address may hold. A client that goes beyond them is cut off."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from molehill.server.rates import Buckets, Held, address, buckets
from molehill.server.settings import Settings

_MOST_HEADERS = 1 << 15  # bytes
_SLICE = 1 << 12  # so many bytes of frames are looked at before they are counted
_COUNTED_TOGETHER = 20  # frames: most clients never send as many at once
_MORE_FRAMES = 300  # than messages: a client that sends too many is first told so
_MORE_CONNECTIONS = 100  # than WebSockets: pages are loaded, too
_PING_EVERY = 20.0  # seconds
_TURNS = 200  # in which all are pinged: of 10,000 some 50 at once, which takes the event loop a millisecond or two
_PING = bytes((0x89, 0))  # a whole frame, without a payload
_CUT_OFF = "molehill.cut_off"


class _Keepalive:
    """Pings WebSockets, some of them at each turn. One that has sent nothing from one ping to the next is gone.

    uvicorn's own pings take two timers for each: more time than the pings, and more objects to look through for garbage
    than anything else at 10,000 connections. Those who came together would also be pinged together for ever.
    """

    def __init__(self) -> None:
        self._groups: list[set[_WebSocket]] = [set() for _ in range(_TURNS)]
        self._turn = self._newest = 0
        self._goes_round = False

    def add(self, connection: _WebSocket) -> set[_WebSocket]:
        """Ping somebody from now on, together with those who are returned, until they are no longer among them."""
        self._newest = (self._newest + 1) % _TURNS
        group = self._groups[self._newest]
        group.add(connection)
        if not self._goes_round:
            self._go_on()
        return group

    def _go_on(self) -> None:
        self._goes_round = any(self._groups)
        if self._goes_round:
            asyncio.get_running_loop().call_later(_PING_EVERY / _TURNS, self._take_turn)

    def _take_turn(self) -> None:
        self._turn = (self._turn + 1) % _TURNS
        for connection in list(self._groups[self._turn]):
            connection.ping()
        self._go_on()


class _Limits:
    """What one server allows, and who is connected."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.most = settings.connections_per_address + _MORE_CONNECTIONS
        self.proxies = {proxy.strip() for proxy in settings.proxies.split(",")}
        self.connected: Counter[str] = Counter()
        self.unread = Held()  # answers
        self.keepalive = _Keepalive()
        messages = buckets(settings.rate_messages)
        self.frames = messages.capacity + _MORE_FRAMES, messages.rate + 1

    def enter(self, host: str) -> bool:
        """Count a connection; False if it is one too many. Proxies bring those of many addresses."""
        self.connected[host] += 1
        return self.connected[host] <= self.most or host in self.proxies or "*" in self.proxies

    def leave(self, host: str) -> None:
        self.connected[host] -= 1
        if self.connected[host] <= 0:
            del self.connected[host]


class _Patience:
    """A timer that cuts a connection off."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, seconds: float) -> None:
        self.end()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._transport.abort)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Http(HttpToolsProtocol):
    """One connection that HTTP is spoken on, until it becomes a WebSocket."""

    limits: _Limits

    def connection_made(self, transport: Any) -> None:
        """Somebody connects."""
        super().connection_made(transport)
        self._host = address({"client": self.client})
        self._arriving, self._leaving = _Patience(transport), _Patience(transport)
        self._header_bytes, self._headers_told, self._in_headers = 0, 0, True
        self._unread = 0
        if self.limits.enter(self._host):
            self._arriving.begin(self.limits.settings.headers_within)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._over()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """From now on it is a WebSocket, and this end of it is let go: parser and connection know each other."""
        self._over()
        super().handle_websocket_upgrade()
        del self.parser

    def _over(self) -> None:
        self._arriving.end()
        self._is_read()
        self.limits.leave(self._host)

    def _is_read(self) -> None:
        self._leaving.end()
        self.limits.unread.hold(self._host, -self._unread)
        self._unread = 0

    def data_received(self, data: bytes) -> None:
        """Some bytes. What headers were made of is let go when they are complete."""
        if self._in_headers:
            self._header_bytes += len(data)
        super().data_received(data)
        if self._in_headers and self._header_bytes > _MOST_HEADERS:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        self._in_headers = True
        self._arriving.begin(self.limits.settings.headers_within)
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header, whole. Where they came all at once they are counted here."""
        self._headers_told += len(name) + len(value)
        if self._headers_told > _MOST_HEADERS:
            raise ValueError("headers are too long")  # answered with 400
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The body follows."""
        self._header_bytes, self._headers_told, self._in_headers = 0, 0, False
        self._arriving.begin(self.limits.settings.body_within)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The last byte of a request; the next one may follow at once."""
        self._arriving.end()
        super().on_message_complete()

    def pause_writing(self) -> None:
        """They read more slowly than we write. All of an answer waits for them."""
        self._leaving.begin(self.limits.settings.read_within)
        self._unread = self.transport.get_write_buffer_size()
        if not self.limits.unread.hold(self._host, self._unread):
            self.transport.abort()
        super().pause_writing()

    def resume_writing(self) -> None:
        """They have read."""
        self._is_read()
        super().resume_writing()


class _WebSocket(WebSocketsSansIOProtocol):
    """One WebSocket. Frames that the application never sees, pings and pieces of messages, are counted as well."""

    limits: _Limits

    def connection_made(self, transport: Any) -> None:
        """A connection becomes a WebSocket."""
        super().connection_made(transport)
        self._host = address({"client": self.client})
        self._leaving = _Patience(transport)
        self._frames, self._uncounted = Buckets(*self.limits.frames), 0
        self._was_heard = True  # since the last ping
        self._pinged_with: set[_WebSocket] = set()
        self.limits.enter(self._host)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone. What reads frames and what has read them know each other: one of both ends here."""
        self._leaving.end()
        self.limits.leave(self._host)
        super().connection_lost(exc)
        self.conn.parser.close()

    def handle_connect(self, event: Any) -> None:
        """The handshake: the application learns how to cut this connection off."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][_CUT_OFF] = {"now": self.transport.abort}

    def data_received(self, data: bytes) -> None:
        """Some bytes, looked at in pieces: they may hold thousands of frames."""
        self._was_heard = True
        for start in range(0, len(data), _SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _SLICE])
            if self.conn.handshake_exc is not None:
                self._turn_away()

    def _turn_away(self) -> None:
        """A handshake that the parser refused: nobody else answers it, and it would stay as it is for ever."""
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def handle_events(self) -> None:
        """Some frames."""
        self._uncounted += len(self.conn.events)
        if self._uncounted >= _COUNTED_TOGETHER:
            counted, self._uncounted = self._uncounted, 0
            if self.handshake_complete and not self._frames.take("", counted):
                self.transport.abort()
                return
        super().handle_events()

    def start_keepalive(self) -> None:
        """The handshake is over."""
        self._pinged_with = self.limits.keepalive.add(self)

    def stop_keepalive(self) -> None:
        """It ends."""
        self._pinged_with.discard(self)

    def ping(self) -> None:
        """Ask for a sign of life, or give up where there was none."""
        if self.transport.is_closing() or self.close_sent:
            return
        if self._was_heard:
            self._was_heard = False
            self.transport.write(_PING)
        else:
            self.keepalive_timeout()

    def handle_ping(self) -> None:
        """Answer, if they read what we write."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def pause_writing(self) -> None:
        """They read more slowly than we write."""
        self._leaving.begin(self.limits.settings.read_within)
        super().pause_writing()

    def resume_writing(self) -> None:
        """They have read."""
        self._leaving.end()
        super().resume_writing()


def protocols(settings: Settings) -> dict[str, Any]:
    """What uvicorn speaks HTTP and WebSockets with."""
    limits = {"limits": _Limits(settings)}
    return {"http": type("Http", (_Http,), limits), "ws": type("WebSocket", (_WebSocket,), limits)}


def cut_off(scope: Scope) -> None:
    """End a WebSocket at once, whether its client reads or not; under another server nothing can be done."""
    extension = scope.get("extensions", {}).get(_CUT_OFF)
    if extension:
        extension["now"]()
