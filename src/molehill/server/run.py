"""Running the server: where, or that it runs already; uvicorn, and a goodbye before it stops."""

from __future__ import annotations

import asyncio
import gc
import io
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Collection, Sequence
from typing import Any

import segno
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from molehill.server import running
from molehill.server.api import application
from molehill.server.database import CannotOpen, InUse
from molehill.server.door import protocols
from molehill.server.hub import Hub
from molehill.server.listening import listen, listen_for_health, url_of
from molehill.server.logs import set_up_logs
from molehill.server.networks import EVERYWHERE, addresses, base_of
from molehill.server.phones import Door
from molehill.server.preparations import COMPILER, Preparer
from molehill.server.settings import Settings
from molehill.server.store import Store
from molehill.server.words import problem, say

# After so many more objects the youngest are looked through for garbage, and now and then some that are older. They are
# several times as many, for those that took the place of others are young, too. All wait meanwhile: some milliseconds,
# where it was 0.1 to 0.4 s with 20,000. Never everything: at 10,000 connections that takes seconds, and finds little.
_GARBAGE = (2_000, 2, 1_000_000)
_QUIET = 3600  # rounds from one look through everything to the next, if nobody is there
_SWITCH = 0.001
_GRACE = 0.3  # seconds for the last words to arrive
_GOODBYE = 5.0  # seconds in which somebody who was told to go goes by themselves


class Server(uvicorn.Server):
    """uvicorn, with a goodbye, and with doors that are opened and shut while it runs."""

    def __init__(
        self, config: uvicorn.Config, url: str, store: Store, open_browser: bool, elsewhere: Sequence[str] = ()
    ) -> None:
        super().__init__(config)
        self._url, self._store, self._open_browser, self._elsewhere = url, store, open_browser, elsewhere

    async def startup(self, sockets: Any = None) -> None:
        """Begin, and say where."""
        await super().startup(sockets)
        if self.started:
            if self._hub:
                self._hub.rounds.add(_QUIET, self._look_through)
            _tell(say("serving", url=self._url))
            for line in self._elsewhere:
                _tell(line)
            if self._open_browser:
                threading.Thread(target=webbrowser.open, args=(self._url,), daemon=True).start()

    @property
    def _hub(self) -> Hub | None:
        """None before it has begun."""
        assert isinstance(self.config.app, FastAPI)
        return getattr(self.config.app.state, "hub", None)

    async def _look_through(self) -> None:
        """Look through everything for garbage, unless there is a table at which somebody would wait for that."""
        if self._hub and not self._hub.places:
            gc.collect()

    async def listen(self, further: list[socket.socket]) -> None:
        """Listen at further sockets as well."""

        def protocol() -> asyncio.Protocol:
            return self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )

        for each in further:
            self.servers.append(await asyncio.get_running_loop().create_server(protocol, sock=each))

    async def shut(self, doors: Collection[Door]) -> None:
        """Listen at these no longer. Who plays through them is told so, and cut off if they do not go."""
        for server in [one for one in self.servers if any(at.getsockname()[:2] in doors for at in one.sockets)]:
            self.servers.remove(server)
            server.close()
        for place in list(self._hub.places.values()) if self._hub else ():
            for client in [each for each in place.audience.clients if each.door in doors]:
                client.dismiss(problem("shut", "shut"))
        left = [each for each in self.server_state.connections if _door(each.transport) in doors]
        for each in left:
            if isinstance(each, HttpToolsProtocol):
                each.transport.close()
        asyncio.get_running_loop().call_later(_GOODBYE, _cut, left)

    async def shutdown(self, sockets: Any = None) -> None:
        """Tell everybody to come back, then stop."""
        for server in self.servers:
            server.close()
        if self._hub:
            self._hub.farewell()
            await asyncio.sleep(_GRACE)
        if self._store.file:
            running.strike_out(self._store.file)
        await super().shutdown(sockets)


def serve(
    settings: Settings,
    open_browser: bool = False,
    sockets: list[socket.socket] | None = None,
    preparer: Preparer = COMPILER,
) -> None:
    """Serve until told to stop, at the settings' address or at sockets that listen already.

    Where the tables are being served already, that is all there is to it: the browser is opened there.
    """
    set_up_logs(settings.log_level)
    try:
        store = Store(settings.database_url, process=secrets.token_hex(8))
    except InUse as in_use:
        _show_other(in_use, open_browser)
        return
    try:
        sockets = sockets or listen(settings, _tell)
        health = listen_for_health(settings)
    except Exception:
        store.close()
        raise
    url = url_of(sockets[0]) + settings.root_path
    health_url = url_of(health[0]) if health else None
    if store.file:
        running.note_down(store.file, url, store.process, health_url)
    app = application(settings, store, preparer, [each.getsockname()[1] for each in health])
    tune()
    if health_url:
        _tell(say("serving-health", url=health_url))
    elsewhere = _where_else(settings, sockets[0].getsockname()[1], sys.stderr.isatty())
    server = Server(_config(app, settings), url, store, open_browser, elsewhere)
    app.state.phones.listen_with(server)
    server.run([*sockets, *health])


def _show_other(in_use: InUse, open_browser: bool) -> None:
    """Our tables are served by another process: open the browser there, or say what to do."""
    url = running.find(in_use.file)
    if url is None:
        raise in_use
    if not open_browser:
        raise CannotOpen(say("running-already", url=url, file=str(in_use.file))) from None
    _tell(say("running-opened", url=url))
    webbrowser.open(url)


def _door(transport: asyncio.BaseTransport) -> Door | None:
    """The address of ours that somebody is connected to."""
    found = transport.get_extra_info("sockname")
    return (str(found[0]), int(found[1])) if isinstance(found, tuple) else None


def _cut(connections: Sequence[Any]) -> None:
    for each in connections:
        each.transport.abort()


def _where_else(settings: Settings, port: int, codes: bool) -> list[str]:
    """Where others can open it, each address with its QR code if there is a terminal to show it."""
    if settings.public_url:
        bases, sentence = [settings.public_url], "serving-public"
    elif settings.host in EVERYWHERE:
        bases, sentence = [base_of(each, port, settings.root_path) for each in addresses()], "serving-network"
    else:
        return []
    return [f"{say(sentence, url=base)}{chr(10) + _code(base) if codes else ''}" for base in bases]


def _code(url: str) -> str:
    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)  # noqa: T201


def _config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app, loop="auto", **protocols(settings),
        ws_max_size=settings.message_size, ws_per_message_deflate=False, ws_ping_interval=None,
        access_log=False, log_config=None, proxy_headers=True, forwarded_allow_ips=settings.proxies,
        server_header=False, timeout_graceful_shutdown=5, lifespan="on",
    )  # fmt: skip


def tune() -> None:
    """Set up the interpreter for a server, when everything is loaded."""
    gc.freeze()  # what is loaded stays; looking through it again and again would cost a tenth of the time
    gc.set_threshold(*_GARBAGE)
    sys.setswitchinterval(_SWITCH)  # or the writing thread waits for the event loop longer than for the disk
