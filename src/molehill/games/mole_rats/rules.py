"""Mole Rats in Space, the compiled rules: rats run, climb and fall, snakes bite, and anyone in the way is boosted.

A turn is several small moves of one seat: each rat, each snake and each boost is one. What happens by itself between
them is in `advance`. At most one rat at a time has to make room (`boosting`) and at most one snake is paused on its
way (`walker`), so no stack is needed: after a boost first the boosts go on, then the snake, then the card.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from molehill.engine import chance
from molehill.engine.bits import count_bits
from molehill.engine.compiling import rule
from molehill.engine.contract import CHANCE, EVERYBODY, NOBODY
from molehill.engine.events import Log, emit
from molehill.engine.records import Generator, Int8, Int16, Moves, Numbers, Record, Row, Scores, Weights, sized
from molehill.games.mole_rats.box import (
    ADD,
    ALL,
    ALL_RATS,
    CLIMB_ALL,
    CLIMB_EVERY,
    MAX_KINDS,
    NO_RATS,
    NO_SNAKES,
    ONE,
    YOUR,
    Box,
)
from molehill.games.mole_rats.facts import (
    ADDED,
    ASIDE,
    BEFORE,
    BITTEN,
    BLOWN,
    BOOSTED,
    CLIMBED,
    COLLECTED,
    CROWDED,
    DEAL,
    DISCARDED,
    DRAW,
    DREW,
    ENDED,
    EQUIPMENT,
    ESCAPED,
    FELL,
    INSTRUCTED,
    INTRUDED,
    LOST,
    MAX_SPACES,
    NONE,
    NOTHING,
    OVER,
    PAUSED,
    PLAY,
    POD,
    RAN,
    RAT_HALF,
    RATS,
    SLITHERED,
    SNAKE_CLIMBED,
    SNAKE_FELL,
    SNAKE_HALF,
    SNAKES,
    SNAKES_A_COLOUR,
    SPACE,
    TURN,
    WON,
)

# Moves: a rat runs, a snake slithers or climbs, a rat is boosted; with its length and way (0 clockwise, 1 the other).
RUN, SLITHER, CLIMB, BOOST = 0, RATS * 6, RATS * 6 + SNAKES * 6, RATS * 6 + SNAKES * 8
MOVES = BOOST + RATS * 2
OUTCOMES = MAX_KINDS

ITEMS = len(EQUIPMENT)
ALL_ITEMS = (1 << ITEMS) - 1


class Table(Record):
    """Everything that lies on the table."""

    seats: Int8
    challenge: Int8
    starter: Int8
    phase: Int8
    ended: Int8  # the clause that ended the game
    turn: Int8  # the seat that is dealt to, plays or draws
    half: Int8
    boosting: Int8  # the rat that has to make room, or NONE
    chain: Int8  # MR-20: rats of the chain, as bits; 0 while no rat is boosting
    walker: Int8  # the snake paused on its way, or NONE
    steps: Int8  # that it still has to go
    way: Int8
    medkits: Int8  # rats that still have theirs, as bits
    items: Int8  # equipment collected, as bits
    todo: Int16  # pieces that the instruction may still move, as bits
    turns: Int16
    pile: Int16
    rat_of: Row[Int8] = sized(RATS)  # each seat's rat
    hand: Row[Int8] = sized(RATS)  # each seat's card, by kind, or NONE
    rat: Row[Int16] = sized(RATS)  # where each rat is: a space, POD, SPACE, or ASIDE if it is not in play
    snake: Row[Int16] = sized(SNAKES)  # the same for snakes; ASIDE waits, SPACE is out of play
    left: Row[Int8] = sized(MAX_KINDS)  # the pile: how many of each kind


_ORDERS = np.array(list(permutations(range(RATS))), dtype=np.int64)


# ---- set-up and whose decision it is --------------------------------------------------------------------------------


@rule
def setup(t: Table, box: Box, seats: int, options: Numbers, log: Log) -> None:
    t.seats = seats
    t.challenge = options[0]
    t.starter = options[1]
    t.phase = DEAL
    t.ended = 0
    t.turn = 0
    t.half = BEFORE
    t.boosting = NONE
    t.chain = 0
    t.walker = NONE
    t.steps = 0
    t.way = 0
    t.items = 0
    t.todo = 0
    t.turns = 0
    choose_rats(t, box, options[2])
    for n in range(SNAKES):  # MR-05
        t.snake[n] = box.nest[n // SNAKES_A_COLOUR] if n % SNAKES_A_COLOUR == 0 else ASIDE
    shuffle_deck(t, box)


@rule
def choose_rats(t: Table, box: Box, order: int) -> None:
    """MR-03: with two players the second rat is the one opposite the first."""
    for r in range(RATS):
        t.rat[r] = ASIDE
        t.rat_of[r] = NONE
        t.hand[r] = NONE
    t.medkits = 0
    for s in range(t.seats):
        rat = _ORDERS[order, s]
        if s == 1 and t.seats == 2:
            rat = (_ORDERS[order, 0] + 2) % RATS
        t.rat_of[s] = rat
        t.rat[rat] = box.home[rat]
        t.medkits |= 1 << rat


@rule
def shuffle_deck(t: Table, box: Box) -> None:
    """MR-06, MR-07, MR-31. Nobody knows the order, so it is not decided: the pile is a count of each kind."""
    t.pile = 0
    for k in range(MAX_KINDS):
        t.left[k] = 0
        if k < box.kinds:
            t.left[k] = cards_in_game(t, box, k)
        t.pile += t.left[k]


@rule
def cards_in_game(t: Table, box: Box, kind: int) -> int:
    n = box.copies[kind]
    if t.seats == 2:
        n -= box.not_with_two[kind]
    if t.challenge:
        n += box.extra[kind]
    return n


@rule
def pending(t: Table) -> int:
    if t.phase == PLAY:
        return 1 << t.turn
    if t.phase == OVER:
        return NOBODY
    return CHANCE


@rule
def outcomes(t: Table, box: Box, out: Moves, weight: Weights) -> int:
    n = 0
    for k in range(box.kinds):
        if t.left[k] > 0:
            out[n] = box.code[k]
            weight[n] = t.left[k]
            n += 1
    return n


@rule
def draw(t: Table, box: Box, rng: Generator) -> int:
    """A card of the pile, each equally likely."""
    before = chance.below(rng, t.pile)
    kind = -1
    while before >= 0:
        kind += 1
        before -= t.left[kind]
    return box.code[kind]


# ---- what lies where ------------------------------------------------------------------------------------------------


@rule
def snake_at(t: Table, at: int) -> bool:
    for n in range(SNAKES):
        if t.snake[n] == at:
            return True
    return False


@rule
def rat_at(t: Table, at: int) -> int:
    for r in range(RATS):
        if t.rat[r] == at:
            return r
    return NONE


@rule
def on_board(at: int) -> bool:
    return 0 <= at < MAX_SPACES


# ---- legality -------------------------------------------------------------------------------------------------------


@rule
def check(t: Table, box: Box, seat: int, move: int) -> int:
    """The lowest-numbered clause that the move breaks, or 0."""
    if t.phase == OVER:
        return t.ended
    if t.phase != PLAY or seat != t.turn:
        return 14
    if move < SLITHER:
        return check_run(t, box, move)
    if move < CLIMB:
        return check_slither(t, box, move - SLITHER)
    if move < BOOST:
        return check_climb(t, box, move - CLIMB)
    return check_boost(t, box, move - BOOST)


@rule
def check_run(t: Table, box: Box, move: int) -> int:
    rat, steps = move // 6, move % 6 // 2 + 1
    if t.boosting != NONE or t.half != RAT_HALF:
        return 12
    if t.rat[rat] == ASIDE:
        return 3
    card = t.hand[t.turn]
    if steps < box.run_low[card] or steps > box.run_high[card]:
        return 12
    if box.who[card] == YOUR and rat != t.rat_of[t.turn] and t.rat[t.rat_of[t.turn]] != POD:
        return 12
    if box.who[card] == ALL_RATS and not t.todo >> rat & 1:
        return 14
    return 23 if t.rat[rat] == POD else 0


@rule
def check_slither(t: Table, box: Box, move: int) -> int:
    snake, steps = move // 6, move % 6 // 2 + 1
    card = t.hand[t.turn]
    if t.boosting != NONE or t.half != SNAKE_HALF or box.low[card] == 0:
        return 13
    if t.snake[snake] == ASIDE:
        return 5
    if steps < box.low[card] or steps > box.high[card]:
        return 13
    return check_snake(t, box, snake)


@rule
def check_climb(t: Table, box: Box, move: int) -> int:
    snake, way = move // 2, move % 2
    if t.boosting != NONE or t.half != SNAKE_HALF or box.low[t.hand[t.turn]] > 0:
        return 13
    if t.snake[snake] == ASIDE:
        return 5
    broken = check_snake(t, box, snake)
    if broken == 13 or broken == 14:
        return broken
    if on_board(t.snake[snake]) and not box.ways[t.snake[snake]] >> way & 1:
        return 15
    return broken


@rule
def check_snake(t: Table, box: Box, snake: int) -> int:
    """Whether the instruction is about this snake."""
    card = t.hand[t.turn]
    does = box.does[card]
    if (does == ONE or does == ALL or does == CLIMB_ALL) and snake // SNAKES_A_COLOUR != box.colour[card]:
        return 13
    if not on_board(t.snake[snake]):
        return 25
    if not t.todo >> snake & 1 or not speaks_for_its_space(t, snake):
        return 14
    return 0


@rule
def speaks_for_its_space(t: Table, snake: int) -> bool:
    """MR-14: of same-coloured snakes on one space that are still to move, the first is the choice."""
    for n in range(snake - snake % SNAKES_A_COLOUR, snake):
        if t.snake[n] == t.snake[snake] and t.todo >> n & 1:
            return False
    return True


@rule
def check_boost(t: Table, box: Box, move: int) -> int:
    rat, way = move // 2, move % 2
    if t.boosting == NONE:
        return 20
    if t.rat[rat] == ASIDE:
        return 3
    if rat != t.boosting:
        return 20
    return 0 if may_boost(t, box, way) else 20


@rule
def may_boost(t: Table, box: Box, way: int) -> bool:
    """MR-20: not onto the space of a rat of the chain, unless both ways end so."""
    return not boost_meets_chain(t, box, way) or boost_meets_chain(t, box, 1 - way)


@rule
def boost_meets_chain(t: Table, box: Box, way: int) -> bool:
    end = boost_end(t, box, way)
    if not on_board(end):
        return False
    for r in range(RATS):
        if t.chain >> r & 1 and t.rat[r] == end:
            return True
    return False


@rule
def boost_end(t: Table, box: Box, way: int) -> int:
    """Where the boost itself ends, ladder or shaft included; with a bite that is where the rat is bitten."""
    at = box.beside[way, t.rat[t.boosting]]
    return at if snake_at(t, at) else box.lead[at]


@rule
def legal(t: Table, box: Box, seat: int, out: Moves) -> int:
    if t.phase != PLAY or seat != t.turn:
        return 0
    if t.boosting != NONE:
        return legal_boosts(t, box, out)
    if t.half == RAT_HALF:
        return legal_runs(t, box, out)
    return legal_snakes(t, box, out)


@rule
def legal_boosts(t: Table, box: Box, out: Moves) -> int:
    n = 0
    for way in range(2):
        if may_boost(t, box, way):
            out[n] = BOOST + t.boosting * 2 + way
            n += 1
    return n


@rule
def legal_runs(t: Table, box: Box, out: Moves) -> int:
    card = t.hand[t.turn]
    n = 0
    for rat in range(RATS):
        if t.todo >> rat & 1:
            for steps in range(box.run_low[card], box.run_high[card] + 1):
                for way in range(2):
                    out[n] = RUN + rat * 6 + (steps - 1) * 2 + way
                    n += 1
    return n


@rule
def legal_snakes(t: Table, box: Box, out: Moves) -> int:
    card = t.hand[t.turn]
    n = 0
    for snake in range(SNAKES):
        if not t.todo >> snake & 1 or not speaks_for_its_space(t, snake):
            continue
        for way in range(2):
            if box.low[card] == 0:
                if box.ways[t.snake[snake]] >> way & 1:
                    out[n] = CLIMB + snake * 2 + way
                    n += 1
            else:
                for steps in range(box.low[card], box.high[card] + 1):
                    out[n] = SLITHER + snake * 6 + (steps - 1) * 2 + way
                    n += 1
    return n


# ---- a turn ---------------------------------------------------------------------------------------------------------


@rule
def apply(t: Table, box: Box, seat: int, move: int, log: Log) -> None:
    if seat == CHANCE:
        turn_up(t, box, move, log)
    elif move < SLITHER:
        run(t, box, move // 6, move % 2, move % 6 // 2 + 1, log)
    elif move < CLIMB:
        slither(t, box, (move - SLITHER) // 6, move % 2, (move - SLITHER) % 6 // 2 + 1, log)
    elif move < BOOST:
        snake = (move - CLIMB) // 2
        slither(t, box, snake, move % 2, box.near[t.snake[snake]], log)  # MR-15: the way ends on the foot
    else:
        boost(t, box, move % 2, log)
    advance(t, box, log)


@rule
def turn_up(t: Table, box: Box, code: int, log: Log) -> None:
    """MR-07, MR-09."""
    kind = box.kind[code]
    t.left[kind] -= 1
    t.pile -= 1
    t.hand[t.turn] = kind
    emit(log, DREW, EVERYBODY, 7 if t.phase == DEAL else 9, t.turn, code, t.pile)
    if t.phase == DRAW:
        begin_turn(t, (t.turn + 1) % t.seats, log)
    elif t.turn + 1 < t.seats:
        t.turn += 1
    else:
        begin_turn(t, t.starter, log)  # MR-08


@rule
def begin_turn(t: Table, seat: int, log: Log) -> None:
    t.turn = seat
    t.half = BEFORE
    t.phase = PLAY
    emit(log, TURN, EVERYBODY, 8, seat)
    if t.hand[seat] == NONE:
        end(t, 10, log)


@rule
def advance(t: Table, box: Box, log: Log) -> None:
    """Everything that happens by itself, up to the next decision, chance or the end."""
    if t.phase == PLAY and t.boosting == NONE and t.walker != NONE:
        walk(t, box, log)
    while t.phase == PLAY and t.boosting == NONE and t.todo == 0:
        if t.half == BEFORE:
            instruct_rats(t, box, log)
        elif t.half == RAT_HALF:
            instruct_snakes(t, box, log)
        else:
            finish_turn(t, box, log)
    if t.boosting == NONE:
        t.chain = 0


@rule
def instruct_rats(t: Table, box: Box, log: Log) -> None:
    """MR-12: which rats the top half may move."""
    t.half = RAT_HALF
    card = t.hand[t.turn]
    if box.who[card] == NO_RATS:
        return
    for r in range(RATS):
        if on_board(t.rat[r]):
            t.todo |= 1 << r
    own = t.rat_of[t.turn]
    if box.who[card] == YOUR and t.rat[own] != POD:  # else MR-23: another player's
        t.todo = 1 << own
    emit(log, INSTRUCTED, EVERYBODY, 12, t.turn, RAT_HALF, box.code[card], t.todo)


@rule
def instruct_snakes(t: Table, box: Box, log: Log) -> None:
    """MR-13: which snakes the bottom half may move."""
    t.half = SNAKE_HALF
    card = t.hand[t.turn]
    does = box.does[card]
    if does == NO_SNAKES:
        return
    if does == ADD:
        add_snake(t, box, box.colour[card], log)
        return
    coloured = does == ONE or does == ALL or does == CLIMB_ALL
    for n in range(SNAKES):
        if on_board(t.snake[n]) and (not coloured or n // SNAKES_A_COLOUR == box.colour[card]):
            t.todo |= 1 << n
    if t.todo:
        emit(
            log,
            INSTRUCTED,
            EVERYBODY,
            31 if does == CLIMB_EVERY else 13,
            t.turn,
            SNAKE_HALF,
            box.code[card],
            t.todo << RATS,
        )
    else:
        emit(log, NOTHING, EVERYBODY, 11, t.turn, box.code[card])


@rule
def finish_turn(t: Table, box: Box, log: Log) -> None:
    """MR-09: discard, then draw if there is a pile."""
    emit(log, DISCARDED, EVERYBODY, 9, t.turn, box.code[t.hand[t.turn]])
    t.hand[t.turn] = NONE
    t.turns += 1
    if t.pile > 0:
        t.phase = DRAW
        t.half = BEFORE
    else:
        begin_turn(t, (t.turn + 1) % t.seats, log)


@rule
def end(t: Table, clause: int, log: Log) -> None:
    """MR-29, MR-30: at once, whatever was still to be done."""
    t.ended = clause
    t.phase = OVER
    t.todo = 0
    t.half = BEFORE
    t.boosting = NONE
    t.chain = 0
    t.walker = NONE
    t.steps = 0
    t.way = 0
    emit(log, ENDED, EVERYBODY, clause)


# ---- a moving mole rat ----------------------------------------------------------------------------------------------


@rule
def run(t: Table, box: Box, rat: int, way: int, steps: int, log: Log) -> None:
    """MR-16: only snakes stop a rat on its way."""
    t.todo = t.todo & ~(1 << rat) if box.who[t.hand[t.turn]] == ALL_RATS else 0
    start = t.rat[rat]
    at = start
    for _ in range(steps):
        at = box.beside[way, at]
        if snake_at(t, at):
            break
    emit(log, RAN, EVERYBODY, 12, rat, start, at, way, steps)
    t.chain = 1 << rat
    arrive(t, box, rat, at, log)


@rule
def arrive(t: Table, box: Box, rat: int, at: int, log: Log) -> None:
    """A rat's step has ended here: a bite before everything, then ladder or shaft, then what it finds."""
    t.rat[rat] = at
    if snake_at(t, at):
        bite(t, box, rat, log)
        return
    end_space = box.lead[at]
    if end_space != at:
        leave_tier(t, box, rat, at, end_space, log)
        if t.phase == OVER or end_space == POD:
            return
        if snake_at(t, end_space):
            bite(t, box, rat, log)
            return
    collect(t, box, rat, end_space, log)
    make_room(t, rat, log)


