"""What Mole Park's rules share with what is seen and said of them: sizes, names, phases, the numbers of events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from molehill.games.mole_park.types import Die, PileName

MAX_SEATS = 8
DICE: tuple[Die, ...] = ("glove", "pan", "mallet", "prize")
PRIZE_DIE = 3
FACES = 6
HOLES = 5
VALUES = 5  # a mole is worth 1 to 5 stars
PILE_NAMES: tuple[PileName, ...] = ("candy", "toys", "inflation", "furry", "action", "collection", "crown")
PILES = 6  # with cards to turn up
CROWN = 6
CARDS = 8
HAND = 5  # MP-14
MOST_STARS = 20  # on a card or on a face of the Prize die

TURNING, DECLARING, CHOOSING, ROLLING, WHACKING, DISCARDING, NAMING, PICKING, AWARDING, OVER = range(10)

NOT_ASKED, ASKED, HELD, GONE, SECRET = range(5)  # answers in a wave of declarations
NO_DIE, SECRET_DIE = -1, 4
NO_CARD = -1

(
    ROUND, DEALT, REFILLED, STAGE, ANSWERED, ANSWER, DECLARED, NOBODY_ELSE, READY, CHOSEN, DICE_SHOWN, DIE_SHOWN,
    ROLLED, SPLIT, TOOK, DREW, DISCARDED, SHOWED, TOTALLED, EMPTY_HANDED, FELL_SHORT, NAMED, WON_PRIZE, PASSED,
    NO_PRIZE, TURNED, SHOWDOWN, CLEARED, GAVE_BACK, CROWNED, ENDED, SHARED,
) = range(1, 33)  # fmt: skip

Card = tuple[str, int, int]


def cards_of(cards: dict[str, Any]) -> list[Card]:
    """A deck in the order in which its cards are numbered, by name: (name, stars, how many more moles in hand)."""
    return [
        (name, card["stars"], card["hand"]) if isinstance(card, dict) else (name, card, 0)
        for name, card in sorted(cards.items())
    ]
