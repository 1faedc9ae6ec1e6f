"""The WebSocket of one client: commands in, one at a time; frames out, as they come. Plain ASGI, under any server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import orjson
import structlog
from pydantic import ValidationError
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Receive, Scope, Send

from molehill.server import commands as c
from molehill.server import dice, frames, metrics
from molehill.server.audience import Message, Wording, eyes_of
from molehill.server.database import Away
from molehill.server.door import cut_off
from molehill.server.hub import Hub
from molehill.server.phones import door_of
from molehill.server.rates import Rates, address
from molehill.server.safety import same_origin
from molehill.server.table import Table
from molehill.server.words import Problem, malformed, problem

HELLO_WITHIN = 10.0
_BYTES_WAITING = 1 << 19
_WORDING = 1 << 15  # bytes that a frame with words counts for before it is written
_LAST_WORDS = 2.0  # seconds in which somebody may still learn why they are sent away
_TOO_FAST_BEFORE_CLOSING = 200
_HOST = "h"  # in keys
NOT_HELLO, BANNED, NO_TABLE, REPLACED, SHUT = 4001, 4003, 4004, 4009, 4010
TOO_FAST, TOO_SLOW, TOO_MANY, TRY_AGAIN = 1008, 1013, 1013, 1013
# For somebody who is not let in, or sent away.
_CODES = {"malformed": NOT_HELLO, "banned": BANNED, "no-table": NO_TABLE, "broken": NO_TABLE, "shut": SHUT}

logger = structlog.get_logger("molehill.connection")
_Handler = Callable[["Connection", Any], Awaitable[None]]


class Gone(Exception):
    """The client has closed the connection."""


class Connection:
    """One WebSocket at one table."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, hub: Hub, rates: Rates, table: str) -> None:
        self._receive_asgi, self._send_asgi, self._scope = receive, send, scope
        self.address, self.door = address(scope), door_of(scope)
        self.hub, self.rates, self.table = hub, rates, table
        self.tokens = tokens_of(Headers(scope=scope))
        self.seats: tuple[int, ...] = ()
        self.host = False
        self.words = False
        self.page: str | None = None
        self.since = 0.0
        self.let_go: set[int] = set()
        self.chat_told = self.seq_told = 0
        self.about_told: frames.TableAbout | None = None
        self._messages, self._too_fast = rates.of_messages(), 0
        self._out: asyncio.Queue[Message] = asyncio.Queue()
        self._waiting = 0  # bytes in it
        self._leaving = False

    # ---- out ---------------------------------------------------------------------------------------------------------

    def push(self, frame: Message) -> None:
        """Send a frame, soon. Who reads too slowly is sent away, and may come back."""
        if self._leaving:
            return  # nothing more, or there would be a gap
        self._waiting += _size(frame)
        self._out.put_nowait(frame)
        if self._waiting > _BYTES_WAITING:
            metrics.TOO_SLOW.inc()
            while not self._out.empty():
                self._out.get_nowait()
                self._out.task_done()
            self._let_go(TOO_SLOW)

    async def _send(self) -> None:
        """Frames go out in their order, by this task alone."""
        with suppress(Exception):  # gone: whoever receives will notice, too
            while True:
                frame = await self._out.get()
                self._waiting -= _size(frame)
                text = await self.hub.words.run(self.address, frame.write) if isinstance(frame, Wording) else frame
                await self._send_asgi({"type": "websocket.send", "text": text.decode()})
                self._out.task_done()

    def dismiss(self, why: Problem) -> None:
        """Send somebody away: there is nothing more to look at, or not for them."""
        self.refuse(why)
        self._let_go(_CODES.get(why.code, TRY_AGAIN))

    def _let_go(self, code: int) -> None:
        """From now on nothing more is done for them."""
        if not self._leaving:
            self._leaving = True
            self.hub.spawn(self._end(code))

    async def _end(self, code: int) -> None:
        """Close when everything was sent, and let somebody read it who does."""
        self.hub.leave(self.table, self)
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORDS):
                await self._out.join()
                await self.close(code)
        await asyncio.sleep(_LAST_WORDS)
        cut_off(self._scope)

    async def close(self, code: int) -> None:
        """Say goodbye."""
        with suppress(Exception):
            await self._send_asgi({"type": "websocket.close", "code": code})

    def replaced(self) -> None:
        """The same page has another connection now: it need not be waited for that this one is found to be dead."""
        self.hub.leave(self.table, self)
        self.hub.spawn(self.close(REPLACED))

    def refuse(self, refused: Problem, key: str | None = None) -> None:
        """Say no; nothing has changed."""
        metrics.REFUSALS.labels(refused.code).inc()
        frame: frames.Refused = {
            "say": "refused",
            "key": key,
            "code": refused.code,
            "why": refused.why,
            "rule": refused.rule,
            "seq": self.hub.seq_of(self.table, eyes_of(self)),
        }
        self.push(orjson.dumps(frame))

    # ---- in ----------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """From hello to the end."""
        metrics.CONNECTIONS.inc()
        sender = asyncio.get_running_loop().create_task(self._send())
        try:
            if await self.rates.charge(self.address, self._hello()):
                while True:
                    raw = await self._receive()
                    if self._leaving:
                        continue
                    while wait := self.rates.overdrawn(self.address):
                        await asyncio.sleep(wait)
                    await self.rates.charge(self.address, self._one(raw))
        except Gone:
            pass
        finally:
            sender.cancel()
            metrics.CONNECTIONS.dec()
            self.hub.leave(self.table, self)

    async def _receive(self) -> str | bytes:
        message = await self._receive_asgi()
        if message["type"] == "websocket.disconnect":
            raise Gone
        text = message.get("text")
        return text if text is not None else bytes(message.get("bytes") or b"")

    async def _hello(self) -> bool:
        try:
            self.rates.admit(self.address)
            async with asyncio.timeout(HELLO_WITHIN):
                first = _read(await self._receive())
            if not isinstance(first, c.Hello):
                raise problem("malformed", "hello-first")
            if first.watch:
                self.tokens = _host_of(self._scope)
            else:
                self.tokens += first.tokens
            self.words, self.page = first.words, first.page
            await self.hub.join(self.table, self, first.again)
        except (Problem, TimeoutError, Away) as error:
            refused = _why(error)
            self.refuse(refused)
            await self._out.join()
            await self.close(_CODES.get(refused.code, TRY_AGAIN))
            return False
        return True

    async def _one(self, raw: str | bytes) -> None:
        """One command. Whatever is wrong with it is said, and the connection lives on."""
        key, began = None, time.perf_counter()
        try:
            await self._check_rate()
            command = _read(raw)
            metrics.MESSAGES.labels(command.do).inc()
            key = getattr(command, "key", None)
            await _HANDLERS[command.do](self, command)
            metrics.COMMANDS.observe(time.perf_counter() - began)
        except Problem as refused:
            self.refuse(refused, key)
        except Gone:
            raise
        except Away as error:
            self.refuse(_why(error), key)
        except Exception as error:
            logger.error("command-failed", table=self.table, exc_info=error)
            self.refuse(problem("trouble", "trouble"), key)

    async def _check_rate(self) -> None:
        if self._messages.take(""):
            self._too_fast = max(0, self._too_fast - 1)
            return
        self._too_fast += 1
        if self._too_fast > _TOO_FAST_BEFORE_CLOSING:
            await self.close(TOO_FAST)
            raise Gone
        raise problem("too-fast", "too-fast")

    # ---- what each command does --------------------------------------------------------------------------------------

    def _own(self, seat: int) -> None:
        if seat not in self.seats:
            raise problem("not-yours", "not-your-seat")

    def _seated(self) -> None:
        if not self.seats and not self.host:
            raise problem("not-yours", "not-seated")

    def _is_host(self) -> None:
        if not self.host:
            raise problem("not-yours", "not-host")

    def _may_chat(self) -> None:
        if not self.hub.settings.chat:
            raise problem("off", "chat-off-here")

    async def _act(self, key: str | None, command: Callable[[Table, float, str | None], Any], *by: int | str) -> None:
        """Do a command once, however often it is sent.

        A key belongs to whom the message is `by`: a seat, or the host. Whoever else the client holds the connection for
        changes nothing. What is by nobody in particular may have been sent when the client held fewer seats.
        """
        named = by or (*self.seats, *([_HOST] if self.host else []))
        keys = [] if key is None else [f"{who}:{key}" for who in named]

        def once(table: Table) -> Any:
            return None if table.done_before(keys) else command(table, time.time(), keys[0] if keys else None)

        await self.hub.act(self.table, once, self, key)

    def _meant(self, table: Table, seq: int) -> int:
        return table.numbers.meant(seq, eyes_of(self))

    async def _again(self, x: c.Hello | c.Again) -> None:
        await self.hub.welcome_again(self.table, self)

    async def _move(self, x: c.Move) -> None:
        self._own(x.seat)
        await self._act(
            x.key, lambda table, now, key: table.move(x.seat, x.move, self._meant(table, x.seq), now, key), x.seat
        )

    async def _undo(self, x: c.Undo) -> None:
        self._own(x.seat)
        await self._act(x.key, lambda table, now, key: table.undo(x.seat, self._meant(table, x.seq), now, key), x.seat)

    async def _hint(self, x: c.Hint) -> None:
        self._own(x.seat)
        self.rates.check("hints", f"{self.table} {x.seat}")
        self.push(orjson.dumps(await self.hub.hint(self.table, x.seat, eyes_of(self), self.words, self.address)))

    async def _chat(self, x: c.Chat) -> None:
        self._may_chat()
        self._is_host() if x.seat is None else self._own(x.seat)
        self.rates.check("chat", f"{self.table} {x.seat}")
        by = _HOST if x.seat is None else x.seat
        await self._act(x.key, lambda table, now, key: table.say(x.seat, x.text, now, key), by)

    async def _luck(self, x: c.Luck) -> None:
        self._own(x.seat)
        await self._act(x.key, lambda table, now, key: table.add_luck(x.seat, x.share, now, key), x.seat)

    async def _start(self, x: c.Start) -> None:
        self._seated()
        await self._act(x.key, lambda table, now, key: table.start(now, key))

    async def _arrange(self, x: c.Arrange) -> None:
        self._is_host()
        await self._act(x.key, lambda table, now, key: table.arrange(x.seat, x.kind, x.bot, now, key), _HOST)

    async def _switch(self, x: c.Switch) -> None:
        self._is_host()
        if x.chat:
            self._may_chat()
        await self._act(x.key, lambda table, now, key: table.switch_chat(x.chat, now, key), _HOST)

    async def _stand_in(self, x: c.StandIn) -> None:
        self._seated()
        await self._act(x.key, lambda table, now, key: self.hub.stand_in(table, x.seat, now, key))

    async def _take_back(self, x: c.TakeBack) -> None:
        self._own(x.seat)
        await self._act(x.key, lambda table, now, key: table.take_back(x.seat, now, key), x.seat)

    async def _rematch(self, x: c.Rematch) -> None:
        self._seated()
        secret = dice.new_secret()
        await self._act(x.key, lambda table, now, key: table.rematch(self.hub.openings.new_id(), secret, now, key))

    async def _hold(self, x: c.Hold) -> None:
        await self.hub.hold(self.table, self, x.tokens)

    async def _ping(self, x: c.Ping) -> None:
        frame: frames.Pong = {"say": "pong", "now": time.time()}
        self.push(orjson.dumps(frame))


