"""What Mole Rats' rules share with what is seen and said of them: sizes, names, phases, the numbers of events.

A space is called "3-7" (tier 3, space 7, counted clockwise from 1) and has a number for the rules; the number tells
the name without the box. A card is a pair of halves such as "your 1 or 2" and "all red 3", and has a code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from molehill.games.mole_rats.types import Item

RATS = 4
COLOURS = ("red", "yellow", "green", "blue")
SNAKES_A_COLOUR = 3
SNAKES = len(COLOURS) * SNAKES_A_COLOUR
EQUIPMENT: tuple[Item, ...] = ("toothbrush", "tape", "map", "food")
TIERS = 5
RING = 40  # the most spaces that a tier can have: numbers of tier 2 begin there
MAX_SPACES = TIERS * RING
POD, SPACE, ASIDE = MAX_SPACES, MAX_SPACES + 1, -1  # beyond the spaces: the pod, outer space, beside the board

LENGTHS = ("1", "2", "3", "1 or 2", "2 or 3")  # MR-12
SHORTEST, LONGEST = (1, 2, 3, 1, 2), (1, 2, 3, 2, 3)
RAT_WORDS = ("your", "any", "all")
RAT_HALVES = ("-", *(f"{who} {length}" for who in RAT_WORDS for length in LENGTHS))
SNAKE_HALVES = (  # MR-13; the last is MR-31
    "-",
    *(f"one {colour} {length}" for colour in COLOURS for length in LENGTHS),
    *(f"any {length}" for length in LENGTHS),
    *(f"all {colour} {length}" for colour in COLOURS for length in LENGTHS),
    "any climb",
    *(f"all {colour} climb" for colour in COLOURS),
    *(f"add {colour}" for colour in COLOURS),
    "every climb",
)

NONE = -1
DEAL, DRAW, PLAY, OVER = 0, 1, 2, 3
BEFORE, RAT_HALF, SNAKE_HALF = 0, 1, 2
WON = 29  # the clause

(
    DREW, TURN, INSTRUCTED, NOTHING, RAN, CLIMBED, FELL, ESCAPED, LOST, COLLECTED, BITTEN, CROWDED, BOOSTED,
    SLITHERED, PAUSED, SNAKE_CLIMBED, SNAKE_FELL, BLOWN, INTRUDED, ADDED, DISCARDED, ENDED,
) = range(1, 23)  # fmt: skip


def place_name(number: int) -> str:
    """What a space is called."""
    return f"{tier_of(number)}-{number % RING + 1}"


def tier_of(number: int) -> int:
    """The tier of a space, 1 to 5."""
    return number // RING + 1


def code_of(rats: str, snakes: str) -> int:
    """The code of a card by its halves; raises ValueError if one of them means nothing."""
    return RAT_HALVES.index(rats) * len(SNAKE_HALVES) + SNAKE_HALVES.index(snakes)


def halves_of(code: int) -> tuple[str, str]:
    """The halves of a card by its code."""
    return RAT_HALVES[code // len(SNAKE_HALVES)], SNAKE_HALVES[code % len(SNAKE_HALVES)]


def length_of(half: str) -> str:
    """The length that a half tells, or an empty text."""
    return next((length for length in reversed(LENGTHS) if half.endswith(f" {length}")), "")
