"""Stages that are prepared when a test says so: what would compile reads a pipe, and says what is written there."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from molehill.engine.game import Game
from molehill.server.preparations import Preparer

# One process, no child: a shell that repeats what it reads, and keeps the stage unless it is told that all is lost.
_COMPILE = 'while read -r line; do echo "$line"; test "$line" != lost || exit 1; done < "$0"; : > "$1"'


@dataclass(frozen=True)
class Workshop:
    """A folder with a pipe for each stage that is being prepared, and a file for each that is kept."""

    folder: Path

    def preparer(self, load: Callable[[Game, str], None]) -> Preparer:
        return Preparer(self._is_kept, self._command, load)

    def keep(self, game: str, stage: str) -> None:
        """As if it had been compiled before."""
        self._kept(game, stage).touch()

    def begun(self, game: str, stage: str) -> IO[str]:
        """Wait until a stage is being compiled. What is written here is said by its process; closed, it is done."""
        self._make_pipe(game, stage)
        return self._pipe(game, stage).open("w", buffering=1)

    def compile(self, game: str, stage: str) -> None:
        """Wait until a stage is being compiled, and let that be done."""
        self.begun(game, stage).close()

    def is_busy(self, game: str, stage: str) -> bool:
        """Whether a process is at it."""
        return _is_read(self._pipe(game, stage))

    def close(self) -> None:
        """Let everything be done that somebody still waits for. A server that was killed has left its processes."""
        for pipe in self.folder.glob("*.pipe"):
            _is_read(pipe)

    def _is_kept(self, game: Game, stage: str) -> bool:
        return self._kept(game.id, stage).exists()

    def _command(self, game: Game, stage: str) -> Sequence[str]:
        self._make_pipe(game.id, stage)
        return ("sh", "-c", _COMPILE, str(self._pipe(game.id, stage)), str(self._kept(game.id, stage)))

    def _make_pipe(self, game: str, stage: str) -> None:
        """Anyone who comes first, the test or the server, makes it."""
        with suppress(FileExistsError):
            os.mkfifo(self._pipe(game, stage))

    def _pipe(self, game: str, stage: str) -> Path:
        return self.folder / f"{game}-{stage}.pipe"

    def _kept(self, game: str, stage: str) -> Path:
        return self.folder / f"{game}-{stage}.kept"


def _is_read(pipe: Path) -> bool:
    """Whether anybody reads a pipe. If nobody else writes to it, it ends for them."""
    try:
        os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
    except OSError:
        return False
    return True
