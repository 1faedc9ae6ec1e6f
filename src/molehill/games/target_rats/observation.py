"""Target: Rats as numbers: where everybody's rats are, one's own rats by number, and what is left of the roll.

Spaces are counted as in facts.py: the surface, underground, the nests, the tunnels, Rat City. How they are joined never
changes in a box, and is in the box.
"""

from __future__ import annotations

from molehill.engine import observing
from molehill.engine.compiling import rule
from molehill.engine.observing import LARGEST, row_of, seen, sits
from molehill.engine.records import Grid, Int16, Row
from molehill.games.target_rats.box import Box
from molehill.games.target_rats.facts import FACES, FIGHTING, HIGHEST, MOST_DICE, NESTS, NO_RAT, RATS, SPACES, SUPPLY
from molehill.games.target_rats.rules import Table

PHASES = 6


class Observation(observing.Observation):
    """What a seat sees; nothing is hidden."""

    phase: Row[Int16] = seen(
        "The phase: drawing who starts, before the roll, rolling, moving, a fight, the end.", PHASES
    )
    turn: Row[Int16] = seen("Whose turn it is.", "seats")
    turns: Int16 = seen("Turns begun so far.", high=LARGEST)
    cheese: Row[Int16] = seen("Who is Da Big Cheese.", "seats")
    exterminator: Row[Int16] = seen("Where the Exterminator stands.", SPACES)
    nests: Row[Int16] = seen("The quadrant of each nest, from 0 on.", "seats", high=3)
    rats: Grid[Int16] = seen("How many rats each player has on each space.", "seats", SPACES, high=RATS)
    fed: Grid[Int16] = seen("How many of them are fed.", "seats", SPACES, high=RATS)
    out: Row[Int16] = seen("Rats that each player has on the board.", "seats", high=RATS)
    mine: Grid[Int16] = seen(
        "Each of your rats: its space from 1 on (0: in the supply), whether it is fed, whether it is finished.",
        RATS, 3, high=SPACES,
    )  # fmt: skip
    mover: Row[Int16] = seen("The rat that is moving, by its number.", RATS)
    path: Row[Int16] = seen("The spaces that it has passed, the one where it is included.", SPACES)
    dice: Int16 = seen("Dice to be rolled this turn.", high=MOST_DICE)
    faces: Row[Int16] = seen(
        "How often each face was rolled this turn: the target, then 1 to 6.", FACES, high=MOST_DICE
    )
    left: Int16 = seen("Points of the roll that are left.", high=MOST_DICE * HIGHEST)
    target: Int16 = seen("Whether a Target can still be spent on the Exterminator.")
    fights: Int16 = seen("Fights so far.", high=LARGEST)
    force: Row[Int16] = seen("Dice of attacker and defender in a fight.", 2, high=RATS)
    thrown: Row[Int16] = seen("How many of them each has thrown.", 2, high=RATS)
    total: Row[Int16] = seen("What each has thrown in all.", 2, high=127)


@rule
def observe(t: Table, box: Box, seat: int, o: Observation) -> None:
    """What this seat sees."""
    o.phase[t.phase] = 1
    o.turns, o.dice, o.left, o.target, o.fights = t.turns, t.dice, t.left, t.target, t.fights
    if t.exterminator >= 0:
        o.exterminator[t.exterminator] = 1
    if t.turn >= 0:
        o.turn[row_of(seat, t.turn, t.seats)] = 1
    if t.cheese >= 0:
        o.cheese[row_of(seat, t.cheese, t.seats)] = 1
    for k in range(t.rolled):
        o.faces[t.face[k]] += 1
    for k in range(t.seats):
        show_faction(t, box, sits(seat, k, t.seats), k, o)
    if seat >= 0:
        show_own(t, box, seat, o)
    if t.mover != NO_RAT:
        o.mover[t.mover] = 1
        for k in range(t.steps + 1):
            o.path[t.path[k]] = 1
    if t.phase == FIGHTING:
        for side in range(2):
            o.force[side], o.thrown[side], o.total[side] = t.force[side], t.thrown[side], t.total[side]


@rule
def show_faction(t: Table, box: Box, s: int, k: int, o: Observation) -> None:
    o.nests[k] = t.home[s] - NESTS
    for rat in range(box.faction):
        at = t.place[s, rat]
        if at != SUPPLY:
            o.out[k] += 1
            o.rats[k, at] += 1
            o.fed[k, at] += t.fed[s] >> rat & 1


@rule
def show_own(t: Table, box: Box, seat: int, o: Observation) -> None:
    for rat in range(box.faction):
        o.mine[rat, 0] = t.place[seat, rat] + 1
        o.mine[rat, 1] = t.fed[seat] >> rat & 1
        if seat == t.turn:
            o.mine[rat, 2] = t.finished >> rat & 1
