"""Molehill: five burrowing board games to play, to simulate and to study.

>>> import molehill
>>> match = molehill.game("honeymoon").match(seats=2)
>>> match.pending
CHANCE
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from molehill.engine.errors import BadBox, BadLog, Malformed, MolehillError, Refused, Unknown
from molehill.engine.game import Game, Option
from molehill.games import LeftOut, game, left_out
from molehill.games import games as _all_games

if TYPE_CHECKING:
    from collections.abc import Mapping

    from molehill.engine.actions import Actions, Factor
    from molehill.engine.batch import Batch
    from molehill.engine.box import Box
    from molehill.engine.match import CHANCE, Match, NoUndo, Outcome, Refusal
    from molehill.engine.observing import Field, Layout
    from molehill.engine.playouts import Playouts
    from molehill.engine.stepper import Stepper
    from molehill.envs import env, parallel_env, seat_env, vector_env

__version__ = "0.2.0"
__all__ = [
    "CHANCE", "Actions", "BadBox", "BadLog", "Batch", "Box", "Factor", "Field", "Game", "Layout", "LeftOut",
    "Malformed", "Match", "MolehillError", "NoUndo", "Option", "Outcome", "Playouts", "Refusal", "Refused", "Stepper",
    "Unknown", "env", "game", "games", "left_out", "parallel_env", "replay", "seat_env", "vector_env",
]  # fmt: skip

_ENVIRONMENTS = ("env", "parallel_env", "seat_env", "vector_env")
_LATER = {
    "CHANCE": "match", "Match": "match", "NoUndo": "match", "Outcome": "match", "Refusal": "match",
    "Batch": "batch", "Stepper": "stepper", "Box": "box", "Playouts": "playouts", "Actions": "actions",
    "Factor": "actions", "Field": "observing", "Layout": "observing",
}  # fmt: skip


def games() -> list[Game]:
    """All games that are installed. Those that can't be loaded are in `left_out()`, each with the reason."""
    return list(_all_games().values())


def replay(log: Mapping[str, Any] | str) -> Match:
    """Play a log (`match.log`, or its JSON text) again. Raises BadLog if it can't be trusted, and says why."""
    from molehill.engine.log import replay as replay_log

    return replay_log(log, game)


def __getattr__(name: str) -> Any:
    """Names that need NumPy are loaded when they are first used, so that `molehill --help` stays quick."""
    if name in _LATER or name in _ENVIRONMENTS:
        import importlib

        module = "molehill.envs" if name in _ENVIRONMENTS else f"molehill.engine.{_LATER[name]}"
        found = getattr(importlib.import_module(module), name)
        globals()[name] = found  # the next time it is found at once
        return found
    raise AttributeError(f"module 'molehill' has no attribute {name!r}")
