"""Honeymoon, the compiled rules: one die for all, straight tunnels into one's own moon, sweets, pickles, a timer.

A set of cells is four words of four rows each (`cells.py`), so that "where can one dig southward" is a few shifts and
ands for the whole moon. Digs are held back in `t.dig` until everybody has finished (HM-05).
"""

from __future__ import annotations

from molehill.engine import chance
from molehill.engine.compiling import rule
from molehill.engine.contract import CHANCE, EVERYBODY, NOBODY
from molehill.engine.events import Log, emit, is_heard
from molehill.engine.records import (
    Generator,
    Grid,
    Int8,
    Int16,
    Int64,
    Moves,
    Numbers,
    Record,
    Row,
    Scores,
    Weights,
    blank_moves,
    blank_scores,
    sized,
)
from molehill.games.honeymoon.box import NOTHING, PICKLE, SWEETS, Box
from molehill.games.honeymoon.cells import (
    WORDS,
    both,
    either,
    has,
    is_empty,
    moved,
    note_cells,
    once_of_four,
    put,
    without,
    words_at,
)
from molehill.games.honeymoon.facts import (
    CHOSEN,
    CROSSED,
    DIG,
    DUG,
    ENDED,
    FINISHED,
    FULL,
    HIDDEN,
    LONGEST,
    MARKED,
    NO_DIG,
    OVER,
    PASSED,
    PICKLED,
    ROLL,
    ROLLED,
    SCORED,
    SHOWN,
    SIZE,
    TICKED,
    TIMER,
    WON,
)
from molehill.games.honeymoon.moves import DIE, MOVES, ODD, PASS

MAX_SEATS = 6
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
DOWN = (-1, 0, 1, 0)
RIGHT = (0, 1, 0, -1)

DIG_FROM = 1
OUTCOMES = DIE


class Table(Record):
    """Everything that lies on the table."""

    seats: Int8
    side: Int8
    one_shaft: Int8
    phase: Int8
    die: Int8
    run: Int8  # of the timer: 0 while it is off; the solo game has two runs
    crossed: Int8
    ended: Int8  # the clause that ended the game
    rolls: Int16
    dig: Row[Int16] = sized(MAX_SEATS)  # chosen this turn: a move, NO_DIG, or HIDDEN behind a veil
    dug: Grid[Int64] = sized(MAX_SEATS, WORDS)
    ticked: Grid[Int8] = sized(MAX_SEATS, SWEETS)
    pickles: Row[Int8] = sized(MAX_SEATS)
    marked: Row[Int8] = sized(MAX_SEATS)  # slots for rolled ones


# ---- set-up and whose decision it is --------------------------------------------------------------------------------


@rule
def setup(t: Table, box: Box, seats: int, options: Numbers, log: Log) -> None:
    t.seats = seats
    t.side = options[0]
    t.one_shaft = options[1]
    t.die = 0
    t.run = 1 if seats == 1 else 0  # HM-23: the solo timer runs from the first roll
    t.crossed = 0
    t.ended = 0
    t.rolls = 0
    for s in range(MAX_SEATS):
        t.dig[s] = NO_DIG
        t.pickles[s] = 0
        t.marked[s] = 0
        for w in range(WORDS):
            t.dug[s, w] = 0
        for k in range(SWEETS):
            t.ticked[s, k] = 0
    t.phase = ROLL
    if not anybody_could_dig(t, box):
        t.ended = 15
        end(t, box, log)


@rule
def pending(t: Table) -> int:
    if t.phase == ROLL:
        return CHANCE
    if t.phase == OVER:
        return NOBODY
    bits = 0
    for s in range(t.seats):
        if t.dig[s] == NO_DIG:
            bits |= 1 << s
    return bits


@rule
def outcomes(t: Table, box: Box, out: Moves, weight: Weights) -> int:
    for k in range(DIE):
        out[k] = k + 1
        weight[k] = 1
    return DIE


@rule
def draw(t: Table, box: Box, rng: Generator) -> int:
    return 1 + chance.below(rng, DIE)


# ---- where one may dig ----------------------------------------------------------------------------------------------


@rule
def unpack(move: int) -> tuple[int, int, int, int]:
    """Row, column, direction, length."""
    length = (move - DIG_FROM) % LONGEST + 1
    rest = (move - DIG_FROM) // LONGEST
    cell = rest // 4
    return cell // SIZE, cell % SIZE, rest % 4, length


