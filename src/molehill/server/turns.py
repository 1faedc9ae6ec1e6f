"""Whose turn it is where only so many can be served at once: address by address, so that nobody waits for a crowd.

Each kind of work (bots, hints, replays, building tables, reading what strangers send) has turns of its own.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from molehill.server.words import Problem, say

T = TypeVar("T")
_Line = dict[str, deque[asyncio.Future[None]]]


class Busy(Problem):
    """Too many of one address wait already."""

    def __init__(self) -> None:
        super().__init__("too-fast", say("too-fast"))


class Turns:
    """So many at once, and of one address `each` of them at most; so many of one address may be `waiting`.

    Addresses are called in turn. What is `late` comes after all else, and takes half of the room at most.
    """

    def __init__(self, at_once: int, each: int | None = None, waiting: int | None = None) -> None:
        self._at_once, self._most_late = at_once, max(1, at_once // 2)
        self._each, self._most_waiting = each or at_once, waiting
        self._busy: Counter[str] = Counter()
        self._late = 0
        self._lines: dict[bool, _Line] = {False: {}, True: {}}

    @asynccontextmanager
    async def turn(self, who: str, late: bool = False) -> AsyncIterator[None]:
        """Wait for a turn, and have it. Raises Problem where too many of the same address wait already."""
        await self._wait(who, late)
        try:
            yield
        finally:
            self._end(who, late)

    async def _wait(self, who: str, late: bool) -> None:
        line = self._lines[late].setdefault(who, deque())
        if self._most_waiting is not None and len(line) >= self._most_waiting:
            raise Busy
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(called)
        self._call()
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._end(who, late)
            elif called in line:
                line.remove(called)  # one that goes away keeps nobody from waiting
            raise

    def _call(self) -> None:
        """Let those begin who may."""
        for late, line in self._lines.items():
            while self._has_room(late) and (who := self._next(line)):
                self._busy[who] += 1
                self._late += late

    def _end(self, who: str, late: bool) -> None:
        self._busy[who] -= 1
        self._busy += Counter()  # without those who have none
        self._late -= late
        self._call()

    def _has_room(self, late: bool) -> bool:
        return self._busy.total() < self._at_once and not (late and self._late >= self._most_late)

    def _next(self, line: _Line) -> str | None:
        """Call the first who may begin; this address goes to the end of the line."""
        for who in list(line):
            waiting = line[who]
            while waiting and waiting[0].done():
                waiting.popleft()
            if waiting and self._busy[who] >= self._each:
                continue
            called = waiting.popleft() if waiting else None
            del line[who]
            if waiting:
                line[who] = waiting
            if called:
                called.set_result(None)
                return who
        return None


class Pool(Turns):
    """Threads that are taken in turns."""

    def __init__(self, name: str, threads: int, waiting: int | None = None) -> None:
        super().__init__(threads, waiting=waiting)
        self._threads = ThreadPoolExecutor(threads, name)

    async def run(self, who: str, work: Callable[..., T], *given: Any) -> T:
        """Do something that takes its time, for somebody at this address."""
        async with self.turn(who):
            return await self.now(work, *given)

    async def now(self, work: Callable[..., T], *given: Any) -> T:
        """Do something for somebody who has a turn."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)

    def close(self) -> None:
        """Nothing new begins."""
        self._threads.shutdown(wait=False, cancel_futures=True)
