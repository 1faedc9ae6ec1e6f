"""The bots as players of matches: those that do not think, and the levels that people play against."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from molehill.engine.errors import Unknown
from molehill.engine.playouts import Room

if TYPE_CHECKING:
    from molehill.bots import Bot
    from molehill.bots.levels import Budget
    from molehill.bots.search import Search
    from molehill.engine.match import Match


def player(name: str, seed: int | None, budget: Budget) -> Bot:
    """The bot with this name, which there is."""
    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        return GreedyBot(seed)
    return Level(name, seed, budget)


class _Player(ABC):
    """What all share: a generator of their own, and that they get a veiled table and nothing else."""

    name = ""

    def __init__(self, seed: int | None = None) -> None:
        self._rng: npt.NDArray[np.uint64] = np.random.SeedSequence(seed).generate_state(2).view(np.uint64)

    def __repr__(self) -> str:
        return f"<bot {self.name}>"

    def choose(self, match: Match, seat: int) -> dict[str, Any]:
        """A legal move for a seat that owes a decision. Raises Unknown when it owes none."""
        must_decide(match, seat)
        chosen: dict[str, Any] = match.game.part("moves").decode(int(self._number(match, seat)))
        return chosen

    def plan(self, match: Match, seat: int, move: dict[str, Any]) -> list[dict[str, Any]]:
        """What the bot means to do now, from the move that it has just chosen on; the unthinking know no more."""
        return [move]

    def _ask(self, choose: Callable[..., int], match: Match, seat: int) -> int:
        """Let a policy choose from what the seat may know; its luck goes on from move to move."""
        room = Room(match.game)
        room.whims[0] = self._rng[0]
        move = choose(room.desk, match.veiled(seat), 0, match.box.record, seat)
        self._rng[0] = room.whims[0]
        return move

    @abstractmethod
    def _number(self, match: Match, seat: int) -> int:
        """The integer of the chosen move, from the veiled table alone."""


def must_decide(match: Match, seat: int) -> None:
    """Raise Unknown unless the seat owes a decision."""
    pending = match.pending
    if not isinstance(pending, tuple) or seat not in pending:
        raise Unknown(f"seat {seat!r} has nothing to decide now")


class RandomBot(_Player):
    """Any legal move."""

    name = "random"

    def _number(self, match: Match, seat: int) -> int:
        from molehill.bots.search import load

        return self._ask(load(match.game).choose_randomly, match, seat)


class GreedyBot(_Player):
    """The move after which it stands best."""

    name = "greedy"

    def _number(self, match: Match, seat: int) -> int:
        from molehill.bots.search import load

        return self._ask(load(match.game).choose_greedily, match, seat)


class Level(_Player):
    """A bot that people play against: easy, fair or sharp. What it has in mind is kept for one game at a time."""

    def __init__(self, name: str, seed: int | None, budget: Budget) -> None:
        super().__init__(seed)
        self.name, self.budget = name, budget
        self._search: Search | None = None

    def _number(self, match: Match, seat: int) -> int:
        from molehill.bots.levels import level
        from molehill.bots.search import Search

        if self._search is None or self._search.game is not match.game:
            how, budget = level(self.name, match.game, self.budget)
            self._search = Search(match.game, how, budget, int(self._rng[0] >> np.uint64(1)))
        return self._search.decide(match.veiled(seat), match.box, seat)

    def plan(self, match: Match, seat: int, move: dict[str, Any]) -> list[dict[str, Any]]:
        """What the bot means to do now, from the move that it has just chosen on, until others decide."""
        from molehill.bots.advice import line_of

        if self._search is None:
            return [move]
        steps = line_of(match, self._search, seat, match.game.part("moves").encode(move))
        return [step for _, step in takewhile(lambda each: each[0] == seat, steps)]