@rule
def leave_tier(t: Table, box: Box, rat: int, at: int, end_space: int, log: Log) -> None:
    """MR-17, MR-18, MR-23."""
    t.rat[rat] = end_space
    if end_space == POD:
        emit(log, ESCAPED, EVERYBODY, 23, rat, at)
        escape(t, rat, log)
    elif end_space == SPACE:
        emit(log, LOST, EVERYBODY, 18, rat, at)
        end(t, 18, log)
    elif box.ladder[at]:
        emit(log, CLIMBED, EVERYBODY, 17, rat, at, end_space)
    else:
        emit(log, FELL, EVERYBODY, 18, rat, at, end_space)


@rule
def escape(t: Table, rat: int, log: Log) -> None:
    """MR-23: it stays there; with the last rat the game is decided (MR-29)."""
    if t.half == RAT_HALF:
        t.todo &= ~(1 << rat)  # MR-14
    for r in range(RATS):
        if on_board(t.rat[r]):
            return
    end(t, WON if t.items == ALL_ITEMS else 23, log)


@rule
def collect(t: Table, box: Box, rat: int, at: int, log: Log) -> None:
    """MR-19."""
    item = box.item[at]
    if item >= 0 and not t.items >> item & 1:
        t.items |= 1 << item
        emit(log, COLLECTED, EVERYBODY, 19, rat, item)


