"""Moledozer, how good a position is, and what a guess tells: for bots only, no rule asks."""

from __future__ import annotations

from molehill.engine.compiling import rule
from molehill.engine.reals import exp, log
from molehill.engine.records import Scores, blank_scores
from molehill.games.moledozer.box import Box
from molehill.games.moledozer.facts import CHANGE, GUESS, NUMBERS, OVER, STEER, TIE_GUESS
from molehill.games.moledozer.rules import (
    ADDITION,
    EXTRA_STEP,
    NO_GUESS,
    NONE,
    PLAIN,
    SECOND,
    SWAP,
    SYMBOLS,
    Table,
    closed_by,
    is_guessing,
    most,
    number_of,
)

SWING = 0.1  # what winning a round is worth, as a share of the win


@rule
def appraise(t: Table, box: Box, seat: int) -> float:
    """The share of the win that the seat may hope for, from -1 (none) to 1 (all)."""
    if t.phase == OVER:
        return 2.0 * scored(t, seat) - 1.0
    if t.fallen[seat]:
        return -1.0
    hope = share(t, box, seat, t.mole, -1)
    if t.phase == STEER:
        hope = share_after_turn(t, box, seat, hope)
    elif t.guess[seat] != NO_GUESS and is_guessing(t):
        hope += SWING * (chance_to_win(t, box, seat) - 1.0 / t.alive)
    return max(-0.99, min(0.99, 2.0 * hope - 1.0))


@rule
def scored(t: Table, seat: int) -> float:
    k = 0
    for s in range(t.seats):
        k += t.winners >> s & 1
    return 1.0 / k if t.winners >> seat & 1 else 0.0


@rule
def share(t: Table, box: Box, seat: int, mole: int, gone: int) -> float:
    """The further a house is from the mole, the larger its owner's share. One player may be counted as gone."""
    mine, total = 0, 0
    for s in range(t.seats):
        if t.fallen[s] or s == gone:
            continue
        if t.house[s] < 0:
            return 1.0 / t.seats
        d = box.distance[t.side, t.house[s], mole]
        total += d
        if s == seat:
            mine = d
    return mine / total


@rule
def share_at(t: Table, box: Box, seat: int, to: int) -> float:
    """The seat's share once the mole has gone to a place, a falling house counted in."""
    house = box.house_at[t.side, to]
    if house < 0:
        return share(t, box, seat, to, -1)
    if t.owner[house] == seat:
        return 0.0
    if t.alive == 3:
        return 0.5  # the turned board (MD-19)
    return share(t, box, seat, box.start[t.side], t.owner[house])


@rule
def share_after_turn(t: Table, box: Box, seat: int, now: float) -> float:
    """The seat's share once the winner has made the best of the rest of the turn; the losers share what is left."""
    actor = t.actor
    actors = share(t, box, actor, t.mole, -1)
    best = 0.0
    if t.stepped:
        best = best_from(t, box, actor, t.mole)
    else:
        for k in range(box.degree[t.side, t.mole]):
            to = box.neighbour[t.side, t.mole, k]
            if closed_by(t, box, to) == 0:
                best = max(best, best_from(t, box, actor, to))
    if seat == actor:
        return best
    return now * (1.0 - best) / max(0.001, 1.0 - actors)


@rule
def best_from(t: Table, box: Box, actor: int, to: int) -> float:
    """The best share with the mole here: as it is, after an EXTRA STEP, or with somebody else's house."""
    best = share_at(t, box, actor, to)
    if t.used != PLAIN or box.house_at[t.side, to] >= 0:
        return best
    if t.symbols >> EXTRA_STEP & 1:
        for k in range(box.degree[t.side, to]):
            beyond = box.neighbour[t.side, to, k]
            if closed_by(t, box, beyond) == 0:
                best = max(best, share_at(t, box, actor, beyond))
    if t.symbols >> SWAP & 1:
        for s in range(t.seats):
            if not t.fallen[s]:
                best = max(best, share(t, box, s, to, -1))
    return best


@rule
def chance_to_win(t: Table, box: Box, seat: int) -> float:
    """How likely the seat's guess is to win, given the own card and the cards that the seat has not seen."""
    own = NONE if t.turned[seat] == t.have[seat] else t.stack[seat, t.turned[seat]]
    if own < 0 and t.phase != TIE_GUESS:
        return 1.0 / t.alive
    numbers = blank_scores(NUMBERS + 1)
    second = count_unseen(t, box, seat, numbers)
    others = t.alive - 1
    if t.phase == TIE_GUESS:  # MD-22: two cards nobody knows, no symbols
        return expected(t, seat, ADDITION, 0, numbers, 2, 0.0)
    p = 1.0 if own % SYMBOLS == SECOND else 1.0 - (1.0 - second) ** others
    return expected(t, seat, t.call, number_of(own), numbers, others, p)


