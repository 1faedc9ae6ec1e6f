"""Moledozer, the compiled rules: guesses at the sum of hidden cards, a mole to steer, houses that fall.

A card is an integer, (number - 1) * 5 + symbol. A stack holds all cards of a deal, the top first; the first `turned`
of them lie open, the others are known to their owner only. `left` counts the cards that lie nowhere else: a pile from
which CHANCE draws, and behind a veil all the cards that a seat has not seen.
"""

from __future__ import annotations

from molehill.engine import chance
from molehill.engine.compiling import rule
from molehill.engine.contract import CHANCE, EVERYBODY, NOBODY
from molehill.engine.events import Log, emit
from molehill.engine.records import (
    Generator,
    Grid,
    Int8,
    Int16,
    Moves,
    Numbers,
    Record,
    Row,
    Scores,
    Weights,
    sized,
)
from molehill.games.moledozer import moves
from molehill.games.moledozer.box import MOST_HAND, Box
from molehill.games.moledozer.facts import (
    BOARD_TURNED,
    CALL,
    CALLED,
    CARDS,
    CHANGE,
    CHANGED,
    CHOOSE,
    CHOSEN,
    DEAL,
    DEALT,
    DRAWN,
    ENDED,
    FELL,
    FINISHED,
    GUESS,
    GUESSED,
    HIGHEST,
    HOUSES,
    KEPT,
    MEASURED,
    MOST_SEATS,
    NO_SEAT,
    NO_WINNER,
    ORDER,
    ORDERED,
    ORDERING,
    OVER,
    PLACED,
    RECEIVED,
    RETURNED,
    REVERSED,
    ROUND,
    RUIN,
    SHUFFLED,
    STEER,
    STEPPED,
    SWAPPED,
    TIE_DRAW,
    TIE_GUESS,
    TIED,
    TOTALLED,
    TURNED,
    UNCHOSEN,
    USED,
    WON,
    WON_ROUND,
)
from molehill.games.moledozer.moves import MOVES as MOVES

OUTCOMES = CARDS
SYMBOLS = 5
PLAIN, SECOND, EXTRA_STEP, REVERSE, SWAP = range(SYMBOLS)
USABLE = 1 << EXTRA_STEP | 1 << REVERSE | 1 << SWAP  # MD-12
EAST, WEST = 1, 3
TWO, FOUR = 0, 1
ADDITION, MULTIPLICATION = 0, 1

NO_GUESS = 0
NONE, HIDDEN = -1, -2  # in place of a card
FAR = 1 << 30

# Who owes nothing in a phase is told the clause that says who decides.
DECIDED_BY = (2, 4, 25, 26, 6, 24, 11, 22, 22, 20)


class Table(Record):
    """Everything that lies on the table."""

    seats: Int8
    change_guess: Int8
    own_order: Int8
    multiply: Int8
    phase: Int8
    side: Int8
    mole: Int8
    alive: Int8  # how many players are still in
    start: Int8  # the place that starts this round, no matter who sits there (MD-16)
    starter: Int8  # the seat that started it
    actor: Int8  # the seat that decides, or to which a card goes
    call: Int8
    symbols: Int8  # open this round, as bits
    stepped: Int8
    used: Int8  # the symbol used this round, or PLAIN
    winner: Int8  # of this round, or -1
    since: Int8  # new shuffles since two were left (MD-21)
    ended: Int8  # the clause that ended the game
    winners: Int8  # of the game, as bits
    deals: Int16
    rounds: Int16
    total: Int16
    guess: Row[Int16] = sized(MOST_SEATS)
    won: Row[Int16] = sized(MOST_SEATS)  # rounds
    house: Row[Int8] = sized(MOST_SEATS)  # of a seat
    owner: Row[Int8] = sized(len(HOUSES))  # of a house
    place: Row[Int8] = sized(MOST_SEATS)  # of a seat in the turn order
    seat_at: Row[Int8] = sized(MOST_SEATS)  # the seat on a place
    fallen: Row[Int8] = sized(MOST_SEATS)
    have: Row[Int8] = sized(MOST_SEATS)  # cards of this deal, the open ones included
    turned: Row[Int8] = sized(MOST_SEATS)  # how many of them lie open
    placed: Row[Int8] = sized(MOST_SEATS)  # how many the owner has put in order (MD-25)
    drawn: Row[Int8] = sized(MOST_SEATS)  # for MD-22
    stack: Grid[Int8] = sized(MOST_SEATS, MOST_HAND)
    left: Row[Int8] = sized(CARDS)