@rule
def make_room(t: Table, rat: int, log: Log) -> None:
    """MR-20: the rat that was there before is boosted."""
    for other in range(RATS):
        if other != rat and t.rat[other] == t.rat[rat]:
            t.boosting = other
            emit(log, CROWDED, EVERYBODY, 20, other, rat, t.rat[rat], t.chain)


@rule
def boost(t: Table, box: Box, way: int, log: Log) -> None:
    rat = t.boosting
    t.boosting = NONE
    t.chain |= 1 << rat
    start = t.rat[rat]
    at = box.beside[way, start]
    emit(log, BOOSTED, EVERYBODY, 20, rat, start, at, way)
    arrive(t, box, rat, at, log)


@rule
def bite(t: Table, box: Box, rat: int, log: Log) -> None:
    """MR-21, MR-22: one bite sends a rat home and costs its medkit; without one all is lost."""
    home = box.home[rat]
    saved = t.medkits >> rat & 1
    emit(log, BITTEN, EVERYBODY, 21, rat, t.rat[rat], home, saved)
    if not saved:
        end(t, 21, log)
        return
    t.medkits &= ~(1 << rat)
    t.rat[rat] = home
    make_room(t, rat, log)


# ---- a moving snake -------------------------------------------------------------------------------------------------


@rule
def slither(t: Table, box: Box, snake: int, way: int, steps: int, log: Log) -> None:
    does = box.does[t.hand[t.turn]]
    t.todo = t.todo & ~(1 << snake) if does == ALL or does == CLIMB_ALL or does == CLIMB_EVERY else 0
    t.walker = snake
    t.steps = steps
    t.way = way
    walk(t, box, log)


