"""OpenSpiel's C++ random rollouts and its C++ search, timed from Python.

A bot with one simulation rolls out N games in one call; a bot with N simulations searches.
"""

from __future__ import annotations

import random
import time
from functools import cache
from statistics import fmean
from typing import Any

PEERS = ("backgammon", "maedn")
MEMORY = 256  # MB for a search's tree: enough that it never has to clean up


class Peer:
    """A game of OpenSpiel at its first decision. Its rollouts start there; ours start at the set-up."""

    def __init__(self, name: str, settings: dict[str, Any] | None = None, sample: int = 400) -> None:
        import pyspiel

        self.name = name
        self._game = pyspiel.load_game(name, settings or {})
        self._spiel = pyspiel
        self._rng = random.Random(1)
        self.start = self._first_decision()
        # The C++ loop doesn't say how many moves it made, so the mean of as many as needed is taken from Python.
        self.mean_moves = fmean(self._roll_out() for _ in range(sample))
        self._rollouts = 16
        while self._seconds(self._rollouts) < 0.4:
            self._rollouts *= 2

    def rate(self) -> float:
        """Moves a second on one core, including chance."""
        return self._rollouts * self.mean_moves / self._seconds(self._rollouts)

    def _seconds(self, rollouts: int) -> float:
        return self._step(rollouts, 1)

    def _step(self, rollouts: int, simulations: int) -> float:
        """How long a bot takes for one move, with so many rollouts in each of so many simulations."""
        began = time.process_time()
        evaluator = self._spiel.RandomRolloutEvaluator(rollouts, self._rng.randrange(2**31))
        bot = self._spiel.MCTSBot(self._game, evaluator, 2.0, simulations, MEMORY, False, 1, False)
        bot.step(self.start)
        return time.process_time() - began

    def _first_decision(self) -> Any:
        state = self._game.new_initial_state()
        while state.is_chance_node() or len(state.legal_actions()) < 2:
            self._move(state)
        return state

    def _roll_out(self) -> int:
        state, moves = self.start.clone(), 0
        while not state.is_terminal():
            self._move(state)
            moves += 1
        return moves

    def _move(self, state: Any) -> None:
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(self._rng.choices(actions, weights)[0])
        else:
            state.apply_action(self._rng.choice(state.legal_actions()))


class PeerSearch(Peer):
    """OpenSpiel's search in maedn, with one random rollout to the end in each simulation."""

    def __init__(self, players: int) -> None:
        super().__init__("maedn", {"players": players})

    def rate(self) -> float:
        """Simulations a second on one core."""
        return self._rollouts / self._seconds(self._rollouts)

    def _seconds(self, rollouts: int) -> float:
        return self._step(1, rollouts)


@cache
def missing() -> bool:
    """Whether OpenSpiel is not installed."""
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        return True
    return False
