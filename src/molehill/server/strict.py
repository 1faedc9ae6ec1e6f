"""How the JSON of a call is read: no halves of letters, no endless numbers, no bottomless lists, and not much of it.

What is wrong with a body is listed before it is told, thing by thing: a body with thousands of them takes seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import orjson
from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute

from molehill.server.words import say

_MOST = 150  # values in a body: a table of sixteen seats with all options has fewer


class StrictRequest(Request):
    """A request whose JSON is read strictly."""

    async def json(self) -> Any:
        """Its body."""
        found = orjson.loads(await self.body())
        if _count(found) > _MOST:
            raise HTTPException(422, say("too-many-values", most=_MOST))
        return found


class StrictRoute(APIRoute):
    """Calls whose requests are read strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request."""
        answer = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            return await answer(StrictRequest(request.scope, request.receive))

        return strictly


def _count(value: Any) -> int:
    """How many values there are in a value; of too many it is only said that they are."""
    found, waiting = 0, [value]
    while waiting and found <= _MOST:
        value = waiting.pop()
        inner = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
        waiting += inner[: _MOST + 1]
        found += 1
    return found
