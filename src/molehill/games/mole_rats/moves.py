"""Mole Rats' moves as people and wires write them, and as the integers that the rules use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from molehill.engine.errors import Malformed
from molehill.engine.structures import one_of, only, whole
from molehill.games.mole_rats.facts import (
    COLOURS,
    LONGEST,
    RAT_HALVES,
    RATS,
    SNAKE_HALVES,
    SNAKES_A_COLOUR,
    code_of,
    halves_of,
)

if TYPE_CHECKING:
    from molehill.games.mole_rats.types import Move, Outcome, Way

WAYS: tuple[Way, ...] = ("clockwise", "anticlockwise")
SNAKE_NAMES = tuple(f"{colour} {n + 1}" for colour in COLOURS for n in range(SNAKES_A_COLOUR))
STEPS = max(LONGEST)
_SLITHER = RATS * STEPS * 2
_CLIMB = _SLITHER + len(SNAKE_NAMES) * STEPS * 2
_BOOST = _CLIMB + len(SNAKE_NAMES) * 2
KEYS = {
    "run": ("do", "rat", "steps", "way"),
    "slither": ("do", "snake", "steps", "way"),
    "climb": ("do", "snake", "way"),
    "boost": ("do", "rat", "way"),
}


def encode(move: Any) -> int:
    """The integer of a move. Raises Malformed if it is none."""
    if not isinstance(move, dict):
        raise Malformed("a move is an object such as {'do': 'run', 'rat': 2, 'steps': 3, 'way': 'clockwise'}")
    do = move.get("do")
    if not isinstance(do, str) or do not in KEYS:
        raise Malformed(f"'do' must be one of {', '.join(KEYS)}, not {do!r}")
    only(move, *KEYS[do])
    way = one_of(move, "way", WAYS)
    if do == "run":
        return (_number(move, "rat", RATS) * STEPS + _number(move, "steps", STEPS)) * 2 + way
    if do == "slither":
        return _SLITHER + (one_of(move, "snake", SNAKE_NAMES) * STEPS + _number(move, "steps", STEPS)) * 2 + way
    if do == "climb":
        return _CLIMB + one_of(move, "snake", SNAKE_NAMES) * 2 + way
    return _BOOST + _number(move, "rat", RATS) * 2 + way


def decode(number: int) -> Move:
    """The move of an integer."""
    way = WAYS[number % 2]
    if number >= _BOOST:
        return {"do": "boost", "rat": (number - _BOOST) // 2 + 1, "way": way}
    if number >= _CLIMB:
        return {"do": "climb", "snake": SNAKE_NAMES[(number - _CLIMB) // 2], "way": way}
    piece, steps = divmod((number - _SLITHER if number >= _SLITHER else number) // 2, STEPS)
    if number >= _SLITHER:
        return {"do": "slither", "snake": SNAKE_NAMES[piece], "steps": steps + 1, "way": way}
    return {"do": "run", "rat": piece + 1, "steps": steps + 1, "way": way}


def encode_outcome(outcome: Any) -> int:
    """The code of a drawn card: {"do": "draw", "rats": "your 2", "snakes": "all red 3"}; a missing half is "-"."""
    if not isinstance(outcome, dict) or outcome.get("do") != "draw":
        raise Malformed(f"a drawn card is {{'do': 'draw', 'rats': 'your 2', 'snakes': 'all red 3'}}, not {outcome!r}")
    only(outcome, "do", "rats", "snakes")
    one_of(outcome, "rats", RAT_HALVES)
    one_of(outcome, "snakes", SNAKE_HALVES)
    return code_of(outcome["rats"], outcome["snakes"])


def decode_outcome(number: int) -> Outcome:
    """The drawn card of a code."""
    rats, snakes = halves_of(number)
    return {"do": "draw", "rats": rats, "snakes": snakes}


def _number(move: dict[str, Any], key: str, most: int) -> int:
    return whole(move, key, 1, most) - 1
