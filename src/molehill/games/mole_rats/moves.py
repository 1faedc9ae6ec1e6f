"""Mole Rats' moves as people and wires write them, and as the integers that the rules use."""

from __future__ import annotations

from typing import Any

from molehill.engine.errors import Malformed
from molehill.games.mole_rats.box import (
    COLOURS,
    LONGEST,
    RAT_HALVES,
    RATS,
    SNAKE_HALVES,
    SNAKES_A_COLOUR,
    code_of,
    halves_of,
)

WAYS = ("clockwise", "anticlockwise")
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
    _only(move, *KEYS[do])
    way = _one_of(move, "way", WAYS)
    if do == "run":
        return (_whole(move, "rat", RATS) * STEPS + _whole(move, "steps", STEPS)) * 2 + way
    if do == "slither":
        return _SLITHER + (_one_of(move, "snake", SNAKE_NAMES) * STEPS + _whole(move, "steps", STEPS)) * 2 + way
    if do == "climb":
        return _CLIMB + _one_of(move, "snake", SNAKE_NAMES) * 2 + way
    return _BOOST + _whole(move, "rat", RATS) * 2 + way


def decode(number: int) -> dict[str, Any]:
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
    _only(outcome, "do", "rats", "snakes")
    _one_of(outcome, "rats", RAT_HALVES)
    _one_of(outcome, "snakes", SNAKE_HALVES)
    return code_of(outcome["rats"], outcome["snakes"])


def decode_outcome(number: int) -> dict[str, Any]:
    """The drawn card of a code."""
    rats, snakes = halves_of(number)
    return {"do": "draw", "rats": rats, "snakes": snakes}


def _whole(move: dict[str, Any], key: str, most: int) -> int:
    value = move.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise Malformed(f"{key!r} must be a whole number from 1 to {most}, not {value!r}")
    return value - 1


def _one_of(move: dict[str, Any], key: str, known: tuple[str, ...]) -> int:
    value = move.get(key)
    if not isinstance(value, str) or value not in known:
        choices = ", ".join(repr(name) for name in known[:4]) + (" ..." if len(known) > 4 else "")
        raise Malformed(f"{key!r} must be one of {choices}, not {value!r}")
    return known.index(value)


def _only(data: dict[Any, Any], *known: str) -> None:
    for key in data:
        if key not in known:
            raise Malformed(f"unknown key {key!r}; a {data['do']} has {', '.join(known)}")
