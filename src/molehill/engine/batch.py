"""Many tables in one array, stepped together (`Batch`): moves, masks, observations and rewards as arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, overload

import numpy as np
import numpy.typing as npt

from molehill.engine import contract, whole
from molehill.engine.actions import Actions, Mask
from molehill.engine.box import Box
from molehill.engine.errors import Malformed, Unknown
from molehill.engine.events import event_buffer
from molehill.engine.lanes import Lane
from molehill.engine.match import ROOM_FOR_EVENTS
from molehill.engine.observing import Eyes, Flat, Layout, Recall
from molehill.engine.playouts import Room
from molehill.engine.policies import Player, Players
from molehill.engine.records import Tables

if TYPE_CHECKING:
    from molehill.engine.game import Game

Seed = int | np.random.SeedSequence
Rewards = Literal["end", "points"]
REWARDS = ("end", "points")
_WORD = 2**64
Numbers = npt.NDArray[np.int64]
Marks = npt.NDArray[np.bool_]

_MADE_OF = (
    "game", "n", "seats", "options", "box", "auto_reset", "memory", "prospects", "threads", "_shaped", "_players",
)  # fmt: skip
_KEPT = ("_tables", "_lanes", "_recalls", "_points", "_held", "rewards", "done")  # what a batch is in the middle of


class Batch:
    """n tables in one array. `step` makes one move on each of them; chance falls by itself, from `seed`.

    After every step `actor[i]` is the seat that decides next on table i, or OVER (-2) when that game is over;
    `mask[i, move]` says which of its moves are legal, and `moves[i, :count[i]]` lists them. Where several seats decide
    at once, the lowest goes first.

    `rewards[i, s]` is what the last step brought seat s, and `done[i]` whether it ended the game: with
    `rewards="end"` the result of a game, when it ends; with `rewards="points"` the points that a seat has more than
    before. With `auto_reset` a game that ends begins again in the same step. `opponents` are seats that play by
    themselves, each a bot's name or a function from observations and masks to moves; `actor` is never one of them. With
    `memory`, observations hold what a seat remembers as well, and with `prospects` what each move would bring, where a
    game tells that. `threads` share the tables, and change no result.

    `seed` is a whole number, or a `numpy.random.SeedSequence`, whose `spawn` gives seeds that have nothing in common.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Box | str | Path | None = None,
        seed: Seed = 0,
        *,
        rewards: Rewards = "end",
        auto_reset: bool = False,
        memory: bool = False,
        prospects: bool = False,
        opponents: Mapping[int, Player] | None = None,
        threads: int = 1,
    ) -> None:
        if rewards not in REWARDS:
            raise Unknown(f"rewards are {' or '.join(map(repr, REWARDS))}, not {rewards!r}")
        self.game = game
        self.n = whole.number(n, "a batch has 1 table or more", 1)
        self.threads = whole.number(threads, "a batch takes 1 to 64 threads", 1, 64)
        self.seats = game.seat_count(seats)
        self.options = game.read_options(options, self.seats)
        self.box = game.as_box(box)
        self.actions: Actions = game.actions()
        self.memory, self.prospects = memory, prospects
        self.layout: Layout = game.observation(self.seats, memory=memory, prospects=prospects)
        self.auto_reset, self._shaped = auto_reset, rewards == "points"
        self._players = Players(game, self.seats, {} if opponents is None else opponents)
        if len(self._players.seats) == self.seats:
            raise Unknown("every seat plays by itself: one seat at least has to be left, or use Game.playouts")
        self._numbers = game.option_numbers(self.options)
        self._make_room()
        self._sow(seed)
        self.reset()

    def _make_room(self) -> None:
        n, game = self.n, self.game
        self._tables: Tables = game.tables(n)
        self._lanes = game.blank(Lane, n)
        self._recalls = game.blank(Recall, (n if self.memory else 1) * (self.seats + 1)).reshape(-1, self.seats + 1)
        self._points = np.zeros((n, self.seats), dtype=np.int32)
        self._held = np.zeros((n, self.seats), dtype=np.float32)
        self.rewards: Flat = np.zeros((n, self.seats), dtype=np.float32)
        self.done: Marks = np.zeros(n, dtype=np.bool_)
        self.actor: npt.NDArray[np.int8] = self._lanes["actor"]
        self.count: npt.NDArray[np.int32] = self._lanes["count"]
        self.moves: npt.NDArray[np.int32] = np.zeros((n, game.move_count), dtype=np.int32)
        self._mask: Mask = np.zeros((n, game.move_count), dtype=np.bool_)
        self._shown, self._counts = np.zeros_like(self.moves), np.zeros(n, dtype=np.int32)
        self._factored: Mask = np.zeros((n, self.actions.columns), dtype=np.bool_)
        self._chosen: Numbers = np.zeros(n, dtype=np.int64)
        self._is_masked = False
        self._parts = [_Part(self, rows) for rows in _rows(n, self.threads)]
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def _sow(self, seed: Seed) -> None:
        source = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(_checked(seed))
        words = source.generate_state(self.n + 1, np.uint64)
        self._lanes["dice"][:, 0], self._parts[0].room.whims[0] = words[: self.n], words[self.n]
        self._players.sow(source)

    def __repr__(self) -> str:
        return f"<batch of {self.n} tables of {self.game.id}: {self.seats} seats, {int(self.over.sum())} over>"

    # ---- where the tables are ----------------------------------------------------------------------------------------

    @property
    def over(self) -> Marks:
        """Which games are over."""
        over: Marks = self.actor == contract.OVER
        return over

    @property
    def to_move(self) -> npt.NDArray[np.int8]:
        """The seat that decides on each table, or OVER (-2): another name of `actor`."""
        return self.actor

    @property
    def scores(self) -> npt.NDArray[np.float64]:
        """The result for each table and seat: 0 until a game is over."""
        scores = np.zeros((self.n, self.seats))
        for i in np.flatnonzero(self.over):
            self.game.kernels.scores(self._tables, int(i), self.box.record, scores[i])
        return scores

    @property
    def mask(self) -> Mask:
        """Which moves are legal on each table: a row for each table, a column for each move.

        It is brought up to date when it is asked for, and the array is used again after the next step.
        """
        if not self._is_masked:
            self._each(lambda part: part.vectors.batch_mask(part.lanes, part.moves, part.shown, part.counts, part.mask))
            self._is_masked = True
        return self._mask

    def factored_mask(self, given: npt.ArrayLike | None = None) -> Mask:
        """Which value of each factor some legal move has: a row for each table, the factors' columns side by side.

        `batch.actions.split(mask)` cuts it into factors. With `given`, the values chosen for the first factors, it is a
        mask of the next factor alone, for moves that begin so: to choose factor by factor never leads astray.
        """
        if given is None:
            columns, used = self.actions.by_kind
            self._each(lambda part: part.vectors.batch_factors(part.lanes, part.moves, columns, used, part.factored))
            return self._factored
        says = f"given must have {self.n} rows of whole numbers, fewer than {len(self.actions.factors)} each"
        chosen = np.ascontiguousarray(whole.array(given, says), dtype=np.int16)
        if chosen.ndim != 2 or len(chosen) != self.n or chosen.shape[1] >= len(self.actions.factors):
            raise Malformed(says)
        found = np.zeros((self.n, self.actions.factors[chosen.shape[1]].size), dtype=np.bool_)
        self.game.vectors.batch_given(self._lanes, self.moves, self.actions.table, chosen, chosen.shape[1], found)
        return found

    # ---- what is seen ------------------------------------------------------------------------------------------------

    @overload
    def observe(self, out: Flat | None = None, form: Literal["flat"] = "flat", seat: Any = None) -> Flat: ...
    @overload
    def observe(self, out: Flat | None = None, *, form: Literal["dict"], seat: Any = None) -> dict[str, Flat]: ...
    def observe(self, out: Flat | None = None, form: str = "flat", seat: Any = None) -> Flat | dict[str, Flat]:
        """What the seats that decide see: a row for each table, as `batch.layout` says.

        `form="dict"` gives the fields by name, as windows into the same array. `out` is filled if it is given: rows of
        float32, one after the other. `seat` is who looks instead: a number for all tables, or one for each, with -1 for
        a spectator. Where a game is over, a spectator looks.
        """
        flat = np.empty((self.n, self.layout.size), dtype=np.float32) if out is None else out
        fits = isinstance(flat, np.ndarray) and flat.shape == (self.n, self.layout.size) and flat.dtype == np.float32
        if not (fits and flat.flags.c_contiguous):
            raise Malformed(f"out must be an array of float32 in one piece, {self.n} by {self.layout.size}")
        if form not in ("flat", "dict"):
            raise Unknown(f"a form is 'flat' or 'dict', not {form!r}")
        self._look(self._viewers(seat), flat)
        return flat if form == "flat" else self.layout.split(flat)

    def _viewers(self, seat: Any) -> npt.NDArray[np.int8]:
        if seat is None:
            return np.maximum(self.actor, contract.SPECTATOR)
        found = whole.array(seat, f"seat is a number for all tables, or one for each of {self.n}, not {seat!r}")
        if found.shape not in ((), (self.n,)):
            raise Malformed(f"seat is a number for all tables, or one for each of {self.n}, not {found.shape} of them")
        if found.min() < contract.SPECTATOR or found.max() >= self.seats:
            raise Unknown(f"seats are 0 to {self.seats - 1}, and -1 is a spectator, not {seat!r}")
        return np.ascontiguousarray(np.broadcast_to(found, (self.n,)), dtype=np.int8)

    def _look(self, viewers: npt.NDArray[np.int8], flat: Flat) -> None:
        def look(part: _Part) -> None:
            part.vectors.observe(
                *part.eyes.parts, part.tables, self.box.record, self.seats, viewers[part.rows], part.recalls,
                flat[part.rows],
            )  # fmt: skip

        self._each(look)

    # ---- what is done ------------------------------------------------------------------------------------------------

    def reset(self, which: npt.ArrayLike | None = None, seed: Seed | None = None) -> None:
        """Begin again: all tables, or those marked in `which`. With a seed, chance begins again as well."""
        marked = np.ones(self.n, dtype=np.bool_) if which is None else np.ascontiguousarray(which)
        if marked.shape != (self.n,) or marked.dtype != np.bool_:  # numbers of tables would mean something else
            raise Malformed(f"which must mark {self.n} tables, each with True or False")
        if seed is not None:
            self._sow(seed)

        def setup(part: _Part) -> None:
            part.vectors.batch_setup(
                part.room.desk, part.tables, self.box.record, self.seats, self._numbers, marked[part.rows],
                part.lanes, part.moves, part.log, part.recalls, part.points,
            )  # fmt: skip

        self._each(setup)
        self.rewards[marked], self._held[marked], self.done[marked] = 0, 0, False
        self._is_masked = False
        self._let_others_play()

    def step(self, moves: npt.ArrayLike) -> None:
        """Make moves[i] on every table i that is not over. Malformed if one is illegal; then no table has changed."""
        says = f"step takes {self.n} moves, one whole number a table"
        given = whole.array(moves, says)
        if given.shape != (self.n,):
            raise Malformed(says)
        chosen, all_tables = np.ascontiguousarray(given, dtype=np.int64), np.ones(self.n, dtype=np.bool_)
        self.refuse_illegal(chosen, all_tables)
        self.rewards[:], self._held[:], self.done[:] = self._held, 0, False
        self._make(chosen, all_tables)
        self._let_others_play()

    def refuse_illegal(self, chosen: Numbers, which: Marks) -> None:
        """Raise Malformed if a move is not legal at one of the marked tables."""
        wrong = self.game.vectors.batch_illegal(chosen, which, self._lanes, self.moves)
        if wrong >= 0:
            raise Malformed(f"move {chosen[wrong]} is not legal on table {wrong} for seat {self.actor[wrong]}")

    def _make(self, chosen: Numbers, which: Marks) -> None:
        """Make moves that are legal."""

        def step(part: _Part) -> None:
            part.vectors.batch_step(
                part.room.desk, part.tables, self.box.record, self._numbers, chosen[part.rows], which[part.rows],
                part.lanes, part.moves, part.log, part.recalls, part.points, part.rewards, part.held, part.done,
                int(self.auto_reset), int(self._shaped),
            )  # fmt: skip

        self._each(step)
        self._is_masked = False

    def _let_others_play(self) -> None:
        """Make the moves of the seats that play by themselves, until none of them decides anywhere."""
        while self._players and (which := np.isin(self.actor, self._players.seats)).any():
            chosen = np.zeros(self.n, dtype=np.int64)
            for seat in self._players.seats:
                rows = np.flatnonzero(self.actor == seat)
                if len(rows):
                    chosen[rows] = self._players.choose(self, seat, rows)
            self.refuse_illegal(chosen, which)
            self._make(chosen, which)

    def sample(self) -> Numbers:
        """A random legal move for every table. The array is used again by the next call."""
        self.game.vectors.batch_sample(self._parts[0].room.desk, self._lanes, self.moves, self._chosen)
        return self._chosen

    def greedy(self, seed: int = 0) -> Numbers:
        """What `greedy` would do on each table, from what the seat that decides there may know: moves to learn from.

        Equal moves are chosen by lot from the seed. Where a game is over it is -1.
        """
        chosen, rows = np.full(self.n, -1, dtype=np.int64), np.flatnonzero(~self.over)
        chosen[rows] = self._greedily(rows, _checked(seed) % _WORD)
        return chosen

    def _greedily(self, rows: Numbers, luck: int) -> Numbers:
        """What `greedy` would do on these tables, from what the seats that decide there may know."""
        chosen, which, room = np.zeros(self.n, dtype=np.int64), np.zeros(self.n, dtype=np.bool_), Room(self.game)
        which[rows], room.whims[0] = True, luck
        self.game.vectors.batch_greedy(room.desk, self._tables, self.box.record, which, self._lanes, chosen)
        return chosen[rows]

    def _each(self, do: Callable[[_Part], None]) -> None:
        """Do it for all tables, in as many threads as there are."""
        if self._pool is None:
            do(self._parts[0])
        else:
            list(self._pool.map(do, self._parts))

    # ---- copying, keeping --------------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent batch in the same positions, with the same luck to come."""
        twin = object.__new__(type(self))
        twin.__setstate__(self.__getstate__())
        return twin

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: getattr(self, name).copy() for name in _KEPT}
        return {name: getattr(self, name) for name in _MADE_OF} | {
            "kept": kept, "whims": int(self._parts[0].room.whims[0]),
        }  # fmt: skip

    def __setstate__(self, state: dict[str, Any]) -> None:
        kept, whims = state.pop("kept"), state.pop("whims")
        self.__dict__.update(state)
        self._players = self._players.copy()
        self.actions = self.game.actions()
        self.layout = self.game.observation(self.seats, memory=self.memory, prospects=self.prospects)
        self._numbers = self.game.option_numbers(self.options)
        self._make_room()
        for name, values in kept.items():
            getattr(self, name)[...] = values
        self._parts[0].room.whims[0] = whims
        self.game.vectors.batch_list(self._tables, self.box.record, self._lanes, self.moves)

    @property
    def tables(self) -> Tables:
        """The tables themselves, with all secrets: every hand, every hidden choice. Never show them to a player.

        `observe` gives what a seat may see. For tests, and for those who know what they do.
        """
        return self._tables


class _Part:
    """The tables of one thread: windows into the arrays of a batch, and what the thread works with."""

    def __init__(self, batch: Batch, rows: slice) -> None:
        self.rows, self.vectors = rows, batch.game.vectors
        self.room, self.eyes = Room(batch.game), Eyes(batch.game, batch.layout)
        self.log = event_buffer(ROOM_FOR_EVENTS if batch.memory else 0)
        self.tables, self.lanes = batch._tables[rows], batch._lanes[rows]
        self.recalls = batch._recalls[rows] if batch.memory else np.repeat(batch._recalls, 1, axis=0)
        self.points, self.held, self.rewards, self.done = (
            batch._points[rows], batch._held[rows], batch.rewards[rows], batch.done[rows],
        )  # fmt: skip
        self.moves, self.mask, self.factored = batch.moves[rows], batch._mask[rows], batch._factored[rows]
        self.shown, self.counts = batch._shown[rows], batch._counts[rows]


def _rows(n: int, parts: int) -> list[slice]:
    ends = [n * k // parts for k in range(parts + 1)]
    return [slice(start, end) for start, end in pairwise(ends)]


def _checked(seed: Any) -> int:
    return whole.number(seed, "a seed is a whole number from 0 on, or a SeedSequence", 0)
