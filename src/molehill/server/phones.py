"""Friends in one room: while the host lets phones join, the server also listens where the network can reach it.

The host is somebody at this very machine, and nobody else can switch it on or off. Where the server is public, or
listens to the network anyway, there is nothing to switch.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Protocol
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers
from starlette.types import Scope

from molehill.server import networks
from molehill.server.networks import EVERYWHERE, base_of, is_loopback, netloc
from molehill.server.settings import Settings
from molehill.server.words import problem

Door = tuple[str, int]  # an address of ours, and the port
_OFF = "off"
# What proxies add: somebody who comes through one is elsewhere, whatever it says.
_THROUGH_PROXIES = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
_OWN_NAMES = ("localhost", "127.0.0.1", "::1")

logger = structlog.get_logger("molehill.phones")


class Listener(Protocol):
    """What can listen at further sockets while it runs."""

    async def listen(self, further: list[socket.socket]) -> None:
        """Listen there as well."""
        ...

    async def shut(self, doors: Collection[Door]) -> None:
        """Listen there no longer, and send away those who came that way."""
        ...


class Phones:
    """Whether phones may join, and where."""

    def __init__(self, settings: Settings, find: Callable[[], list[str]] = networks.addresses) -> None:
        self._settings, self._find = settings, find
        self._listener: Listener | None = None
        self._doors: tuple[Door, ...] = ()
        self._ever: set[Door] = set()
        self._lock = asyncio.Lock()

    def listen_with(self, listener: Listener) -> None:
        """Only a server that can listen at further addresses has something to offer."""
        self._listener = listener

    # ---- who may come ------------------------------------------------------------------------------------------------

    def admits(self, scope: Scope) -> bool:
        """Whether a request may come in by the door it came to: at those for phones it has to name exactly that one.

        So no page of elsewhere, whose name somebody has pointed at this network, gets in by them.
        """
        door = door_of(scope)
        if door not in self._ever:
            return True
        return door in self._doors and Headers(scope=scope).getlist("host") == [netloc(*door)]

    def is_host(self, scope: Scope) -> bool:
        """Whether a request comes from this very machine: by itself, through no proxy, under this machine's own name.

        No header can say so, it can only say that it is not.
        """
        headers, door = Headers(scope=scope), door_of(scope)
        if door in self._ever or any(name in headers for name in _THROUGH_PROXIES):
            return False
        client = str((scope.get("client") or ("", 0))[0])
        return (
            is_loopback(client)
            and is_loopback(door[0])
            and [_name_in(each) in _OWN_NAMES for each in headers.getlist("host")] == [True]
        )

    def offered(self, scope: Scope) -> bool:
        """Whether somebody may let phones join."""
        settings = self._settings
        public = settings.public_url or not is_loopback(settings.host) or settings.phones == _OFF
        return self._listener is not None and not public and self.is_host(scope)

    # ---- where -------------------------------------------------------------------------------------------------------

    @property
    def open(self) -> bool:
        """Whether phones may join now."""
        return bool(self._doors)

    async def bases(self, scope: Scope) -> list[str]:
        """Where the app can be opened by others, the likeliest first. Nobody but the host learns of our addresses."""
        if self._settings.public_url:
            return [self._settings.public_url.rstrip("/") + "/"]
        if not self.is_host(scope):
            return []
        doors = list(self._doors)
        if self._settings.host in EVERYWHERE:
            doors = [(address, door_of(scope)[1]) for address in await self._addresses()]
        return [base_of(*door, self._settings.root_path) for door in doors]

    async def _addresses(self) -> list[str]:
        named = [] if self._settings.phones == _OFF else self._settings.phones.split()
        return named or await asyncio.to_thread(self._find)

    # ---- the switch --------------------------------------------------------------------------------------------------

    async def switch(self, on: bool, scope: Scope) -> None:
        """Let phones join, or no longer. Raises Problem for anyone who is not at this machine."""
        if not self.offered(scope):
            raise problem("not-yours", "phones-not-here")
        async with self._lock:
            if on and not self._doors:
                await self._open(door_of(scope)[1])
            elif not on:
                await self._shut()

    async def _open(self, port: int) -> None:
        assert self._listener is not None
        sockets = [opened for address in await self._addresses() if (opened := _bind(address, port))]
        if not sockets:
            raise problem("not-now", "phones-none")
        doors = tuple((str(host), int(port)) for host, port in (each.getsockname()[:2] for each in sockets))
        self._ever.update(doors)
        self._doors = doors  # before anybody comes: what is refused there is refused from the first moment
        await self._listener.listen(sockets)
        logger.info("phones-may-join", at=[netloc(*door) for door in doors])

    async def _shut(self) -> None:
        assert self._listener is not None
        doors, self._doors = self._doors, ()
        if doors:
            await self._listener.shut(doors)
            logger.info("phones-may-not-join")


def door_of(scope: Scope) -> Door:
    """The address of ours that a request came to: the connection's own, not what its headers say."""
    host, port = (scope.get("server") or ("", 0))[:2]
    return str(host), int(port or 0)


def _name_in(host: str) -> str:
    """The name in a Host header, without the port."""
    with suppress(ValueError):
        return urlsplit(f"//{host}").hostname or ""
    return ""


def _bind(address: str, port: int) -> socket.socket | None:
    """Listen at an address: at the server's own port, or if another program has that, at any."""
    for wanted in (port, 0):
        with suppress(OSError):
            return socket.create_server((address, wanted), backlog=128)
    return None
