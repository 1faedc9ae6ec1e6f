"""Compiling a game before somebody waits for it: stage by stage, with progress, here or in a process of its own.

    python -m molehill.bots.preparing honeymoon rules

prints how far it is, a number from 0 to 1 a line, and ends when the stage is compiled and kept.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from molehill.engine.errors import Unknown

if TYPE_CHECKING:
    from molehill.engine.game import Game

STAGES = ("rules", "bots")  # people need the first to play, bots the second to think; in this order
Tell = Callable[[float], None]


def is_ready(game: Game, stage: str) -> bool:
    """Whether a stage has been compiled and kept, so that it loads at once."""
    from molehill.bots import search
    from molehill.engine import compiling

    if not compiling.JIT:
        return True
    template = None if stage == "rules" else search.TEMPLATE
    return (compiling.cache_of(game.folder, template) / "ready").exists()


def prepare(game: Game, stage: str, tell: Tell = lambda done: None) -> None:
    """Load a stage, compiled first where it is not kept. `tell` hears how far it is, from 0 to 1."""
    from molehill.bots import search

    if stage not in STAGES:
        raise Unknown(f"there is no stage {stage!r}; there are {', '.join(STAGES)}")
    tell(0.0)
    _ = game.kernels
    if stage == "bots":
        search.load(game)
    tell(1.0)


def main(game: str, stage: str) -> None:
    """Prepare a stage and print how far it is."""
    import molehill

    def tell(done: float) -> None:
        sys.stdout.write(f"{done:.3f}\n")
        sys.stdout.flush()

    prepare(molehill.game(game), stage, tell)


if __name__ == "__main__":
    main(*sys.argv[1:])