# ---- set-up and whose decision it is --------------------------------------------------------------------------------


@rule
def setup(t: Table, box: Box, seats: int, options: Numbers, log: Log) -> None:
    t.seats = seats
    t.start = options[0]  # MD-05
    t.change_guess = options[1]
    t.own_order = options[2]
    t.multiply = options[3]
    t.phase = CHOOSE
    t.side = TWO if seats == 2 else FOUR  # MD-02
    t.mole = box.start[t.side]
    t.alive = seats
    t.starter = -1
    t.actor = 0
    t.since = 0
    t.ended = 0
    t.winners = 0
    t.deals = 0
    t.rounds = 0
    for h in range(len(HOUSES)):
        t.owner[h] = UNCHOSEN
    for s in range(MOST_SEATS):
        t.house[s] = UNCHOSEN
        t.place[s] = s
        t.seat_at[s] = s
        t.fallen[s] = 0
        t.won[s] = 0
    clear_round(t)
    shuffle(t, box)


@rule
def clear_round(t: Table) -> None:
    t.call = ADDITION
    t.symbols = 0
    t.stepped = 0
    t.used = PLAIN
    t.winner = -1
    t.total = 0
    for s in range(MOST_SEATS):
        t.guess[s] = NO_GUESS


@rule
def shuffle(t: Table, box: Box) -> None:
    """All cards, a fallen player's too, go back into the pile (MD-17)."""
    for s in range(MOST_SEATS):
        t.have[s] = 0
        t.turned[s] = 0
        t.placed[s] = 0
        t.drawn[s] = NONE
        for k in range(MOST_HAND):
            t.stack[s, k] = NONE
    for card in range(CARDS):
        t.left[card] = box.count[card]


@rule
def pending(t: Table) -> int:
    if t.phase == DEAL or t.phase == TIE_DRAW:
        return CHANCE
    if t.phase == OVER:
        return NOBODY
    if t.phase != ORDER:
        return 1 << t.actor
    bits = 0
    for s in range(t.seats):
        if not t.fallen[s] and t.placed[s] < t.have[s]:
            bits |= 1 << s
    return bits


@rule
def outcomes(t: Table, box: Box, out: Moves, weight: Weights) -> int:
    n = 0
    for k in range(box.kinds):
        card = box.kind[k]
        if t.left[card] > 0:
            out[n] = card
            weight[n] = t.left[card]
            n += 1
    return n


@rule
def draw(t: Table, box: Box, rng: Generator) -> int:
    """A card of the shuffled pile, each equally likely."""
    left = 0
    for k in range(box.kinds):
        left += t.left[box.kind[k]]
    before = chance.below(rng, left)
    k = -1
    while before >= 0:
        k += 1
        before -= t.left[box.kind[k]]
    return box.kind[k]


# ---- what is allowed ------------------------------------------------------------------------------------------------


@rule
def check(t: Table, box: Box, seat: int, move: int) -> int:
    """The lowest-numbered clause that the move breaks, or 0."""
    if t.phase == OVER:
        return t.ended
    if seat < 0 or seat >= t.seats or pending(t) == CHANCE or not (pending(t) >> seat & 1):
        return DECIDED_BY[t.phase]
    if move == moves.SWAP_NOBODY:
        return check_swap(t, seat, MOST_SEATS)
    if move < moves.CHOOSE:
        return check_guess(t, seat, move)
    if move < moves.STEP:
        return check_house(t, box, move - moves.CHOOSE)
    if move < moves.EXTRA:
        return check_step(t, box, move - moves.STEP)
    if move < moves.REVERSE:
        return check_extra_step(t, box, move - moves.EXTRA)
    if move == moves.REVERSE:
        return check_symbol(t, REVERSE) if t.phase == STEER else 14
    if move < moves.DONE:
        return check_swap(t, seat, move - moves.SWAP)
    if move == moves.DONE:
        if t.phase != STEER:
            return 12
        return 0 if t.stepped else 11
    if move < moves.PUT:
        return 0 if t.phase == CALL else 26
    return check_put(t, seat, move - moves.PUT)


@rule
def most(t: Table) -> int:
    """The highest guess (MD-06, MD-26)."""
    return HIGHEST[t.call][t.alive]


