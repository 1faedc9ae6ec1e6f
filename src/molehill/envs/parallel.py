"""A game in which all decide at once as PettingZoo's parallel environment."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from molehill.engine import whole
from molehill.engine.batch import Rewards
from molehill.engine.contract import OVER
from molehill.engine.errors import Malformed, Unknown
from molehill.engine.observing import Flat
from molehill.envs.rendering import Screen
from molehill.envs.spaces import FAULT, agents, metadata, observation_space
from molehill.envs.table import Table

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.game import Game

Observed = dict[str, Any]
Told = tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class MolehillParallel(ParallelEnv[str, Observed, int]):
    """One table. In a step, every seat that is to decide makes its move; the others wait.

    There is one action more than the game has moves: the last is to wait, the only one of a seat that has nothing to
    decide. Otherwise it is as the AEC environment.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Box | str | Path | None = None,
        *,
        rewards: Rewards = "end",
        memory: bool = False,
        prospects: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(game, seats, options, box, rewards=rewards, memory=memory, prospects=prospects)
        self.game = self.table.game
        if not self.game.simultaneous:
            raise Unknown(f"in {self.game.name} one seat decides at a time: use molehill.env({self.game.id!r})")
        self.metadata = metadata(self.game)
        self.render_mode = render_mode
        self._screen = Screen(self.table, render_mode)
        self.possible_agents = agents(self.table.seats)
        self.wait = self.game.move_count
        self.observation_spaces = {
            agent: observation_space(self.table.layout, self.wait + 1) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent's observations are like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The game's moves by number, and then to wait."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Begin again. With a seed, chance is the same every time; without one it goes on."""
        self._turn = self.table.begin(seed)
        self.agents = self.possible_agents[:]
        return self._observed(), {agent: {} for agent in self.agents}

    def _observed(self) -> dict[str, Observed]:
        pending = self.table.pending
        return {agent: self._seen(seat, pending) for seat, agent in enumerate(self.possible_agents)}

    def _seen(self, seat: int, pending: int) -> Observed:
        mask = np.append(self.table.legal_of(seat), np.int8(not pending >> seat & 1))
        return {"observation": self.table.seen_by(seat), "action_mask": mask}

    def step(self, actions: dict[str, int]) -> Told:
        """Make the moves of all seats that are to decide."""
        if not self.agents:
            raise Malformed("reset() comes before step()")
        if not isinstance(actions, Mapping):
            raise Malformed(f"step takes a dictionary, an action for each agent, not {actions!r}")
        pending = self.table.pending
        at_fault = [agent for seat, agent in enumerate(self.agents) if not self._may(seat, pending, actions.get(agent))]
        total = np.zeros(self.table.seats)
        if at_fault:
            EnvLogger.warn_on_illegal_move()
            total[[self.possible_agents.index(agent) for agent in at_fault]] = FAULT
        else:
            for seat, agent in enumerate(self.agents):
                if pending >> seat & 1:
                    self.table.ask(seat)
                    self._turn = self.table.move(int(actions[agent]))
                    total += self.table.rewards[0]
        over = bool(at_fault) or self._turn == OVER
        seats, rewards = self.agents, dict(zip(self.agents, total.tolist(), strict=True))
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        ended, cut = dict.fromkeys(seats, over), dict.fromkeys(seats, False)
        return self._observed(), rewards, ended, cut, {agent: {} for agent in seats}

    def _may(self, seat: int, pending: int, action: int | None) -> bool:
        number = None if action is None else whole.number(action, "an action is a whole number")
        if not pending >> seat & 1:
            return number in (None, self.wait)
        return number is not None and 0 <= number < self.wait and bool(self.table.legal_of(seat)[number])

    def state(self) -> Flat:
        """What all seats see together, one after the other: for training only."""
        return np.concatenate([self.table.seen_by(seat) for seat in range(self.table.seats)])

    def render(self) -> Any:
        """The table as a spectator sees it: printed, as text or as a picture, as `render_mode` says."""
        return self._screen.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()
