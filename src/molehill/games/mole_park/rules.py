"""Mole Park, the compiled rules: everybody chooses a die in secret, moles are whacked and split, then buy prizes.

Moles in holes and in the Burrow are face down to all, so only their numbers are kept; which mole one is gets decided
when it is taken, from `t.unseen`: all moles in no hand and not on the Mole Hill (MP-08). A prize deck is a set of bits.
"""

from __future__ import annotations

from molehill.engine import chance
from molehill.engine.bits import count_bits, first_bit
from molehill.engine.compiling import rule
from molehill.engine.contract import CHANCE, EVERYBODY, NOBODY
from molehill.engine.events import Log, emit
from molehill.engine.records import Generator, Grid, Int8, Int16, Moves, Numbers, Record, Row, Scores, Weights, sized
from molehill.games.mole_park.box import Box
from molehill.games.mole_park.facts import (
    ANSWER,
    ANSWERED,
    ASKED,
    AWARDING,
    CARDS,
    CHOOSING,
    CHOSEN,
    CLEARED,
    CROWN,
    CROWNED,
    DEALT,
    DECLARED,
    DECLARING,
    DICE_SHOWN,
    DIE_SHOWN,
    DISCARDED,
    DISCARDING,
    DREW,
    EMPTY_HANDED,
    ENDED,
    FACES,
    FELL_SHORT,
    GAVE_BACK,
    GONE,
    HAND,
    HELD,
    HOLES,
    MAX_SEATS,
    NAMED,
    NAMING,
    NO_CARD,
    NO_DIE,
    NO_PRIZE,
    NOBODY_ELSE,
    NOT_ASKED,
    OVER,
    PASSED,
    PICKING,
    PILES,
    PRIZE_DIE,
    READY,
    REFILLED,
    ROLLED,
    ROLLING,
    ROUND,
    SECRET,
    SECRET_DIE,
    SHARED,
    SHOWDOWN,
    SHOWED,
    SPLIT,
    STAGE,
    TOOK,
    TOTALLED,
    TURNED,
    TURNING,
    VALUES,
    WHACKING,
    WON_PRIZE,
)
from molehill.games.mole_park.moves import (
    AWARD,
    DIE,
    DIE_COUNT,
    DISCARD,
    DISCARD_NOTHING,
    GO,
    MOLE,
    MOVE_COUNT,
    NAME,
    NAME_NOBODY,
    PRIZE,
    SHOWS,
    TAKE,
    TAKE_NONE,
)

MOVES = MOVE_COUNT
OUTCOMES = 8  # the cards of a deck
LAST_ROUND = 100  # MP-30
HOLE_IS_FULL = 5  # MP-08

CLAUSE = (21, 9, 10, 10, 13, 14, 19, 17, 28, 0)  # of each phase: it says who decides then


class Table(Record):
    """Everything that lies on the table."""

    seats: Int8
    king: Int8
    phase: Int8
    ended: Int8  # the clause that ended the game
    round: Int16
    wave: Int8
    winner: Int8
    burrow: Int16
    hole: Row[Int16] = sized(HOLES)
    hill: Row[Int16] = sized(VALUES)
    unseen: Row[Int16] = sized(VALUES)
    hand: Grid[Int16] = sized(MAX_SEATS, VALUES)
    moles: Row[Int16] = sized(MAX_SEATS)  # in hand
    up: Row[Int8] = sized(PILES)  # the card that lies face up, or NO_CARD
    pile: Row[Int16] = sized(PILES)  # cards face down, as bits
    crowns: Int8
    prizes: Grid[Int16] = sized(MAX_SEATS, PILES)  # cards won, as bits
    stars: Row[Int16] = sized(MAX_SEATS)  # of one's prizes
    limit: Row[Int16] = sized(MAX_SEATS)
    declared: Int16  # seats as bits
    answer: Row[Int8] = sized(MAX_SEATS)
    die: Row[Int8] = sized(MAX_SEATS)
    shows: Grid[Int8] = sized(MAX_SEATS, DIE_COUNT)  # -1: not rolled
    total: Row[Int16] = sized(MAX_SEATS)  # of those who rolled for prizes; -1: none
    at_seat: Int8  # whose die rolls, who takes moles, who picks
    at_die: Int8
    at_hole: Int8
    each: Int16  # moles for each whacker of the hole
    left: Int16  # moles that the seat still has to take there
    waiting: Int16  # seats that have not picked yet, as bits
    tied: Int16  # among whom King Mole decides, as bits
    contestants: Int16  # in the Showdown, as bits