@rule
def walk(t: Table, box: Box, log: Log) -> None:
    """MR-24: the snake goes on, biting on its way, until a boost has to be chosen or it has arrived."""
    snake, way = t.walker, t.way
    start = t.snake[snake]
    while t.steps > 0:
        t.steps -= 1
        at = box.beside[way, t.snake[snake]]
        t.snake[snake] = at
        if rat_at(t, at) != NONE:
            emit(log, SLITHERED, EVERYBODY, 13, snake, start, at, way)
            start = at
            bite_by_snake(t, box, at, log)
            if t.phase == OVER:
                return
            if t.boosting != NONE and t.steps > 0:
                emit(log, PAUSED, EVERYBODY, 24, snake, t.steps, way)
                return
    if t.snake[snake] != start:
        emit(log, SLITHERED, EVERYBODY, 13, snake, start, t.snake[snake], way)
    t.walker = NONE
    t.way = 0
    follow_space(t, box, snake, log)


@rule
def bite_by_snake(t: Table, box: Box, at: int, log: Log) -> None:
    """A bite by a moving or added snake begins a new chain (MR-20)."""
    rat = rat_at(t, at)
    if rat != NONE:
        t.chain = 1 << rat
        bite(t, box, rat, log)


@rule
def follow_space(t: Table, box: Box, snake: int, log: Log) -> None:
    """MR-25, MR-26: what the space where a snake has ended does to it."""
    at = t.snake[snake]
    end_space = box.lead[at]
    if end_space == at:
        return
    t.snake[snake] = end_space
    if end_space == POD:
        emit(log, INTRUDED, EVERYBODY, 26, snake, at)
        end(t, 26, log)
    elif end_space == SPACE:
        emit(log, BLOWN, EVERYBODY, 25, snake, at)
    else:
        emit(log, SNAKE_CLIMBED if box.ladder[at] else SNAKE_FELL, EVERYBODY, 25, snake, at, end_space)
        bite_by_snake(t, box, end_space, log)


