"""What keeps strangers from harm and from doing harm: headers, sizes, rates, origins. All of it sits before the API."""

from __future__ import annotations

import hashlib
import ipaddress
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

import orjson
from aiolimiter import AsyncLimiter
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from molehill.server.settings import Settings
from molehill.server.words import Problem, problem

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": _POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_SOCKET_PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,40})/live$")
Socket = Callable[[str, Scope, Receive, Send], Awaitable[None]]
_PAIRS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Rates:
    """How often somebody may do something. Counted in this process; several processes allow as many times more."""

    def __init__(self, settings: Settings) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._rates = {
            "calls": parse(settings.rate_calls),
            "connections": parse(settings.rate_connections),
            "chat": parse(settings.rate_chat),
            "hints": parse(settings.rate_hints),
            "reports": parse(settings.rate_reports),
        }
        self._messages = parse(settings.rate_messages)
        self.connected: Counter[str] = Counter()

    def of_messages(self) -> AsyncLimiter:
        """What a new connection may send."""
        return AsyncLimiter(self._messages.amount, self._messages.get_expiry())

    def allows(self, what: str, who: str) -> bool:
        """Count one, and say whether that was not one too many."""
        return self._limiter.hit(self._rates[what], what, who)

    def check(self, what: str, who: str) -> None:
        """The same, with a Problem."""
        if not self.allows(what, who):
            raise problem("too-fast", "too-fast")


def address(scope: Scope) -> str:
    """Where a client comes from. Who has one address of IPv6 has 2^64 of them, so these count as one."""
    host = str((scope.get("client") or ("unknown", 0))[0])
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def opener(scope: Scope) -> str:
    """An address as it is kept with a table: hashed, only good for counting."""
    return hashlib.sha256(b"molehill opener " + address(scope).encode()).hexdigest()[:32]


def same_origin(origin: str | None, host: str | None, allowed: Iterable[str]) -> bool:
    """Whether a page of this origin may use cookies here. Programs send no origin, and have no cookies to steal."""
    if origin is None:
        return True
    return origin in allowed or (host is not None and urlsplit(origin).netloc == host)


class Guard:
    """Around the whole application: security headers on every answer, a limit on rates and on bodies.

    WebSockets go straight to `socket`, which takes the id of the table and what ASGI hands over.
    """

    def __init__(self, app: ASGIApp, settings: Settings, rates: Rates, socket: Socket) -> None:
        self.app, self.settings, self.rates, self.socket = app, settings, rates, socket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "websocket" and (found := _SOCKET_PATH.match(scope["path"])):
            await self.socket(found[1], scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        body = _Body(receive, self.settings.body_size)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_PAIRS]
            if not body.too_large:
                await send(message)

        try:
            self._check(scope)
            await self.app(scope, body.receive, send_with_headers)
            if body.too_large:
                body.too_large = False
                raise problem("too-large", "too-large", most=self.settings.body_size)
        except Problem as refused:
            await _answer(refused, send_with_headers)

    def _check(self, scope: Scope) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if scope["path"].startswith("/api") and not self.rates.allows("calls", address(scope)):
            raise problem("too-fast", "too-fast")
        changes = scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and not same_origin(headers.get(b"origin"), headers.get(b"host"), self.settings.origins):
            raise problem("origin", "origin")
        length = headers.get(b"content-length", "0")
        if length.isdigit() and int(length) > self.settings.body_size:
            raise problem("too-large", "too-large", most=self.settings.body_size)


class _Body:
    """A body that may not say how long it is: the application gets no more than allowed."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._left, self.too_large = receive, most, False

    async def receive(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            self.too_large = True
            return {"type": "http.disconnect"}
        return message


async def _answer(refused: Problem, send: Any) -> None:
    body = orjson.dumps(refused.as_json())
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