# ---- set-up and whose decision it is --------------------------------------------------------------------------------


@rule
def setup(t: Table, box: Box, seats: int, options: Numbers, log: Log) -> None:
    t.seats = seats
    t.king = options[0]  # MP-05
    t.ended = 0
    t.round = 0
    t.winner = -1
    t.contestants = 0
    t.burrow = 0
    for k in range(VALUES):
        t.hill[k] = 0
        t.unseen[k] = box.moles[k]
        t.burrow += box.moles[k]
    for h in range(HOLES):
        t.hole[h] = 0
    for s in range(MAX_SEATS):
        t.moles[s] = 0
        t.stars[s] = 0
        t.limit[s] = HAND
        for k in range(VALUES):
            t.hand[s, k] = 0
        for p in range(PILES):
            t.prizes[s, p] = 0
    for p in range(PILES):
        t.up[p] = NO_CARD
        t.pile[p] = (1 << box.cards[p]) - 1
    t.crowns = box.cards[CROWN]
    clear_round(t)
    t.phase = TURNING


@rule
def clear_round(t: Table) -> None:
    t.wave = 0
    t.declared = 0
    t.at_seat = 0
    t.at_die = 0
    t.at_hole = 0
    t.each = 0
    t.left = 0
    t.waiting = 0
    t.tied = 0
    for s in range(MAX_SEATS):
        t.answer[s] = NOT_ASKED
        t.total[s] = -1
        clear_dice(t, s)


@rule
def clear_dice(t: Table, seat: int) -> None:
    t.die[seat] = NO_DIE
    for d in range(DIE_COUNT):
        t.shows[seat, d] = -1


@rule
def pending(t: Table) -> int:
    if t.phase == TURNING or t.phase == ROLLING or t.phase == WHACKING:
        return CHANCE
    if t.phase == OVER:
        return NOBODY
    if t.phase == NAMING or t.phase == AWARDING:
        return 1 << t.king
    if t.phase == PICKING:
        return 1 << t.at_seat
    bits = 0
    for s in range(t.seats):
        if t.phase == DECLARING:
            owes = t.answer[s] == ASKED
        elif t.phase == CHOOSING:
            owes = t.die[s] == NO_DIE
        else:
            owes = t.moles[s] > t.limit[s]
        if owes:
            bits |= 1 << s
    return bits


@rule
def enter(t: Table, phase: int, log: Log) -> None:
    t.phase = phase
    emit(log, STAGE, EVERYBODY, who_decides(t), phase, pending(t), t.wave, t.waiting, t.tied)


@rule
def who_decides(t: Table) -> int:
    """The clause that a seat hears when nothing is asked of it."""
    if t.phase == TURNING and t.round == 0:
        return 6
    if t.contestants and t.phase != AWARDING:
        return 27
    return CLAUSE[t.phase]


@rule
def outcomes(t: Table, box: Box, out: Moves, weight: Weights) -> int:
    n = 0
    if t.phase == ROLLING:
        d = t.at_die
        for k in range(box.different[d]):
            out[n] = (t.at_seat * DIE_COUNT + d) * SHOWS + box.shows[d, k]
            weight[n] = box.faces[d, k]
            n += 1
    elif t.phase == WHACKING:
        for k in range(VALUES):
            if t.unseen[k] > 0:
                out[n] = MOLE + t.at_seat * (VALUES + 1) + k + 1
                weight[n] = t.unseen[k]
                n += 1
    elif t.phase == TURNING:
        p = pile_to_turn(t)
        for c in range(CARDS):
            if t.pile[p] >> c & 1:
                out[n] = PRIZE + p * CARDS + c
                weight[n] = 1
                n += 1
    return n


