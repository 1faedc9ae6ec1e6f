"""The games as environments of other libraries. Each library is an extra, which is loaded when it is used.

    import molehill

    env = molehill.env("mole_park", seats=4)            # PettingZoo, one seat after the other
    env = molehill.parallel_env("honeymoon", seats=3)   # PettingZoo, all at once
    env = molehill.seat_env("moledozer", bots="fair")   # Gymnasium: one seat learns, bots play the others
    envs = molehill.vector_env("target_rats", 1024)     # Gymnasium: the same at many tables

`molehill.envs.openspiel` registers every game with OpenSpiel when it is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from molehill.envs.extras import check_settings, need

if TYPE_CHECKING:
    from molehill.engine.game import Game
    from molehill.envs.aec import MolehillAEC
    from molehill.envs.parallel import MolehillParallel
    from molehill.envs.seat import SeatEnv
    from molehill.envs.vector import SeatVectorEnv

__all__ = ["env", "parallel_env", "seat_env", "vector_env"]


def env(game: Game | str, seats: int | None = None, **settings: Any) -> MolehillAEC:
    """A game as PettingZoo's AEC environment. See `MolehillAEC` for the settings."""
    need("pettingzoo", "pettingzoo", "molehill.env")
    from molehill.envs.aec import MolehillAEC

    check_settings("molehill.env", MolehillAEC, settings)
    return MolehillAEC(game, seats, **settings)


def parallel_env(game: Game | str, seats: int | None = None, **settings: Any) -> MolehillParallel:
    """A game in which all decide at once as PettingZoo's parallel environment. See `MolehillParallel`."""
    need("pettingzoo", "pettingzoo", "molehill.parallel_env")
    from molehill.envs.parallel import MolehillParallel

    check_settings("molehill.parallel_env", MolehillParallel, settings)
    return MolehillParallel(game, seats, **settings)


def seat_env(game: Game | str, seats: int | None = None, **settings: Any) -> SeatEnv:
    """A Gymnasium environment in which one seat learns while bots play the others. See `SeatEnv`."""
    need("gymnasium", "gymnasium", "molehill.seat_env")
    from molehill.envs.seat import SeatEnv

    check_settings("molehill.seat_env", SeatEnv, settings)
    return SeatEnv(game, seats, **settings)


def vector_env(game: Game | str, tables: int, seats: int | None = None, **settings: Any) -> SeatVectorEnv:
    """The same at many tables at once, as Gymnasium's vector environment. See `SeatVectorEnv`."""
    need("gymnasium", "gymnasium", "molehill.vector_env")
    from molehill.envs.vector import SeatVectorEnv

    check_settings("molehill.vector_env", SeatVectorEnv, settings)
    return SeatVectorEnv(game, tables, seats, **settings)
