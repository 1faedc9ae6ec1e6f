"""The legal moves of a game whose rules do not list them: all that `check` allows. A template like `kernels.py`.

With some hundred moves that is quick enough for any search; a game with thousands finds them directly, in a `legal` of
its own.
"""

from __future__ import annotations

from molehill.engine.compiling import rule
from molehill.engine.contract import Rules
from molehill.engine.records import Box, Moves, Table

rules: Rules[Table, Box] = globals().get("rules")  # type: ignore[assignment]  # put there by `parts.py`


@rule
def legal(t: Table, box: Box, seat: int, out: Moves) -> int:
    """Fill `out` with the legal moves, return how many."""
    n = 0
    for move in range(rules.MOVES):
        if rules.check(t, box, seat, move) == 0:
            out[n] = move
            n += 1
    return n
