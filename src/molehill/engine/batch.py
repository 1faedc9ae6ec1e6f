"""Two fast ways to drive tables from Python: many at once (`Batch`), or one, integer by integer (`Stepper`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from molehill.engine import contract
from molehill.engine.box import Box
from molehill.engine.errors import Malformed, Unknown
from molehill.engine.events import event_buffer
from molehill.engine.playouts import Room
from molehill.engine.records import Tables
from molehill.engine.workspace import Lane

if TYPE_CHECKING:
    from molehill.engine.game import Game


class Batch:
    """n tables in one array. `step` makes one move on each of them; chance falls by itself, from `seed`.

    After every step `actor[i]` is the seat that decides next on table i, or OVER (-2) when that game is over;
    `mask[i, move]` says which of its moves are legal, and `moves[i, :count[i]]` lists them. Where several seats decide
    at once, the lowest goes first.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Box | str | Path | None = None,
        seed: int = 0,
    ) -> None:
        if n < 1:
            raise Unknown(f"a batch has 1 table or more, not {n}")
        self.game = game
        self.n = n
        self.seats = game.seat_count(seats)
        self.options = game.read_options(options, self.seats)
        self.box = game.as_box(box)
        self.tables: Tables = game.tables(n)
        self._lanes = game.blank(Lane, n)
        self.actor: npt.NDArray[np.int8] = self._lanes["actor"]
        self.count: npt.NDArray[np.int32] = self._lanes["count"]
        self.mask: npt.NDArray[np.bool_] = np.zeros((n, game.move_count), dtype=np.bool_)
        self.moves: npt.NDArray[np.int32] = np.zeros((n, game.move_count), dtype=np.int32)
        self._numbers = game.option_numbers(self.options)
        self._room = Room(game)
        words = np.random.SeedSequence(seed).generate_state(n + 1, np.uint64)
        self._lanes["dice"][:, 0], self._room.whims[0] = words[:n], words[n]
        self._chosen = np.zeros(n, dtype=np.int64)
        self.reset()

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games are over."""
        over: npt.NDArray[np.bool_] = self.actor == contract.OVER
        return over

    @property
    def scores(self) -> npt.NDArray[np.float64]:
        """The result for each table and seat: 0 until a game is over."""
        scores = np.zeros((self.n, self.seats))
        for i in np.flatnonzero(self.over):
            self.game.kernels.scores(self.tables, int(i), self.box.record, scores[i])
        return scores

    def reset(self, which: npt.NDArray[np.bool_] | None = None) -> None:
        """Begin again: all tables, or those marked in `which`."""
        marked = np.ones(self.n, dtype=np.bool_) if which is None else np.asarray(which, dtype=np.bool_)
        if marked.shape != (self.n,):
            raise Malformed(f"which must mark {self.n} tables")
        self.game.loops.batch_setup(
            self._room.desk, self.tables, self.box.record, self.seats, self._numbers, marked,
            self._lanes, self.moves, self.mask,
        )  # fmt: skip

    def step(self, moves: npt.ArrayLike) -> None:
        """Make moves[i] on every table i that is not over. Malformed if one is illegal; then no table has changed."""
        chosen = np.ascontiguousarray(moves, dtype=np.int64)
        if chosen.shape != (self.n,):
            raise Malformed(f"step takes {self.n} moves, one a table")
        wrong = self.game.loops.batch_step(
            self._room.desk, self.tables, self.box.record, chosen, self._lanes, self.moves, self.mask
        )  # fmt: skip
        if wrong >= 0:
            raise Malformed(f"move {chosen[wrong]} is not legal on table {wrong} for seat {self.actor[wrong]}")

    def sample(self) -> npt.NDArray[np.int64]:
        """A random legal move for every table. The array is used again by the next call."""
        self.game.loops.batch_sample(self._room.desk, self._lanes, self.moves, self._chosen)
        return self._chosen


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
        self._numbers = game.option_numbers(game.read_options(options, self.seats))
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