@rule
def is_guessing(t: Table) -> bool:
    return t.phase == GUESS or t.phase == CHANGE or t.phase == TIE_GUESS


@rule
def check_guess(t: Table, seat: int, number: int) -> int:
    if not is_guessing(t) or number < 1 or number > most(t):
        return 6
    return 7 if near_another(t, seat, number) else 0


@rule
def near_another(t: Table, seat: int, number: int) -> bool:
    """MD-07. The own old guess does not bind (MD-24)."""
    for s in range(t.seats):
        if s != seat and t.guess[s] != NO_GUESS and abs(t.guess[s] - number) < 2:
            return True
    return False


@rule
def check_house(t: Table, box: Box, house: int) -> int:
    if t.phase != CHOOSE or box.house_place[t.side, house] < 0 or t.owner[house] != UNCHOSEN:
        return 2
    return 0


@rule
def closed_by(t: Table, box: Box, to: int) -> int:
    """The clause that closes the house on a place, or 0."""
    house = box.house_at[t.side, to]
    if house < 0 or t.owner[house] >= 0:
        return 0
    return 2 if t.owner[house] == UNCHOSEN else 18


@rule
def are_neighbours(t: Table, box: Box, one: int, other: int) -> bool:
    for k in range(box.degree[t.side, one]):
        if box.neighbour[t.side, one, k] == other:
            return True
    return False


@rule
def check_step(t: Table, box: Box, to: int) -> int:
    if t.phase != STEER:
        return 11
    closed = closed_by(t, box, to)
    if closed == 2:
        return 2
    if t.stepped or not are_neighbours(t, box, t.mole, to):
        return 11
    return closed


@rule
def check_extra_step(t: Table, box: Box, to: int) -> int:
    if t.phase != STEER:
        return 13
    closed = closed_by(t, box, to)
    if closed == 2:
        return 2
    if check_symbol(t, EXTRA_STEP):
        return 12
    return closed if are_neighbours(t, box, t.mole, to) else 13


@rule
def check_symbol(t: Table, symbol: int) -> int:
    """MD-12: one symbol that lies open, an EXTRA STEP only after the step."""
    is_open = t.symbols >> symbol & 1
    too_early = symbol == EXTRA_STEP and not t.stepped
    return 12 if not is_open or t.used != PLAIN or too_early else 0


@rule
def check_swap(t: Table, seat: int, other: int) -> int:
    if t.phase != STEER:
        return 15
    if check_symbol(t, SWAP):
        return 12
    return 15 if other >= t.seats or other == seat or t.fallen[other] else 0


@rule
def check_put(t: Table, seat: int, card: int) -> int:
    """MD-25: one of the own cards that are not yet in order."""
    return 0 if t.phase == ORDER and find_card(t, seat, card) >= 0 else 25


@rule
def find_card(t: Table, seat: int, card: int) -> int:
    for k in range(t.placed[seat], t.have[seat]):
        if t.stack[seat, k] == card:
            return k
    return -1


@rule
def legal(t: Table, box: Box, seat: int, out: Moves) -> int:
    if pending(t) == CHANCE or not (pending(t) >> seat & 1):
        return 0
    if is_guessing(t):
        return legal_guesses(t, seat, out)
    if t.phase == STEER:
        return legal_steering(t, box, seat, out)
    n = 0
    if t.phase == CHOOSE:
        for h in range(len(HOUSES)):
            if check_house(t, box, h) == 0:
                out[n] = moves.CHOOSE + h
                n += 1
    elif t.phase == CALL:
        out[0] = moves.CALL + ADDITION
        out[1] = moves.CALL + MULTIPLICATION
        n = 2
    else:
        n = legal_puts(t, seat, out)
    return n


@rule
def legal_guesses(t: Table, seat: int, out: Moves) -> int:
    """Stretch by stretch, from one guess of another to the next: when multiplying there are thousands."""
    n, number, top = 0, 1, most(t)
    while number <= top:
        stop = top + 1  # the first number after `number` that MD-07 forbids
        for s in range(t.seats):
            if s != seat and t.guess[s] != NO_GUESS and t.guess[s] + 1 >= number:
                stop = min(stop, t.guess[s] - 1)
        for free in range(number, stop):
            out[n] = free
            n += 1
        number = stop + 3
    return n


