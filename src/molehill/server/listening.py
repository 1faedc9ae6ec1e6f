"""The port that the server listens at. Where the usual one is taken and nobody named one, the next free one will do."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable

from molehill.engine.errors import MolehillError
from molehill.server.settings import Settings
from molehill.server.words import say

_TRIED = 100  # ports, from the usual one on
_BACKLOG = 2048


class CannotListen(MolehillError):
    """There is no port to listen at; the message says what to do."""


def listen(settings: Settings, tell: Callable[[str], None]) -> list[socket.socket]:
    """Sockets at the settings' address: several if its name stands for several addresses."""
    named = "port" in settings.model_fields_set
    last = settings.port + (0 if named else _TRIED)
    for port in range(settings.port, last + 1):
        try:
            sockets = _bind(settings.host, port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and port < last:
                continue
            raise _cannot(settings, port, error) from None
        if port != settings.port:
            tell(say("port-next", taken=str(settings.port), port=str(port)))
        return sockets
    raise AssertionError("the last port is bound or refused")


def listen_for_health(settings: Settings) -> list[socket.socket]:
    """Sockets for those who watch over the server, if they have a port of their own. Nothing else is taken for it."""
    if settings.health_port is None:
        return []
    try:
        return _bind(settings.health_host, settings.health_port)
    except OSError as error:
        raise _not_at(settings.health_host, settings.health_port, error) from None


def _bind(host: str, port: int) -> list[socket.socket]:
    sockets: list[socket.socket] = []
    try:
        for family, _, _, _, address in socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            sockets.append(socket.create_server(address[:2], family=family, backlog=_BACKLOG))
    except OSError:
        for opened in sockets:
            opened.close()
        raise
    return sockets


def _cannot(settings: Settings, port: int, error: OSError) -> CannotListen:
    if error.errno == errno.EADDRINUSE:
        return CannotListen(say("port-taken", port=str(port), next=str(port + 1)))
    return _not_at(settings.host, port, error)


def _not_at(host: str, port: int, error: OSError) -> CannotListen:
    return CannotListen(say("listen-not", host=host, port=str(port), why=error.strerror or str(error)))


def url_of(listening: socket.socket) -> str:
    """Where a browser on this machine finds it."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
