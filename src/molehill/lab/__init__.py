"""The lab: many games between bots, and what they show about a game, a box or a bot.

    from molehill import lab
    lab.simulate("honeymoon", games=20_000, bots="greedy")
    lab.compare("mole_rats", {"shipped": {}, "mine": {"box": "mine.toml"}}, until="±0.5%", bots="fair")

The commands `molehill simulate`, `compare`, `ladder` and `balance` do the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from molehill.lab.comparison import compare
    from molehill.lab.simulation import simulate
    from molehill.lab.sweeps import sweep
    from molehill.lab.tuning import tune

__all__ = ["compare", "simulate", "sweep", "tune"]

_MODULES = {"compare": "comparison", "simulate": "simulation", "sweep": "sweeps", "tune": "tuning"}


def __getattr__(name: str) -> Any:
    """A public name. Modules that need NumPy are loaded when a name is first used."""
    if name in _MODULES:
        import importlib

        return getattr(importlib.import_module(f"molehill.lab.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'molehill.lab' has no attribute {name!r}")
