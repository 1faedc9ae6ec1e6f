"""Getting games ready beside play: each stage is compiled in a process of its own, then loaded in a thread.

What somebody asks for comes first, its rules before its bots; the rest follows. Nothing is compiled in the server's own
process, and the event loop waits for nothing.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal

import structlog

import molehill
from molehill import bots
from molehill.bots import preparing
from molehill.bots.trained import SHELF
from molehill.engine import compiling
from molehill.engine.game import Game
from molehill.server.words import problem, say

RULES, BOTS, NETS = preparing.STAGES
_NICENESS = 10
_LINES_KEPT = 30  # of what a process that failed has said
_NOT_LOADED = 0.99  # how far a stage is that is compiled and not loaded yet

# A group of its own: Ctrl-C is for the server, which then ends this process as well.
_APART: dict[str, Any] = {"start_new_session": True}
if sys.platform == "win32":
    _APART = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}

logger = structlog.get_logger("molehill.preparations")


@dataclass(frozen=True)
class Preparer:
    """How a stage is found, compiled and loaded. A test brings its own, and compiles nothing."""

    is_kept: Callable[[Game, str], bool]
    command: Callable[[Game, str], Sequence[str]]
    load: Callable[[Game, str], None]


class Failed(Exception):
    """A stage could not be compiled; the message is what its process said."""


class Stage:
    """One stage of one game, from nobody wanting it to being ready.

    It waits to be loaded; if it turns out not to be kept, it waits to be compiled, and then to be loaded again.
    """

    def __init__(self, game: Game, name: str, before: Stage | None) -> None:
        self.game, self.name, self.before = game, name, before
        self.state: Literal["unwanted", "to load", "to compile", "at work", "ready", "failed"] = "unwanted"
        self.done = 0.0
        self.compiled = False
        self.asked = 0  # the higher, the later somebody asked for it; 0: nobody has
        self.settled = asyncio.Event()  # it is ready, or it has failed

    @property
    def rank(self) -> tuple[bool, int, int]:
        """What comes first is the lowest: what was asked for, rules before bots, the latest wish."""
        return not self.asked, preparing.STAGES.index(self.name), -self.asked

    @property
    def may_begin(self) -> bool:
        """Bots can't be prepared before the rules that they play by."""
        return self.before is None or self.before.state == "ready"

    def settle(self, state: Literal["ready", "failed"]) -> None:
        """It is ready, or it has failed: tell those who wait."""
        self.state, self.done = state, float(state == "ready")
        self.settled.set()

    def begin_again(self) -> None:
        """Forget that it has failed."""
        self.state, self.done, self.compiled = "to load", 0.0, False
        self.settled.clear()


