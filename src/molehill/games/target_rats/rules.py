"""Target: Rats, the compiled rules: roll, split the points over rats step by step, feed, breed, fight for Rat City.

The rats of a faction are twelve numbered pieces, each on a space or in the supply. Of a turn the table remembers the
points left, the moving rat with the path of its move, and which rats are finished. Nothing is hidden.
"""

from __future__ import annotations

import numpy as np

from molehill.engine import chance
from molehill.engine.bits import count_bits, first_bit
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
    blank_moves,
    sized,
)
from molehill.games.target_rats.box import Box
from molehill.games.target_rats.facts import (
    BEFORE,
    BORN,
    BRED,
    CITY,
    CROWNED,
    DECIDED,
    ENDED,
    FACES,
    FED,
    FIGHT,
    FIGHTING,
    HALTED,
    HIGHEST,
    IS_CITY,
    IS_NEST,
    KILLED,
    MOST_DICE,
    MOVING,
    NESTS,
    NO_RAT,
    NO_SEAT,
    OFF_BOARD,
    ON_SURFACE,
    OVER,
    PLACED,
    RATS,
    RESTED,
    ROLLED,
    ROLLING,
    SENT,
    SPACES,
    STARTED,
    STARTING,
    STEPPED,
    STRUCK,
    SUPPLY,
    SURFACE,
    TARGET,
    THROWING,
    TURN,
)
from molehill.games.target_rats.moves import BREED, END, EXTERMINATE, PAIRS, PLACE, ROLL, START, STEP

MAX_SEATS = 4
ALL_RATS = (1 << RATS) - 1
LONGEST = MOST_DICE * HIGHEST + 1  # spaces of the longest path, its first included
HOME = ((0, 2, -1, -1), (0, 1, 2, -1), (0, 1, 2, 3))  # TR-01: the quadrant of each seat with two, three, four players

MOVES = EXTERMINATE + SPACES
OUTCOMES = FACES

ATTACKER, DEFENDER = 0, 1


class Table(Record):
    """Everything that lies on the table."""

    seats: Int8
    home: Row[Int8] = sized(MAX_SEATS)  # the nest of each seat
    phase: Int8
    turn: Int8  # the seat whose turn it is
    turns: Int16  # begun so far
    ended: Int8  # the clause that ended the game
    winner: Int8
    cheese: Int8  # the seat that is Da Big Cheese
    exterminator: Int8  # the space where he stands
    place: Grid[Int8] = sized(MAX_SEATS, RATS)
    fed: Row[Int16] = sized(MAX_SEATS)  # rats as bits
    crowd: Row[Int8] = sized(SPACES)  # rats on each space
    dice: Int8  # to be rolled this turn
    rolled: Int8
    face: Row[Int8] = sized(MOST_DICE)
    left: Int8  # points of the roll
    target: Int8  # whether a Target can still be spent on the Exterminator
    mover: Int8  # the moving rat
    steps: Int8  # of its move
    path: Row[Int8] = sized(LONGEST)
    finished: Int16  # rats of the seat whose turn it is, as bits
    fights: Int16
    force: Row[Int8] = sized(2)  # dice of attacker and defender in a fight
    thrown: Row[Int8] = sized(2)
    total: Row[Int8] = sized(2)
    strike: Grid[Int8] = sized(2, RATS)  # the faces thrown in the fight


# Which two rats a breeding move names, and the other way round.
_FIRST = np.zeros(len(PAIRS), dtype=np.int64)
_SECOND = np.zeros(len(PAIRS), dtype=np.int64)
_PAIR = np.zeros((RATS, RATS), dtype=np.int64)
for _n, (_a, _b) in enumerate(PAIRS):
    _FIRST[_n], _SECOND[_n], _PAIR[_a, _b], _PAIR[_b, _a] = _a, _b, _n, _n


# ---- set-up and whose decision it is --------------------------------------------------------------------------------