@rule
def unpack_odd(move: int) -> tuple[int, int, int, int]:
    """The same for a dig of a length that no die allows: 0, or more than LONGEST."""
    beyond = (move - MOVES) % ODD
    way = (move - MOVES) // ODD
    return way // 4 // SIZE, way // 4 % SIZE, way % 4, LONGEST + beyond if beyond else 0


@rule
def is_dug(t: Table, seat: int, r: int, c: int) -> bool:
    return 0 <= r < SIZE and 0 <= c < SIZE and has(t.dug[seat], r, c)


@rule
def is_diggable(t: Table, box: Box, r: int, c: int) -> bool:
    return 0 <= r < SIZE and 0 <= c < SIZE and has(box.diggable[t.side], r, c)


@rule
def free_slots(t: Table, box: Box, seat: int) -> int:
    return box.slots - t.marked[seat]


@rule
def check(t: Table, box: Box, seat: int, move: int) -> int:
    """HM-24: the lowest-numbered clause that the move breaks, or 0."""
    if t.phase == OVER:
        return t.ended
    if t.phase != DIG or seat < 0 or seat >= t.seats or t.dig[seat] != NO_DIG:
        return 5
    if move == PASS:
        return 10 if has_dig(t, box, seat) else 0
    r, c, to, length = unpack(move) if move < MOVES else unpack_odd(move)
    if t.die != 1 and length != t.die:
        return 6
    at_start = box.inward[t.side, r, c] == to
    at_tunnel = is_dug(t, seat, r - DOWN[to], c - RIGHT[to])
    if not at_start and not at_tunnel:
        return 7
    for k in range(length):
        y, x = r + k * DOWN[to], c + k * RIGHT[to]
        if not is_diggable(t, box, y, x) or is_dug(t, seat, y, x):
            return 8
    for k in range(length):
        if touches_tunnel(t, seat, r + k * DOWN[to], c + k * RIGHT[to], to, k == 0 and at_tunnel):
            return 9
    if t.die == 1 and not 1 <= length <= min(LONGEST, free_slots(t, box, seat)):
        return 11
    if t.one_shaft and not at_tunnel and has_tunnel(t, seat):
        return 21
    return 0


@rule
def touches_tunnel(t: Table, seat: int, r: int, c: int, to: int, but_behind: bool) -> bool:
    """HM-09: does the cell share an edge with a dug cell, the one it is dug from excepted?"""
    for side in range(4):
        if but_behind and side == (to + 2) % 4:
            continue
        if is_dug(t, seat, r + DOWN[side], c + RIGHT[side]):
            return True
    return False


@rule
def has_tunnel(t: Table, seat: int) -> bool:
    return not is_empty(words_at(t.dug[seat]))


@rule
def lengths(t: Table, box: Box, seat: int) -> tuple[int, int]:
    """The shortest and longest dig that the die allows (HM-06, HM-11); none when the longest is 0."""
    if t.die != 1:
        return t.die, t.die
    return 1, min(LONGEST, free_slots(t, box, seat))


@rule
def dig_list(t: Table, box: Box, seat: int, low: int, high: int, out: Moves) -> int:
    """All digs of low to high cells; with an empty `out` only whether there is one."""
    dug = words_at(t.dug[seat])
    north, east, south, west = moved(dug, NORTH), moved(dug, EAST), moved(dug, SOUTH), moved(dug, WEST)
    ground = without(words_at(box.diggable[t.side]), dug)
    untouched = without(ground, either(either(north, south), either(east, west)))
    once = both(ground, once_of_four(north, east, south, west))  # HM-09: a first cell touches one dug cell alone
    starts = not (t.one_shaft and not is_empty(dug))  # HM-21
    n = 0
    for to in range(4):
        # HM-07: away from the dug cell behind it, or inward from a start
        first = both(once, north if to == NORTH else east if to == EAST else south if to == SOUTH else west)
        if starts:
            first = either(first, both(untouched, words_at(box.start[t.side, to])))
        ahead, k = untouched, 1
        while k <= high and not is_empty(first):
            if k >= low:
                if out.shape[0] == 0:
                    return 1
                n = note_cells(first, DIG_FROM + to * LONGEST + k - 1, 4 * LONGEST, out, n)
            ahead = moved(ahead, (to + 2) % 4)
            first = both(first, ahead)
            k += 1
    return n


