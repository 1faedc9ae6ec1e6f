"""A game as PettingZoo's AEC environment: the seats decide one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable
from pettingzoo.utils.env_logger import EnvLogger

from molehill.engine import whole
from molehill.engine.batch import Rewards
from molehill.engine.contract import OVER
from molehill.engine.errors import Malformed
from molehill.engine.observing import Flat
from molehill.envs.rendering import Screen
from molehill.envs.spaces import FAULT, agents, metadata, observation_space
from molehill.envs.table import ILLEGAL, Table

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.game import Game

Observed = dict[str, Any]
_IN_PLAY = ("agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos")


class MolehillAEC(AECEnv[str, Observed, int | None]):
    """One table. Where several seats decide at once, the lowest goes first, and none sees what another has chosen.

    Observations are dictionaries: `observation`, as `game.observation(seats)` describes it, and `action_mask`. Actions
    are the game's moves by number. A game's result is its reward: 1 for a win, 1/k for k who share it; alone, the
    points. With `rewards="points"` each step brings the points that a seat has more than before. An illegal move ends
    the game with -1 for who made it.
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
        super().__init__()
        self.table = Table(game, seats, options, box, rewards=rewards, memory=memory, prospects=prospects)
        self.game = self.table.game
        self.metadata = metadata(self.game)
        self.render_mode, self._shaped = render_mode, rewards == "points"
        self._screen = Screen(self.table, render_mode)
        self.possible_agents = agents(self.table.seats)
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        moves = self.game.move_count
        self.observation_spaces = {agent: observation_space(self.table.layout, moves) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent's observations are like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The game's moves by number."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin again. With a seed, chance is the same every time; without one it goes on."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._paid = False
        self._select(self.table.begin(seed))

    def _select(self, turn: int) -> None:
        if turn != OVER:
            self.agent_selection = self.possible_agents[turn]
        else:  # everybody sees the end, the first seat first
            self.agent_selection = self.possible_agents[0]
            self.terminations = dict.fromkeys(self.agents, True)

    def __getattr__(self, name: str) -> Any:
        """Asked for what is not there: before the first reset, that is all that a game has while it is played."""
        if name in _IN_PLAY:
            raise AttributeError(f"reset() comes first: there is no {name} yet")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Observed, int | None]:
        """The agents as they are to decide. An environment that was never reset has none, and says so."""
        _ = self.agent_selection
        return super().agent_iter(max_iter)

    def observe(self, agent: str) -> Observed:
        """What an agent sees, and which moves it may make: none, if it is not to decide."""
        table, seat = self.table, self._seat[agent]
        if seat == table.actor[0]:
            return {"observation": table.seen.copy(), "action_mask": table.legal.copy()}
        return {"observation": table.seen_by(seat), "action_mask": table.legal_of(seat)}

    def state(self) -> Flat:
        """What all seats see together, one after the other: for training only."""
        return np.concatenate([self.table.seen_by(seat) for seat in range(self.table.seats)])

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is selected; None when the game is over."""
        if not self.agents:
            raise Malformed("reset() comes before step()")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if self._paid:
            self.rewards, self._paid = dict.fromkeys(self.agents, 0.0), False
        turn = ILLEGAL if action is None else self.table.move(whole.number(action, "an action is a whole number"))
        if turn == ILLEGAL:
            self._end_by_fault(agent)
        else:
            if turn == OVER or self._shaped:
                self._pay(self.table.rewards[0].tolist())
            self._select(turn)
        if self.render_mode == "human":
            self.render()

    def _pay(self, rewards: list[float]) -> None:
        self._paid = True
        for agent, reward in zip(self.possible_agents, rewards, strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def _end_by_fault(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self._pay([FAULT if other == agent else 0.0 for other in self.possible_agents])
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> Any:
        """The table as a spectator sees it: printed, as text or as a picture, as `render_mode` says."""
        return self._screen.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()
