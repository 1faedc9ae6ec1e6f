"""Mole Park's box: dice, moles and prize decks, checked against MP-01, MP-03 and MP-04, made into one record."""

from __future__ import annotations

from typing import Any

import numpy as np

from molehill.engine.box import Source
from molehill.engine.records import Grid, Int8, Int16, Int32, Record, Row, sized
from molehill.games.mole_park.facts import (
    CARDS,
    CROWN,
    DICE,
    FACES,
    HAND,
    HOLES,
    MOST_STARS,
    PILE_NAMES,
    PILES,
    PRIZE_DIE,
    VALUES,
    Card,
    cards_of,
)

TOTALS = 64


class Box(Record):
    """What is in the box."""

    face: Grid[Int8] = sized(4, FACES)  # 0 is an X
    shows: Grid[Int8] = sized(4, FACES)  # the different faces of a die, and how many there are of each
    faces: Grid[Int8] = sized(4, FACES)
    different: Row[Int8] = sized(4)
    moles: Row[Int16] = sized(VALUES)
    cost: Row[Int16] = sized(7)
    stars: Grid[Int8] = sized(PILES, CARDS)
    hand: Grid[Int8] = sized(PILES, CARDS)
    cards: Row[Int8] = sized(7)
    buys: Row[Int32] = sized(TOTALS)  # thousandths of a star that a total buys on average, for judging positions


def read(source: Source, box: Box) -> None:
    """Check the file and fill in the record; BadBox names the line of what is wrong."""
    source.only(("title", "standard", "dice", "moles", "prizes"))
    source.get("title", kind=str)
    standard = source.get("standard", kind=bool, default=True)
    read_dice(source, box)
    read_moles(source, box)
    read_prizes(source, box)
    if standard:
        check_dice(source, box)
        check_moles(source, box)
        check_prizes(source, box)
    fill_buys(box)


HINT = " (standard = false lets it be played)"


# ---- dice (MP-01) ---------------------------------------------------------------------------------------------------


def read_dice(source: Source, box: Box) -> None:
    source.only(DICE, "dice")
    for d, die in enumerate(DICE):
        faces = source.get("dice", die, kind=list)
        if len(faces) != FACES:
            source.fail(f"MP-01: the {die} die has {len(faces)} faces; it must have {FACES}", "dice", die)
        box.face[d] = values = [read_face(source, die, face) for face in faces]
        box.different[d] = len(set(values))
        for k, value in enumerate(sorted(set(values))):
            box.shows[d, k] = value
            box.faces[d, k] = values.count(value)


def read_face(source: Source, die: str, face: Any) -> int:
    if die == "prize":
        if not _whole(face, 1, MOST_STARS):
            source.fail(f"MP-01: the Prize die shows 1 to {MOST_STARS} stars, not {face!r}", "dice", die)
    elif face == "X":
        return 0
    elif not _whole(face, 1, HOLES):
        source.fail(f'MP-01: a face of a whacking die is a hole, 1 to {HOLES}, or "X", not {face!r}', "dice", die)
    return int(face)


def check_dice(source: Source, box: Box) -> None:
    """MP-01 in full: five holes and an X on each whacking die, and a choice that matters."""
    glove, pan, mallet = (sorted(box.face[d]) for d in range(PRIZE_DIE))
    for die, faces in (("glove", glove), ("pan", pan), ("mallet", mallet)):
        if faces.count(0) != 1:
            source.fail(f"MP-01: the {die} die has {faces.count(0)} X; it must have one{HINT}", "dice", die)
    if glove != [0, 1, 2, 3, 4, 5]:
        source.fail(f"MP-01: the Glove must reach every hole{HINT}", "dice", "glove")
    if sum(pan) >= sum(glove):
        source.fail(f"MP-01: the Pan must favour the low holes{HINT}", "dice", "pan")
    if sum(mallet) <= sum(glove):
        source.fail(f"MP-01: the Mallet must favour the high holes{HINT}", "dice", "mallet")


# ---- moles (MP-03) --------------------------------------------------------------------------------------------------


