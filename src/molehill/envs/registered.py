"""Every game under its name and version in Gymnasium: importing this module registers them.

    import gymnasium
    import molehill.envs.registered

    env = gymnasium.make("molehill/honeymoon-v1", seats=3)

Nothing of a game is loaded but what it says about itself.
"""

from __future__ import annotations

from molehill.envs.extras import need
from molehill.games import games

need("gymnasium", "gymnasium", "molehill.envs.registered")

from gymnasium import register  # noqa: E402

for _game in games().values():
    register(
        id=f"molehill/{_game.id}-v{_game.environment}",
        entry_point="molehill.envs.seat:SeatEnv",
        vector_entry_point="molehill.envs.vector:SeatVectorEnv",
        kwargs={"game": _game.id},
        disable_env_checker=True,  # it is checked by tests, and the checker makes illegal moves
    )
