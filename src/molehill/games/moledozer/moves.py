"""Moledozer's moves as people and wires write them, and as the integers that the rules use.

The integers of all kinds of move lie one after another, guesses first: a guess is its own number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from molehill.engine.errors import Malformed
from molehill.engine.structures import one_of, only, whole, whole_or
from molehill.games.moledozer.facts import CARDS, HIGHEST, HOUSES, MOST_SEATS, NUMBERS, PLACE_NAMES, PLACES, SYMBOLS

if TYPE_CHECKING:
    from molehill.games.moledozer.types import Calculation, Card, Move, Outcome

MOST_GUESS = HIGHEST[-1][-1]  # a guess of 0 is a move too, which MD-06 refuses; it stands for all that are out of range
CALLS: tuple[Calculation, ...] = ("addition", "multiplication")

CHOOSE = MOST_GUESS + 1
STEP = CHOOSE + len(HOUSES)
EXTRA = STEP + PLACES
REVERSE = EXTRA + PLACES
SWAP = REVERSE + 1
DONE = SWAP + MOST_SEATS
CALL = DONE + 1
PUT = CALL + len(CALLS)
MOVES = PUT + CARDS
SWAP_NOBODY = MOVES  # with a seat that no table has: nobody can make this move, and MD-15 refuses it

_KEYS = {
    "guess": "number", "choose": "house", "step": "to", "extra": "to", "swap": "with", "call": "what", "put": "card",
    "reverse": "", "done": "",
}  # fmt: skip


def encode(move: Any) -> int:
    """The integer of a move. Raises Malformed if it is none."""
    if not isinstance(move, dict):
        raise Malformed("a move is an object such as {'do': 'guess', 'number': 12}")
    do = move.get("do")
    if not isinstance(do, str) or do not in _KEYS:
        raise Malformed(f"'do' must be one of {', '.join(_KEYS)}, not {do!r}")
    key = _KEYS[do]
    only(move, "do", *([key] if key else []))
    match do:
        case "guess":
            return whole_or(move, key, 0, MOST_GUESS, 0)
        case "choose":
            return CHOOSE + one_of(move, key, HOUSES)
        case "step":
            return STEP + one_of(move, key, PLACE_NAMES)
        case "extra":
            return EXTRA + one_of(move, key, PLACE_NAMES)
        case "swap":
            return whole_or(move, key, 0, MOST_SEATS - 1, SWAP_NOBODY - SWAP) + SWAP
        case "call":
            return CALL + one_of(move, key, CALLS)
        case "put":
            return PUT + encode_card(move.get(key))
        case "reverse":
            return REVERSE
    return DONE


def decode(number: int) -> Move:
    """The move of an integer."""
    if number < CHOOSE:
        return {"do": "guess", "number": number}
    if number < STEP:
        return {"do": "choose", "house": HOUSES[number - CHOOSE]}
    if number < EXTRA:
        return {"do": "step", "to": PLACE_NAMES[number - STEP]}
    if number < REVERSE:
        return {"do": "extra", "to": PLACE_NAMES[number - EXTRA]}
    if number == REVERSE:
        return {"do": "reverse"}
    if number < DONE:
        return {"do": "swap", "with": number - SWAP}
    if number == DONE:
        return {"do": "done"}
    if number < PUT:
        return {"do": "call", "what": CALLS[number - CALL]}
    return {"do": "put", "card": decode_card(number - PUT)}


def encode_outcome(outcome: Any) -> int:
    """The integer of a card that chance brings: {"do": "draw", "card": {"number": 7, "symbol": "swap"}}."""
    if not isinstance(outcome, dict) or outcome.get("do") != "draw":
        raise Malformed(f"chance brings a card: {{'do': 'draw', 'card': ...}}, not {outcome!r}")
    only(outcome, "do", "card")
    return encode_card(outcome.get("card"))


def decode_outcome(number: int) -> Outcome:
    """The card of an integer, drawn."""
    return {"do": "draw", "card": decode_card(number)}


def encode_card(card: Any) -> int:
    """The integer of a card: {"number": 7, "symbol": "swap"}; a card without symbol is "plain"."""
    if not isinstance(card, dict):
        raise Malformed(f"a card is an object such as {{'number': 7, 'symbol': 'plain'}}, not {card!r}")
    only(card, "number", "symbol", of="card")
    return (whole(card, "number", 1, NUMBERS) - 1) * len(SYMBOLS) + one_of(card, "symbol", SYMBOLS)


def decode_card(number: int) -> Card:
    """The card of an integer."""
    return {"number": number // len(SYMBOLS) + 1, "symbol": SYMBOLS[number % len(SYMBOLS)]}
