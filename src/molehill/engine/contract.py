"""What rules and engine share: the functions of a game, who is pending, who may see an event, how one is noted down."""

from __future__ import annotations

from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from molehill.engine.compiling import rule
from molehill.engine.records import Generator, Grid, Int32, Moves, Numbers, Scores, Weights

NOBODY = 0
CHANCE = -1
SPECTATOR = -1
EVERYBODY = -1

EVENT_WIDTH = 10
_FIRST_ARGUMENT = 3

Log = Grid[Int32]
T = TypeVar("T", contravariant=True)
B = TypeVar("B", contravariant=True)

# ---- the functions of a game ----------------------------------------------------------------------------------------


class Rules(Protocol[T, B]):
    """What a game's `rules.py` offers, compiled, over its table `t` and its box `box`.

    Two more are not needed. `draw(t, box, rng)` gives one outcome at random, where listing them all would be slow;
    `tally(t)` is a further number that the game's designer watches (`Game.tally`).
    """

    MOVES: int  # how many there are, and how many outcomes at most at one time
    OUTCOMES: int

    def setup(self, t: T, box: B, seats: int, options: Numbers, /) -> None:
        """Lay out the start; no randomness."""

    def pending(self, t: T, /) -> int:
        """Who owes a decision: seats as bits, CHANCE, or NOBODY when the game is over."""

    def check(self, t: T, box: B, seat: int, move: int, /) -> int:
        """0, or the number of the clause that forbids the move."""

    def legal(self, t: T, box: B, seat: int, out: Moves, /) -> int:
        """Fill `out` with the legal moves, return how many."""

    def outcomes(self, t: T, box: B, out: Moves, weight: Weights, /) -> int:
        """What CHANCE can do, and how likely; returns how many."""

    def apply(self, t: T, box: B, seat: int, move: int, log: Log, /) -> None:
        """Do it; note events in `log` (seat CHANCE for an outcome)."""

    def veil(self, t: T, box: B, seat: int, /) -> None:
        """Forget what the seat may not know (seat SPECTATOR: what anybody may not)."""

    def redeal(self, t: T, box: B, seat: int, rng: Generator, /) -> None:
        """Fill in one possible truth."""

    def scores(self, t: T, box: B, out: Scores, /) -> None:
        """The result per seat; all 0 until the end."""

    def points(self, t: T, box: B, out: Numbers, /) -> None:
        """The number on each seat's scoresheet, for statistics."""

    def length(self, t: T, /) -> int:
        """How long the game has lasted, in the game's own unit."""

    def appraise(self, t: T, box: B, seat: int, /) -> float:
        """A cheap judgement in [-1, 1] of how well the seat stands."""


# ---- events ---------------------------------------------------------------------------------------------------------


def event_buffer(rows: int) -> npt.NDArray[np.int32]:
    """Room for so many events. With none, `emit` costs nothing: that is what simulations pass."""
    return np.zeros((rows + 1, EVENT_WIDTH), dtype=np.int32)


@rule
def silence() -> Log:
    """A buffer for events that nobody reads."""
    return np.zeros((1, EVENT_WIDTH), dtype=np.int32)  # type: ignore[return-value]


@rule
def is_heard(log: Log) -> bool:
    """Whether anybody reads the events: what is only told need not be worked out otherwise."""
    return log.shape[0] > 1


@rule
def emit(
    log: Log, kind: int, to: int, clause: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0
) -> None:
    """Note an event: its kind, who may see it (seats as bits, or EVERYBODY), the clause it cites, its arguments."""
    if is_heard(log):  # so small that the compiler puts it where it is called
        note_down(log, kind, to, clause, a, b, c, d, e, f)


@rule
def note_down(log: Log, kind: int, to: int, clause: int, a: int, b: int, c: int, d: int, e: int, f: int) -> None:
    """Write the event into the buffer; one that does not fit is counted all the same."""
    n = log[0, 0] + 1
    log[0, 0] = n
    if n < log.shape[0]:
        log[n, 0] = kind
        log[n, 1] = to
        log[n, 2] = clause
        log[n, 3] = a
        log[n, 4] = b
        log[n, 5] = c
        log[n, 6] = d
        log[n, 7] = e
        log[n, 8] = f


def drain(log: npt.NDArray[np.int32]) -> list[tuple[int, int, int, tuple[int, ...]]]:
    """Take the events out of a buffer: (kind, to, clause, arguments)."""
    n = int(log[0, 0])
    if n >= len(log):
        raise OverflowError(f"one move made {n} events; the buffer holds {len(log) - 1}")
    log[0, 0] = 0
    return [(r[0], r[1], r[2], tuple(r[_FIRST_ARGUMENT:])) for r in log[1 : n + 1].tolist()]
