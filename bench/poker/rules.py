"""Small poker, the compiled rules: a card each, betting, perhaps a card for both and betting again, then the showdown.

A card is a rank. In the second round a card lies open for both, and who has its rank has a pair.
"""

from __future__ import annotations

from molehill.engine import chance
from molehill.engine.compiling import rule
from molehill.engine.contract import CHANCE, NOBODY
from molehill.engine.events import Log
from molehill.engine.records import Generator, Int8, Int32, Moves, Numbers, Record, Row, Scores, Weights, sized

from .box import MOST_RANKS, Box

MOVES, OUTCOMES = 3, MOST_RANKS
FOLD, CALL, RAISE = range(MOVES)
SEATS = 2
NONE, HIDDEN = -1, -2  # in place of a card, or of somebody who folded


class Table(Record):
    line: Int32  # all that was done, a digit each, so that nobody forgets it
    round: Int8
    turn: Int8
    raises: Int8  # in this round
    moved: Int8  # how many decisions there were in this round
    folded: Int8
    over: Int8
    open: Int8  # the card that lies open
    card: Row[Int8] = sized(SEATS)
    paid: Row[Int8] = sized(SEATS)
    left: Row[Int8] = sized(MOST_RANKS)  # cards that nobody has seen


@rule
def setup(t: Table, box: Box, seats: int, options: Numbers, log: Log) -> None:
    t.line, t.round, t.turn, t.raises, t.moved, t.over = 0, 0, 0, 0, 0, 0
    t.folded, t.open = NONE, NONE
    for s in range(SEATS):
        t.card[s], t.paid[s] = NONE, box.ante
    for rank in range(MOST_RANKS):
        t.left[rank] = box.suits if rank < box.ranks else 0


@rule
def pending(t: Table) -> int:
    if t.over:
        return NOBODY
    if t.card[1] == NONE or (t.round == 1 and t.open == NONE):
        return CHANCE
    return 1 << t.turn


@rule
def outcomes(t: Table, box: Box, out: Moves, weight: Weights) -> int:
    n = 0
    for rank in range(box.ranks):
        if t.left[rank] > 0:
            out[n], weight[n] = rank, t.left[rank]
            n += 1
    return n


@rule
def check(t: Table, box: Box, seat: int, move: int) -> int:
    if pending(t) <= 0 or seat != t.turn:
        return 1
    if move == FOLD:
        return 2 if t.paid[seat] == t.paid[1 - seat] else 0
    return 3 if move == RAISE and t.raises == box.raises else 0


@rule
def apply(t: Table, box: Box, seat: int, move: int, log: Log) -> None:
    if seat == CHANCE:
        deal(t, move)
        return
    t.line = t.line * MOVES + move
    t.moved += 1
    t.turn = 1 - seat
    if move == FOLD:
        t.folded, t.over = seat, 1
    elif move == RAISE:
        t.paid[seat] = t.paid[1 - seat] + box.bets[t.round]
        t.raises += 1
    else:
        t.paid[seat] = t.paid[1 - seat]
        if t.moved > 1:
            close(t, box)


@rule
def deal(t: Table, rank: int) -> None:
    t.left[rank] -= 1
    if t.card[0] == NONE:
        t.card[0] = rank
    elif t.card[1] == NONE:
        t.card[1] = rank
    else:
        t.open = rank


@rule
def close(t: Table, box: Box) -> None:
    """Both have paid the same: the next round, or the showdown."""
    if t.round + 1 == box.rounds:
        t.over = 1
    else:
        t.round += 1
        t.turn, t.raises, t.moved = 0, 0, 0


@rule
def strength(t: Table, seat: int) -> int:
    """A pair beats everything else."""
    return t.card[seat] + (MOST_RANKS if t.card[seat] == t.open else 0)


@rule
def net(t: Table, seat: int) -> int:
    """What a seat wins at the end; less than 0 if it loses."""
    rival = 1 - seat
    if t.folded == seat or (t.folded == NONE and strength(t, seat) < strength(t, rival)):
        return -t.paid[seat]
    if t.folded == rival or strength(t, seat) > strength(t, rival):
        return t.paid[rival]
    return 0


@rule
def most(box: Box) -> int:
    """The most that anybody can lose."""
    stake = 0
    for k in range(box.rounds):
        stake += box.bets[k]
    return box.ante + stake * box.raises


@rule
def veil(t: Table, box: Box, seat: int) -> None:
    if t.over and t.folded == NONE:
        return
    for s in range(SEATS):
        if s != seat and t.card[s] >= 0:
            t.left[t.card[s]] += 1
            t.card[s] = HIDDEN


@rule
def redeal(t: Table, box: Box, seat: int, rng: Generator) -> None:
    for s in range(SEATS):
        if t.card[s] == HIDDEN:
            rank = chance.weighted(rng, t.left, box.ranks)
            t.left[rank] -= 1
            t.card[s] = rank


@rule
def scores(t: Table, box: Box, out: Scores) -> None:
    """From 0 to 1, so that an even hand is a half."""
    for s in range(SEATS):
        out[s] = 0.5 + net(t, s) / (2.0 * most(box)) if t.over else 0.0


@rule
def points(t: Table, box: Box, out: Numbers) -> None:
    for s in range(SEATS):
        out[s] = net(t, s) if t.over else 0


@rule
def length(t: Table) -> int:
    return int(t.over)
