"""OpenSpiel's C++ random rollouts, timed from Python: a bot with one simulation rolls out N games in one call."""

from __future__ import annotations

import random
import time
from functools import cache
from statistics import fmean
from typing import Any

PEERS = ("backgammon", "maedn")


class Peer:
    """One game of OpenSpiel at its first decision. Its rollouts begin there; ours begin at the set-up."""

    def __init__(self, name: str, sample: int = 400) -> None:
        import pyspiel

        self.name = name
        self._game = pyspiel.load_game(name)
        self._spiel = pyspiel
        self._rng = random.Random(1)
        self.start = self._first_decision()
        # The C++ loop doesn't say how many moves it made, so the mean of as many as needed is taken from Python.
        self.mean_moves = fmean(self._roll_out() for _ in range(sample))
        self._rollouts = 16
        while self._seconds(self._rollouts) < 0.4:
            self._rollouts *= 2

    def rate(self) -> float:
        """Moves a second on one core, chance counted."""
        return self._rollouts * self.mean_moves / self._seconds(self._rollouts)

    def _seconds(self, rollouts: int) -> float:
        evaluator = self._spiel.RandomRolloutEvaluator(rollouts, self._rng.randrange(2**31))
        bot = self._spiel.MCTSBot(self._game, evaluator, 2.0, 1, 10, False, 1, False)
        began = time.process_time()
        bot.step(self.start)
        return time.process_time() - began

    def _first_decision(self) -> Any:
        state = self._game.new_initial_state()
        while state.is_chance_node():
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


@cache
def missing() -> bool:
    """Whether OpenSpiel is not installed."""
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        return True
    return False
