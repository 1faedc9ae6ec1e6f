"""What Moledozer's rules share with what is seen and said of them: sizes, names, phases, the numbers of events."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from molehill.games.moledozer.types import House, Symbol

COLUMNS = ROWS = 9
PLACES = COLUMNS * ROWS
PLACE_NAMES = tuple(f"{chr(ord('a') + column)}{row + 1}" for row in range(ROWS) for column in range(COLUMNS))
SIDES = ("two", "four")
HOUSES: tuple[House, ...] = ("north", "east", "south", "west")
HOUSES_OF = {"two": ("west", "east"), "four": HOUSES}
SYMBOLS: tuple[Symbol, ...] = ("plain", "second", "extra", "reverse", "swap")
NUMBERS = 10
CARDS = NUMBERS * len(SYMBOLS)  # a card as an integer: (number - 1) * 5 + symbol
MOST_SEATS = 4

# The highest guess by how many are still in, when adding (MD-06) and when multiplying (MD-26).
HIGHEST = ((0, 10, 20, 30, 40), (1, 10, 100, 1000, 10_000))

UNCHOSEN, RUIN = -1, -2  # in place of a house's owner
NO_SEAT = -1

CHOOSE, DEAL, ORDER, CALL, GUESS, CHANGE, STEER, TIE_GUESS, TIE_DRAW, OVER = range(10)

(
    CHOSEN, SHUFFLED, DEALT, RECEIVED, ORDERING, PLACED, ORDERED, ROUND, CALLED, GUESSED, KEPT, CHANGED, TURNED,
    TOTALLED, WON_ROUND, NO_WINNER, STEPPED, USED, REVERSED, SWAPPED, FINISHED, FELL, RETURNED, BOARD_TURNED,
    MEASURED, TIED, DRAWN, ENDED, WON,
) = range(1, 30)  # fmt: skip
