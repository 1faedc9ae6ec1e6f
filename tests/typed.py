"""Tools for tests of the terminal: a keyboard that types given lines, a console to read, and tables to play at."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from molehill import Match
from molehill.bots import Thinking
from molehill.terminal.session import Session
from molehill.terminal.start import Wanted


class Typed:
    """A keyboard that types these lines. After the last one `auto` answers; without it the input ends."""

    def __init__(self, *lines: str, auto: Any = None) -> None:
        self.lines, self.auto = list(lines), auto
        self.asked: list[str] = []
        self.choices: list[str] = []

    def __call__(self, prompt: str, choices: Sequence[str] = (), who: str = "", toolbar: str = "") -> str:
        self.asked.append(prompt)
        self.choices = list(choices)
        if self.lines:
            return self.lines.pop(0)
        if self.auto is None:
            raise EOFError
        return str(self.auto(prompt, list(choices)))

    def wait(self, prompt: Callable[[int], str], seconds: float) -> None:
        """Return at once, as if the time were over."""
        self.asked.append(prompt(int(seconds)))


def first_move(prompt: str, choices: list[str]) -> str:
    """Press Enter, and at a real prompt make the first legal move."""
    return choices[0] if prompt.endswith(">") else ""


def console() -> Console:
    """A screen of 80 columns without colours."""
    return Console(file=io.StringIO(), width=80, color_system=None, force_terminal=False, _environ={})


def table(match: Match, players: list[str], ask: Typed, path: Path | None = None, **more: Any) -> Session:
    """A table with the same dice and the same bots every time."""
    told = {"thinking": Thinking(seed=1)} | more
    return Session(match, players, ask, console(), path, random.Random(1), **told)


def printed(session: Session) -> str:
    """Everything that was printed at a table."""
    assert isinstance(session.console.file, io.StringIO)
    return session.console.file.getvalue()


def wanted(**said: Any) -> Wanted:
    """A command line with only these arguments."""
    nothing = dict.fromkeys(("game_id", "seats", "players", "box", "resume", "save", "seed"))
    return Wanted(**({**nothing, "options": {}, "own_dice": False} | said))