@rule
def exists_dig(t: Table, box: Box, seat: int, low: int, high: int) -> bool:
    return dig_list(t, box, seat, low, high, blank_moves(0)) > 0


@rule
def has_dig(t: Table, box: Box, seat: int) -> bool:
    low, high = lengths(t, box, seat)
    return exists_dig(t, box, seat, low, high)


@rule
def legal(t: Table, box: Box, seat: int, out: Moves) -> int:
    if t.phase != DIG or t.dig[seat] != NO_DIG:
        return 0
    low, high = lengths(t, box, seat)
    n = dig_list(t, box, seat, low, high, out)
    if n == 0:
        out[0] = PASS  # HM-10
        n = 1
    return n


@rule
def anybody_could_dig(t: Table, box: Box) -> bool:
    """HM-15, seen from the other side. The beginning of a legal dig is legal too, so two cells speak for all rolls."""
    for s in range(t.seats):
        shortest = 1 if free_slots(t, box, s) > 0 else 2
        if exists_dig(t, box, s, shortest, shortest):
            return True
    return False


# ---- a turn ---------------------------------------------------------------------------------------------------------


@rule
def apply(t: Table, box: Box, seat: int, move: int, log: Log) -> None:
    if seat == CHANCE:
        roll(t, box, move, log)
    else:
        choose_dig(t, box, seat, move, log)


@rule
def roll(t: Table, box: Box, shows: int, log: Log) -> None:
    t.die = shows
    t.rolls += 1
    t.phase = DIG
    emit(log, ROLLED, EVERYBODY, 5, shows)
    if t.run > 0 and shows >= 4:  # HM-14, HM-23
        t.crossed += 1
        emit(log, CROSSED, EVERYBODY, 23 if t.seats == 1 else 14, t.run, t.crossed)


@rule
def choose_dig(t: Table, box: Box, seat: int, move: int, log: Log) -> None:
    """HM-05: a dig stays hidden until all have finished."""
    t.dig[seat] = move
    if t.seats > 1:
        emit(log, FINISHED, EVERYBODY, 5, seat)
        emit(log, CHOSEN, 1 << seat, 5, seat, move)
    if pending(t) == NOBODY:
        finish_turn(t, box, log)


@rule
def finish_turn(t: Table, box: Box, log: Log) -> None:
    if t.seats > 1:
        emit(log, SHOWN, EVERYBODY, 5)
    for s in range(t.seats):
        if t.dig[s] == PASS:
            emit(log, PASSED, EVERYBODY, 10, s)
        else:
            dig(t, box, s, t.dig[s], log)
        t.dig[s] = NO_DIG
    if t.seats == 1:
        turn_solo_timer(t, box, log)
    else:
        turn_timer(t, box, log)
    if not t.ended and not anybody_could_dig(t, box):
        t.ended = 15
    t.phase = ROLL
    if t.ended:
        end(t, box, log)


@rule
def end(t: Table, box: Box, log: Log) -> None:
    t.phase = OVER
    emit(log, ENDED, EVERYBODY, t.ended)
    shares = blank_scores(MAX_SEATS)
    scores(t, box, shares)
    for s in range(t.seats):
        if t.seats > 1 and shares[s] > 0:
            emit(log, WON, EVERYBODY, 19, s)


@rule
def dig(t: Table, box: Box, seat: int, move: int, log: Log) -> None:
    r, c, to, length = unpack(move)
    emit(log, DUG, EVERYBODY, 6, seat, r, c, to, length)
    for k in range(length):
        y, x = r + k * DOWN[to], c + k * RIGHT[to]
        put(t.dug[seat], y, x)
        collect(t, box, seat, box.cell[t.side, y, x], log)
    if t.die == 1:  # HM-11
        t.marked[seat] += length
        emit(log, MARKED, EVERYBODY, 11, seat, t.marked[seat])
    if is_heard(log):
        emit(log, SCORED, EVERYBODY, 16, seat, points_of(t, box, seat))


@rule
def collect(t: Table, box: Box, seat: int, found: int, log: Log) -> None:
    """HM-12."""
    if found == NOTHING:
        return
    if found == PICKLE:
        t.pickles[seat] += 1
        emit(log, PICKLED, EVERYBODY, 12, seat, t.pickles[seat])
    elif t.ticked[seat, found] < box.row:
        t.ticked[seat, found] += 1
        emit(log, TICKED, EVERYBODY, 12, seat, found, t.ticked[seat, found])
    else:
        emit(log, FULL, EVERYBODY, 12, seat, found)