@rule
def setup(t: Table, box: Box, seats: int, options: Numbers, log: Log) -> None:
    """TR-02, TR-04."""
    t.seats = seats
    t.turns = 0
    t.ended = 0
    t.winner = NO_SEAT
    t.cheese = NO_SEAT
    t.exterminator = OFF_BOARD
    t.fights = 0
    for space in range(SPACES):
        t.crowd[space] = 0
    for s in range(MAX_SEATS):
        t.home[s] = NESTS + HOME[seats - 2][s] if s < seats else OFF_BOARD
        t.fed[s] = 0
        for rat in range(RATS):
            t.place[s, rat] = SUPPLY
    for s in range(seats):
        for rat in range(box.start):
            put(t, s, rat, t.home[s])
    t.turn = NO_SEAT
    t.steps = LONGEST - 1
    clear_turn(t)
    t.phase = STARTING
    if options[0] > 0:  # the table chose a player
        begin_turn(t, box, options[0] - 1, log)


@rule
def pending(t: Table) -> int:
    if t.phase == MOVING or t.phase == BEFORE:
        return 1 << t.turn
    if t.phase == OVER:
        return NOBODY
    return CHANCE


@rule
def outcomes(t: Table, box: Box, out: Moves, weight: Weights) -> int:
    if t.phase == STARTING:
        for s in range(t.seats):
            out[s] = START + s
            weight[s] = 1
        return t.seats
    n = 0
    for face in range(FACES):
        if box.face[face]:
            out[n] = face
            weight[n] = box.face[face]
            n += 1
    return n


@rule
def draw(t: Table, box: Box, rng: Generator) -> int:
    """A starter or a side of the die, each equally likely."""
    if t.phase == STARTING:
        return START + chance.below(rng, t.seats)
    sides = 0
    for face in range(FACES):
        sides += box.face[face]
    drawn = chance.below(rng, sides)
    passed, face = 0, 0
    for k in range(FACES):  # counted without branches: no processor can foresee a die
        passed += box.face[k]
        face += passed <= drawn
    return face


# ---- what stands where ----------------------------------------------------------------------------------------------


@rule
def put(t: Table, seat: int, rat: int, space: int) -> None:
    t.place[seat, rat] = space
    t.crowd[space] += 1


@rule
def is_fed(t: Table, seat: int, rat: int) -> bool:
    return (t.fed[seat] >> rat & 1) == 1


@rule
def is_finished(t: Table, rat: int) -> bool:
    return (t.finished >> rat & 1) == 1


@rule
def rats_at(t: Table, seat: int, space: int) -> int:
    """The seat's rats on a space, or in the supply, as bits."""
    rats = 0
    for rat in range(RATS):
        rats |= int(t.place[seat, rat] == space) << rat
    return rats


@rule
def on_board(t: Table, seat: int) -> int:
    """The seat's rats on the board, as bits."""
    return ALL_RATS & ~rats_at(t, seat, SUPPLY)


@rule
def rats_on_board(t: Table, seat: int) -> int:
    return count_bits(on_board(t, seat))


@rule
def rats_out(t: Table, seat: int) -> int:
    """On the board, but not in the nest (TR-25)."""
    return count_bits(on_board(t, seat) & ~rats_at(t, seat, t.home[seat]))


@rule
def rats_in_city(t: Table, seat: int) -> int:
    return count_bits(rats_at(t, seat, CITY))


@rule
def is_joined(box: Box, at: int, to: int) -> bool:
    for k in range(box.joins[at]):
        if box.joined[at, k] == to:
            return True
    return False


@rule
def has_been(t: Table, rat: int, space: int) -> bool:
    """TR-09: whether the space is on the path of this rat's move; a rat that has not stepped yet has no path."""
    if rat != t.mover:
        return False
    for k in range(t.steps + 1):
        if t.path[k] == space:
            return True
    return False


# ---- what is allowed ------------------------------------------------------------------------------------------------