@rule
def draw(t: Table, box: Box, rng: Generator) -> int:
    """A side of the die, an unseen mole or a prize of the pile, each equally likely."""
    if t.phase == ROLLING:
        d = t.at_die
        return (t.at_seat * DIE_COUNT + d) * SHOWS + box.shows[d, one_by_count(box.faces[d], box.different[d], rng)]
    if t.phase == WHACKING:
        return MOLE + t.at_seat * (VALUES + 1) + one_by_count(t.unseen, VALUES, rng) + 1
    p = pile_to_turn(t)
    before, c = chance.below(rng, count_bits(t.pile[p])), first_bit(t.pile[p])
    while before > 0:
        c += 1
        before -= t.pile[p] >> c & 1
    return PRIZE + p * CARDS + c


@rule
def one_by_count(counts: Row[int], n: int, rng: Generator) -> int:
    total = 0
    for k in range(n):
        total += counts[k]
    before = chance.below(rng, total)
    k = -1
    while before >= 0:
        k += 1
        before -= counts[k]
    return k


# ---- what is allowed ------------------------------------------------------------------------------------------------


@rule
def kind_of(move: int) -> int:
    """The clause that a kind of move belongs to."""
    if move >= MOVES:
        return 14 if move == DISCARD_NOTHING else 19 if move == NAME_NOBODY else 28
    if move < DIE:
        return 9
    if move < DISCARD:
        return 10
    if move < TAKE:
        return 14
    if move < NAME:
        return 17
    if move < AWARD:
        return 19
    return 28


@rule
def check(t: Table, box: Box, seat: int, move: int) -> int:
    if t.phase == OVER:
        return t.ended
    who = pending(t)
    if who == CHANCE or seat < 0 or seat >= t.seats or not who >> seat & 1:
        return who_decides(t)
    kind = kind_of(move)
    if kind != CLAUSE[t.phase] or move >= MOVES:
        return kind
    allowed = True
    if t.phase == DISCARDING:
        allowed = t.hand[seat, move - DISCARD] > 0
    elif t.phase == PICKING:
        allowed = move == TAKE_NONE or can_take(t, box, move - TAKE, t.total[seat])
    elif t.phase == NAMING:
        allowed = (t.tied >> (move - NAME) & 1) == 1
    elif t.phase == AWARDING:
        allowed = (t.tied >> (move - AWARD) & 1) == 1
    return 0 if allowed else kind


@rule
def can_take(t: Table, box: Box, pile: int, total: int) -> bool:
    """MP-17: face up, not too dear, and not the Crown."""
    return pile < PILES and t.up[pile] != NO_CARD and box.cost[pile] <= total


@rule
def can_take_any(t: Table, box: Box, total: int) -> bool:
    for p in range(PILES):
        if can_take(t, box, p, total):
            return True
    return False


@rule
def legal(t: Table, box: Box, seat: int, out: Moves) -> int:
    n = 0
    who = pending(t)
    if who == CHANCE or not who >> seat & 1:
        return n
    if t.phase == DECLARING:
        n = note_range(GO, 2, out)
    elif t.phase == CHOOSING:
        n = note_range(DIE, DIE_COUNT, out)
    elif t.phase == PICKING:
        for p in range(PILES):
            if can_take(t, box, p, t.total[seat]):
                out[n] = TAKE + p
                n += 1
        out[n] = TAKE_NONE
        n += 1
    elif t.phase == DISCARDING:
        for k in range(VALUES):
            if t.hand[seat, k] > 0:
                out[n] = DISCARD + k
                n += 1
    else:
        first = NAME if t.phase == NAMING else AWARD
        for s in range(t.seats):
            if t.tied >> s & 1:
                out[n] = first + s
                n += 1
    return n


