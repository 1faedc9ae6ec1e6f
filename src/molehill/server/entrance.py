"""Which address a request has come to. Inside nobody knows that the server lies below a path."""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send


class Entrance:
    """Takes the path off that the server lies below. A proxy may have done so already."""

    def __init__(self, app: ASGIApp, below: str) -> None:
        self.app, self.below = app, below

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one connection."""
        path = scope.get("path", "")
        if scope["type"] == "http" and path == self.below != "":
            # Addresses within the app are relative to a folder.
            await RedirectResponse(f"{self.below}/", 308)(scope, receive, send)
            return
        if self.below and path.startswith(f"{self.below}/"):
            scope = {**scope, "path": path.removeprefix(self.below)}
        await self.app(scope, receive, send)
