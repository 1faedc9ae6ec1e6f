"""The two bots that do not think: random and greedy, over the same compiled functions that simulations use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from molehill.engine.errors import Unknown
from molehill.engine.playouts import Room

if TYPE_CHECKING:
    from molehill.engine.game import Game
    from molehill.engine.match import Match
    from molehill.engine.records import Tables


class _Simple(ABC):
    """What both share: a generator of their own, and that they get a veiled table and nothing else."""

    name = ""

    def __init__(self, seed: int | None = None) -> None:
        self._rng: npt.NDArray[np.uint64] = np.random.SeedSequence(seed).generate_state(2).view(np.uint64)

    def __repr__(self) -> str:
        return f"<bot {self.name}>"

    def choose(self, match: Match, seat: int) -> dict[str, Any]:
        """A legal move for a seat that owes a decision. Raises Unknown when it owes none."""
        pending = match.pending
        if not isinstance(pending, tuple) or seat not in pending:
            raise Unknown(f"seat {seat!r} has nothing to decide now")
        move = self._number(match.game, match.veiled(seat), match.box.record, seat)
        chosen: dict[str, Any] = match.game.part("moves").decode(int(move))
        return chosen

    @abstractmethod
    def _number(self, game: Game, tables: Tables, box: Tables, seat: int) -> int:
        """The integer of the chosen move, from the veiled table alone."""


class RandomBot(_Simple):
    """Any legal move."""

    name = "random"

    def _number(self, game: Game, tables: Tables, box: Tables, seat: int) -> int:
        room = Room(game, 1)
        move: int = game.kernels.choose_randomly(tables, 0, box, seat, self._rng, room.out)
        return move


class GreedyBot(_Simple):
    """The move after which it stands best."""

    name = "greedy"

    def _number(self, game: Game, tables: Tables, box: Tables, seat: int) -> int:
        room = Room(game, 2)
        move: int = game.kernels.choose_greedily(
            tables, 0, box, seat, self._rng, room.out, room.tables, room.silent
        )  # fmt: skip
        return move
