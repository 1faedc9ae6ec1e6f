"""The workshop: somebody changes a box, and bots try it out. Both are done in processes of strangers (`sandbox.py`).

A call that changes a box is short. A call that tries one answers in lines of JSON, one after each turn of playing,
until it is certain enough, its time is over or nobody listens any more. Addresses take turns at the processes. Between
two turns an inquiry is a few numbers in here, so nothing of it is held anywhere else.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import Field, JsonValue, StringConstraints

from molehill.lab.questions import LONGEST_BOX, Edition, Question
from molehill.server import metrics, shelf
from molehill.server.bodies import REFUSED
from molehill.server.commands import Strict
from molehill.server.preparations import BOTS
from molehill.server.rates import address
from molehill.server.sandbox import Sandbox
from molehill.server.settings import Settings
from molehill.server.strict import StrictRoute
from molehill.server.words import Problem, problem

if TYPE_CHECKING:
    from molehill.server.hub import Hub

_FIRST, _NEXT = 0.2, 0.5  # seconds of playing in a turn: the first answer comes soon
_LONGEST = 60.0  # seconds of playing for one question
_Step = Annotated[str, StringConstraints(max_length=100)]

router = APIRouter(prefix="/api/workshop", responses=REFUSED, route_class=StrictRoute)


class Change(Strict):
    """Another value at a place of a box; null removes what is there."""

    at: list[_Step] = Field(min_length=1, max_length=10)
    value: JsonValue


class Edit(Strict):
    """A box, by default the shipped one, and what is to be changed in it."""

    game: Annotated[str, StringConstraints(max_length=64)]
    box: Annotated[str, StringConstraints(max_length=LONGEST_BOX)] | None = None
    changes: list[Change] = Field([], max_length=50)
    seats: Annotated[int, Field(ge=1, le=16)] | None = None
    options: dict[_Step, str | int | bool] = Field({}, max_length=20)


class Trial(Strict):
    """A line of the answer about how boxes play: what is known by now, or why nothing more will be."""

    say: Literal["waiting", "found", "over", "refused"]
    found: dict[str, Any] | None = None
    code: str | None = None
    why: str | None = None


class Lines(StreamingResponse):
    """Lines of JSON, one after the other."""

    media_type = "application/x-ndjson"


class Workshop:
    """Processes in which boxes are tried."""

    def __init__(self, settings: Settings) -> None:
        self.processes = settings.workshop_processes
        self.sandbox = Sandbox(max(1, settings.workshop_processes))
        self._stopped = False

    def check(self) -> None:
        """Raises Problem if those who run the server do not want it."""
        if not self.processes:
            raise problem("off", "workshop-off")

    def stop(self) -> None:
        """Nobody is answered any more."""
        self._stopped = True
        self.sandbox.stop()

    async def answers(self, who: str, question: Question) -> AsyncIterator[dict[str, Any]]:
        """What is known after each turn of playing."""
        body, state = question.model_dump_json().encode(), None
        spent, turn = 0.0, _FIRST
        while spent < _LONGEST and not self._stopped:
            asked = {"do": "try", "game": question.game, "state": state, "time": turn}
            began = time.perf_counter()
            told = await self.sandbox.ask(who, asked, body)
            metrics.TRIED.observe(time.perf_counter() - began)
            state, spent, turn = told["state"], spent + turn, _NEXT
            yield told["answer"]
            if told["answer"]["done"]:
                return


def _hub(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    hub.workshop.check()
    return hub


@router.post("/box")
async def edit(wanted: Edit, request: Request) -> Edition:
    """Change a box: its text, what it breaks, its form, and the table as the first seat would see it."""
    hub = _hub(request)
    await hub.rules_of(shelf.find(wanted.game).id)
    asked = wanted.model_dump(exclude={"box"}) | {"do": "edit", "shipped": wanted.box is None}
    return Edition(**await hub.sandbox.ask(address(request.scope), asked, (wanted.box or "").encode()))


@router.post("/trial", response_model=Trial, responses={200: {"content": {Lines.media_type: {}}}})
async def trial(wanted: Question, request: Request) -> Lines:
    """Let bots play with boxes. The answer has a line of JSON for each time that more is known; leave to stop it."""
    hub = _hub(request)
    shelf.find(wanted.game)
    return Lines(_lines(hub, address(request.scope), wanted))


async def _lines(hub: Hub, who: str, wanted: Question) -> AsyncIterator[bytes]:
    try:
        yield _line(say="waiting")
        hub.preparations.ask(wanted.game, BOTS)
        await hub.preparations.wait(wanted.game, BOTS)
        async for found in hub.workshop.answers(who, wanted):
            yield _line(say="found", found=found)
        yield _line(say="over")
    except Problem as refused:
        yield _line(say="refused", code=refused.code, why=refused.why)


def _line(**told: Any) -> bytes:
    return orjson.dumps(told) + b"\n"
