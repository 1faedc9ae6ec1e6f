"""Mole Rats as numbers: the station with rats and snakes, the open cards, and what has to be done now.

Where things are is told twice: as maps of five tiers with their spaces, and piece by piece. The board itself, which
never changes in a box, is in the box.
"""

from __future__ import annotations

from molehill.engine import observing
from molehill.engine.compiling import rule
from molehill.engine.observing import LARGEST, seen, sits
from molehill.engine.records import Grid, Int16, Row
from molehill.games.mole_rats.box import MAX_KINDS, Box
from molehill.games.mole_rats.facts import ASIDE, MAX_SPACES, POD, RATS, RING, SNAKE_HALF, SNAKES, SPACE, TIERS
from molehill.games.mole_rats.facts import NONE as NO_PIECE
from molehill.games.mole_rats.rules import ITEMS, Table

PHASES, HALVES = 4, 3
WHO, DOES, COLOURS = 4, 8, 4  # what a card's halves can say
RUN, CARD = WHO, WHO + 2 + DOES + COLOURS + 2


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
