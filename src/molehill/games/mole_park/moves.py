"""Mole Park's moves as people and wires write them, and as the integers that the rules use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from molehill.engine.errors import Malformed
from molehill.engine.structures import one_of, only, whole, whole_or
from molehill.games.mole_park.facts import (
    CARDS,
    DICE,
    HOLES,
    MAX_SEATS,
    MOST_STARS,
    PILE_NAMES,
    PILES,
    PRIZE_DIE,
    VALUES,
)

if TYPE_CHECKING:
    from molehill.games.mole_park.types import Move, Outcome

DIE_COUNT = len(DICE)

# Moves
GO, HOLD = 0, 1
DIE = 2
DISCARD = DIE + DIE_COUNT
TAKE = DISCARD + VALUES
TAKE_NONE = TAKE + PILES + 1
NAME = TAKE_NONE + 1
AWARD = NAME + MAX_SEATS
MOVE_COUNT = AWARD + MAX_SEATS
# With a number that no table has: nobody can make these moves, and their clauses refuse them.
DISCARD_NOTHING, NAME_NOBODY, AWARD_NOBODY = range(MOVE_COUNT, MOVE_COUNT + 3)

# Outcomes of chance: rolls, then moles, then prizes
SHOWS = 32
MOLE = MAX_SEATS * DIE_COUNT * SHOWS
PRIZE = MOLE + MAX_SEATS * (VALUES + 1)

# What a move says besides "do"
_KEYS = {
    "declare": "", "hold": "", "choose": "die", "discard": "stars", "take": "pile", "pass": "", "name": "seat",
    "crown": "seat",
}  # fmt: skip
_OUTCOME_KEYS = {"roll": ("seat", "die", "shows"), "draw": ("seat", "stars"), "turn": ("pile", "card")}
MISS: Literal["X"] = "X"


def encode(move: Any) -> int:
    """The integer of a move. Raises Malformed if it is none."""
    if not isinstance(move, dict):
        raise Malformed("a move is an object such as {'do': 'choose', 'die': 'glove'}")
    do = move.get("do")
    if not isinstance(do, str) or do not in _KEYS:
        raise Malformed(f"'do' must be one of {', '.join(_KEYS)}, not {do!r}")
    key = _KEYS[do]
    only(move, "do", *([key] if key else []))
    match do:
        case "declare":
            return GO
        case "hold":
            return HOLD
        case "choose":
            return DIE + one_of(move, key, DICE)
        case "discard":
            return DISCARD + whole_or(move, key, 1, VALUES, DISCARD_NOTHING - DISCARD + 1) - 1
        case "take":
            return TAKE + one_of(move, key, PILE_NAMES)
        case "pass":
            return TAKE_NONE
        case "name":
            return NAME + whole_or(move, key, 0, MAX_SEATS - 1, NAME_NOBODY - NAME)
    return AWARD + whole_or(move, key, 0, MAX_SEATS - 1, AWARD_NOBODY - AWARD)


def decode(number: int) -> Move:
    """The move of an integer."""
    if number < DIE:
        return {"do": "declare" if number == GO else "hold"}
    if number < DISCARD:
        return {"do": "choose", "die": DICE[number - DIE]}
    if number < TAKE:
        return {"do": "discard", "stars": number - DISCARD + 1}
    if number < TAKE_NONE:
        return {"do": "take", "pile": PILE_NAMES[number - TAKE]}
    if number < NAME:
        return {"do": "pass"}
    if number < AWARD:
        return {"do": "name", "seat": number - NAME}
    return {"do": "crown", "seat": number - AWARD}


def encode_outcome(outcome: Any) -> int:
    """The integer of what chance does: a roll, a mole drawn from the unseen ones, a prize turned up."""
    if not isinstance(outcome, dict):
        raise Malformed("an outcome is an object such as {'do': 'draw', 'seat': 0, 'stars': 3}")
    do = outcome.get("do")
    if not isinstance(do, str) or do not in _OUTCOME_KEYS:
        raise Malformed(f"'do' must be one of {', '.join(_OUTCOME_KEYS)}, not {do!r}")
    only(outcome, "do", *_OUTCOME_KEYS[do])
    if do == "turn":
        return PRIZE + one_of(outcome, "pile", PILE_NAMES[:PILES]) * CARDS + whole(outcome, "card", 1, CARDS) - 1
    seat = whole(outcome, "seat", 0, MAX_SEATS - 1)
    if do == "draw":
        return MOLE + seat * (VALUES + 1) + whole(outcome, "stars", 1, VALUES)
    die = one_of(outcome, "die", DICE)
    return (seat * DIE_COUNT + die) * SHOWS + _face(outcome, die)


def decode_outcome(number: int) -> Outcome:
    """The outcome of an integer."""
    if number < MOLE:
        dice, shows = divmod(number, SHOWS)
        seat, die = divmod(dice, DIE_COUNT)
        return {"do": "roll", "seat": seat, "die": DICE[die], "shows": shows or MISS}
    if number < PRIZE:
        seat, stars = divmod(number - MOLE, VALUES + 1)
        return {"do": "draw", "seat": seat, "stars": stars}
    pile, card = divmod(number - PRIZE, CARDS)
    return {"do": "turn", "pile": PILE_NAMES[pile], "card": card + 1}


def _face(outcome: dict[str, Any], die: int) -> int:
    if die == PRIZE_DIE:
        return whole(outcome, "shows", 1, MOST_STARS)
    return 0 if outcome.get("shows") == MISS else whole(outcome, "shows", 1, HOLES)
