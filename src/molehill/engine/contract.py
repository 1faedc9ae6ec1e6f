"""The words that rules and engine share: who is pending, who may see an event, and how an event is noted down.

A game's `rules.py` offers, compiled, over a table record `t` and a box record `box`:

    setup(t, box, seats, options)        lay out the start; no randomness
    pending(t)                           who owes a decision: seats as bits, CHANCE, or NOBODY when the game is over
    check(t, box, seat, move)            0, or the number of the clause that forbids the move
    legal(t, box, seat, out)             fill `out` with the legal moves, return how many
    outcomes(t, box, out, weight)        what CHANCE can do, and how likely
    draw(t, box, rng)                    not needed: one outcome at random, where listing them all would be slow
    apply(t, box, seat, move, log)       do it; note events in `log` (seat CHANCE for an outcome)
    veil(t, box, seat)                   forget what the seat may not know (seat SPECTATOR: what anybody may not)
    redeal(t, box, seat, rng)            fill in one possible truth
    plausible(t, box, seat)              not needed: how well the others' moves go with such a truth, above 0 up to 1
    scores(t, box, out)                  the result per seat; all 0 until the end
    points(t, box, out)                  the number on each seat's scoresheet, for statistics
    length(t)                            how long the game has lasted, in the game's own unit
    tally(t)                             not needed: a further number that its designer watches (`Game.tally`)
    appraise(t, box, seat)               a cheap judgement in [-1, 1] of how well the seat stands
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from molehill.engine.compiling import rule

NOBODY = 0
CHANCE = -1
SPECTATOR = -1
EVERYBODY = -1

EVENT_WIDTH = 10
_FIRST_ARGUMENT = 3


def event_buffer(rows: int) -> npt.NDArray[np.int32]:
    """Room for so many events. With none, `emit` costs nothing: that is what simulations pass."""
    return np.zeros((rows + 1, EVENT_WIDTH), dtype=np.int32)


@rule
def is_heard(log: Any) -> bool:
    """Whether anybody reads the events: what is only told need not be worked out otherwise."""
    return log.shape[0] > 1


@rule
def emit(
    log: Any, kind: int, to: int, clause: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0
) -> None:
    """Note an event: its kind, who may see it (seats as bits, or EVERYBODY), the clause it cites, its arguments."""
    if is_heard(log):  # so small that the compiler puts it where it is called
        note_down(log, kind, to, clause, a, b, c, d, e, f)


@rule
def note_down(log: Any, kind: int, to: int, clause: int, a: int, b: int, c: int, d: int, e: int, f: int) -> None:
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
