"""Mole Rats as numbers: the station with rats and snakes, the open cards, and what has to be done now.

Where things are is told twice: as maps of five tiers with their spaces, and piece by piece. The board itself, which
never changes in a box, is in the box; what it means is told as ways: how far rats still have to go. What each legal
move would bring at once is told to those who ask for prospects. That ends at the next choice: what a boost or the rest
of the card brings is not foretold.
"""

from __future__ import annotations

from molehill.engine import observing
from molehill.engine.compiling import rule
from molehill.engine.observing import LARGEST, seen, sits
from molehill.engine.records import Grid, Int16, Row
from molehill.games.mole_rats.box import FAR, MAX_KINDS, Box
from molehill.games.mole_rats.facts import (
    ASIDE,
    MAX_SPACES,
    PLAY,
    POD,
    RAT_HALF,
    RATS,
    RING,
    SNAKE_HALF,
    SNAKES,
    SPACE,
    TIERS,
)
from molehill.games.mole_rats.facts import NONE as NO_PIECE
from molehill.games.mole_rats.rules import (
    ALL_ITEMS,
    BOOST,
    CLIMB,
    ITEMS,
    MOVES,
    SLITHER,
    Table,
    may_boost,
    on_board,
    rat_at,
    speaks_for_its_space,
)

PHASES, HALVES = 4, 3
WHO, DOES, COLOURS = 4, 8, 4  # what a card's halves can say
RUN, CARD = WHO, WHO + 2 + DOES + COLOURS + 2
LOST, BITES, GAINS, NEARER, FETCHES, THREATENS = range(6)  # what a move would bring
PROSPECTS = 6
REACH = 3  # spaces from which a snake threatens a rat


class Observation(observing.Observation):
    """What a seat sees."""

    phase: Row[Int16] = seen("The phase: dealing, drawing, playing a card, the end.", PHASES)
    half: Row[Int16] = seen("The half of the card that is played: none yet, the rats', the snakes'.", HALVES)
    turn: Row[Int16] = seen("Whose turn it is.", "seats")
    turns: Int16 = seen("Turns so far.", high=LARGEST)
    challenge: Int16 = seen("Whether the challenge is played.")
    pile: Int16 = seen("Cards in the pile.", high=LARGEST)
    left: Row[Int16] = seen(
        "How many cards of each kind are in the pile, in the order of the box.", MAX_KINDS, high=127
    )
    hands: Grid[Int16] = seen(
        "The card before each player: 4 for whom the rats' half moves (nobody, your, any, all), its shortest and "
        "longest run, 8 for the snakes' half (nothing, one, any, all, any climbs, all climb, add, every climbs), "
        "4 for the colour, the shortest and the longest way. All 0 without a card.",
        "seats", CARD, high=3,
    )  # fmt: skip
    rat_map: Grid[Int16] = seen(
        "Where rats are, by tier and space: 1 for your rat, 2 for that of the next player, and so on.",
        TIERS, RING, high=RATS,
    )  # fmt: skip
    snake_map: Grid[Int16] = seen("How many snakes are on each space, by tier and space.", TIERS, RING, high=SNAKES)
    rats: Grid[Int16] = seen(
        "The rat of each player: its number, its tier and its space from 1 on (0: elsewhere), whether it is in the "
        "pod, whether it is lost, whether it has its medkit.",
        "seats", 6, high=RING,
    )  # fmt: skip
    snakes: Grid[Int16] = seen(
        "Each snake, three of each colour: its tier and its space from 1 on (0: elsewhere), whether it is out of play.",
        SNAKES, 3, high=RING,
    )  # fmt: skip
    items: Row[Int16] = seen("Which equipment is collected: toothbrush, tape, map, food.", ITEMS)
    boosting: Row[Int16] = seen("The rat that has to make room.", RATS)
    chain: Row[Int16] = seen("The rats of this chain of boosts.", RATS)
    todo_rats: Row[Int16] = seen("The rats that the card may still move.", RATS)
    todo_snakes: Row[Int16] = seen("The snakes that the card may still move.", SNAKES)
    walker: Row[Int16] = seen("The snake that is paused on its way.", SNAKES)
    walk: Row[Int16] = seen("Steps that it still has to go, and whether it goes anticlockwise.", 2, high=3)
    ways: Grid[Int16] = seen(
        "The hundredths of a card that the rat of each player still needs, on average, to the pod and to each piece of "
        "equipment. All 0 in the pod.",
        "seats", 1 + ITEMS, high=FAR,
    )  # fmt: skip
    threat: Row[Int16] = seen(
        "Snakes near the rat of each player: 3 for each that is one space from it, 2 for two spaces, 1 for three.",
        "seats", high=LARGEST,
    )  # fmt: skip