@rule
def check(t: Table, box: Box, seat: int, move: int) -> int:
    """The lowest-numbered clause that the move breaks, or 0; a kind of move not asked for by TR-28."""
    if t.phase == OVER:
        return t.ended
    if (t.phase != BEFORE and t.phase != MOVING) or seat != t.turn:
        return 4
    if move == PLACE:
        return 0 if may_place(t, box, seat) else 6
    if move < END:
        return 0 if may_roll(t, box, seat, move - ROLL) else 7
    if move == END:
        return 0 if t.phase == MOVING and not has_plain_step(t, box, seat) else 7  # TR-12
    if move < BREED:
        return check_step(t, box, seat, (move - STEP) // SPACES, (move - STEP) % SPACES)
    if move < EXTERMINATE:
        return 0 if may_breed(t, box, seat, _FIRST[move - BREED], _SECOND[move - BREED]) else 14
    return check_exterminator(t, box, move - EXTERMINATE)


@rule
def may_place(t: Table, box: Box, seat: int) -> bool:
    """TR-06. A box gives more new rats than still are few, so it is done once a turn at most."""
    return t.phase == BEFORE and rats_on_board(t, seat) <= box.few


@rule
def may_roll(t: Table, box: Box, seat: int, dice: int) -> bool:
    """TR-07: the usual dice, and more for Da Big Cheese."""
    return t.phase == BEFORE and (
        dice == box.dice or (dice == box.dice + box.cheese_dice and t.cheese == seat)
    )  # fmt: skip


@rule
def check_step(t: Table, box: Box, seat: int, rat: int, to: int) -> int:
    if t.phase != MOVING or t.left == 0 or t.place[seat, rat] == SUPPLY:
        return 7
    if is_finished(t, rat):
        return 8
    if not is_joined(box, t.place[seat, rat], to) or has_been(t, rat, to):
        return 9
    return check_entry(t, box, seat, to)


@rule
def check_entry(t: Table, box: Box, seat: int, to: int) -> int:
    """What keeps a rat out of the space beside it."""
    kind = box.kind[to]
    if kind == IS_NEST:
        return 0 if to == t.home[seat] else 11
    if kind == IS_CITY:
        return 16 if t.cheese == NO_SEAT and t.left != 1 else 0
    return 10 if t.crowd[to] >= box.holds else 0


@rule
def may_breed(t: Table, box: Box, seat: int, rat: int, other: int) -> bool:
    """TR-14. A fed rat is on the board, so two on one space are not both in the supply."""
    return (
        t.phase == MOVING
        and is_fed(t, seat, rat)
        and is_fed(t, seat, other)
        and t.place[seat, rat] == t.place[seat, other]
        and rats_on_board(t, seat) < box.faction
    )


@rule
def may_exterminate(t: Table) -> bool:
    """TR-20: of the pool of points a Target's is spent last."""
    return t.phase == MOVING and t.target == 1 and t.left > 0


@rule
def check_exterminator(t: Table, box: Box, to: int) -> int:
    if not may_exterminate(t) or to == t.exterminator:
        return 20
    return 0 if box.kind[to] == ON_SURFACE else 24


@rule
def movable(t: Table, seat: int) -> int:
    """The rats that may step, as bits, if there is where to: on the board and not finished (TR-08)."""
    return on_board(t, seat) & ~t.finished if t.left > 0 else 0


@rule
def has_plain_step(t: Table, box: Box, seat: int) -> bool:
    """TR-12: whether any rat can step anywhere but onto the Exterminator."""
    return has_step(t, box, seat, t.exterminator)


@rule
def has_step(t: Table, box: Box, seat: int, avoided: int) -> bool:
    """Whether any rat can step anywhere but onto the space to be avoided."""
    rats = movable(t, seat)
    while rats:
        rat = first_bit(rats)
        rats &= rats - 1
        at = t.place[seat, rat]
        for k in range(box.joins[at]):
            to = box.joined[at, k]
            if to != avoided and check_entry(t, box, seat, to) == 0 and not has_been(t, rat, to):
                return True
    return False


@rule
def may_go_on(t: Table, box: Box, seat: int) -> bool:
    """TR-12: whether anything at all is left to do in this movement."""
    return may_exterminate(t) or has_step(t, box, seat, OFF_BOARD) or has_pair(t, box, seat)


@rule
def has_pair(t: Table, box: Box, seat: int) -> bool:
    return list_pairs(t, box, seat, blank_moves(0), 0) > 0


@rule
def legal(t: Table, box: Box, seat: int, out: Moves) -> int:
    if seat != t.turn:
        return 0
    if t.phase == BEFORE:
        return list_before(t, box, seat, out)
    if t.phase != MOVING:
        return 0
    n, plain = list_steps(t, box, seat, out)
    if plain == 0:
        out[n] = END
        n += 1
    n = list_pairs(t, box, seat, out, n)
    if may_exterminate(t):
        for to in range(SURFACE, SURFACE + box.surface):
            if to != t.exterminator:
                out[n] = EXTERMINATE + to
                n += 1
    return n


@rule
def list_before(t: Table, box: Box, seat: int, out: Moves) -> int:
    n = 0
    if may_place(t, box, seat):
        out[n] = PLACE
        n += 1
    out[n] = ROLL + box.dice
    n += 1
    if t.cheese == seat and box.cheese_dice > 0:
        out[n] = ROLL + box.dice + box.cheese_dice
        n += 1
    return n


@rule
def list_steps(t: Table, box: Box, seat: int, out: Moves) -> tuple[int, int]:
    """All steps; how many there are, and how many of them do not lead onto the Exterminator."""
    n, plain, rats = 0, 0, movable(t, seat)
    while rats:
        rat = first_bit(rats)
        rats &= rats - 1
        at = t.place[seat, rat]
        for k in range(box.joins[at]):
            to = box.joined[at, k]
            if check_entry(t, box, seat, to) == 0 and not has_been(t, rat, to):
                out[n] = STEP + rat * SPACES + to
                n += 1
                plain += to != t.exterminator
    return n, plain


@rule
def list_pairs(t: Table, box: Box, seat: int, out: Moves, n: int) -> int:
    """All pairs that may breed, after n moves already listed; with an empty `out` only whether there is one."""
    fed = t.fed[seat]
    if fed & (fed - 1) == 0 or rats_on_board(t, seat) == box.faction:  # a single bit at most: no pair
        return n
    while fed:
        rat = first_bit(fed)
        fed &= fed - 1
        friends = fed & rats_at(t, seat, t.place[seat, rat])
        if friends and out.shape[0] == 0:
            return 1
        while friends:
            out[n] = BREED + _PAIR[rat, first_bit(friends)]
            friends &= friends - 1
            n += 1
    return n


# ---- a turn ---------------------------------------------------------------------------------------------------------


@rule
def apply(t: Table, box: Box, seat: int, move: int, log: Log) -> None:
    if seat == CHANCE:
        fall(t, box, move, log)
    elif move == PLACE:
        place_new_rats(t, box, seat, log)
    elif move < END:
        throw(t, seat, move - ROLL, log)
    elif move == END:
        end_movement(t, box, log)
    else:
        if move < BREED:
            step(t, box, seat, (move - STEP) // SPACES, (move - STEP) % SPACES, log)
        elif move < EXTERMINATE:
            breed(t, box, seat, _FIRST[move - BREED], _SECOND[move - BREED], log)
        else:
            send_exterminator(t, seat, move - EXTERMINATE, log)
        go_on(t, box, log)


@rule
def fall(t: Table, box: Box, outcome: int, log: Log) -> None:
    if t.phase == STARTING:
        emit(log, STARTED, EVERYBODY, 4, outcome - START)
        begin_turn(t, box, outcome - START, log)
    elif t.phase == ROLLING:
        roll(t, box, outcome, log)
    else:
        strike(t, box, outcome, log)


@rule
def worth(face: int) -> int:
    """TR-05."""
    return 1 if face == TARGET else face


@rule
def clear_turn(t: Table) -> None:
    t.dice = 0
    t.rolled = 0
    t.left = 0
    t.target = 0
    t.finished = 0
    forget_move(t)
    for k in range(MOST_DICE):
        t.face[k] = 0
    for side in range(2):
        t.force[side] = 0
        t.thrown[side] = 0
        t.total[side] = 0
        for k in range(RATS):
            t.strike[side, k] = 0


@rule
def begin_turn(t: Table, box: Box, seat: int, log: Log) -> None:
    clear_turn(t)
    t.turn = seat
    t.turns += 1
    t.phase = BEFORE
    emit(log, TURN, EVERYBODY, 4, seat, length(t))
    ask_before(t, box, seat, log)


@rule
def ask_before(t: Table, box: Box, seat: int, log: Log) -> None:
    """Without new rats or a further die to decide about, the dice are rolled at once."""
    if not may_place(t, box, seat) and (t.cheese != seat or box.cheese_dice == 0):
        throw(t, seat, box.dice, log)


@rule
def place_new_rats(t: Table, box: Box, seat: int, log: Log) -> None:
    """TR-06."""
    bring(t, box, seat, box.rescue, PLACED, 6, log)
    ask_before(t, box, seat, log)


@rule
def bring(t: Table, box: Box, seat: int, rats: int, event: int, clause: int, log: Log) -> None:
    """New unfed rats from the supply into the nest, as many as there are; they may be moved at once (TR-15)."""
    for rat in range(box.faction):
        if rats > 0 and t.place[seat, rat] == SUPPLY:
            put(t, seat, rat, t.home[seat])
            rats -= 1
            emit(log, event, EVERYBODY, clause, seat, rat, t.home[seat])


@rule
def throw(t: Table, seat: int, dice: int, log: Log) -> None:
    t.dice = dice
    t.phase = ROLLING
    emit(log, THROWING, EVERYBODY, 7, seat, dice)


@rule
def roll(t: Table, box: Box, face: int, log: Log) -> None:
    """TR-07, one die after the other."""
    t.face[t.rolled] = face
    t.rolled += 1
    t.left += worth(face)
    if face == TARGET:
        t.target = 1
    emit(log, ROLLED, EVERYBODY, 5, t.turn, face, t.left)
    if t.rolled == t.dice:
        t.phase = MOVING
        go_on(t, box, log)


@rule
def go_on(t: Table, box: Box, log: Log) -> None:
    """After anything done in the movement: a win comes at once, and with nothing left to do the movement ends."""
    if has_won(t, box, t.turn):
        win(t, t.turn, log)
    elif not may_go_on(t, box, t.turn):
        end_movement(t, box, log)


@rule
def forget_move(t: Table) -> None:
    for k in range(t.steps + 1):
        t.path[k] = 0
    t.mover = NO_RAT
    t.steps = 0


@rule
def finish(t: Table, seat: int, log: Log) -> None:
    """TR-08: the moving rat is not moved again this turn."""
    emit(log, RESTED, EVERYBODY, 8, seat, t.mover)
    t.finished |= 1 << t.mover
    forget_move(t)


@rule
def step(t: Table, box: Box, seat: int, rat: int, to: int, log: Log) -> None:
    at = t.place[seat, rat]
    if t.mover != rat:
        if t.mover != NO_RAT:
            finish(t, seat, log)
        t.mover = rat
        t.path[0] = at
    t.left -= 1
    t.steps += 1
    t.path[t.steps] = to
    t.crowd[at] -= 1
    put(t, seat, rat, to)
    emit(log, STEPPED, EVERYBODY, 8, seat, rat, at, to, t.left)
    if to == t.exterminator:
        kill(t, seat, rat, 22 if box.dumpster[to] else 23, log)
    elif to == CITY:
        finish(t, seat, log)
        if t.cheese == NO_SEAT:
            crown(t, seat, 16, log)
    elif box.dumpster[to] and not is_fed(t, seat, rat):  # TR-13
        t.fed[seat] |= 1 << rat
        emit(log, FED, EVERYBODY, 13, seat, rat, to)


@rule
def breed(t: Table, box: Box, seat: int, rat: int, other: int, log: Log) -> None:
    """TR-14."""
    t.fed[seat] &= ~(1 << rat | 1 << other)
    emit(log, BRED, EVERYBODY, 14, seat, rat, other, t.place[seat, rat])
    bring(t, box, seat, box.litter, BORN, 14, log)


@rule
def send_exterminator(t: Table, seat: int, to: int, log: Log) -> None:
    """TR-20, TR-21."""
    emit(log, SENT, EVERYBODY, 20, seat, to, t.left - 1)
    t.exterminator = to
    t.target = 0
    t.left -= 1
    if t.crowd[to] == 0:
        return
    for s in range(t.seats):
        for rat in range(RATS):
            if t.place[s, rat] == to:
                kill(t, s, rat, 21, log)


@rule
def kill(t: Table, seat: int, rat: int, clause: int, log: Log) -> None:
    """The rat returns to the supply (TR-18). If it is bred again this turn it is a new one, so it is not finished."""
    at = t.place[seat, rat]
    t.crowd[at] -= 1
    t.place[seat, rat] = SUPPLY
    t.fed[seat] &= ~(1 << rat)
    if seat == t.turn:
        t.finished &= ~(1 << rat)
        if rat == t.mover:
            forget_move(t)
    emit(log, KILLED, EVERYBODY, clause, seat, rat, at)


@rule
def end_movement(t: Table, box: Box, log: Log) -> None:
    """TR-12, then TR-18."""
    emit(log, HALTED, EVERYBODY, 12, t.turn, t.left)
    clear_movement(t)
    attackers = rats_in_city(t, t.turn)
    if attackers == 0 or t.cheese == t.turn:
        end_turn(t, box, log)
        return
    defenders = rats_in_city(t, t.cheese)
    if defenders == 0:
        crown(t, t.turn, 18, log)
        settle_throne(t, box, log)
        return
    t.phase = FIGHTING
    t.fights += 1
    t.force[ATTACKER] = attackers
    t.force[DEFENDER] = defenders
    emit(log, FIGHT, EVERYBODY, 18, t.turn, t.cheese, attackers, defenders)


@rule
def clear_movement(t: Table) -> None:
    t.left = 0
    t.target = 0
    t.finished = 0
    forget_move(t)


@rule
def strike(t: Table, box: Box, face: int, log: Log) -> None:
    """TR-18: a die for every rat, the attacker's first."""
    side = ATTACKER if t.thrown[ATTACKER] < t.force[ATTACKER] else DEFENDER
    t.strike[side, t.thrown[side]] = face
    t.thrown[side] += 1
    t.total[side] += worth(face)
    emit(log, STRUCK, EVERYBODY, 18, t.turn if side == ATTACKER else t.cheese, side, face, t.total[side])
    if t.thrown[DEFENDER] == t.force[DEFENDER]:
        decide_fight(t, box, log)


@rule
def decide_fight(t: Table, box: Box, log: Log) -> None:
    """TR-18, TR-19: a tie goes to Da Big Cheese."""
    won = t.total[ATTACKER] > t.total[DEFENDER]
    winner, loser = (t.turn, t.cheese) if won else (t.cheese, t.turn)
    emit(log, DECIDED, EVERYBODY, 18, winner, loser, t.total[ATTACKER], t.total[DEFENDER])
    for rat in range(RATS):
        if t.place[loser, rat] == CITY:
            kill(t, loser, rat, 18, log)
    if won:
        crown(t, t.turn, 19, log)
    settle_throne(t, box, log)


@rule
def crown(t: Table, seat: int, clause: int, log: Log) -> None:
    t.cheese = seat
    emit(log, CROWNED, EVERYBODY, clause, seat)


@rule
def settle_throne(t: Table, box: Box, log: Log) -> None:
    if has_won(t, box, t.turn):
        win(t, t.turn, log)
    else:
        end_turn(t, box, log)


@rule
def end_turn(t: Table, box: Box, log: Log) -> None:
    if t.turns == box.rounds * t.seats:  # TR-26
        t.ended = 26
        t.phase = OVER
        emit(log, ENDED, EVERYBODY, 26, NO_SEAT)
    else:
        begin_turn(t, box, (t.turn + 1) % t.seats, log)


@rule
def has_won(t: Table, box: Box, seat: int) -> bool:
    """TR-25. Only the seat whose turn it is can come to this: others' rats and titles do not grow meanwhile."""
    return t.cheese == seat and rats_out(t, seat) == box.faction


@rule
def win(t: Table, seat: int, log: Log) -> None:
    t.winner = seat
    t.ended = 25
    t.phase = OVER
    emit(log, ENDED, EVERYBODY, 25, seat)


# ---- secrets --------------------------------------------------------------------------------------------------------


@rule
def veil(t: Table, box: Box, seat: int) -> None:
    """Everything lies open."""


@rule
def redeal(t: Table, box: Box, seat: int, rng: Generator) -> None:
    """Nothing was forgotten."""


# ---- the score ------------------------------------------------------------------------------------------------------


@rule
def points(t: Table, box: Box, out: Numbers) -> None:
    for s in range(t.seats):
        out[s] = rats_out(t, s)


@rule
def length(t: Table) -> int:
    """Rounds begun: a round is one turn for each player (TR-26)."""
    return (t.turns + t.seats - 1) // t.seats


@rule
def tally(t: Table) -> int:
    """Fights for the throne (TR-27)."""
    return t.fights


@rule
def scores(t: Table, box: Box, out: Scores) -> None:
    for s in range(t.seats):
        out[s] = 0.0
        if t.phase == OVER:
            if t.winner == s:
                out[s] = 1.0
            elif t.winner == NO_SEAT:
                out[s] = 1.0 / t.seats  # TR-26