@rule
def legal_steering(t: Table, box: Box, seat: int, out: Moves) -> int:
    n = 0
    kind = moves.EXTRA if t.stepped else moves.STEP
    if not t.stepped or check_symbol(t, EXTRA_STEP) == 0:
        for k in range(box.degree[t.side, t.mole]):
            to = box.neighbour[t.side, t.mole, k]
            if closed_by(t, box, to) == 0:
                out[n] = kind + to
                n += 1
    if check_symbol(t, REVERSE) == 0:
        out[n] = moves.REVERSE
        n += 1
    if check_symbol(t, SWAP) == 0:
        for s in range(t.seats):
            if s != seat and not t.fallen[s]:
                out[n] = moves.SWAP + s
                n += 1
    if t.stepped:
        out[n] = moves.DONE
        n += 1
    return n


@rule
def legal_puts(t: Table, seat: int, out: Moves) -> int:
    """Each different card once."""
    n = 0
    for k in range(t.placed[seat], t.have[seat]):
        card = t.stack[seat, k]
        if find_card(t, seat, card) == k:
            out[n] = moves.PUT + card
            n += 1
    return n


# ---- moves ----------------------------------------------------------------------------------------------------------


@rule
def apply(t: Table, box: Box, seat: int, move: int, log: Log) -> None:
    if seat == CHANCE:
        if t.phase == DEAL:
            deal(t, box, move, log)
        else:
            draw_for_tie(t, box, move, log)
    elif move < moves.CHOOSE:
        guess(t, box, seat, move, log)
    elif move < moves.STEP:
        choose_house(t, box, seat, move - moves.CHOOSE, log)
    elif move < moves.CALL:
        steer(t, box, seat, move, log)
    elif move < moves.PUT:
        call(t, seat, move - moves.CALL, log)
    else:
        put(t, seat, move - moves.PUT, log)


@rule
def choose_house(t: Table, box: Box, seat: int, house: int, log: Log) -> None:
    """MD-02."""
    t.house[seat] = house
    t.owner[house] = seat
    emit(log, CHOSEN, EVERYBODY, 2, seat, house)
    if seat + 1 < t.seats:
        t.actor = seat + 1
    else:
        start_deal(t, box, log)


# ---- dealing --------------------------------------------------------------------------------------------------------


@rule
def start_deal(t: Table, box: Box, log: Log) -> None:
    """MD-04, MD-17."""
    shuffle(t, box)
    t.deals += 1
    if t.alive == 2 and t.deals > 1:
        t.since += 1
    t.phase = DEAL
    t.actor = seat_from(t, 0)
    emit(log, SHUFFLED, EVERYBODY, 4 if t.deals == 1 else 17, t.deals, t.since)


@rule
def seat_from(t: Table, place: int) -> int:
    """The seat on this place, or on the next higher one that is occupied, or -1."""
    while place < t.seats:
        if not t.fallen[t.seat_at[place]]:
            return t.seat_at[place]
        place += 1
    return -1


@rule
def deal(t: Table, box: Box, card: int, log: Log) -> None:
    """MD-04: the first card dealt lies on top."""
    seat = t.actor
    t.stack[seat, t.have[seat]] = card
    t.have[seat] += 1
    t.left[card] -= 1
    emit(log, DEALT, EVERYBODY, 4, seat, t.have[seat], box.hand)
    emit(log, RECEIVED, 1 << seat, 4, seat, card)
    if t.have[seat] < box.hand:
        return
    following = seat_from(t, t.place[seat] + 1)
    if following >= 0:
        t.actor = following
    elif t.own_order and box.hand > 1:
        t.phase = ORDER
        emit(log, ORDERING, EVERYBODY, 25)
    else:
        begin_round(t, log)


@rule
def put(t: Table, seat: int, card: int, log: Log) -> None:
    """MD-25."""
    place_card(t, seat, card, log)
    if t.placed[seat] == t.have[seat] - 1:
        place_card(t, seat, t.stack[seat, t.placed[seat]], log)
        emit(log, ORDERED, EVERYBODY, 25, seat)
    if pending(t) == NOBODY:
        begin_round(t, log)


