"""Runs a command in a new terminal, in which somebody presses Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from typing import NamedTuple

import pytest


class Ended(NamedTuple):
    """How a command ended, what it wrote to standard output, and what the terminal showed."""

    code: int
    out: str
    seen: str


def interrupted(command: list[str], when: str) -> Ended:
    """Run a command of ours, and press Ctrl-C as soon as the terminal shows what `when` describes."""
    if os.name != "posix":
        pytest.skip("there are no pseudo-terminals here")
    import pty

    window, inside = pty.openpty()
    environment = os.environ | {"MOLEHILL_QUIET": "1", "COLUMNS": "120", "TERM": "xterm"}
    running = subprocess.Popen(
        [sys.executable, "-m", "molehill", *command], env=environment, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=inside, preexec_fn=_listen_to_ctrl_c,
    )  # fmt: skip
    os.close(inside)
    try:
        seen = ""
        while not re.search(when, seen):
            seen += os.read(window, 10_000).decode(errors="replace")
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=120)
        with suppress(OSError):  # the end of a terminal that nobody writes to any more
            while more := os.read(window, 10_000).decode(errors="replace"):
                seen += more
        return Ended(running.returncode, out, seen)
    finally:
        running.kill()
        running.communicate()
        os.close(window)


def _listen_to_ctrl_c() -> None:
    """Listen to Ctrl-C, which a shell makes background processes ignore, perhaps these tests as well."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
