"""All checks of a game, one after another, and what they found in words: what is wrong, and where."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator
from typing import Any, NamedTuple

from molehill.conformance.checks import CHECKS, Check
from molehill.conformance.trial import Broken, NotTried, Trial, label
from molehill.engine.errors import Unknown
from molehill.engine.game import Game

FIRST = "rules-compile"  # nothing else can be tried if this fails


class Finding(NamedTuple):
    """Something that does not hold: what, at which position, and in which line of the game, if one is to blame."""

    what: str
    position: str
    line: str


class Result(NamedTuple):
    """One check: at how many tables it was tried, what it found at the first that breaks it, or why it wasn't."""

    check: Check
    tables: int
    seconds: float
    finding: Finding | None = None
    not_tried: str = ""

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        finding = self.finding._asdict() if self.finding else None
        told = {"check": self.check.name, "says": self.check.says, "tables": self.tables}
        return told | {"finding": finding, "not_tried": self.not_tried or None}


def run(game: Game, only: str = "", seed: int = 0, effort: float = 1.0) -> Iterator[Result]:
    """Try every check, or those with this in their names. Each result comes as soon as it is known."""
    chosen = [check for check in CHECKS.values() if only in check.name]
    if not chosen:
        raise Unknown(f"there is no check with {only!r} in its name; there are {', '.join(CHECKS)}")
    for check in sorted(chosen, key=lambda check: check.name != FIRST):
        result = _try(check, game, seed, effort)
        yield result
        if result.finding and check.name == FIRST:
            return


def _try(check: Check, game: Game, seed: int, effort: float) -> Result:
    began, tables, finding, not_tried = time.process_time(), 0, None, ""
    for seats, options in check.settings(game):
        trial, tables = Trial(game, seats, options, seed, effort), tables + 1
        try:
            check.run(trial)
        except NotTried as reason:
            not_tried = str(reason)
        except Exception as error:  # Broken, or what the game's own code raises
            finding = _finding(trial, error)
            break
    return Result(check, tables, time.process_time() - began, finding, not_tried)


def _finding(trial: Trial, error: Exception) -> Finding:
    what = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
    at = f"{trial.seats} seats, {label(trial.options)}"
    if trial.match is not None and trial.match.history:
        actor, move = trial.match.history[-1]
        who = f"seat {actor}" if isinstance(actor, int) else "chance"
        at += f", after {len(trial.match.history)} moves, the last of {who}: {move}"
    return Finding(what, at, _line(trial.game, error))


def _line(game: Game, error: BaseException | None) -> str:
    """The innermost line of the game's own that the error came through."""
    while error is not None:
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if frame.filename.startswith(str(game.folder)):
                return f"{frame.filename}, line {frame.lineno}"
        error = error.__cause__
    return ""