@rule
def place_card(t: Table, seat: int, card: int, log: Log) -> None:
    """Pull a card forward to follow those in order; the others keep theirs."""
    k = find_card(t, seat, card)
    while k > t.placed[seat]:
        t.stack[seat, k] = t.stack[seat, k - 1]
        k -= 1
    t.stack[seat, k] = card
    t.placed[seat] += 1
    emit(log, PLACED, 1 << seat, 25, seat, card)


# ---- guessing -------------------------------------------------------------------------------------------------------


@rule
def begin_round(t: Table, log: Log) -> None:
    clear_round(t)
    t.rounds += 1
    t.starter = t.seat_at[t.start]
    t.actor = t.starter
    t.phase = CALL if t.multiply else GUESS
    emit(log, ROUND, EVERYBODY, 5 if t.rounds == 1 else 16, t.rounds, t.starter)


@rule
def call(t: Table, seat: int, what: int, log: Log) -> None:
    """MD-26."""
    t.call = what
    t.phase = GUESS
    emit(log, CALLED, EVERYBODY, 26, seat, what)


@rule
def next_place(t: Table, place: int) -> int:
    """The next occupied place clockwise."""
    place = (place + 1) % t.seats
    while t.fallen[t.seat_at[place]]:
        place = (place + 1) % t.seats
    return place


@rule
def guess(t: Table, box: Box, seat: int, number: int, log: Log) -> None:
    if t.phase == CHANGE:
        change_guess(t, box, seat, number, log)
        return
    t.guess[seat] = number
    t.actor = t.seat_at[next_place(t, t.place[seat])]
    last = t.guess[t.actor] != NO_GUESS
    emit(log, GUESSED, EVERYBODY, 22 if t.phase == TIE_GUESS else 6, seat, number, NO_SEAT if last else t.actor)
    if not last:
        return
    if t.phase == TIE_GUESS:
        t.phase = TIE_DRAW
        t.actor = lowest_in(t)
    elif t.change_guess:
        t.phase = CHANGE
    else:
        turn_over(t, box, log)


@rule
def change_guess(t: Table, box: Box, seat: int, number: int, log: Log) -> None:
    """MD-24."""
    kept = t.guess[seat] == number
    t.guess[seat] = number
    if kept:
        emit(log, KEPT, EVERYBODY, 24, seat)
    else:
        emit(log, CHANGED, EVERYBODY, 24, seat, number)
    turn_over(t, box, log)


@rule
def number_of(card: int) -> int:
    return card // SYMBOLS + 1


@rule
def turn_over(t: Table, box: Box, log: Log) -> None:
    """MD-08, then MD-09 or MD-10."""
    total = 0 if t.call == ADDITION else 1
    for s in range(t.seats):
        if t.fallen[s]:
            continue
        card = t.stack[s, t.turned[s]]
        t.turned[s] += 1
        t.symbols |= 1 << card % SYMBOLS
        total = total + number_of(card) if t.call == ADDITION else total * number_of(card)
        emit(log, TURNED, EVERYBODY, 8, s, card)
    t.total = total
    emit(log, TOTALLED, EVERYBODY, 8, total, t.call)
    second = t.symbols >> SECOND & 1
    t.winner = second_closest(t) if second else closest(t, -1)
    if t.winner < 0:
        emit(log, NO_WINNER, EVERYBODY, 10 if second else 9)
        finish_round(t, box, log)
    else:
        t.won[t.winner] += 1
        t.actor = t.winner
        t.phase = STEER
        emit(log, WON_ROUND, EVERYBODY, 10 if second else 9, t.winner)


@rule
def closest(t: Table, but: int) -> int:
    """MD-09: the seat with the closest guess (one seat left out), or -1 if two share the distance."""
    best, seat = FAR, -1
    for s in range(t.seats):
        if s == but or t.fallen[s]:
            continue
        distance = abs(t.guess[s] - t.total)
        if distance < best:
            best, seat = distance, s
        elif distance == best:
            seat = -1
    return seat


@rule
def second_closest(t: Table) -> int:
    """MD-10: nobody if the smallest or the second smallest distance is shared."""
    first = closest(t, -1)
    return closest(t, first) if first >= 0 else -1


# ---- steering -------------------------------------------------------------------------------------------------------


