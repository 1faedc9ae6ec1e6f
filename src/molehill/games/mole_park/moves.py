"""Mole Park's moves as people and wires write them, and as the integers that the rules use."""

from __future__ import annotations

from typing import Any

from molehill.engine.errors import Malformed
from molehill.games.mole_park.box import CARDS, DICE, HOLES, MOST_STARS, PILE_NAMES, PILES, PRIZE_DIE, VALUES

MAX_SEATS = 8
DIE_COUNT = len(DICE)

# Moves
GO, HOLD = 0, 1
DIE = 2
TOSS = DIE + DIE_COUNT
TAKE = TOSS + VALUES
TAKE_NONE = TAKE + PILES + 1
NAME = TAKE_NONE + 1
AWARD = NAME + MAX_SEATS
MOVE_COUNT = AWARD + MAX_SEATS

# Outcomes of chance: rolls, then moles, then prizes
SHOWS = 32
MOLE = MAX_SEATS * DIE_COUNT * SHOWS
PRIZE = MOLE + MAX_SEATS * (VALUES + 1)

KINDS = ("declare", "hold", "choose", "discard", "take", "pass", "name", "crown")
OUTCOME_KINDS = ("roll", "draw", "turn")
MISS = "X"


def encode(move: Any) -> int:
    """The integer of a move. Raises Malformed if it is none."""
    if not isinstance(move, dict):
        raise Malformed("a move is an object such as {'do': 'choose', 'die': 'glove'}")
    match move.get("do"):
        case "declare":
            _only(move, "do")
            return GO
        case "hold":
            _only(move, "do")
            return HOLD
        case "choose":
            return DIE + _choice(move, "die", DICE, "do", "die")
        case "discard":
            return TOSS + _number(move, "stars", 1, VALUES, "do", "stars") - 1
        case "take":
            return TAKE + _choice(move, "pile", PILE_NAMES, "do", "pile")
        case "pass":
            _only(move, "do")
            return TAKE_NONE
        case "name":
            return NAME + _number(move, "seat", 0, MAX_SEATS - 1, "do", "seat")
        case "crown":
            return AWARD + _number(move, "seat", 0, MAX_SEATS - 1, "do", "seat")
    raise Malformed(f"'do' must be one of {', '.join(KINDS)}, not {move.get('do')!r}")


def decode(number: int) -> dict[str, Any]:
    """The move of an integer."""
    if number < DIE:
        return {"do": KINDS[number]}
    if number < TOSS:
        return {"do": "choose", "die": DICE[number - DIE]}
    if number < TAKE:
        return {"do": "discard", "stars": number - TOSS + 1}
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
    match outcome.get("do"):
        case "roll":
            keys = ("do", "seat", "die", "shows")
            seat = _number(outcome, "seat", 0, MAX_SEATS - 1, *keys)
            die = _choice(outcome, "die", DICE, *keys)
            return (seat * DIE_COUNT + die) * SHOWS + _face(outcome, die)
        case "draw":
            seat = _number(outcome, "seat", 0, MAX_SEATS - 1, "do", "seat", "stars")
            stars = _number(outcome, "stars", 1, VALUES, "do", "seat", "stars")
            return MOLE + seat * (VALUES + 1) + stars
        case "turn":
            pile = _choice(outcome, "pile", PILE_NAMES[:PILES], "do", "pile", "card")
            return PRIZE + pile * CARDS + _number(outcome, "card", 1, CARDS, "do", "pile", "card") - 1
    raise Malformed(f"'do' must be one of {', '.join(OUTCOME_KINDS)}, not {outcome.get('do')!r}")


def decode_outcome(number: int) -> dict[str, Any]:
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
    if die != PRIZE_DIE and outcome.get("shows") == MISS:
        return 0
    return _number(outcome, "shows", 1, MOST_STARS if die == PRIZE_DIE else HOLES, "do", "seat", "die", "shows")


def _number(data: dict[str, Any], key: str, low: int, high: int, *known: str) -> int:
    _only(data, *known)
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Malformed(f"{key!r} must be a whole number from {low} to {high}, not {value!r}")
    return value


def _choice(data: dict[str, Any], key: str, choices: tuple[str, ...], *known: str) -> int:
    _only(data, *known)
    value = data.get(key)
    if not isinstance(value, str) or value not in choices:
        raise Malformed(f"{key!r} must be one of {', '.join(choices)}, not {value!r}")
    return choices.index(value)


def _only(data: dict[Any, Any], *known: str) -> None:
    for key in data:
        if key not in known:
            raise Malformed(f"unknown key {key!r}; a {data['do']} has {', '.join(known)}")
