"""What environments have in common: agents and spaces as Gymnasium has them, and names with versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

if TYPE_CHECKING:
    from molehill.engine.game import Game
    from molehill.engine.observing import Layout

RENDER_MODES = ("human", "ansi", "rgb_array")
FAULT = -1.0  # what an illegal move brings who makes it; the game is over


def agents(seats: int) -> list[str]:
    """The seats as PettingZoo names them."""
    return [f"player_{seat}" for seat in range(seats)]


def observation_space(layout: Layout, moves: int) -> spaces.Dict:
    """What a seat sees, and which moves it may make."""
    seen = spaces.Box(layout.low, layout.high, dtype=np.float32)
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (moves,), np.int8)})


def named(game: Game) -> str:
    """The name of a game's environments with their version: `honeymoon_v1`."""
    return f"{game.id}_v{game.environment}"


def metadata(game: Game) -> dict[str, Any]:
    """What an environment says about itself."""
    return {"name": named(game), "render_modes": list(RENDER_MODES), "render_fps": 2, "is_parallelizable": False}
