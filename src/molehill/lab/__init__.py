"""The lab: many games between bots, and what they show about a game, a box or a bot.

    from molehill import lab
    lab.simulate("honeymoon", games=20_000, bots="greedy")
    lab.compare("mole_rats", {"shipped": {}, "mine": {"box": "mine.toml"}}, until="±0.5%", bots="fair")
    lab.sweep("mole_rats", {"deck[add red]": "1..4"}, bots="greedy").frame()

The commands `molehill simulate`, `compare`, `sweep`, `tune`, `report`, `ladder` and `balance` do the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from molehill.lab.comparison import compare
    from molehill.lab.reports import report
    from molehill.lab.simulation import simulate
    from molehill.lab.sweeps import sweep
    from molehill.lab.tuning import tune

__all__ = ["compare", "report", "simulate", "sweep", "tune"]

_MODULES = {
    "compare": "comparison", "report": "reports", "simulate": "simulation", "sweep": "sweeps", "tune": "tuning",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """A public name. Modules that need NumPy are loaded when a name is first used."""
    if name in _MODULES:
        import importlib

        return getattr(importlib.import_module(f"molehill.lab.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'molehill.lab' has no attribute {name!r}")