@rule
def count_unseen(t: Table, box: Box, seat: int, numbers: Scores) -> float:
    """Fill in how likely each number is on a card that the seat has not seen; return how likely a SECOND is."""
    total, seconds = 0, 0
    for k in range(box.kinds):
        card = box.kind[k]
        numbers[number_of(card)] += box.count[card]
        total += box.count[card]
        if card % SYMBOLS == SECOND:
            seconds += box.count[card]
    for s in range(t.seats):
        for k in range(t.have[s] if s == seat else t.turned[s]):  # the own stack, and what lies open
            card = t.stack[s, k]
            if card < 0:
                continue
            numbers[number_of(card)] -= 1
            total -= 1
            if card % SYMBOLS == SECOND:
                seconds -= 1
    for number in range(1, NUMBERS + 1):
        numbers[number] /= total
    return seconds / total


@rule
def expected(t: Table, seat: int, how: int, own: int, numbers: Scores, others: int, second: float) -> float:
    """The chance of winning over all that one to three cards of others can show, each drawn for itself."""
    worth = 0.0
    for a in range(1, NUMBERS + 1):
        with_a = own + a if how == ADDITION else own * a
        if others == 1:
            worth += numbers[a] * verdict(t, seat, with_a, second)
            continue
        for b in range(a, NUMBERS + 1):
            with_b = with_a + b if how == ADDITION else with_a * b
            p = numbers[a] * numbers[b] * (1.0 if a == b else 2.0)
            if others == 2:
                worth += p * verdict(t, seat, with_b, second)
                continue
            for c in range(b, NUMBERS + 1):
                total = with_b + c if how == ADDITION else with_b * c
                ways = 3.0 if b != c else (1.0 if a == b else 1.5)
                worth += p * numbers[c] * ways * verdict(t, seat, total, second)
    return worth


@rule
def verdict(t: Table, seat: int, total: int, second: float) -> float:
    """How good the seat's guess is if the cards add up to this; those who have not guessed yet may come nearer."""
    mine = abs(t.guess[seat] - total)
    nearer, equal, waiting = 0, 0, 0
    for s in range(t.seats):
        if s == seat or t.fallen[s]:
            continue
        if t.guess[s] == NO_GUESS:
            waiting += 1
        elif abs(t.guess[s] - total) < mine:
            nearer += 1
        elif abs(t.guess[s] - total) == mine:
            equal += 1
    if equal:
        return 0.0
    near = 1.0
    if waiting:
        near = 1.0 / (1.0 + 8.0 * mine / most(t))
    first = near if nearer == 0 else 0.0
    runner_up = near if nearer == 1 else 0.0
    if waiting and nearer == 0:
        runner_up = 1.0 - near if t.alive == 2 else 0.5
    return (1.0 - second) * first + second * runner_up


# ---- what a guess tells ---------------------------------------------------------------------------------------------

MIDDLE, MIDDLE_FACTOR = (NUMBERS + 1) / 2, 4.5  # of a card nobody knows: the mean, and the geometric mean
USUAL = 2.5  # how far a guess lies from what its maker has to expect
RATIO = 0.33  # the same for the logarithm of a product
BLUFF = 0.04  # how plausible anything is


@rule
def plausible(t: Table, box: Box, seat: int) -> float:
    """How well the others' guesses of this round go with the cards that they hold here: at most 1, never 0."""
    if t.phase != GUESS and t.phase != CHANGE:
        return 1.0
    worth = 1.0
    for s in range(t.seats):
        if s != seat and not t.fallen[s] and t.guess[s] != NO_GUESS:
            worth *= max(BLUFF, fits(t, t.guess[s], t.stack[s, t.turned[s]]))
    return worth


@rule
def fits(t: Table, guess: int, card: int) -> float:
    """People guess what they have to expect with the card they hold; with a SECOND (MD-10) something else."""
    others = t.alive - 1
    if t.call == ADDITION:
        off = (guess - number_of(card) - MIDDLE * others) / USUAL
    else:
        off = log(guess / (number_of(card) * MIDDLE_FACTOR**others)) / RATIO
    near = exp(-0.5 * off * off)
    return 1.0 - near if card % SYMBOLS == SECOND else near
