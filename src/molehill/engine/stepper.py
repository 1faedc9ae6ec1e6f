"""The fast way to drive one table from Python, integer by integer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from molehill.engine import contract
from molehill.engine.box import Box
from molehill.engine.events import event_buffer
from molehill.engine.records import Tables

if TYPE_CHECKING:
    from molehill.engine.game import Game


class Stepper:
    """One table, driven move by move with integers and without checks: the fast path for single steps.

    `actor` is the seat that decides, CHANCE (-1), or OVER (-2) when the game is over; `moves` lists what it can do.
    When CHANCE decides, `moves` are its outcomes and `weights` how likely they are.
    """

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Box | str | Path | None = None,
    ) -> None:
        self.game = game
        self.seats = game.seat_count(seats)
        self.box = game.as_box(box)
        self.options = game.read_options(options, self.seats)
        self._numbers = game.option_numbers(self.options)
        rules = game.part("rules")
        self.tables: Tables = game.tables()
        self._work = np.zeros((2, max(rules.MOVES, rules.OUTCOMES)), dtype=np.int32)
        self._silent = event_buffer(0)
        self._record = self.box.record
        self._step = game.loops.step
        self.actor = contract.OVER
        self.count = 0
        self.reset()

    def reset(self) -> None:
        """Begin again."""
        self.game.kernels.setup(self.tables, 0, self._record, self.seats, self._numbers, self._silent)
        self._note(self.game.loops.whats_next(self.tables, self._record, self._work))

    def step(self, move: int) -> None:
        """Make one of `moves`. A move that is not among them does what it likes: check first if in doubt."""
        self._note(self._step(self.tables, self._record, self.actor, move, self._work))

    def _note(self, answer: int) -> None:
        self.actor = (answer >> 32) - 2
        self.count = answer & 0xFFFFFFFF

    @property
    def moves(self) -> npt.NDArray[np.int32]:
        """What the actor can do now: a window into work space that the next step overwrites."""
        return self._work[0, : self.count]

    @property
    def weights(self) -> npt.NDArray[np.int32]:
        """How likely each outcome is, when CHANCE decides."""
        return self._work[1, : self.count if self.actor == contract.CHANCE else 0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == contract.OVER

    @property
    def scores(self) -> npt.NDArray[np.float64]:
        """The result per seat: 0 until the end."""
        scores = np.zeros(self.seats)
        self.game.kernels.scores(self.tables, 0, self._record, scores)
        return scores

    def copy(self) -> Stepper:
        """An independent stepper in the same position."""
        twin = Stepper(self.game, self.seats, self.options, self.box)
        twin.tables[0] = self.tables[0]
        twin._note(self.game.loops.whats_next(twin.tables, twin._record, twin._work))
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _stepper, (self.game, self.seats, self.options, self.box, self.tables)


def _stepper(game: Game, seats: int, options: Mapping[str, Any], box: Box, tables: Tables) -> Stepper:
    made = Stepper(game, seats, options, box)
    made.tables[0] = tables[0]
    return made.copy()
