"""The moves as structures and as integers for the rules: first all bids, the face fastest, then the doubt."""

from __future__ import annotations

from typing import Any, cast

from molehill.engine.declared import decoded, encoded, kinds

from .types import Move, Outcome

MOVES, OUTCOMES = kinds(Move), kinds(Outcome)


def encode(move: Any) -> int:
    return encoded(MOVES, move)


def decode(number: int) -> Move:
    return cast(Move, decoded(MOVES, number))


def encode_outcome(outcome: Any) -> int:
    return encoded(OUTCOMES, outcome)


def decode_outcome(number: int) -> Outcome:
    return cast(Outcome, decoded(OUTCOMES, number))
