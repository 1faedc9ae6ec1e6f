"""What keeps strangers from harm and from doing harm: headers, sizes, rates, origins. All of it sits before the API."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from typing import Any, cast
from urllib.parse import urlsplit

import orjson
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from molehill.server.phones import Phones
from molehill.server.rates import Held, Rates, address
from molehill.server.settings import Settings
from molehill.server.words import Problem, problem, say

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# Workers play by rules in WebAssembly. Nothing else is compiled in a browser, least of all in a page.
_WORKERS = re.compile(r"/assets/\w+\.worker-[\w-]+\.js$")
_WORKERS_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'"
HEADERS = {
    "content-security-policy": _POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_COOKIE = re.compile(rb"(?:host|seat-[0-9]{1,2})=[A-Za-z0-9_-]{1,100}")
_BOX_PATH = re.compile(r"/api/games/[^/]+/box/?$")
_SOCKET_PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,40})/live$")
Socket = Callable[[str, Scope, Receive, Send], Awaitable[None]]
_DIGITS = 12  # of the length of a body


def _pairs(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


_PAIRS = _pairs(HEADERS)
_WORKERS_PAIRS = _pairs(HEADERS | {"content-security-policy": _WORKERS_POLICY})


def same_origin(origin: str | None, host: str | None, allowed: Iterable[str]) -> bool:
    """Whether a page of this origin may use cookies here. Programs send no origin, and have no cookies to steal."""
    if origin is None or origin in allowed:
        return True
    try:
        return host is not None and urlsplit(origin).netloc == host
    except ValueError:
        return False


def _with_own_cookies(scope: Scope) -> Scope:
    """The same request with no other cookies than ours.

    A host may have others, of any length, and what reads cookies takes seconds for a few thousand backslashes.
    """
    headers = [(name, _own(value) if name == b"cookie" else value) for name, value in scope["headers"]]
    return {**scope, "headers": headers}


def _own(cookies: bytes) -> bytes:
    return b"; ".join(each for part in cookies.split(b";") if _COOKIE.fullmatch(each := part.strip()))


class Guard:
    """Around the whole application: security headers on every answer, a limit on rates and on bodies.

    WebSockets go straight to `socket`, which takes the id of the table and what ASGI hands over.
    """

    def __init__(self, app: ASGIApp, settings: Settings, rates: Rates, phones: Phones, socket: Socket) -> None:
        self.app, self.settings, self.rates, self.phones, self.socket = app, settings, rates, phones, socket
        self._bodies = Held()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if "headers" in scope:
            scope = _with_own_cookies(scope)
        if scope["type"] == "websocket" and (found := _SOCKET_PATH.match(scope["path"])):
            if self.phones.admits(scope):
                await self.socket(found[1], scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})  # not accepted: HTTP 403
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        who = address(scope)
        body = _Body(receive, self._most(scope["path"]), self._bodies, who)
        pairs = _WORKERS_PAIRS if _WORKERS.search(scope["path"]) else _PAIRS

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *pairs]
            if body.refused is None:
                await send(message)

        try:
            self._check(scope)
            work = self.app(scope, body.receive, send_with_headers)
            with suppress(ClientDisconnect):  # then there is nobody to answer
                await self.rates.charge(who, cast("Coroutine[Any, Any, None]", work))
            if refused := body.refused:
                body.refused = None
                raise refused
        except Problem as refused:
            await _answer(refused, send_with_headers)
        finally:
            body.let_go()

    def _check(self, scope: Scope) -> None:
        if not self.phones.admits(scope):
            raise problem("origin", "origin")
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        who = address(scope)
        if overdrawn := self.rates.overdrawn(who):
            raise problem("too-fast", "too-fast").later(overdrawn)
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:  # PostgreSQL knows no text with it
            raise problem("malformed", "malformed", why=say("nothing-in-addresses"))
        if scope["path"].startswith("/api"):
            self.rates.admit(who)
        if scope["path"].startswith(("/api", "/metrics")):
            self.rates.check("calls", who)
        changes = scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and not same_origin(headers.get(b"origin"), headers.get(b"host"), self.settings.pages):
            raise problem("origin", "origin")
        length, most = headers.get(b"content-length", "0"), self._most(scope["path"])
        if length.isdigit() and (len(length) > _DIGITS or int(length) > most):
            raise problem("too-large", "too-large", most=most)

    def _most(self, path: str) -> int:
        """The largest body: only logs and boxes are long."""
        box = 2 * self.settings.box_size  # as JSON
        long = {"/api/import": self.settings.body_size, "/api/tables": box}
        long |= {"/api/workshop/box": box, "/api/workshop/trial": 2 * box}
        if _BOX_PATH.match(path):
            return box
        return max(long.get(path.rstrip("/"), 0), self.settings.message_size)


class _Body:
    """A body that may not say how long it is: the application gets no more than allowed.

    Nor may one address have many of them on their way, each of which takes its time to arrive.
    """

    def __init__(self, receive: Receive, most: int, held: Held, who: str) -> None:
        self._receive, self._most, self._held, self._who = receive, most, held, who
        self._size = 0
        self.refused: Problem | None = None

    async def receive(self) -> Message:
        message = await self._receive()
        fresh = len(message.get("body", b""))
        self._size += fresh
        if not self._held.hold(self._who, fresh):
            self.refused = problem("too-fast", "too-fast")
        elif self._size > self._most:
            self.refused = problem("too-large", "too-large", most=self._most)
        return {"type": "http.disconnect"} if self.refused else message

    def let_go(self) -> None:
        """The request is over."""
        self._held.hold(self._who, -self._size)


async def _answer(refused: Problem, send: Any) -> None:
    body = orjson.dumps(refused.as_json())
    told = {"content-type": "application/json", "content-length": str(len(body)), **refused.headers}
    if refused.code == "too-fast":
        told["connection"] = "close"  # or a thousand further calls may be on their way already
    headers = [(name.encode(), value.encode()) for name, value in told.items()]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