@rule
def note_range(first: int, count: int, out: Moves) -> int:
    for k in range(count):
        out[k] = first + k
    return count


@rule
def apply(t: Table, box: Box, seat: int, move: int, log: Log) -> None:
    if seat == CHANCE:
        if t.phase == ROLLING:
            roll(t, box, move % SHOWS, log)
        elif t.phase == WHACKING:
            take_mole(t, box, (move - MOLE) % (VALUES + 1) - 1, log)
        else:
            turn_up(t, box, (move - PRIZE) // CARDS, (move - PRIZE) % CARDS, log)
    elif t.phase == DECLARING:
        answer(t, seat, move, log)
    elif t.phase == CHOOSING:
        choose_die(t, seat, move - DIE, log)
    elif t.phase == DISCARDING:
        discard(t, box, seat, move - DISCARD, log)
    elif t.phase == NAMING:
        name_picker(t, move - NAME, log)
    elif t.phase == PICKING:
        pick(t, box, seat, move - TAKE, log)
    else:
        crown(t, move - AWARD, 28, log)


# ---- a round: prizes turned up, moles dealt -------------------------------------------------------------------------


@rule
def pile_to_turn(t: Table) -> int:
    """MP-06 and MP-21: the first pile with cards left but none face up, or PILES if there is none."""
    for p in range(PILES):
        if t.up[p] == NO_CARD and t.pile[p]:
            return p
    return PILES


@rule
def turn_up(t: Table, box: Box, pile: int, card: int, log: Log) -> None:
    t.up[pile] = card
    t.pile[pile] &= ~(1 << card)
    emit(log, TURNED, EVERYBODY, 6 if t.round == 0 else 21, pile, card + 1, box.stars[pile, card], box.hand[pile, card])
    if pile_to_turn(t) == PILES:
        next_round(t, box, log)


@rule
def end_round(t: Table, box: Box, log: Log) -> None:
    """MP-21."""
    if pile_to_turn(t) < PILES:
        enter(t, TURNING, log)
    else:
        next_round(t, box, log)


@rule
def next_round(t: Table, box: Box, log: Log) -> None:
    if t.round == LAST_ROUND:  # MP-30
        t.phase = OVER
        t.ended = 30
        emit(log, ENDED, EVERYBODY, 30)
        emit(log, SHARED, EVERYBODY, 30)
        return
    t.round += 1
    clear_round(t)
    emit(log, ROUND, EVERYBODY, 7, t.round)
    deal(t, 2 if t.seats >= 6 else 1, HOLE_IS_FULL if t.seats <= 3 else 0, log)
    ask_for_declarations(t, log)


@rule
def deal(t: Table, count: int, full: int, log: Log) -> None:
    """MP-08: so many moles to each hole, holes that are full excepted (0: no hole ever is)."""
    dealt = 0
    for h in range(HOLES):
        if full and t.hole[h] >= full:
            continue
        for _ in range(count):
            if t.burrow == 0:
                note_deal(dealt, log)
                dealt = 0
                refill(t, log)
            if t.burrow == 0:
                return
            t.burrow -= 1
            t.hole[h] += 1
            dealt += 1 << 4 * h
    note_deal(dealt, log)


@rule
def note_deal(dealt: int, log: Log) -> None:
    if dealt:
        emit(log, DEALT, EVERYBODY, 8, dealt)


@rule
def refill(t: Table, log: Log) -> None:
    """MP-08: the Mole Hill is shuffled back into the empty Burrow."""
    for k in range(VALUES):
        t.burrow += t.hill[k]
        t.unseen[k] += t.hill[k]
        t.hill[k] = 0
    if t.burrow:
        emit(log, REFILLED, EVERYBODY, 8, t.burrow)


# ---- declarations and dice ------------------------------------------------------------------------------------------


@rule
def ask_for_declarations(t: Table, log: Log) -> None:
    """MP-09: the next wave, for all who have a mole and have not declared."""
    asked = False
    t.wave += 1
    for s in range(t.seats):
        t.answer[s] = NOT_ASKED
        if t.moles[s] > 0 and not t.declared >> s & 1:
            t.answer[s] = ASKED
            asked = True
    if asked:
        enter(t, DECLARING, log)
    else:
        ask_for_dice(t, log)


@rule
def answer(t: Table, seat: int, move: int, log: Log) -> None:
    t.answer[seat] = GONE if move == GO else HELD
    emit(log, ANSWERED, EVERYBODY, 9, seat)
    emit(log, ANSWER, 1 << seat, 9, seat, 1 if move == GO else 0)
    if pending(t) == NOBODY:
        finish_wave(t, log)


@rule
def finish_wave(t: Table, log: Log) -> None:
    before = t.declared
    for s in range(t.seats):
        if t.answer[s] == GONE:
            t.declared |= 1 << s
            emit(log, DECLARED, EVERYBODY, 9, s, t.wave)
        t.answer[s] = NOT_ASKED
    if t.declared == before:
        emit(log, NOBODY_ELSE, EVERYBODY, 9, t.wave)
    if t.declared and t.wave == 1:
        ask_for_declarations(t, log)
    else:
        ask_for_dice(t, log)


@rule
def ask_for_dice(t: Table, log: Log) -> None:
    """MP-10: a player who declared rolls the Prize die and is not asked."""
    t.wave = 0
    for s in range(t.seats):
        if t.declared >> s & 1:
            t.die[s] = PRIZE_DIE
    t.phase = CHOOSING
    if pending(t) != NOBODY:
        enter(t, CHOOSING, log)
    else:
        show_dice(t, log)


@rule
def choose_die(t: Table, seat: int, die: int, log: Log) -> None:
    t.die[seat] = die
    emit(log, READY, EVERYBODY, 10, seat)
    emit(log, CHOSEN, 1 << seat, 10, seat, die)
    if pending(t) == NOBODY:
        show_dice(t, log)


@rule
def show_dice(t: Table, log: Log) -> None:
    """MP-05: King Mole calls the roll as soon as everyone has chosen."""
    emit(log, DICE_SHOWN, EVERYBODY, 5, t.king)
    for s in range(t.seats):
        emit(log, DIE_SHOWN, EVERYBODY, 10, s, t.die[s])
    t.at_seat = 0
    t.at_die = t.die[0]
    enter(t, ROLLING, log)


@rule
def roll(t: Table, box: Box, shows: int, log: Log) -> None:
    t.shows[t.at_seat, t.at_die] = shows
    emit(log, ROLLED, EVERYBODY, 27 if t.contestants else 10, t.at_seat, t.at_die, shows)
    if t.contestants and t.at_die < PRIZE_DIE:  # MP-27: all four dice
        t.at_die += 1
        return
    s = t.at_seat + 1
    while s < t.seats and t.contestants and not t.contestants >> s & 1:
        s += 1
    if s < t.seats:
        t.at_seat = s
        t.at_die = 0 if t.contestants else t.die[s]
    else:
        whack(t, box, log)


# ---- whacking -------------------------------------------------------------------------------------------------------


@rule
def whackers(t: Table, seat: int, hole: int) -> int:
    """How many of a seat's whacking dice show this hole (MP-12, MP-27)."""
    n = 0
    for d in range(PRIZE_DIE):
        if t.shows[seat, d] == hole + 1:
            n += 1
    return n


@rule
def whack(t: Table, box: Box, log: Log) -> None:
    t.at_hole = -1
    t.at_seat = t.seats
    t.left = 0
    if next_mole(t, log):
        enter(t, WHACKING, log)
    else:
        after_whacking(t, box, log)


@rule
def next_mole(t: Table, log: Log) -> bool:
    """MP-13: whose mole comes next: hole after hole, within a hole seat after seat. False when all are taken."""
    while t.left == 0:
        t.at_seat += 1
        if t.at_seat >= t.seats:
            t.at_hole += 1
            if t.at_hole >= HOLES:
                return False
            t.at_seat = 0
            split(t, t.at_hole, log)
        t.left = t.each * whackers(t, t.at_seat, t.at_hole)
    return True


@rule
def split(t: Table, hole: int, log: Log) -> None:
    """MP-13: each whacker's share of a hole."""
    n = 0
    for s in range(t.seats):
        n += whackers(t, s, hole)
    t.each = 0
    if n > 0:
        t.each = t.hole[hole] // n
        emit(log, SPLIT, EVERYBODY, 13, hole + 1, t.hole[hole], n, t.each, t.hole[hole] - n * t.each)


@rule
def take_mole(t: Table, box: Box, value: int, log: Log) -> None:
    s = t.at_seat
    t.unseen[value] -= 1
    t.hand[s, value] += 1
    t.moles[s] += 1
    t.hole[t.at_hole] -= 1
    t.left -= 1
    emit(log, TOOK, EVERYBODY, 13, s, t.at_hole + 1)
    emit(log, DREW, 1 << s, 8, s, value + 1)
    if not next_mole(t, log):
        after_whacking(t, box, log)


@rule
def after_whacking(t: Table, box: Box, log: Log) -> None:
    """MP-11: now the winning, unless a hand is too large (MP-14)."""
    t.at_hole = 0
    t.at_seat = 0
    t.each = 0
    if t.contestants:
        score_showdown(t, log)
        return
    t.phase = DISCARDING
    if pending(t) != NOBODY:
        enter(t, DISCARDING, log)
    else:
        settle_prizes(t, box, log)


@rule
def discard(t: Table, box: Box, seat: int, value: int, log: Log) -> None:
    """MP-14: a mole from a hand that is too large goes to the Mole Hill, seen by all."""
    t.hand[seat, value] -= 1
    t.moles[seat] -= 1
    t.hill[value] += 1
    emit(log, DISCARDED, EVERYBODY, 14, seat, value + 1)
    if pending(t) == NOBODY:
        settle_prizes(t, box, log)


# ---- winning --------------------------------------------------------------------------------------------------------


@rule
def stars_in_hand(t: Table, seat: int) -> int:
    n = 0
    for k in range(VALUES):
        n += (k + 1) * t.hand[seat, k]
    return n


@rule
def best_stars_in_hand(t: Table, seat: int) -> int:
    """MP-27: the best five count."""
    n, room = 0, HAND
    for k in range(VALUES - 1, -1, -1):
        count = min(room, t.hand[seat, k])
        n += count * (k + 1)
        room -= count
    return n


@rule
def show_hand(t: Table, seat: int, moles: int, clause: int, log: Log) -> None:
    """MP-16: the hand is shown and added up; MP-20: its moles go to the Mole Hill."""
    emit(log, SHOWED, EVERYBODY, 20, seat, t.hand[seat])
    t.total[seat] = moles + t.shows[seat, PRIZE_DIE] + t.stars[seat]
    emit(log, TOTALLED, EVERYBODY, clause, seat, moles, t.shows[seat, PRIZE_DIE], t.stars[seat], t.total[seat])
    for k in range(VALUES):
        t.hill[k] += t.hand[seat, k]
        t.hand[seat, k] = 0
    t.moles[seat] = 0


@rule
def settle_prizes(t: Table, box: Box, log: Log) -> None:
    t.waiting = 0
    for s in range(t.seats):
        if t.die[s] != PRIZE_DIE:
            continue
        if t.moles[s] == 0:  # MP-16
            emit(log, EMPTY_HANDED, EVERYBODY, 16, s)
            continue
        show_hand(t, s, stars_in_hand(t, s), 16, log)
        if not t.declared >> s & 1:  # MP-23
            t.waiting |= 1 << s
    if not settle_crown(t, box, log):
        next_pick(t, box, log)


@rule
def settle_crown(t: Table, box: Box, log: Log) -> bool:
    """MP-24 to MP-26. True if the round is not played on because of it."""
    reached = 0
    for s in range(t.seats):
        if not t.declared >> s & 1:
            continue
        if t.total[s] >= box.cost[CROWN]:
            reached |= 1 << s
        else:
            emit(log, FELL_SHORT, EVERYBODY, 24, s, t.total[s])
    if count_bits(reached) == 1:
        crown(t, first_bit(reached), 25, log)
    elif reached:
        start_showdown(t, reached, log)
    return reached != 0


@rule
def next_pick(t: Table, box: Box, log: Log) -> None:
    """MP-17 to MP-19: the player with the highest total picks next; King Mole decides between equal ones."""
    while t.waiting:
        best, group = 0, 0
        for s in range(t.seats):
            if t.waiting >> s & 1:
                if t.total[s] > best:
                    best, group = t.total[s], 0
                if t.total[s] == best:
                    group |= 1 << s
        if can_take_any(t, box, best):
            ask_for_pick(t, group, log)
            return
        for s in range(t.seats):
            if group >> s & 1:
                t.waiting &= ~(1 << s)
                emit(log, NO_PRIZE, EVERYBODY, 17 if best < box.cost[0] else 18, s, best)
    end_round(t, box, log)


@rule
def ask_for_pick(t: Table, group: int, log: Log) -> None:
    """MP-19: a King Mole who is in the tie picks last, so he is asked only about two or more others."""
    others = group & ~(1 << t.king)
    if count_bits(others) > 1:
        t.tied = others
        enter(t, NAMING, log)
    else:
        t.at_seat = first_bit(others) if others else t.king
        enter(t, PICKING, log)


@rule
def name_picker(t: Table, seat: int, log: Log) -> None:
    t.tied = 0
    t.at_seat = seat
    emit(log, NAMED, EVERYBODY, 19, seat, t.king)
    enter(t, PICKING, log)


@rule
def pick(t: Table, box: Box, seat: int, pile: int, log: Log) -> None:
    t.waiting &= ~(1 << seat)
    if pile > CROWN:
        emit(log, PASSED, EVERYBODY, 17, seat)
    else:
        card = t.up[pile]
        t.up[pile] = NO_CARD  # MP-18: not replaced before the round is over
        t.prizes[seat, pile] |= 1 << card
        t.stars[seat] += box.stars[pile, card]
        t.limit[seat] += box.hand[pile, card]
        emit(log, WON_PRIZE, EVERYBODY, 17, seat, pile, card + 1, box.stars[pile, card], box.hand[pile, card])
    next_pick(t, box, log)


# ---- the crown ------------------------------------------------------------------------------------------------------


@rule
def crown(t: Table, seat: int, clause: int, log: Log) -> None:
    t.phase = OVER
    t.ended = clause
    t.winner = seat
    t.crowns -= 1
    t.tied = 0
    t.waiting = 0
    emit(log, CROWNED, EVERYBODY, clause, seat)
    emit(log, ENDED, EVERYBODY, clause)


@rule
def start_showdown(t: Table, contestants: int, log: Log) -> None:
    """MP-27."""
    clear_round(t)
    t.contestants = contestants
    emit(log, SHOWDOWN, EVERYBODY, 26, contestants)
    for h in range(HOLES):
        t.burrow += t.hole[h]
        t.hole[h] = 0
    emit(log, CLEARED, EVERYBODY, 27)
    for s in range(t.seats):
        if contestants >> s & 1:
            give_back(t, s)
            emit(log, GAVE_BACK, EVERYBODY, 27, s)
    deal(t, count_bits(contestants), 0, log)
    t.at_seat = first_bit(contestants)
    enter(t, ROLLING, log)


@rule
def give_back(t: Table, seat: int) -> None:
    for p in range(PILES):
        t.pile[p] |= t.prizes[seat, p]
        t.prizes[seat, p] = 0
    t.stars[seat] = 0
    t.limit[seat] = HAND


@rule
def score_showdown(t: Table, log: Log) -> None:
    """MP-27 and MP-28."""
    best, tied, n = -1, 0, 0
    for s in range(t.seats):
        if not t.contestants >> s & 1:
            continue
        show_hand(t, s, best_stars_in_hand(t, s), 27, log)
        if t.total[s] > best:
            best, tied, n = t.total[s], 0, 0
        if t.total[s] == best:
            tied |= 1 << s
            n += 1
    if n > 1 and tied >> t.king & 1:
        tied &= ~(1 << t.king)
    if count_bits(tied) == 1:
        crown(t, first_bit(tied), 27 if n == 1 else 28, log)
    else:
        t.tied = tied
        enter(t, AWARDING, log)


# ---- secrets --------------------------------------------------------------------------------------------------------


@rule
def veil(t: Table, box: Box, seat: int) -> None:
    """Others' hands (MP-14), and what others have answered or chosen but not shown yet (MP-09, MP-10)."""
    for s in range(t.seats):
        if s == seat:
            continue
        for k in range(VALUES):
            t.unseen[k] += t.hand[s, k]
            t.hand[s, k] = 0
        if t.phase == DECLARING and t.answer[s] > ASKED:
            t.answer[s] = SECRET
        if t.phase == CHOOSING and t.die[s] != NO_DIE and not t.declared >> s & 1:
            t.die[s] = SECRET_DIE


@rule
def redeal(t: Table, box: Box, seat: int, rng: Generator) -> None:
    """Hands from the moles not seen. A hidden declaration is one that could succeed, a hidden Prize die has moles."""
    for s in range(t.seats):
        if s == seat:
            continue
        for k in range(VALUES):
            t.unseen[k] += t.hand[s, k]
            t.hand[s, k] = 0
        for _ in range(t.moles[s]):
            draw_unseen(t, s, rng)
        if t.answer[s] == SECRET:
            could = can_reach_crown(box, t.stars[s] + stars_in_hand(t, s))
            t.answer[s] = GONE if could and chance.below(rng, 2) == 0 else HELD
        if t.die[s] == SECRET_DIE:
            t.die[s] = chance.below(rng, DIE_COUNT if t.moles[s] > 0 else PRIZE_DIE)


@rule
def can_reach_crown(box: Box, stars: int) -> bool:
    """Whether any face of the Prize die is enough for so many stars (MP-24)."""
    for f in range(FACES):
        if stars + box.face[PRIZE_DIE, f] >= box.cost[CROWN]:
            return True
    return False


@rule
def unseen_moles(t: Table) -> int:
    n = 0
    for k in range(VALUES):
        n += t.unseen[k]
    return n


@rule
def draw_unseen(t: Table, seat: int, rng: Generator) -> None:
    left = chance.below(rng, unseen_moles(t))
    k = 0
    while left >= t.unseen[k]:
        left -= t.unseen[k]
        k += 1
    t.unseen[k] -= 1
    t.hand[seat, k] += 1


# ---- the score ------------------------------------------------------------------------------------------------------


@rule
def points(t: Table, box: Box, out: Numbers) -> None:
    """The stars of one's prizes; the crown counts what it costs."""
    for s in range(t.seats):
        out[s] = t.stars[s]
        if s == t.winner:
            out[s] += box.cost[CROWN]


@rule
def length(t: Table) -> int:
    return t.round


@rule
def scores(t: Table, box: Box, out: Scores) -> None:
    for s in range(t.seats):
        out[s] = 0.0
        if t.ended == 30:
            out[s] = 1.0 / t.seats
        elif t.ended and s == t.winner:
            out[s] = 1.0
