"""The lab: what many games between bots tell about a game, a box, a bot.

    from molehill import lab
    lab.simulate("honeymoon", games=20_000, bots="greedy")
    lab.compare("mole_rats", {"shipped": {}, "mine": {"box": "mine.toml"}}, until="±0.5%", bots="fair")

Everything here can be asked for on the command line as well; docs/lab.md is the guide.
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
    """What needs NumPy is loaded when it is first used."""
    if name in _MODULES:
        import importlib

        return getattr(importlib.import_module(f"molehill.lab.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'molehill.lab' has no attribute {name!r}")
