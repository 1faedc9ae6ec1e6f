"""Honeymoon's moves as people and wires write them, and as the integers that the rules use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from molehill.engine.errors import Malformed
from molehill.engine.structures import is_whole, one_of, only, whole, whole_or
from molehill.games.honeymoon.facts import LONGEST, SIZE, STEPS

if TYPE_CHECKING:
    from molehill.games.honeymoon.types import Cell, Direction, Move, Outcome

DIRECTIONS: tuple[Direction, ...] = ("north", "east", "south", "west")
PASS = 0
DIE = 6
MOVES = 1 + SIZE * SIZE * 4 * LONGEST
# Digs of a length that no die allows: nobody can make these, and the rules say why. None is longer than the moon.
ODD = SIZE + 2 - LONGEST
FACTORS = {"at": ("row", "column")}  # what the places of a list are called where moves are taken apart


def encode(move: Any) -> int:
    """The integer of a move. Raises Malformed if it is none."""
    if not isinstance(move, dict):
        raise Malformed("a move is an object such as {'do': 'pass'}")
    if move.get("do") == "pass":
        only(move, "do")
        return PASS
    if move.get("do") != "dig":
        raise Malformed(f"'do' must be 'dig' or 'pass', not {move.get('do')!r}")
    only(move, "do", "at", "to", "length")
    at = move.get("at")
    if not isinstance(at, list | tuple) or len(at) != 2 or not all(is_whole(n, 0, SIZE - 1) for n in at):
        raise Malformed(f"'at' must be [row, column], each 0 to {SIZE - 1}, not {at!r}")
    way = (int(at[0]) * SIZE + int(at[1])) * 4 + one_of(move, "to", DIRECTIONS)
    length = whole_or(move, "length", 1, LONGEST, 0)
    if length:
        return 1 + way * LONGEST + length - 1
    return MOVES + way * ODD + max(0, min(ODD - 1, int(move["length"]) - LONGEST))


def decode(number: int) -> Move:
    """The move of an integer."""
    if number == PASS:
        return {"do": "pass"}
    rest, length = divmod(number - 1, LONGEST)
    cell, to = divmod(rest, 4)
    at = cast("Cell", [cell // SIZE, cell % SIZE])
    return {"do": "dig", "at": at, "to": DIRECTIONS[to], "length": length + 1}


def encode_outcome(outcome: Any) -> int:
    """The integer of a roll: {"do": "roll", "shows": 5}."""
    if not isinstance(outcome, dict) or outcome.get("do") != "roll":
        raise Malformed(f"a roll is {{'do': 'roll', 'shows': 1 to {DIE}}}, not {outcome!r}")
    only(outcome, "do", "shows")
    return whole(outcome, "shows", 1, DIE)


def decode_outcome(number: int) -> Outcome:
    """The roll of an integer."""
    return {"do": "roll", "shows": number}


def cells_of(dig: Mapping[str, Any]) -> list[Cell]:
    """The cells of a dig, or of an event that tells of one, from the first on."""
    row, column = dig["at"] if "at" in dig else (dig["row"], dig["column"])
    down, right = STEPS[DIRECTIONS.index(dig["to"])]
    return cast("list[Cell]", [[row + k * down, column + k * right] for k in range(dig["length"])])
