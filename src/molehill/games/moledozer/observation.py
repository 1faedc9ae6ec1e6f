"""Moledozer as numbers: the mole and the houses, the guesses, one's own stack, and the cards one has not seen.

The board itself, which never changes in a box, is in the box.
"""

from __future__ import annotations

from molehill.engine import observing
from molehill.engine.compiling import rule
from molehill.engine.observing import LARGEST, row_of, seen, sits
from molehill.engine.records import Cube, Grid, Int16, Row
from molehill.games.moledozer.box import MOST_HAND, Box
from molehill.games.moledozer.facts import CARDS, COLUMNS, HIGHEST, HOUSES, NUMBERS, ROWS, RUIN
from molehill.games.moledozer.rules import SYMBOLS, Table

PHASES = 10
FAR = 127


class Observation(observing.Observation):
    """What a seat sees."""

    phase: Row[Int16] = seen(
        "The phase: choosing houses, the deal, putting cards in order, the call, guesses, changed guesses, steering, "
        "guesses to break a tie, cards to break it, the end.",
        PHASES,
    )
    mole: Grid[Int16] = seen("Where the mole is, by row and column.", ROWS, COLUMNS)
    side: Int16 = seen("The side of the board: 0 for two players, 1 for four.")
    owner: Grid[Int16] = seen("The house of each player: north, east, south, west.", "seats", len(HOUSES))
    ruins: Row[Int16] = seen("The houses that have fallen.", len(HOUSES))
    steps: Row[Int16] = seen(
        f"The mole's fewest steps to each house of this side, through no other; {FAR} if there is no way.",
        len(HOUSES), high=FAR,
    )  # fmt: skip
    fallen: Row[Int16] = seen("Who is out.", "seats")
    place: Row[Int16] = seen("The place of each player in the turn order, from 0 on.", "seats", high=3)
    starter: Row[Int16] = seen("Who started this round.", "seats")
    guess: Row[Int16] = seen("What each player has guessed; 0 for no guess.", "seats", high=HIGHEST[1][4])
    won: Row[Int16] = seen("Rounds that each player has won.", "seats", high=LARGEST)
    winner: Row[Int16] = seen("Who has won this round.", "seats")
    face_down: Row[Int16] = seen("Face-down cards of each player.", "seats", high=MOST_HAND)
    opened: Cube[Int16] = seen(
        "The open cards of each player, the first turned first: the number, and the symbol from 1 on (plain, second, "
        "extra, reverse, swap). 0 for none.",
        "seats", MOST_HAND, 2, high=NUMBERS,
    )  # fmt: skip
    stack: Grid[Int16] = seen(
        "Your own face-down cards, the top first: number and symbol in the same way.", MOST_HAND, 2, high=NUMBERS
    )
    placed: Int16 = seen("How many of your cards you have put in order.", high=MOST_HAND)
    drawn: Grid[Int16] = seen(
        "The card that each player has drawn to break a tie, in the same way.", "seats", 2, high=NUMBERS
    )
    unseen: Grid[Int16] = seen(
        "How many cards of each number and symbol you do not see anywhere.", NUMBERS, SYMBOLS, high=127
    )
    multiplies: Int16 = seen("Whether the cards of this round are multiplied.")
    most: Int16 = seen("The highest guess that is allowed.", high=HIGHEST[1][4])
    total: Int16 = seen("The total of this round, once the cards are open.", high=HIGHEST[1][4])
    symbols: Row[Int16] = seen("The symbols that are open this round.", SYMBOLS)
    stepped: Int16 = seen("Whether the mole has moved this round.")
    used: Row[Int16] = seen("The symbol that was used this round; the first of them means none.", SYMBOLS)
    deals: Int16 = seen("Deals so far.", high=1000)
    since_two: Int16 = seen("New shuffles since two players were left.", high=100)
    rounds: Int16 = seen("Rounds so far.", high=LARGEST)
    options: Row[Int16] = seen("The variants: changed guesses, one's own order, multiplication.", 3)


@rule
def observe(t: Table, box: Box, seat: int, o: Observation) -> None:
    """What this seat sees of a veiled table."""
    o.phase[t.phase] = 1
    o.mole[t.mole // COLUMNS, t.mole % COLUMNS] = 1
    o.side = t.side
    for h in range(len(HOUSES)):
        if t.owner[h] >= 0:
            o.owner[row_of(seat, t.owner[h], t.seats), h] = 1
        o.ruins[h] = 1 if t.owner[h] == RUIN else 0
        o.steps[h] = box.distance[t.side, h, t.mole] if box.house_place[t.side, h] >= 0 else FAR
        if o.steps[h] < 0:
            o.steps[h] = FAR
    for k in range(t.seats):
        show_player(t, sits(seat, k, t.seats), k, o)
    if t.starter >= 0:
        o.starter[row_of(seat, t.starter, t.seats)] = 1
    if t.winner >= 0:
        o.winner[row_of(seat, t.winner, t.seats)] = 1
    if seat >= 0:
        o.placed = t.placed[seat]
        for k in range(t.turned[seat], t.have[seat]):
            o.stack[k - t.turned[seat], 0] = t.stack[seat, k] // SYMBOLS + 1
            o.stack[k - t.turned[seat], 1] = t.stack[seat, k] % SYMBOLS + 1
    for card in range(CARDS):
        o.unseen[card // SYMBOLS, card % SYMBOLS] = t.left[card]
    show_round(t, o)


@rule
def show_player(t: Table, s: int, k: int, o: Observation) -> None:
    o.fallen[k], o.place[k], o.guess[k], o.won[k] = t.fallen[s], t.place[s], t.guess[s], t.won[s]
    o.face_down[k] = t.have[s] - t.turned[s]
    for n in range(t.turned[s]):
        o.opened[k, n, 0], o.opened[k, n, 1] = t.stack[s, n] // SYMBOLS + 1, t.stack[s, n] % SYMBOLS + 1
    if t.drawn[s] >= 0:
        o.drawn[k, 0], o.drawn[k, 1] = t.drawn[s] // SYMBOLS + 1, t.drawn[s] % SYMBOLS + 1


@rule
def show_round(t: Table, o: Observation) -> None:
    o.multiplies, o.most, o.total, o.stepped = t.call, HIGHEST[t.call][t.alive], t.total, t.stepped
    for k in range(SYMBOLS):
        o.symbols[k] = t.symbols >> k & 1
    o.used[t.used] = 1
    o.deals, o.since_two, o.rounds = t.deals, t.since, t.rounds
    o.options[0], o.options[1], o.options[2] = t.change_guess, t.own_order, t.multiply