class Preparations:
    """Every stage of every game, and who waits for it. One is loaded at a time, and one a core is compiled."""

    def __init__(self, preparer: Preparer, at_once: int | None = None) -> None:
        self._preparer, self._at_once = preparer, at_once or os.cpu_count() or 1
        self._stages: dict[tuple[str, str], Stage] = {}
        for game in molehill.games():
            rules = self._stages[game.id, RULES] = Stage(game, RULES, None)
            self._stages[game.id, BOTS] = Stage(game, BOTS, rules)
            if SHELF.of(game):
                self._stages[game.id, NETS] = Stage(game, NETS, rules)
        self._wishes = count(1)
        self._loading: dict[Stage, asyncio.Task[None]] = {}
        self._compiling: dict[Stage, asyncio.Task[None]] = {}
        self._closed = False

    # ---- what others ask ---------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Prepare everything."""
        for stage in self._stages.values():
            self._want(stage)
        self._go_on()

    def ask(self, game: str, name: str = BOTS) -> None:
        """Prepare a stage, and those before it, before anything else. What has failed is tried again."""
        for stage in self._up_to(game, name):
            if stage.state == "failed":
                stage.begin_again()
            stage.asked = next(self._wishes)
            self._want(stage)
        self._go_on()

    async def wait(self, game: str, name: str) -> None:
        """Return when a stage is ready. Raises Problem if it has failed. A game that there is not is not waited for."""
        for stage in self._up_to(game, name):
            self._want(stage)
        self._go_on()
        for stage in self._up_to(game, name):
            await stage.settled.wait()
            if self._closed:
                raise problem("trouble", "closing")
            if stage.state == "failed":
                raise problem("trouble", "preparing-failed", game=stage.game.name)

    def is_ready(self, game: str, name: str) -> bool:
        """Whether a stage is in memory."""
        return self._stages[game, name].state == "ready"

    def about(self, game: str) -> dict[str, Any]:
        """How far each stage of a game is, from 0 to 1, and what is wrong if one has failed."""
        stages = self._up_to(game, BOTS)
        failed = [say("preparing-failed", game=stage.game.name) for stage in stages if stage.state == "failed"]
        # There is nothing to wait for at a table of a game that is not there.
        done = dict.fromkeys((RULES, BOTS), 1.0) | {stage.name: stage.done for stage in stages}
        return {"game": game, **done, "trouble": failed[0] if failed else None}

    def stop(self) -> None:
        """Nothing new begins, and nobody waits any longer."""
        self._closed = True
        for stage in self._stages.values():
            stage.settled.set()

    async def close(self) -> None:
        """End every process."""
        self.stop()
        tasks = [*self._loading.values(), *self._compiling.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---- what comes next ---------------------------------------------------------------------------------------------

    def _up_to(self, game: str, name: str) -> list[Stage]:
        names = preparing.STAGES[: preparing.STAGES.index(name) + 1]
        return [self._stages[game, each] for each in names if (game, each) in self._stages]

    def _want(self, stage: Stage) -> None:
        if stage.state == "unwanted":
            stage.state = "to load"

    def _first(self, state: str) -> Stage | None:
        """Of the stages in this state the one that comes first."""
        found = [stage for stage in self._stages.values() if stage.state == state and stage.may_begin]
        return min(found, key=lambda stage: stage.rank, default=None)

    def _go_on(self) -> None:
        """Begin whatever may be begun."""
        if self._closed:
            return
        if not self._loading and (stage := self._first("to load")):
            self._start(stage, self._loading, self._load)
        while stage := self._first("to compile"):
            if len(self._compiling) >= self._at_once:
                self._make_room(stage)
                return
            self._start(stage, self._compiling, self._compile)

    def _make_room(self, wanted: Stage) -> None:
        """Put off what nobody has asked for, if somebody waits for this one: they would wait twice as long."""
        idle = [stage for stage in self._compiling if not stage.asked]
        making = any(task.cancelling() for task in self._compiling.values())
        if wanted.asked and idle and not making:
            self._compiling[min(idle, key=lambda stage: stage.done)].cancel()

    def _start(
        self,
        stage: Stage,
        tasks: dict[Stage, asyncio.Task[None]],
        work: Callable[[Stage], Coroutine[Any, Any, None]],
    ) -> None:
        before, stage.state = stage.state, "at work"

        def ended(task: asyncio.Task[None]) -> None:
            del tasks[stage]
            if task.cancelled():
                stage.state, stage.done = before, 0.0
            elif error := task.exception():
                logger.error("preparing-failed", game=stage.game.id, stage=stage.name, why=str(error), exc_info=error)
                stage.settle("failed")
            self._go_on()

        tasks[stage] = asyncio.get_running_loop().create_task(work(stage))
        tasks[stage].add_done_callback(ended)

    # ---- loading and compiling ---------------------------------------------------------------------------------------

    async def _load(self, stage: Stage) -> None:
        """Load a stage that is kept; else it is to be compiled first."""
        if await asyncio.to_thread(self._preparer.is_kept, stage.game, stage.name):
            await asyncio.to_thread(self._preparer.load, stage.game, stage.name)
            stage.settle("ready")
        elif stage.compiled:
            raise Failed(say("preparing-not-kept", folder=str(compiling.cache_root())))
        else:
            stage.state = "to compile"

    async def _compile(self, stage: Stage) -> None:
        process = await asyncio.create_subprocess_exec(
            *self._preparer.command(stage.game, stage.name),
            stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, env=_environment(), **_APART,
        )  # fmt: skip
        try:
            if not stage.asked:
                _step_back(process.pid)
            said = await _listen(process, stage)
            if await process.wait():
                raise Failed(said)
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        stage.compiled, stage.state = True, "to load"


def _step_back(process: int) -> None:
    """What nobody waits for is compiled when nobody else needs the processor. Windows has no such call."""
    if sys.platform != "win32":
        with suppress(OSError):  # it may be over
            os.setpriority(os.PRIO_PROCESS, process, _NICENESS)


async def _listen(process: Process, stage: Stage) -> str:
    """Follow how far a process is until it has no more to say; returns the last of what else it said."""
    said: deque[str] = deque(maxlen=_LINES_KEPT)
    assert process.stdout is not None
    async for line in process.stdout:
        text = line.decode(errors="replace").strip()
        try:
            stage.done = min(max(float(text), 0.0), _NOT_LOADED)
        except ValueError:
            said.append(text)
    return "\n".join(said)


def _environment() -> dict[str, str]:
    """The server's own, and its cache: where no folder can be written to, each process would take one of its own."""
    return {**os.environ, "MOLEHILL_QUIET": "1", "MOLEHILL_CACHE": str(compiling.cache_root())}


# ---- the real thing --------------------------------------------------------------------------------------------------


def _command(game: Game, name: str) -> Sequence[str]:
    return (sys.executable, "-m", preparing.__name__, game.id, name)


def _load(game: Game, name: str) -> None:
    """Do once what a table does, so that everything for it is in memory."""
    _LOADERS[name](game)


def _load_rules(game: Game) -> None:
    """Rules, views and words, and the module for browsers where the app has none of its own."""
    from molehill import browser
    from molehill.server import shelf
    from molehill.server.sight import worded

    if not browser.in_the_app(game):
        shelf.load(game)

    match = game.match()
    for _ in range(2):
        while match.pending is molehill.CHANCE:
            match.chance()
        seat = match.pending[0]
        worded(match, match.view(seat), match.legal(seat)[0], [str(n) for n in range(match.seats)])
        match.play(seat, match.legal(seat)[0])


def _load_bots(game: Game) -> None:
    """Bots and hints."""
    match = game.match()
    while match.pending is molehill.CHANCE:
        match.chance()
    for name in bots.names():
        bots.bot(name, sims=1).choose(match, match.pending[0])
    bots.explain(match, match.pending[0], sims=1)


def _load_nets(game: Game) -> None:
    """Nets, and what they see."""
    for net in SHELF.of(game):
        match = game.match(net.seats)
        while match.pending is molehill.CHANCE:
            match.chance()
        net.net().choose(match, match.pending[0])


_LOADERS = {RULES: _load_rules, BOTS: _load_bots, NETS: _load_nets}
COMPILER = Preparer(preparing.is_ready, _command, _load)
