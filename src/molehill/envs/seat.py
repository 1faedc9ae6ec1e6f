"""Gymnasium's environment for one player: one seat learns, and bots play the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces

from molehill.engine import whole
from molehill.engine.batch import Rewards
from molehill.engine.errors import Unknown
from molehill.engine.policies import Player
from molehill.envs.rendering import Screen
from molehill.envs.spaces import FAULT, metadata, observation_space
from molehill.games import game as find_game

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.game import Game

Observed = dict[str, Any]


def opponents(game: Game, seats: int, seat: int, bots: Player | Sequence[Player]) -> dict[int, Player]:
    """Who plays the other seats: one for all of them, or one for each, in their order."""
    seat = whole.number(seat, f"the seat that learns is one of 0 to {seats - 1}", 0, seats - 1)
    others = [other for other in range(seats) if other != seat]
    given = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * len(others)
    if len(given) != len(others):
        raise Unknown(f"{len(given)} bots for {len(others)} other seats: name one for all of them, or one for each")
    return dict(zip(others, given, strict=True))


class SeatEnv(gymnasium.Env[Observed, int]):
    """One table, one seat of it. `bots` play the others: a name for all, or one for each; functions as well.

    Observations have `observation`, as `game.observation(seats)` describes it, and `action_mask`; actions are the
    game's moves by number. The reward is the result of the game, or with `rewards="points"` the points won since the
    last step. An illegal move ends the game with -1.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Box | str | Path | None = None,
        *,
        seat: int = 0,
        bots: Player | Sequence[Player] = "greedy",
        rewards: Rewards = "end",
        memory: bool = False,
        prospects: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.game = find_game(game)
        count = self.game.seat_count(seats)
        others = opponents(self.game, count, seat, bots)
        self.batch = self.game.batch(
            1, count, options, box, rewards=rewards, memory=memory, prospects=prospects, opponents=others
        )
        self.seat = seat
        self.metadata = metadata(self.game)
        self.render_mode = render_mode
        self._screen = Screen(self.batch, render_mode)
        self._over = True
        self.observation_space = observation_space(self.batch.layout, self.game.move_count)
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.game.move_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin again. With a seed, chance and bots are the same every time; without one they go on."""
        super().reset(seed=seed)
        self.batch.reset(seed=seed)
        while self.batch.over[0]:  # bots have played the game to its end before it came to this seat
            self.batch.reset()
        self._over = False
        return self._observed(), {}

    def _observed(self) -> Observed:
        seen = self.batch.observe(seat=self.seat)[0]
        return {"observation": seen, "action_mask": self.batch.mask[0].astype(np.int8)}

    def step(self, action: int) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Make a move; then the others make theirs, until this seat decides again or the game is over."""
        if self._over:
            raise gymnasium.error.ResetNeeded("reset() comes before step()")
        action = whole.number(action, "an action is a whole number")
        if not (0 <= action < self.game.move_count and self.batch.mask[0, action]):
            self._over = True
            return self._observed(), FAULT, True, False, {"illegal": True}
        self.batch.step(np.array([action]))
        self._over = bool(self.batch.over[0])
        if self.render_mode == "human":
            self.render()
        return self._observed(), float(self.batch.rewards[0, self.seat]), self._over, False, {}

    def render(self) -> Any:
        """The table as a spectator sees it."""
        return self._screen.render()
