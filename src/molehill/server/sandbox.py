"""Processes in which strangers' box files and logs are read (`untrusted.py`). One that takes too long is ended."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import OrderedDict
from contextlib import suppress
from typing import Any

import orjson
import structlog

import molehill
from molehill.server import metrics, untrusted
from molehill.server.turns import Turns
from molehill.server.words import Problem, problem

_AT_ONCE = 2
_WAITING = 10  # of one address
_PATIENCE = 60.0  # seconds: a process that has not answered by then hangs, however busy the machine is
_REST_AFTER = 60.0
_BOXES_KEPT = 100
_MEGABYTE = 1 << 20
# Seconds of the processor, and bytes: several times what the largest honest box or log takes.
_LIMITS: dict[str, dict[str, Any]] = {
    "box": {"code": "bad-box", "seconds": 2.0, "bytes": 200 * _MEGABYTE},
    "log": {"code": "bad-log", "seconds": 8.0, "bytes": 400 * _MEGABYTE},
    "edit": {"code": "bad-box", "seconds": 2.0, "bytes": 200 * _MEGABYTE},
    "try": {"code": "bad-question", "seconds": 8.0, "bytes": 400 * _MEGABYTE},
}
_COMPILING = 600.0  # seconds: whoever asks first may have to wait until what plays many games is compiled

logger = structlog.get_logger("molehill.sandbox")


class Sandbox:
    """So many processes at most, one for each address, by turns. They are started when they are needed, and end when
    they are not."""

    def __init__(self, at_once: int = _AT_ONCE) -> None:
        self._turns = Turns(at_once, each=1, waiting=_WAITING)
        self._idle: list[tuple[Process, float]] = []
        self._busy: set[Process] = set()
        self._stopped = False
        self._boxes: OrderedDict[tuple[str, bytes], Any] = OrderedDict()

    async def box(self, who: str, game: str, text: str) -> Any:
        """Somebody's own box. Raises Problem with what is wrong there."""
        key = game, hashlib.sha256(text.encode()).digest()
        if key not in self._boxes:
            self._boxes[key] = _box(game, text, await self.ask(who, {"do": "box", "game": game}, text.encode()))
        self._boxes.move_to_end(key)
        while len(self._boxes) > _BOXES_KEPT:
            self._boxes.popitem(last=False)
        return self._boxes[key]

    async def log(self, who: str, game: str, body: bytes, **table: Any) -> dict[str, Any]:
        """The entries of a table from a log that was sent. Raises Problem with what is wrong there."""
        return await self.ask(who, {"do": "log", "game": game, "table": table}, body)

    async def ask(self, who: str, question: dict[str, Any], body: bytes) -> dict[str, Any]:
        """What comes of a question of `untrusted.py`. Raises Problem with what is wrong there.

        Someone who goes away does not interrupt a process at work: it has only moments left, and can be used again.
        """
        async with self._turns.turn(who):
            work = asyncio.get_running_loop().create_task(self._asked(question, body))
            work.add_done_callback(_heard)  # perhaps nobody is left who would hear that it failed
            try:
                told = await asyncio.shield(work)
            except asyncio.CancelledError:
                await asyncio.wait([work])
                raise
        if "problem" in told:
            raise Problem(**told["problem"])
        return told

    async def _asked(self, question: dict[str, Any], body: bytes) -> dict[str, Any]:
        limits = _LIMITS[question["do"]]
        process = self._idle.pop()[0] if self._idle else await _start()
        self._busy.add(process)
        try:
            async with asyncio.timeout(_COMPILING if question["do"] == "try" else _PATIENCE):
                told = await _talk(process, orjson.dumps(question | limits), body)
        except (asyncio.IncompleteReadError, OSError, TimeoutError):
            if not self._stopped:
                metrics.ENDED.labels(question["do"]).inc()
                logger.warning("reading-ended", what=question["do"], game=question["game"], size=len(body))
            raise problem(limits["code"], "unreadable", why="it takes too long") from None
        else:
            self._idle.append((process, time.monotonic()))
        finally:
            self._busy.discard(process)
            if process not in [idle for idle, _ in self._idle]:
                await _end(process)
        return told

    def stop(self) -> None:
        """Nothing more is needed: whatever is at work is ended."""
        self._stopped = True
        for process in self._busy:
            with suppress(ProcessLookupError):
                process.kill()

    async def rest(self, after: float = _REST_AFTER) -> None:
        """End those that nobody has needed for some time."""
        before = time.monotonic() - after
        idle = [process for process, since in self._idle if since <= before]
        self._idle = [(process, since) for process, since in self._idle if since > before]
        for process in idle:
            await _end(process)


def _heard(work: asyncio.Task[Any]) -> None:
    if not work.cancelled():
        work.exception()


async def _start() -> Process:
    # A session of its own: Ctrl-C is for the server, which then ends this process as well.
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", untrusted.__name__, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True,
    )  # fmt: skip
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, 5)  # those who play come first
    return process


async def _talk(process: Process, *parts: bytes) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    for part in parts:
        process.stdin.write(len(part).to_bytes(untrusted.SIZE, "big") + part)
    await process.stdin.drain()
    size = int.from_bytes(await process.stdout.readexactly(untrusted.SIZE), "big")
    told: dict[str, Any] = orjson.loads(await process.stdout.readexactly(size))
    return told


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.communicate()  # its pipes are over as well: to wait for the process alone would leave them open


def _box(game: str, text: str, told: dict[str, Any]) -> Any:
    import numpy as np

    from molehill.engine.box import Box

    record = np.frombuffer(base64.b64decode(told["record"]), dtype=molehill.game(game).part("box").Box.dtype)
    return Box(game, "box", text, told["doc"], record, told["hash"])
