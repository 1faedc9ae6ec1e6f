"""An inquiry: a program's question about settings of a game, and an answer that gets more exact.

The workshop asks for all its figures through this module. Question and answer are JSON, so that a server, a process or
the browser itself can answer. Nothing runs in the background: each `go_on` plays for about as long as it is told, so
many inquiries can take turns. An inquiry that nobody wants any longer is simply not continued.
"""

from __future__ import annotations

import time
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from molehill.engine.errors import Unknown
from molehill.games import game as find_game
from molehill.lab.arena import Portion
from molehill.lab.comparison import Comparison, Goal
from molehill.lab.settings import Setting

MOST_GAMES = 1_000_000
LONGEST_BOX = 64 * 1024  # letters
QUICK = ("random", "greedy", "easy", "fair")  # who plays: a single game of these takes no more than a moment

_Name = Annotated[str, StringConstraints(min_length=1, max_length=60)]


class Arm(BaseModel):
    """One setting. `box` is the text of a box file; without one the shipped box is played."""

    model_config = ConfigDict(extra="forbid")

    name: _Name
    box: Annotated[str, StringConstraints(max_length=LONGEST_BOX)] | None = None
    options: Annotated[dict[_Name, bool | int | _Name], Field(max_length=20)] = {}
    seats: Annotated[int, Field(ge=1, le=16)] | None = None
    bots: Annotated[list[_Name], Field(min_length=1, max_length=16)] = ["greedy"]
    rotate: bool = False


class Question(BaseModel):
    """How do these settings of a game do, and how do the others differ from the first?

    `games` is how many of each are played at most; `until` lists goals, such as "±0.5%" or "length±0.1".
    """

    model_config = ConfigDict(extra="forbid")

    game: _Name
    arms: Annotated[list[Arm], Field(min_length=1, max_length=4)]
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)] = 100_000
    until: Annotated[list[_Name], Field(max_length=8)] = []
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0


class Inquiry:
    """A question that is being answered. Raises Unknown or BadBox for a question that can't be answered."""

    def __init__(self, question: Question) -> None:
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