_HANDLERS: dict[str, _Handler] = {
    "hello": Connection._again, "again": Connection._again, "move": Connection._move, "undo": Connection._undo,
    "hint": Connection._hint, "chat": Connection._chat, "luck": Connection._luck, "start": Connection._start,
    "seat": Connection._arrange, "set": Connection._switch, "stand_in": Connection._stand_in,
    "take_back": Connection._take_back, "rematch": Connection._rematch, "hold": Connection._hold,
    "ping": Connection._ping,
}  # fmt: skip


def _why(error: Problem | TimeoutError | Away) -> Problem:
    if isinstance(error, Problem):
        return error
    if isinstance(error, TimeoutError):
        return problem("malformed", "hello-first")
    logger.error("database", why=str(error))
    return problem("trouble", "away")


def _size(frame: Message) -> int:
    return len(frame) if isinstance(frame, bytes) else _WORDING


def _read(raw: str | bytes) -> c.Command:
    try:
        return c.read(raw)
    except ValidationError as error:
        raise malformed(error.errors(include_url=False, include_input=False)) from None


async def serve(scope: Scope, receive: Receive, send: Send, hub: Hub, rates: Rates, table: str) -> None:
    """One WebSocket, from its handshake on."""
    await receive()
    headers = Headers(scope=scope)
    who = address(scope)
    if not same_origin(headers.get("origin"), headers.get("host"), hub.settings.pages):
        logger.info("origin-refused", origin=headers.get("origin"), address=who)
        await send({"type": "websocket.close", "code": TOO_FAST})  # not accepted: HTTP 403
        return
    await send({"type": "websocket.accept"})
    if rates.connected[who] >= hub.settings.connections_per_address or not rates.allows("connections", who):
        await send({"type": "websocket.close", "code": TOO_MANY})
        return
    rates.connected[who] += 1
    try:
        await Connection(scope, receive, send, hub, rates, table).run()
    finally:
        rates.connected[who] -= 1
        if rates.connected[who] <= 0:
            del rates.connected[who]


def _host_of(scope: Scope) -> list[str]:
    """The token of the host alone: who only watches holds no seat, whatever the browser has kept."""
    found = cookie_parser(Headers(scope=scope).get("cookie", "")).get("host", "")
    return [found] if 0 < len(found) <= 100 else []


def tokens_of(headers: Headers) -> list[str]:
    """The tokens that come with a request: cookies, or an Authorization header."""
    cookies = cookie_parser(headers.get("cookie", "")).items()
    found = [value for name, value in cookies if name == "host" or name.startswith("seat-")]
    kind, _, given = headers.get("authorization", "").partition(" ")
    found += given.split() if kind.lower() == "bearer" else []
    return [token for token in found if len(token) <= 100][:32]
