"""Which address a request has come to. Inside nobody knows that the server lies below a path or has two ports."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_HEALTH = ("/healthz", "/metrics")


class Entrance:
    """Takes the path off that the server lies below; a proxy may have done so already.

    Where there are ports for health, what is for operators is found there and nothing else is.
    """

    def __init__(self, app: ASGIApp, below: str, health_ports: Sequence[int] = ()) -> None:
        self.app, self.below, self.health_ports = app, below, frozenset(health_ports)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one connection."""
        path = scope.get("path", "")
        if scope["type"] == "http" and path == self.below != "":
            # Addresses within the app are relative to a folder.
            await RedirectResponse(f"{self.below}/", 308)(scope, receive, send)
            return
        if self.below and path.startswith(f"{self.below}/"):
            scope = {**scope, "path": path.removeprefix(self.below)}
        if scope["type"] == "lifespan" or self._is_here(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await PlainTextResponse("", 404)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})  # not accepted: HTTP 403

    def _is_here(self, scope: Scope) -> bool:
        """Whether what is asked for is at the port at which it is asked for."""
        if not self.health_ports:
            return True
        server = scope.get("server") or ("", None)
        return (server[1] in self.health_ports) == (scope["path"] in _HEALTH)
