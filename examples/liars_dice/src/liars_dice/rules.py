"""Liar's Dice, the compiled rules: chance rolls all dice, then everybody bids in turn until somebody doubts."""

from __future__ import annotations

from molehill.engine import chance
from molehill.engine.compiling import rule
from molehill.engine.contract import CHANCE, EVERYBODY, NOBODY, SPECTATOR
from molehill.engine.declared import first, kinds, total
from molehill.engine.events import Log, emit
from molehill.engine.records import Generator, Grid, Int8, Int16, Moves, Numbers, Record, Row, Scores, Weights, sized

from . import facts
from .box import Box
from .facts import FACES, HIDDEN, MAX_SEATS, MOST_DICE, NO_BID
from .types import Move

MOVES, OUTCOMES = total(kinds(Move)), FACES  # first all bids, the face fastest, then the doubt
DOUBT = first(kinds(Move), "doubt")


class Table(Record):
    seats: Int8
    wild: Int8
    turn: Int8  # whose turn it is
    rolled: Int8  # how many dice have been rolled this round
    rounds: Int16
    bidder: Int8  # or NO_BID
    dice: Int8  # the last bid
    face: Int8
    left: Row[Int8] = sized(MAX_SEATS)
    cups: Grid[Int8] = sized(MAX_SEATS, MOST_DICE)  # a face, 0, or HIDDEN behind a veil
    last: Grid[Int8] = sized(MAX_SEATS, MOST_DICE)  # what was shown at the last doubt


@rule
def setup(t: Table, box: Box, seats: int, options: Numbers, log: Log) -> None:
    """LD-01."""
    t.seats, t.wild, t.turn, t.rolled, t.rounds = seats, options[0], 0, 0, 0
    t.bidder, t.dice, t.face = NO_BID, 0, 0
    for s in range(MAX_SEATS):
        t.left[s] = box.dice if s < seats else 0
        t.cups[s], t.last[s] = 0, 0


@rule
def on_the_table(t: Table) -> int:
    """How many dice are left in all."""
    dice = 0
    for s in range(t.seats):
        dice += t.left[s]
    return dice


@rule
def after(t: Table, seat: int) -> int:
    """The next player who has dice (LD-03)."""
    found = (seat + 1) % t.seats
    while t.left[found] == 0:
        found = (found + 1) % t.seats
    return found


@rule
def is_over(t: Table) -> bool:
    return after(t, t.turn) == t.turn  # LD-09


@rule
def pending(t: Table) -> int:
    if is_over(t):
        return NOBODY
    return CHANCE if t.rolled < on_the_table(t) else 1 << t.turn


@rule
def outcomes(t: Table, box: Box, out: Moves, weight: Weights) -> int:
    for k in range(box.faces):  # LD-02
        out[k], weight[k] = k, 1
    return box.faces


@rule
def check(t: Table, box: Box, seat: int, move: int) -> int:
    if is_over(t):
        return 9
    if t.rolled < on_the_table(t) or seat != t.turn:
        return 3
    if move == DOUBT:
        return 6 if t.bidder == NO_BID else 0
    dice, face = move // FACES + 1, move % FACES + 1
    if dice < t.dice or (dice == t.dice and face <= t.face):
        return 4
    return 5 if dice > on_the_table(t) or face > box.faces else 0


@rule
def apply(t: Table, box: Box, seat: int, move: int, log: Log) -> None:
    if seat == CHANCE:
        roll(t, move + 1, log)
    elif move == DOUBT:
        doubt(t, seat, log)
    else:
        t.bidder, t.dice, t.face, t.turn = seat, move // FACES + 1, move % FACES + 1, after(t, seat)
        emit(log, facts.BID, EVERYBODY, 4, seat, t.dice, t.face, t.turn)


@rule
def roll(t: Table, shows: int, log: Log) -> None:
    """LD-02: the next die; when all are rolled, everybody looks under their own cup."""
    seat, k = 0, t.rolled
    while k >= t.left[seat]:
        k -= t.left[seat]
        seat += 1
    t.cups[seat, k] = shows
    t.rolled += 1
    if t.rolled == on_the_table(t):
        t.rounds += 1
        emit(log, facts.ROUND, EVERYBODY, 2, t.rounds, t.turn)
        for s in range(t.seats):
            if t.left[s] > 0:
                emit(log, facts.ROLLED, 1 << s, 2, s, t.cups[s])


@rule
def matching(t: Table, seat: int) -> int:
    """How many dice under a cup are what was bid (LD-07, LD-10)."""
    found = 0
    for k in range(MOST_DICE):
        found += int(t.cups[seat, k] == t.face or (t.wild and t.cups[seat, k] == 1))
    return found


@rule
def doubt(t: Table, seat: int, log: Log) -> None:
    """LD-07: all dice are shown; either the doubter or the bidder was wrong."""
    emit(log, facts.DOUBTED, EVERYBODY, 6, seat)
    found = 0
    for s in range(t.seats):
        t.last[s] = t.cups[s]
        if t.left[s] > 0:
            found += matching(t, s)
            emit(log, facts.SHOWED, EVERYBODY, 7, s, t.cups[s])
    emit(log, facts.COUNTED, EVERYBODY, 7, found, t.face)
    lose(t, seat if found >= t.dice else t.bidder, log)


@rule
def lose(t: Table, loser: int, log: Log) -> None:
    """LD-08: a die less, and the next round begins with the player who lost it, or with the next."""
    t.left[loser] -= 1
    t.turn = loser if t.left[loser] > 0 else after(t, loser)
    t.rolled, t.bidder, t.dice, t.face = 0, NO_BID, 0, 0
    for s in range(t.seats):
        t.cups[s] = 0
    emit(log, facts.LOST, EVERYBODY, 8, loser, t.left[loser])
    if is_over(t):
        emit(log, facts.WON, EVERYBODY, 9, t.turn)


@rule
def veil(t: Table, box: Box, seat: int) -> None:
    """LD-02: nobody looks under another's cup, nor under their own before all dice are rolled."""
    looks = seat if t.rolled == on_the_table(t) else SPECTATOR
    for s in range(t.seats):
        for k in range(MOST_DICE):
            if s != looks and t.cups[s, k] != 0:
                t.cups[s, k] = HIDDEN


@rule
def redeal(t: Table, box: Box, seat: int, rng: Generator) -> None:
    for s in range(t.seats):
        for k in range(MOST_DICE):
            if t.cups[s, k] == HIDDEN:
                t.cups[s, k] = 1 + chance.below(rng, box.faces)


@rule
def scores(t: Table, box: Box, out: Scores) -> None:
    for s in range(t.seats):
        out[s] = 1.0 if is_over(t) and s == t.turn else 0.0


@rule
def points(t: Table, box: Box, out: Numbers) -> None:
    for s in range(t.seats):
        out[s] = t.left[s]


@rule
def length(t: Table) -> int:
    return t.rounds