@rule
def steer(t: Table, box: Box, seat: int, move: int, log: Log) -> None:
    """One move of the round's winner (MD-11, MD-12)."""
    if move < moves.EXTRA:
        t.stepped = 1
        step(t, box, seat, move - moves.STEP, 11, log)
    elif move < moves.REVERSE:
        use(t, seat, EXTRA_STEP, 13, log)
        step(t, box, seat, move - moves.EXTRA, 13, log)
    elif move == moves.REVERSE:
        use(t, seat, REVERSE, 14, log)
        reverse(t, log)
    elif move < moves.DONE:
        use(t, seat, SWAP, 15, log)
        swap(t, seat, move - moves.SWAP, log)
    else:
        emit(log, FINISHED, EVERYBODY, 12, seat)
    if t.phase == OVER:
        return
    symbol_left = t.used == PLAIN and t.symbols & USABLE
    if move == moves.DONE or t.fallen[seat] or (t.stepped and not symbol_left):
        finish_round(t, box, log)


@rule
def use(t: Table, seat: int, symbol: int, clause: int, log: Log) -> None:
    t.used = symbol
    emit(log, USED, EVERYBODY, clause, seat, symbol)


@rule
def step(t: Table, box: Box, seat: int, to: int, clause: int, log: Log) -> None:
    emit(log, STEPPED, EVERYBODY, clause, seat, t.mole, to)
    t.mole = to
    house = box.house_at[t.side, to]
    if house >= 0:
        fall(t, box, t.owner[house], house, log)


@rule
def reverse(t: Table, log: Log) -> None:
    """MD-14: what is left of each stack is turned round."""
    for s in range(t.seats):
        if t.fallen[s]:
            continue
        low, high = t.turned[s], t.have[s] - 1
        while low < high:
            card = t.stack[s, low]
            t.stack[s, low] = t.stack[s, high]
            t.stack[s, high] = card
            low += 1
            high -= 1
    emit(log, REVERSED, EVERYBODY, 14)


@rule
def swap(t: Table, seat: int, other: int, log: Log) -> None:
    """MD-15: houses and places, not stacks."""
    house, place = t.house[seat], t.place[seat]
    t.house[seat] = t.house[other]
    t.place[seat] = t.place[other]
    t.house[other] = house
    t.place[other] = place
    t.owner[t.house[seat]] = seat
    t.owner[t.house[other]] = other
    t.seat_at[t.place[seat]] = seat
    t.seat_at[t.place[other]] = other
    emit(log, SWAPPED, EVERYBODY, 15, seat, other)


@rule
def fall(t: Table, box: Box, seat: int, house: int, log: Log) -> None:
    """MD-18 to MD-20."""
    t.fallen[seat] = 1
    t.alive -= 1
    t.owner[house] = RUIN
    t.house[seat] = UNCHOSEN
    t.mole = box.start[t.side]
    emit(log, FELL, EVERYBODY, 18, seat, house)
    emit(log, RETURNED, EVERYBODY, 18, t.mole)
    if t.alive == 1:
        end(t, 20, 1 << lowest_in(t), log)
    elif t.alive == 2 and t.side == FOUR:
        turn_board(t, box, log)


@rule
def turn_board(t: Table, box: Box, log: Log) -> None:
    """MD-19."""
    t.side = TWO
    t.mole = box.start[TWO]
    for h in range(len(HOUSES)):
        t.owner[h] = UNCHOSEN
    west = seat_from(t, 0)
    east = seat_from(t, t.place[west] + 1)
    t.house[west] = WEST
    t.owner[WEST] = west
    t.house[east] = EAST
    t.owner[EAST] = east
    emit(log, BOARD_TURNED, EVERYBODY, 19, west, east, t.mole)


@rule
def lowest_in(t: Table) -> int:
    """The lowest seat still in."""
    s = 0
    while t.fallen[s]:
        s += 1
    return s


@rule
def finish_round(t: Table, box: Box, log: Log) -> None:
    """MD-16, MD-17, MD-21, MD-23."""
    t.start = next_place(t, t.start)
    seat = t.seat_at[t.start]
    if t.turned[seat] < t.have[seat]:
        begin_round(t, log)
    elif t.alive == 2 and t.since == box.reshuffles:
        compare_distances(t, box, log)
    elif t.alive > 2 and t.deals == box.deals:
        share_win(t, log)
    else:
        start_deal(t, box, log)


# ---- the end --------------------------------------------------------------------------------------------------------


@rule
def distance(t: Table, box: Box, seat: int) -> int:
    return box.distance[t.side, t.house[seat], t.mole]


