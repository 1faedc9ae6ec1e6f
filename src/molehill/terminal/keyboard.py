"""The keyboard: one question, one line typed, with completion and a line of commands below; or a wait for Enter.

No other module imports prompt_toolkit.
"""

from __future__ import annotations

import asyncio
import math
import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from molehill.engine.errors import MolehillError
from molehill.terminal.words import say

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


class NoTerminal(MolehillError):
    """Nobody can type here: standard input or output is a file or a pipe."""


class Leave(Exception):
    """Somebody typed quit."""


def leaves(typed: str) -> bool:
    """Whether somebody wants to leave. Every question understands it."""
    return typed.strip().lower().removeprefix("/") in ("quit", "exit")


class Ask(Protocol):
    """Ask a question and return what was typed. May raise EOFError or KeyboardInterrupt."""

    def __call__(self, prompt: str, choices: Sequence[str] = (), who: str = "", toolbar: str = "") -> str:
        """Ask. `choices` are completions; each `who` has a separate history of typed lines."""
        ...

    def wait(self, prompt: Callable[[int], str], seconds: float) -> None:
        """Wait for Enter, at most for so many seconds; the prompt says how many are left."""
        ...


class Keyboard:
    """The real keyboard."""

    def __init__(self) -> None:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise NoTerminal(say("no-terminal"))
        self._sessions: dict[str, PromptSession[str]] = {}

    def __call__(self, prompt: str, choices: Sequence[str] = (), who: str = "", toolbar: str = "") -> str:
        """Ask a question and return what was typed."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter

        session = self._sessions.setdefault(who, PromptSession())
        completer = WordCompleter(list(choices), ignore_case=True, sentence=True) if choices else None
        return session.prompt(
            [("bold", f"{prompt} ")],
            completer=completer,
            complete_while_typing=True,
            reserve_space_for_menu=6 if choices else 0,
            bottom_toolbar=[("", toolbar)] if toolbar else None,
        )

    def wait(self, prompt: Callable[[int], str], seconds: float) -> None:
        """Wait for Enter, at most for so many seconds."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.application import get_app
        from prompt_toolkit.formatted_text import FormattedText

        end = time.monotonic() + seconds

        def told() -> FormattedText:
            return FormattedText([("bold", f"{prompt(max(0, math.ceil(end - time.monotonic())))} ")])

        async def ring() -> None:
            await asyncio.sleep(seconds)
            get_app().exit(result="")

        def wind_up() -> None:
            get_app().create_background_task(ring())

        session: PromptSession[str] = PromptSession()
        session.prompt(told, refresh_interval=0.25, pre_run=wind_up)
