"""What a process does from time to time, beside what it is asked for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog

from molehill.server import metrics

Work = Callable[[], Awaitable[None]]
_PAUSE = 1.0  # seconds from one round to the next

logger = structlog.get_logger("molehill.rounds")


class Rounds:
    """Pieces of work, each done in every so many rounds. Where one fails the others are done all the same."""

    def __init__(self, *works: tuple[int, Work]) -> None:
        self._works = list(works)
        self.last = 0.0  # when one was finished

    def add(self, every: int, work: Work) -> None:
        """Do this as well."""
        self._works.append((every, work))

    async def run(self, pause: float = _PAUSE) -> None:
        """Go round and round."""
        number = 0
        while True:
            for every, work in self._works:
                if number % every == 0:
                    await self._do(work)
            number += 1
            self.last = time.monotonic()
            await asyncio.sleep(pause)

    async def _do(self, work: Work) -> None:
        try:
            await work()
        except Exception as error:
            what = getattr(work, "__name__", "work").strip("_")
            metrics.FAILURES.labels(what).inc()
            logger.error("watching-over-failed", what=what, exc_info=error)
