"""Moves of a game that declares all that their fields may be: numbers, structures, and what people type.

A template: it is run once for each game that leaves these out, with the kinds of its moves and outcomes (`parts.py`).
It is translated for the browser like the game's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from molehill.engine.declared import Kinds, decoded, encoded, typed, understood
from molehill.engine.errors import Malformed

if TYPE_CHECKING:
    from molehill.engine.words import Words

MOVES: Kinds = globals().get("MOVES", {})
OUTCOMES: Kinds = globals().get("OUTCOMES", {})


def encode(move: Any) -> int:
    """The integer of a move. Raises Malformed if it is none."""
    return encoded(MOVES, move)


def decode(number: int) -> Any:
    """The move of an integer."""
    return decoded(MOVES, number)


def encode_outcome(outcome: Any) -> int:
    """The integer of something that chance does."""
    return encoded(OUTCOMES, outcome)


def decode_outcome(number: int) -> Any:
    """What chance does, from its integer."""
    return decoded(OUTCOMES, number)


def label(move: Mapping[str, Any]) -> str:
    """What a person types for this move."""
    return typed(move)


def parse(text: str, view: Mapping[str, Any], words: Words) -> dict[str, Any]:
    """The move that somebody typed. Malformed says what is understood."""
    move = understood(MOVES, text)
    if move is None:
        raise Malformed(words.say("typed-nothing", typed=text.strip()))
    return move
