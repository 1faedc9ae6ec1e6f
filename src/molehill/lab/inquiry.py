"""An inquiry: a program's question about settings of a game, and an answer that gets more exact.

The workshop asks for all its figures through this module. Question and answer are JSON, so that a server, a process or
the browser itself can answer. Nothing runs in the background: each `go_on` plays for about as long as it is told, so
many inquiries can take turns. Between two turns an inquiry is a `state` of a few numbers, with which any process can
continue. An inquiry that nobody wants any longer is simply not continued.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from molehill.engine.errors import Unknown
from molehill.games import game as find_game
from molehill.lab.arena import Portion
from molehill.lab.comparison import Comparison, Goal
from molehill.lab.questions import Question
from molehill.lab.settings import Setting

QUICK = ("random", "greedy", "easy", "fair")  # who plays: a single game of these takes no more than a moment


class Inquiry:
    """A question that is being answered. Raises Unknown or BadBox for a question that can't be answered."""

    def __init__(self, question: Question, state: Mapping[str, Any] | None = None) -> None:
        self.question = question
        game, arms = find_game(question.game), dict[str, Setting]()
        for arm in question.arms:
            if arm.name in arms:
                raise Unknown(f"two settings are called {arm.name!r}")
            for name in arm.bots:
                if name not in QUICK:
                    raise Unknown(f"{name!r} can't play here; {', '.join(QUICK)} can")
            box = None if arm.box is None else game.box_from_text(arm.box, arm.name)
            arms[arm.name] = Setting.read(game, arm.seats, arm.bots, arm.options, box, arm.rotate)
        self._comparison = Comparison(arms, question.seed, [Goal.read(text) for text in question.until])
        self._rate = 0.0  # games a second
        if state is not None:
            self._comparison.go_on_from(state)
            self._rate = state["rate"]

    def prepare(self) -> None:
        """Load the compiled code, or compile it, so that this does not count as playing time."""
        for setting in self._comparison.arms.values():
            setting.prepare()

    @property
    def state(self) -> dict[str, Any]:
        """What another inquiry of the same question needs to continue, for JSON."""
        return self._comparison.state | {"rate": self._rate}

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to play."""
        return self._comparison.is_settled or self._comparison.games == self.question.games

    @property
    def answer(self) -> dict[str, Any]:
        """The answer so far: the same for the same question and number of games."""
        return self._comparison.as_json() | {"done": self.is_done}

    def go_on(self, seconds: float) -> None:
        """Play for about so long in this thread, at least one game of each setting. Compile beforehand."""
        end = time.perf_counter() + seconds
        while not self.is_done:
            began = time.perf_counter()
            left = max(0.0, end - began)
            games = max(1, min(int(self._rate * left), self.question.games - self._comparison.games))
            games = min(games, 2 * max(1, self._comparison.games))  # what is not known yet is tried out first
            self._play(games)
            now = time.perf_counter()
            self._rate = games / max(now - began, 1e-6)
            if now >= end:
                return

    def _play(self, games: int) -> None:
        found = self._comparison
        found.add(Portion(tuple(found.arms.values()), found.seed, found.games, games).play())