@rule
def has_set(t: Table, seat: int) -> bool:
    for k in range(SWEETS):
        if t.ticked[seat, k] == 0:
            return False
    return True


@rule
def turn_timer(t: Table, box: Box, log: Log) -> None:
    """HM-13 and HM-14, after a turn."""
    if t.run > 0:
        if t.crossed == box.timer:
            t.ended = 14
        return
    for s in range(t.seats):
        if has_set(t, s):
            t.run = 1
            emit(log, TIMER, EVERYBODY, 13, t.run, s)
            return


@rule
def turn_solo_timer(t: Table, box: Box, log: Log) -> None:
    """HM-23, after a turn."""
    if t.run == 1 and (t.crossed == box.timer or has_set(t, 0)):
        t.run = 2
        t.crossed = 0
        emit(log, TIMER, EVERYBODY, 23, t.run, 0)
    elif t.run == 2 and t.crossed == box.timer:
        t.ended = 23


# ---- secrets --------------------------------------------------------------------------------------------------------


@rule
def veil(t: Table, box: Box, seat: int) -> None:
    for s in range(t.seats):
        if s != seat and t.dig[s] != NO_DIG:
            t.dig[s] = HIDDEN


@rule
def redeal(t: Table, box: Box, seat: int, rng: Generator) -> None:
    """Any legal dig is a possible truth about a hidden one."""
    for s in range(t.seats):
        if t.dig[s] == HIDDEN:
            t.dig[s] = NO_DIG
            t.dig[s] = any_legal(t, box, s, rng)


@rule
def any_legal(t: Table, box: Box, seat: int, rng: Generator) -> int:
    moves = blank_moves(MOVES)
    n = legal(t, box, seat, moves)
    return moves[chance.below(rng, n)]


# ---- the score ------------------------------------------------------------------------------------------------------


@rule
def points_after(t: Table, box: Box, seat: int, move: int) -> int:
    """HM-16 to HM-18 for the sheet as it will be after this dig (NO_DIG: as it is)."""
    found = finds(t, box, move)
    total, smallest = 0, box.row
    for k in range(SWEETS):
        n = min(box.row, t.ticked[seat, k] + found_of(found, k))
        total += n * (n + 1) // 2
        smallest = min(smallest, n)
    return total + 5 * smallest - 2 * (t.pickles[seat] + found_of(found, PICKLE))


@rule
def points_of(t: Table, box: Box, seat: int) -> int:
    return points_after(t, box, seat, NO_DIG)


@rule
def finds(t: Table, box: Box, move: int) -> int:
    """What a dig comes upon, as one number: how many of each, four bits for each."""
    if move <= PASS:
        return 0
    r, c, to, length = unpack(move)
    found = 0
    for k in range(length):
        found += 1 << 4 * box.cell[t.side, r + k * DOWN[to], c + k * RIGHT[to]]
    return found


@rule
def found_of(found: int, what: int) -> int:
    return found >> 4 * what & 15


@rule
def sweets_of(t: Table, seat: int) -> int:
    n = 0
    for k in range(SWEETS):
        n += t.ticked[seat, k]
    return n


@rule
def standing(t: Table, box: Box, seat: int) -> int:
    """Points first, then sweets (HM-19), as one number."""
    return points_of(t, box, seat) * 1000 + sweets_of(t, seat)


@rule
def points(t: Table, box: Box, out: Numbers) -> None:
    for s in range(t.seats):
        out[s] = points_of(t, box, s)


@rule
def length(t: Table) -> int:
    return t.rolls


@rule
def scores(t: Table, box: Box, out: Scores) -> None:
    """HM-19; a solo game scores its points (HM-23)."""
    for s in range(t.seats):
        out[s] = 0.0
    if t.phase != OVER:
        return
    if t.seats == 1:
        out[0] = points_of(t, box, 0)
        return
    best, winners = standing(t, box, 0), 1
    for s in range(1, t.seats):
        if standing(t, box, s) > best:
            best, winners = standing(t, box, s), 1
        elif standing(t, box, s) == best:
            winners += 1
    for s in range(t.seats):
        if standing(t, box, s) == best:
            out[s] = 1.0 / winners
