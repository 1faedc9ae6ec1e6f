"""What the rules of Liar's Dice share with views and words: sizes, and events by number."""

from __future__ import annotations

MAX_SEATS, MOST_DICE, FACES = 4, 6, 6
NO_BID = -1  # in place of a bidder
HIDDEN = -1  # in place of a face

ROUND, ROLLED, BID, DOUBTED, SHOWED, COUNTED, LOST, WON = range(1, 9)