@rule
def add_snake(t: Table, box: Box, colour: int, log: Log) -> None:
    """MR-13, MR-28; with none left to add it does nothing (MR-11)."""
    for n in range(colour * SNAKES_A_COLOUR, (colour + 1) * SNAKES_A_COLOUR):
        if t.snake[n] == ASIDE:
            t.snake[n] = box.nest[colour]
            emit(log, ADDED, EVERYBODY, 13, t.turn, n, box.nest[colour])
            bite_by_snake(t, box, box.nest[colour], log)
            return
    emit(log, NOTHING, EVERYBODY, 11, t.turn, box.code[t.hand[t.turn]])


# ---- secrets: none. What the pile still holds follows from the open cards, and its order does not exist. -------------


@rule
def veil(t: Table, box: Box, seat: int) -> None:
    pass


@rule
def redeal(t: Table, box: Box, seat: int, rng: Generator) -> None:
    pass


# ---- the result -----------------------------------------------------------------------------------------------------


@rule
def scores(t: Table, box: Box, out: Scores) -> None:
    """MR-29: all win or nobody does."""
    for s in range(t.seats):
        out[s] = 1.0 if t.ended == WON else 0.0


@rule
def points(t: Table, box: Box, out: Numbers) -> None:
    """Pieces of equipment collected and rats in the pod; the same for all."""
    n = count_bits(t.items)
    for r in range(RATS):
        if t.rat[r] == POD:
            n += 1
    for s in range(t.seats):
        out[s] = n


@rule
def length(t: Table) -> int:
    return t.turns