@rule
def compare_distances(t: Table, box: Box, log: Log) -> None:
    """MD-21."""
    one = lowest_in(t)
    other = t.seat_at[next_place(t, t.place[one])]
    d, e = distance(t, box, one), distance(t, box, other)
    emit(log, MEASURED, EVERYBODY, 21, one, d)
    emit(log, MEASURED, EVERYBODY, 21, other, e)
    if d == e:
        begin_tie(t, box, log)
    else:
        end(t, 21, 1 << (one if d > e else other), log)


@rule
def begin_tie(t: Table, box: Box, log: Log) -> None:
    """MD-22: guesses first, then a card each, all cards taking part."""
    clear_round(t)
    shuffle(t, box)
    t.starter = t.seat_at[t.start]
    t.actor = t.starter
    t.phase = TIE_GUESS
    emit(log, TIED, EVERYBODY, 22, t.starter)


@rule
def draw_for_tie(t: Table, box: Box, card: int, log: Log) -> None:
    """MD-22: a card for each, the lower seat first."""
    t.drawn[t.actor] = card
    t.left[card] -= 1
    emit(log, DRAWN, EVERYBODY, 22, t.actor, card)
    other = t.seat_at[next_place(t, t.place[t.actor])]
    if t.drawn[other] == NONE:
        t.actor = other
        return
    t.total = number_of(card) + number_of(t.drawn[other])
    emit(log, TOTALLED, EVERYBODY, 22, t.total, ADDITION)
    winner = closest(t, -1)
    if winner >= 0:
        end(t, 22, 1 << winner, log)
    else:
        t.start = next_place(t, t.start)
        begin_tie(t, box, log)


@rule
def share_win(t: Table, log: Log) -> None:
    """MD-23."""
    bits = 0
    for s in range(t.seats):
        if not t.fallen[s]:
            bits |= 1 << s
    end(t, 23, bits, log)


@rule
def end(t: Table, clause: int, winners: int, log: Log) -> None:
    t.phase = OVER
    t.ended = clause
    t.winners = winners
    emit(log, ENDED, EVERYBODY, clause)
    for s in range(t.seats):
        if winners >> s & 1:
            emit(log, WON, EVERYBODY, clause, s)


# ---- secrets --------------------------------------------------------------------------------------------------------


@rule
def veil(t: Table, box: Box, seat: int) -> None:
    """A face-down card is known to its owner only (MD-04), and how far others have put theirs in order to nobody."""
    for s in range(t.seats):
        if s == seat:
            continue
        for k in range(t.turned[s], t.have[s]):
            t.stack[s, k] = HIDDEN
        if t.placed[s] < t.have[s]:
            t.placed[s] = 0
    count_left(t, box)


@rule
def count_left(t: Table, box: Box) -> None:
    for card in range(CARDS):
        t.left[card] = box.count[card]
    for s in range(t.seats):
        if t.drawn[s] >= 0:
            t.left[t.drawn[s]] -= 1
        for k in range(t.have[s]):
            if t.stack[s, k] >= 0:
                t.left[t.stack[s, k]] -= 1


@rule
def redeal(t: Table, box: Box, seat: int, rng: Generator) -> None:
    """Any of the cards not seen may be any of those face down."""
    unseen = 0
    for card in range(CARDS):
        unseen += t.left[card]
    for s in range(t.seats):
        for k in range(t.have[s]):
            if t.stack[s, k] == HIDDEN:
                t.stack[s, k] = take(t, chance.below(rng, unseen))
                unseen -= 1


@rule
def take(t: Table, which: int) -> int:
    """Take the card number so-and-so from the pile."""
    card = 0
    while which >= t.left[card]:
        which -= t.left[card]
        card += 1
    t.left[card] -= 1
    return card


# ---- the score ------------------------------------------------------------------------------------------------------


@rule
def scores(t: Table, box: Box, out: Scores) -> None:
    """MD-20 to MD-23."""
    k = 0
    for s in range(t.seats):
        k += t.winners >> s & 1
    for s in range(t.seats):
        out[s] = 1.0 / k if t.winners >> s & 1 else 0.0


@rule
def points(t: Table, box: Box, out: Numbers) -> None:
    for s in range(t.seats):
        out[s] = t.won[s]


@rule
def length(t: Table) -> int:
    """Rounds that are over."""
    return t.rounds - 1 if CALL <= t.phase <= STEER else t.rounds
