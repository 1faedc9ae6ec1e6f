"""The list of checks, and the decorator that puts a function on it. Its docstring begins with what it checks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple

from molehill.conformance.trial import Options, Trial, settings
from molehill.engine.game import Game


class At(Enum):
    """Where a check is tried."""

    GAME = "once for a game"
    FEW = "at every number of seats, and with all options at one of them"
    ALL = "at every number of seats with all options"


class Check(NamedTuple):
    """One thing that every game must hold."""

    name: str
    says: str
    at: At
    run: Callable[[Trial], None]

    def settings(self, game: Game) -> Iterator[tuple[int, Options]]:
        """The tables at which it is tried."""
        if self.at is At.GAME:
            yield game.seat_count(None), {}
        else:
            yield from settings(game, self.at is At.ALL)


CHECKS: dict[str, Check] = {}


def check(at: At) -> Callable[[Callable[[Trial], None]], Callable[[Trial], None]]:
    """Put a function on the list."""

    def listed(run: Callable[[Trial], None]) -> Callable[[Trial], None]:
        name = run.__name__.replace("_", "-")
        says = (inspect.getdoc(run) or "").split("\n\n")[0].replace("\n", " ")
        if name in CHECKS or not says:
            raise ValueError(f"{name} needs a name of its own and a sentence")
        CHECKS[name] = Check(name, says, at, run)
        return run

    return listed
