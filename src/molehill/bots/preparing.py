"""Compiling a game before somebody waits for it: stage by stage, with progress, here or in a process of its own.

    python -m molehill.bots.preparing honeymoon rules

prints how far it is, a number from 0 to 1 a line, and ends when the stage is compiled and kept.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from molehill.engine import compiling
from molehill.engine.errors import Unknown

if TYPE_CHECKING:
    from molehill.engine.game import Game

# People need the first stage to play, bots the second to think, and nets the third to see.
TEMPLATES = {"rules": compiling.KERNELS, "bots": Path(__file__).parent / "tree.py", "nets": compiling.VECTORS}
STAGES = tuple(TEMPLATES)


def is_ready(game: Game, stage: str) -> bool:
    """Whether a stage has been compiled and kept, so that it loads at once."""
    return compiling.is_kept(game, _template(stage))


def prepare(game: Game, stage: str, tell: compiling.Tell) -> None:
    """Load a stage, compiled first where it is not kept. `tell` hears how far it is, from 0 to 1."""
    tell(0.0)
    compiling.load(game, _template(stage), tell)
    tell(1.0)


def _template(stage: str) -> Path:
    if stage not in TEMPLATES:
        raise Unknown(f"there is no stage {stage!r}; there are {', '.join(STAGES)}")
    return TEMPLATES[stage]


def main(game: str, stage: str) -> None:
    """Prepare a stage and print how far it is."""
    import molehill

    def tell(done: float) -> None:
        sys.stdout.write(f"{done:.3f}\n")
        sys.stdout.flush()

    prepare(molehill.game(game), stage, tell)


if __name__ == "__main__":
    main(*sys.argv[1:])
