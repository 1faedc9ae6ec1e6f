"""One table, driven move by move with whole numbers: what the environments for one table stand on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from molehill.engine import contract
from molehill.engine.batch import Batch, Rewards, Seed
from molehill.engine.observing import Flat
from molehill.engine.vectors import ILLEGAL, START
from molehill.games import game as find_game

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.game import Game

Mask = npt.NDArray[np.int8]
__all__ = ["ILLEGAL", "START", "Mask", "Table"]


class Table(Batch):
    """A batch of one table, stepped without ceremony: one call of compiled code makes a move and looks at the table.

    Chance falls by itself. Where several seats decide at once, the lowest goes first.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Box | str | Path | None = None,
        seed: Seed = 0,
        *,
        rewards: Rewards = "end",
        memory: bool = False,
        prospects: bool = False,
    ) -> None:
        found = find_game(game)
        super().__init__(found, 1, seats, options, box, seed, rewards=rewards, memory=memory, prospects=prospects)

    def _make_room(self) -> None:
        super()._make_room()
        part, record = self._parts[0], self.box.record
        self.legal: Mask = np.zeros(self.game.move_count, dtype=np.int8)
        self.seen: Flat = np.zeros(self.layout.size, dtype=np.float32)
        self._turn = self.game.vectors.turn.given(
            part.room.desk, self._tables, record, self._numbers, self._lanes, self.moves,
            part.log, part.recalls, self._points, self.rewards, int(self._shaped), *part.eyes.parts, self.legal,
            self.seen,
        )  # fmt: skip
        self._viewer: npt.NDArray[np.int8] = np.zeros(1, dtype=np.int8)
        self._look_at = self.game.vectors.observe.given(
            *part.eyes.parts, self._tables, record, self.seats, self._viewer, part.recalls,
        )  # fmt: skip
        self._out = np.zeros(self.game.move_count, dtype=np.int32)

    def begin(self, seed: Seed | None = None) -> int:
        """Begin again; returns the seat that decides first, or OVER. With a seed, chance begins again as well."""
        if seed is not None:
            self._sow(seed)
        return int(self._turn(START))

    def move(self, move: int) -> int:
        """Make a move of the seat that decides. Returns the seat that decides next, OVER, or ILLEGAL if it may not.

        Afterwards `seen` is what the next seat sees (at the end the first) and `legal` what it may do: both are used
        again. `rewards[0]` is what the move brought each seat.
        """
        return int(self._turn(move)) if 0 <= move < len(self.legal) else ILLEGAL

    def ask(self, seat: int) -> None:
        """Let this seat decide next, one of those that are to decide."""
        if seat != self.actor[0]:
            self.actor[0] = seat
            self.count[0] = self.game.kernels.legal(self._tables, 0, self.box.record, seat, self.moves[0])
            self._look_again()

    def seen_by(self, seat: int) -> Flat:
        """What a seat sees, or a spectator (-1)."""
        flat = np.empty((1, self.layout.size), dtype=np.float32)
        self._viewer[0] = seat
        self._look_at(flat)
        seen: Flat = flat[0]
        return seen

    def legal_of(self, seat: int) -> Mask:
        """Which moves a seat may make: none, if it is not to decide."""
        if seat == self.actor[0]:
            return self.legal.copy()
        mask = np.zeros(self.game.move_count, dtype=np.int8)
        if self.pending >> seat & 1:
            n = self.game.kernels.legal(self._tables, 0, self.box.record, seat, self._out)
            mask[self._out[:n]] = 1
        return mask

    @property
    def pending(self) -> int:
        """The seats that owe a decision, as bits."""
        bits = int(self.game.kernels.pending(self._tables, 0))
        return max(bits, contract.NOBODY)

    # ---- what a batch does, with what was seen and may be done kept true

    def reset(self, which: npt.ArrayLike | None = None, seed: Seed | None = None) -> None:
        """Begin again, as a batch does."""
        super().reset(which, seed)
        self._look_again()

    def step(self, moves: npt.ArrayLike) -> None:
        """Make a move, as a batch does."""
        super().step(moves)
        self._look_again()

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._look_again()

    def _look_again(self) -> None:
        self.legal[:] = 0
        self.legal[self.moves[0, : self.count[0]]] = 1
        self.seen[:] = self.seen_by(max(int(self.actor[0]), 0))
