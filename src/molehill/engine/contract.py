"""What rules and engine share: the functions of a game, who is pending, who may see an event."""

from __future__ import annotations

from typing import Protocol, TypeVar

from molehill.engine.events import Log
from molehill.engine.records import Generator, Moves, Numbers, Scores, Weights

NOBODY = 0
CHANCE = -1
OVER = -2  # where somebody would be who decides
SPECTATOR = -1
EVERYBODY = -1

T = TypeVar("T", contravariant=True)
B = TypeVar("B", contravariant=True)

# ---- the functions of a game ----------------------------------------------------------------------------------------


class Rules(Protocol[T, B]):
    """What a game's `rules.py` offers, compiled, over its table `t` and its box `box`.

    `legal` may be left out: then it is all that `check` allows. Two more are not needed. `draw(t, box, rng)` gives one
    outcome at random, where listing them all would be slow; `tally(t)` is a further number that the game's designer
    watches (`Game.tally`).
    """

    MOVES: int  # how many there are, and how many outcomes at most at one time
    OUTCOMES: int

    def setup(self, t: T, box: B, seats: int, options: Numbers, log: Log, /) -> None:
        """Lay out the start, without randomness; note in `log` what happens at once."""

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
        """Fill in one possible truth of what a seat, or a spectator, sees."""

    def scores(self, t: T, box: B, out: Scores, /) -> None:
        """The result per seat; all 0 until the end."""

    def points(self, t: T, box: B, out: Numbers, /) -> None:
        """The number on each seat's scoresheet, for statistics."""

    def length(self, t: T, /) -> int:
        """How long the game has lasted, in the game's own unit."""


class Judge(Protocol[T, B]):
    """What a game's `judge.py` offers to bots, compiled. Rules never ask it.

    One more is not needed: `plausible(t, box, seat)` says how well the others' moves go with a truth that `redeal` has
    filled in, above 0 up to 1.
    """

    def appraise(self, t: T, box: B, seat: int, /) -> float:
        """A cheap judgement in [-1, 1] of how well the seat stands."""