class Prospects(Observation):
    """The same with what each move would bring."""

    prospects: Grid[Int16] = seen(
        "What each move would bring at once; all 0 if it is not legal now. Whether the game is lost; medkits that "
        "bites cost; equipment collected and rats brought to the pod, or the tiers that a snake goes down, 6 for outer "
        "space; hundredths of a card that rats get nearer to the pod, and to missing equipment; how much nearer snakes "
        "and rats get to each other, as `threat` counts it.",
        MOVES, PROSPECTS, low=-LARGEST, high=LARGEST,
    )  # fmt: skip


@rule
def observe(t: Table, box: Box, seat: int, o: Observation) -> None:
    """What this seat sees; nothing is hidden."""
    o.phase[t.phase], o.half[t.half] = 1, 1
    o.turns, o.challenge, o.pile = t.turns, t.challenge, t.pile
    for kind in range(box.kinds):
        o.left[kind] = t.left[kind]
    for k in range(t.seats):
        s = sits(seat, k, t.seats)
        o.turn[k] = 1 if s == t.turn else 0
        show_card(t, box, s, k, o)
        show_rat(t, t.rat_of[s], k, o)
    for n in range(SNAKES):
        show_snake(t, n, o)
    for k in range(ITEMS):
        o.items[k] = t.items >> k & 1
    if t.boosting != NO_PIECE:
        o.boosting[t.boosting] = 1
    for r in range(RATS):
        o.chain[r] = t.chain >> r & 1
        if t.half != SNAKE_HALF:
            o.todo_rats[r] = t.todo >> r & 1
    if t.half == SNAKE_HALF:
        for n in range(SNAKES):
            o.todo_snakes[n] = t.todo >> n & 1
    if t.walker != NO_PIECE:
        o.walker[t.walker] = 1
        o.walk[0], o.walk[1] = t.steps, t.way
    show_ways(t, box, seat, o)


@rule
def show_card(t: Table, box: Box, s: int, k: int, o: Observation) -> None:
    kind = t.hand[s]
    if kind == NO_PIECE:
        return
    o.hands[k, box.who[kind]] = 1
    o.hands[k, RUN], o.hands[k, RUN + 1] = box.run_low[kind], box.run_high[kind]
    o.hands[k, RUN + 2 + box.does[kind]] = 1
    if box.colour[kind] >= 0:
        o.hands[k, RUN + 2 + DOES + box.colour[kind]] = 1
    o.hands[k, CARD - 2], o.hands[k, CARD - 1] = box.low[kind], box.high[kind]


