"""Gymnasium's vector environment over `Batch`: one seat learns at many tables at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from molehill.engine import whole
from molehill.engine.batch import Rewards
from molehill.engine.errors import Malformed
from molehill.engine.policies import Player
from molehill.envs.seat import opponents
from molehill.envs.spaces import FAULT, metadata, observation_space
from molehill.games import game as find_game

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.game import Game

Observed = dict[str, Any]
Told = tuple[Observed, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]  # numbers, then marks


class SeatVectorEnv(VectorEnv[Observed, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """So many tables of a game, stepped together in compiled code; otherwise as `SeatEnv`.

    A table whose game has ended begins again with the next step, which ignores its action and brings nothing
    (Gymnasium's `AutoresetMode.NEXT_STEP`).
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Box | str | Path | None = None,
        *,
        seat: int = 0,
        bots: Player | Sequence[Player] = "greedy",
        rewards: Rewards = "end",
        memory: bool = False,
        prospects: bool = False,
        threads: int = 1,
    ) -> None:
        self.game = find_game(game)
        count = self.game.seat_count(seats)
        others = opponents(self.game, count, seat, bots)
        self.batch = self.game.batch(
            num_envs, count, options, box, rewards=rewards, memory=memory, prospects=prospects, opponents=others,
            threads=threads,
        )  # fmt: skip
        self.seat, self.num_envs = seat, num_envs
        self.metadata = metadata(self.game) | {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space = observation_space(self.batch.layout, self.game.move_count)
        self.single_action_space = spaces.Discrete(self.game.move_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._tables = np.arange(num_envs)
        self._ended = np.zeros(num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin again at all tables, from one seed."""
        if isinstance(seed, list):
            raise Malformed("the tables share one seed, which is a whole number")
        super().reset(seed=seed)
        self.batch.reset(seed=seed)
        self._ended[:] = False
        self._begin_again(self.batch.over)
        return self._observed(), {}

    def _begin_again(self, which: npt.NDArray[np.bool_]) -> None:
        """Until it comes to this seat: bots may play a game to its end before it does."""
        while which.any():
            self.batch.reset(which)
            which = which & self.batch.over

    def _observed(self) -> Observed:
        mask = self.batch.mask & ~self._ended[:, None]
        return {"observation": self.batch.observe(seat=self.seat), "action_mask": mask.astype(np.int8)}

    def step(self, actions: npt.NDArray[np.int64]) -> Told:
        """Make a move at each table; then the others make theirs."""
        says = f"step takes {self.num_envs} actions, one whole number a table"
        chosen = np.array(whole.array(actions, says), dtype=np.int64)
        if chosen.shape != (self.num_envs,):
            raise Malformed(says)
        begun, within = self._ended.copy(), (chosen >= 0) & (chosen < self.game.move_count)
        illegal = ~begun & ~(within & self.batch.mask[self._tables, np.where(within, chosen, 0)])
        chosen[illegal | begun] = self.batch.moves[illegal | begun, 0]  # what it is does not matter any more
        self.batch.step(chosen)
        rewards = self.batch.rewards[:, self.seat].astype(np.float64)
        rewards[illegal], rewards[begun] = FAULT, 0.0
        self._begin_again(begun)
        self._ended = (self.batch.over | illegal) & ~begun
        return self._observed(), rewards, self._ended.copy(), np.zeros(self.num_envs, dtype=np.bool_), {}
