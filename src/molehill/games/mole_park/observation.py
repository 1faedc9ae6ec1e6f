"""Mole Park as numbers: holes, hill and piles, everybody's prizes and dice, and one's own moles.

Costs and stars that never change in a box are in the box; here are the stars of the cards that lie open.
"""

from __future__ import annotations

from molehill.engine import observing
from molehill.engine.bits import count_bits
from molehill.engine.compiling import rule
from molehill.engine.observing import LARGEST, row_of, seen, sits
from molehill.engine.records import Grid, Int16, Row
from molehill.games.mole_park.box import Box
from molehill.games.mole_park.facts import (
    ASKED,
    CARDS,
    DECLARING,
    GONE,
    HELD,
    HOLES,
    MOST_STARS,
    NO_CARD,
    NO_DIE,
    PILES,
    VALUES,
)
from molehill.games.mole_park.moves import DIE_COUNT
from molehill.games.mole_park.rules import Table

PHASES = 10


class Observation(observing.Observation):
    """What a seat sees."""

    phase: Row[Int16] = seen(
        "The phase: prizes are turned up, declarations, choosing dice, rolling, whacking, discarding, King Mole names "
        "somebody, picking prizes, awarding the crown, the end.",
        PHASES,
    )
    round: Int16 = seen("The round.", high=100)
    wave: Int16 = seen("The wave of declarations.", high=127)
    king: Row[Int16] = seen("Who is King Mole.", "seats")
    holes: Row[Int16] = seen("Moles in each hole.", HOLES, high=LARGEST)
    burrow: Int16 = seen("Moles in the Burrow.", high=LARGEST)
    hill: Row[Int16] = seen("Moles on the Mole Hill, worth 1 to 5 stars.", VALUES, high=LARGEST)
    unseen: Row[Int16] = seen("Moles that you do not see anywhere, worth 1 to 5 stars.", VALUES, high=LARGEST)
    hand: Row[Int16] = seen("Moles in your hand, worth 1 to 5 stars.", VALUES, high=LARGEST)
    moles: Row[Int16] = seen("Moles in each hand.", "seats", high=LARGEST)
    limit: Row[Int16] = seen("Moles that each player may keep.", "seats", high=LARGEST)
    stars: Row[Int16] = seen("Stars of the prizes that each player has won.", "seats", high=LARGEST)
    prizes: Grid[Int16] = seen("Prizes that each player has won from each pile.", "seats", PILES, high=CARDS)
    up: Row[Int16] = seen("Whether a prize lies open on each pile.", PILES)
    up_stars: Row[Int16] = seen("Its stars.", PILES, high=MOST_STARS)
    up_hand: Row[Int16] = seen("How many more moles it lets its owner keep.", PILES, high=127)
    down: Row[Int16] = seen("Face-down prizes of each pile.", PILES, high=CARDS)
    crowns: Int16 = seen("Crown cards that are left.", high=127)
    declared: Row[Int16] = seen("Who has declared for the crown.", "seats")
    ready: Row[Int16] = seen("Who has answered, or has chosen a die.", "seats")
    answer: Row[Int16] = seen("Your own answer: hold, or declare.", 2)
    dice: Grid[Int16] = seen(
        "The die of each player as far as you know it: glove, pan, mallet, prize.", "seats", DIE_COUNT
    )
    shows: Grid[Int16] = seen(
        "What each die of each player shows; 0 is an X, -1 has not been rolled.",
        "seats", DIE_COUNT, low=-1, high=MOST_STARS,
    )  # fmt: skip
    total: Row[Int16] = seen(
        "What each player has for prizes this round; -1 for those who did not roll for them.",
        "seats", low=-1, high=LARGEST,
    )  # fmt: skip
    turn: Row[Int16] = seen("Whose die rolls, who takes moles, or who picks.", "seats")
    waiting: Row[Int16] = seen("Who has not picked yet.", "seats")
    tied: Row[Int16] = seen("Among whom King Mole decides.", "seats")
    contestants: Row[Int16] = seen("Who is in the Showdown.", "seats")
    each: Int16 = seen("Moles for each player who whacked the hole.", high=LARGEST)
    left: Int16 = seen("Moles that the player still has to take there.", high=LARGEST)


@rule
def observe(t: Table, box: Box, seat: int, o: Observation) -> None:
    """What this seat sees of a veiled table."""
    o.phase[t.phase] = 1
    o.round, o.wave, o.burrow, o.crowns = t.round, t.wave, t.burrow, t.crowns
    o.king[row_of(seat, t.king, t.seats)] = 1
    if t.at_seat < t.seats:
        o.turn[row_of(seat, t.at_seat, t.seats)] = 1
    o.each, o.left = t.each, t.left
    for h in range(HOLES):
        o.holes[h] = t.hole[h]
    for v in range(VALUES):
        o.hill[v], o.unseen[v] = t.hill[v], t.unseen[v]
        if seat >= 0:
            o.hand[v] = t.hand[seat, v]
    if seat >= 0:
        o.answer[0] = 1 if t.answer[seat] == HELD else 0
        o.answer[1] = 1 if t.answer[seat] == GONE else 0
    for p in range(PILES):
        show_pile(t, box, p, o)
    for k in range(t.seats):
        show_player(t, sits(seat, k, t.seats), k, o)


@rule
def show_pile(t: Table, box: Box, p: int, o: Observation) -> None:
    card = t.up[p]
    if card != NO_CARD:
        o.up[p], o.up_stars[p], o.up_hand[p] = 1, box.stars[p, card], box.hand[p, card]
    o.down[p] = count_bits(t.pile[p])


@rule
def show_player(t: Table, s: int, k: int, o: Observation) -> None:
    o.moles[k], o.limit[k], o.stars[k], o.total[k] = t.moles[s], t.limit[s], t.stars[s], t.total[s]
    for p in range(PILES):
        o.prizes[k, p] = count_bits(t.prizes[s, p])
    for d in range(DIE_COUNT):
        o.shows[k, d] = t.shows[s, d]
    die = t.die[s]
    if 0 <= die < DIE_COUNT:
        o.dice[k, die] = 1
    answered = t.answer[s] > ASKED if t.phase == DECLARING else die != NO_DIE
    o.ready[k] = 1 if answered else 0
    o.declared[k], o.waiting[k] = t.declared >> s & 1, t.waiting >> s & 1
    o.tied[k], o.contestants[k] = t.tied >> s & 1, t.contestants >> s & 1