@rule
def show_rat(t: Table, rat: int, k: int, o: Observation) -> None:
    at = t.rat[rat]
    o.rats[k, 0] = rat + 1
    if 0 <= at < MAX_SPACES:
        o.rats[k, 1], o.rats[k, 2] = at // RING + 1, at % RING + 1
        o.rat_map[at // RING, at % RING] = k + 1
    o.rats[k, 3] = 1 if at == POD else 0
    o.rats[k, 4] = 1 if at == SPACE else 0
    o.rats[k, 5] = t.medkits >> rat & 1


@rule
def show_snake(t: Table, n: int, o: Observation) -> None:
    at = t.snake[n]
    if 0 <= at < MAX_SPACES:
        o.snakes[n, 0], o.snakes[n, 1] = at // RING + 1, at % RING + 1
        o.snake_map[at // RING, at % RING] += 1
    elif at != ASIDE:
        o.snakes[n, 2] = 1


# ---- how far it is, and what a move would bring ---------------------------------------------------------------------


@rule
def show_ways(t: Table, box: Box, seat: int, o: Observation) -> None:
    for k in range(t.seats):
        at = t.rat[t.rat_of[sits(seat, k, t.seats)]]
        if on_board(at):
            o.ways[k, 0] = box.to_pod[at]
            for item in range(ITEMS):
                o.ways[k, 1 + item] = box.to_item[item, at]
            o.threat[k] = snakes_near(box, at, o)


@rule
def snakes_near(box: Box, at: int, o: Observation) -> int:
    """How near snakes are to a rat here."""
    near = 0
    for way in range(2):
        step = at
        for apart in range(1, REACH + 1):
            step = box.beside[way, step]
            near += (REACH + 1 - apart) * o.snake_map[step // RING, step % RING]
    return near


@rule
def rats_near(box: Box, at: int, o: Observation) -> int:
    """How near rats are to a snake here."""
    near = 0
    for way in range(2):
        step = at
        for apart in range(1, REACH + 1):
            step = box.beside[way, step]
            if o.rat_map[step // RING, step % RING]:
                near += REACH + 1 - apart
    return near


@rule
def foresee(t: Table, box: Box, seat: int, o: Prospects) -> None:
    """What each legal move would bring; the same for all seats."""
    if t.phase != PLAY:
        return
    if t.boosting != NO_PIECE:
        near = snakes_near(box, t.rat[t.boosting], o)
        for way in range(2):
            if may_boost(t, box, way):
                show_run(t, box, t.boosting, way, 1, near, BOOST + t.boosting * 2 + way, o)
    elif t.half == RAT_HALF:
        card = t.hand[t.turn]
        for rat in range(RATS):
            if t.todo >> rat & 1:
                near = snakes_near(box, t.rat[rat], o)
                for steps in range(box.run_low[card], box.run_high[card] + 1):
                    for way in range(2):
                        show_run(t, box, rat, way, steps, near, rat * 6 + (steps - 1) * 2 + way, o)
    else:
        for snake in range(SNAKES):
            if t.todo >> snake & 1 and speaks_for_its_space(t, snake):
                show_slithers(t, box, snake, o)


@rule
def show_run(t: Table, box: Box, rat: int, way: int, steps: int, near: int, move: int, o: Prospects) -> None:
    """A rat that runs or is boosted, from a space that snakes are so near to."""
    start = t.rat[rat]
    at, is_bitten = start, False
    for _ in range(steps):
        at = box.beside[way, at]
        is_bitten = o.snake_map[at // RING, at % RING] > 0
        if is_bitten:
            break
    if not is_bitten:
        at = box.lead[at]
        is_bitten = on_board(at) and o.snake_map[at // RING, at % RING] > 0
    if at == SPACE or (is_bitten and not t.medkits >> rat & 1) or (at == POD and is_last_without(t, rat)):
        o.prospects[move, LOST] = 1
        return
    if is_bitten:
        at = box.home[rat]
        o.prospects[move, BITES] = 1
    if at == POD or (not is_bitten and box.item[at] >= 0 and not t.items >> box.item[at] & 1):
        o.prospects[move, GAINS] = 1
    o.prospects[move, NEARER] = box.to_pod[start] - box.to_pod[at]
    o.prospects[move, FETCHES] = fetched(t, box, rat, at)
    o.prospects[move, THREATENS] = (snakes_near(box, at, o) if at != POD else 0) - near


@rule
def is_last_without(t: Table, rat: int) -> bool:
    """MR-23: whether every other rat is in the pod and equipment is missing."""
    for r in range(RATS):
        if r != rat and on_board(t.rat[r]):
            return False
    return bool(t.items != ALL_ITEMS)


@rule
def fetched(t: Table, box: Box, rat: int, at: int) -> int:
    """How much nearer the nearest rat gets to each missing piece of equipment, if this rat goes there; all together."""
    nearer = 0
    for item in range(ITEMS):
        if not t.items >> item & 1:
            before = after = FAR
            for r in range(RATS):
                if on_board(t.rat[r]):
                    before = min(before, box.to_item[item, t.rat[r]])
                    if r != rat:
                        after = min(after, box.to_item[item, t.rat[r]])
            nearer += before - (min(after, box.to_item[item, at]) if at != POD else after)
    return nearer


@rule
def show_slithers(t: Table, box: Box, snake: int, o: Prospects) -> None:
    """All legal ways of a snake: so many spaces, or to the nearest ladder."""
    card, start = t.hand[t.turn], t.snake[snake]
    near = rats_near(box, start, o)
    for way in range(2):
        if box.low[card] > 0:
            for steps in range(box.low[card], box.high[card] + 1):
                show_slither(t, box, start, way, steps, near, SLITHER + snake * 6 + (steps - 1) * 2 + way, o)
        elif box.ways[start] >> way & 1:
            show_slither(t, box, start, way, box.near[start], near, CLIMB + snake * 2 + way, o)


@rule
def show_slither(t: Table, box: Box, start: int, way: int, steps: int, near: int, move: int, o: Prospects) -> None:
    """A snake that goes from a space that rats are so near to."""
    at = start
    for _ in range(steps):
        at = box.beside[way, at]
        show_bite(t, box, at, move, o)
    end = box.lead[at]
    if end == POD:
        o.prospects[move, LOST] = 1
    elif end == SPACE:
        o.prospects[move, GAINS] = TIERS + 1
        o.prospects[move, THREATENS] = -near
    else:
        if end != at:
            show_bite(t, box, end, move, o)
        o.prospects[move, GAINS] = start // RING - end // RING
        o.prospects[move, THREATENS] = rats_near(box, end, o) - near


@rule
def show_bite(t: Table, box: Box, at: int, move: int, o: Prospects) -> None:
    """A snake comes here."""
    if o.rat_map[at // RING, at % RING]:
        rat = rat_at(t, at)
        if t.medkits >> rat & 1:
            o.prospects[move, BITES] += 1
            o.prospects[move, NEARER] += box.to_pod[at] - box.to_pod[box.home[rat]]
        else:
            o.prospects[move, LOST] = 1
