"""Running the server: uvicorn, structured logs, and a goodbye to everybody before it stops."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import socket
import sys
import threading
import webbrowser
from typing import Any

import structlog
import uvicorn

from molehill.server.api import application
from molehill.server.preparations import COMPILER, Preparer
from molehill.server.settings import Settings
from molehill.server.store import Store
from molehill.server.wire import Wire
from molehill.server.words import say

_GARBAGE = (20_000, 20, 50)
_SWITCH = 0.001
_GRACE = 0.3  # seconds for the last words to arrive


class Server(uvicorn.Server):
    """uvicorn, with a goodbye."""

    def __init__(self, config: uvicorn.Config, open_browser: bool = False) -> None:
        super().__init__(config)
        self._open_browser = open_browser

    async def startup(self, sockets: Any = None) -> None:
        """Begin, and say where."""
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            url = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}"
            print(say("serving", url=url), file=sys.stderr, flush=True)  # noqa: T201
            if self._open_browser:
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    async def shutdown(self, sockets: Any = None) -> None:
        """Tell everybody to come back, then stop."""
        for server in self.servers:
            server.close()
        hub = getattr(self.config.app.state, "hub", None)  # type: ignore[union-attr]
        if hub is not None:
            hub.farewell()
            await asyncio.sleep(_GRACE)
        await super().shutdown(sockets)


def serve(
    settings: Settings,
    open_browser: bool = False,
    sockets: list[socket.socket] | None = None,
    preparer: Preparer = COMPILER,
) -> None:
    """Serve until told to stop, at the settings' address or at sockets that listen already."""
    set_up_logs(settings.log_level)
    app = application(settings, Store(settings.database_url, process=secrets.token_hex(8)), preparer)
    tune()
    config = uvicorn.Config(
        app, host=settings.host, port=settings.port, loop="auto", http="httptools", ws=Wire,
        ws_max_size=settings.message_size, ws_per_message_deflate=False, ws_ping_interval=20, ws_ping_timeout=20,
        access_log=False, log_config=None, proxy_headers=True, forwarded_allow_ips=settings.proxies,
        server_header=False, timeout_graceful_shutdown=5, lifespan="on",
    )  # fmt: skip
    Server(config, open_browser).run(sockets)


def tune() -> None:
    """Set up the interpreter for a server, when everything is loaded."""
    gc.freeze()  # what is loaded stays; looking through it again and again would cost a tenth of the time
    gc.set_threshold(*_GARBAGE)
    sys.setswitchinterval(_SWITCH)  # or the writing thread waits for the event loop longer than for the disk


def set_up_logs(level: str) -> None:
    """One JSON object a line, on stderr, uvicorn's own included."""
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, structlog.stdlib.add_logger_name, *shared,
                    structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )  # fmt: skip
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processor=structlog.processors.JSONRenderer(),
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
        )
    )
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("alembic", "uvicorn.error", "uvicorn"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