def read_moles(source: Source, box: Box) -> None:
    names = [str(k + 1) for k in range(VALUES)]
    source.only(names, "moles")
    box.moles[:] = [source.number("moles", name, low=0, high=500) for name in names]
    if not any(box.moles):
        source.fail("MP-03: there are no moles at all", "moles")


def check_moles(source: Source, box: Box) -> None:
    moles = list(box.moles)
    if sum(moles) != 125:
        source.fail(f"MP-03: {sum(moles)} moles; there must be 125{HINT}", "moles")
    for k in range(1, VALUES):
        if moles[k] >= moles[k - 1]:
            source.fail(f"MP-03: moles of {k + 1} stars must be rarer than those of {k}{HINT}", "moles", str(k + 1))


# ---- prizes (MP-04) -------------------------------------------------------------------------------------------------


def read_prizes(source: Source, box: Box) -> None:
    source.only(PILE_NAMES, "prizes")
    for p, pile in enumerate(PILE_NAMES):
        source.only(("cost", "cards"), "prizes", pile)
        box.cost[p] = source.number("prizes", pile, "cost", low=1, high=TOTALS - 1)
        if p > 0 and box.cost[p] <= box.cost[p - 1]:
            source.fail(f"MP-04: {pile} must cost more than {PILE_NAMES[p - 1]}", "prizes", pile, "cost")
        if p == CROWN:
            box.cards[p] = source.number("prizes", pile, "cards", low=1, high=CARDS)
            continue
        cards = read_cards(source, pile)
        box.cards[p] = len(cards)
        for c, (_, stars, hand) in enumerate(cards):
            box.stars[p, c] = stars
            box.hand[p, c] = hand


def read_cards(source: Source, pile: str) -> list[Card]:
    where = ("prizes", pile, "cards")
    cards = source.get(*where, kind=dict)
    if not 1 <= len(cards) <= CARDS:
        source.fail(f"MP-04: {pile} has {len(cards)} cards; it must have 1 to {CARDS}", *where)
    for name, card in cards.items():
        if isinstance(card, dict):
            source.only(("stars", "hand"), *where, name)
            source.number(*where, name, "stars", low=0, high=MOST_STARS)
            source.number(*where, name, "hand", low=0, high=3)
        else:
            source.number(*where, name, low=0, high=MOST_STARS)
    return cards_of(cards)


def check_prizes(source: Source, box: Box) -> None:
    """MP-04 in full: decks of eight at the rulebook's costs, dearer ones better, a crown that needs prizes."""
    for p, pile in enumerate(PILE_NAMES):
        if box.cards[p] != CARDS:
            text = f"MP-04: {pile} has {box.cards[p]} cards; it must have {CARDS}{HINT}"
            source.fail(text, "prizes", pile, "cards")
        if box.cost[p] != 10 + 5 * p:
            text = f"MP-04: {pile} costs {box.cost[p]}; it must cost {10 + 5 * p}{HINT}"
            source.fail(text, "prizes", pile, "cost")
        if 0 < p < CROWN and sum(box.stars[p]) <= sum(box.stars[p - 1]):
            text = f"MP-04: {pile} must give more stars on average than {PILE_NAMES[p - 1]}{HINT}"
            source.fail(text, "prizes", pile, "cards")
    best = best_moles(box) + max(box.face[PRIZE_DIE])
    if best >= box.cost[CROWN]:
        text = f"MP-04: the best {HAND} moles and the best Prize roll make {best}, so the crown needs no prize{HINT}"
        source.fail(text, "prizes", "crown", "cost")


def best_moles(box: Box) -> int:
    """The stars of the best hand of five."""
    moles = [k + 1 for k in range(VALUES) for _ in range(box.moles[k])]
    return sum(moles[-HAND:])


# ---- what a total is good for ---------------------------------------------------------------------------------------


def fill_buys(box: Box) -> None:
    """Between the costs of two piles a total counts in proportion, so that every star brings a hand forward."""
    cost = [0, *box.cost[:PILES]]
    mean = [0.0] + [sum(box.stars[p]) / box.cards[p] for p in range(PILES)]
    box.buys[:] = np.interp(np.arange(TOTALS), cost, mean) * 1000


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
