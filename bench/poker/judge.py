"""How good a hand is: for bots only, no rule asks."""

from __future__ import annotations

from molehill.engine.compiling import rule

from .box import MOST_RANKS, Box
from .rules import MOVES, NONE, RAISE, Table, most, net, strength


@rule
def appraise(t: Table, box: Box, seat: int) -> float:
    """At the end what was won. Before, what was staked, times how far the card is above or below the middle."""
    if t.over:
        return net(t, seat) / most(box)
    if t.card[seat] < 0:
        return 0.0
    middle = (box.ranks - 1) / 2.0
    better = 1.0 if t.open != NONE and strength(t, seat) >= MOST_RANKS else (t.card[seat] - middle) / box.ranks
    return better * max(t.paid[0], t.paid[1]) / most(box)


# ---- what a bet tells -----------------------------------------------------------------------------------------------

BLUFF = 0.25  # how plausible a raise with the worst card is
TRAP = 0.4  # and how plausible it is not to raise with the best


@rule
def plausible(t: Table, box: Box, seat: int) -> float:
    """How well what the others did goes with their cards: good ones are raised with, but not always."""
    worth, line, mover = 1.0, int(t.line), 1 - t.turn  # the last to move; a new round may have begun since
    if t.moved == 0:
        return worth
    for _ in range(t.moved):
        if mover != seat:
            worth *= fits(t, box, mover, line % MOVES)
        line //= MOVES
        mover = 1 - mover
    return worth


@rule
def fits(t: Table, box: Box, seat: int, move: int) -> float:
    """How likely somebody with this card does that."""
    good = 1.0 if t.card[seat] == t.open else t.card[seat] / (box.ranks - 1.0)
    raises = BLUFF + (1.0 - BLUFF - TRAP / 2.0) * good
    return raises if move == RAISE else 1.0 - raises
