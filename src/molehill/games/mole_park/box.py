"""Mole Park's box: dice, moles and prize decks, checked against MP-01, MP-03 and MP-04, made into one record."""

from __future__ import annotations

from typing import Any

import numpy as np

from molehill.engine.box import Source
from molehill.engine.records import Tables, new
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

BOX = np.dtype(
    [
        ("face", "i1", (4, FACES)),  # 0 is an X
        ("shows", "i1", (4, FACES)),  # the different faces of a die, and how many there are of each
        ("faces", "i1", (4, FACES)),
        ("different", "i1", (4,)),
        ("moles", "i2", (VALUES,)),
        ("cost", "i2", (7,)),
        ("stars", "i1", (PILES, CARDS)),
        ("hand", "i1", (PILES, CARDS)),
        ("cards", "i1", (7,)),
        ("buys", "i4", (TOTALS,)),  # thousandths of a star that a total buys on average, for judging positions
    ],
    align=True,
)


def read(source: Source) -> Tables:
    """The record of a checked file; BadBox names the line of what is wrong."""
    source.only(("title", "standard", "dice", "moles", "prizes"))
    source.get("title", kind=str)
    standard = source.get("standard", kind=bool, default=True)
    record = new(BOX)
    read_dice(source, record[0])
    read_moles(source, record[0])
    read_prizes(source, record[0])
    if standard:
        check_dice(source, record[0])
        check_moles(source, record[0])
        check_prizes(source, record[0])
    fill_buys(record[0])
    return record


HINT = " (standard = false lets it be played)"


# ---- dice (MP-01) ---------------------------------------------------------------------------------------------------


def read_dice(source: Source, record: Any) -> None:
    source.only(DICE, "dice")
    for d, die in enumerate(DICE):
        faces = source.get("dice", die, kind=list)
        if len(faces) != FACES:
            source.fail(f"MP-01: the {die} die has {len(faces)} faces; it must have {FACES}", "dice", die)
        record["face"][d] = [read_face(source, die, face) for face in faces]
        values, counts = np.unique(record["face"][d], return_counts=True)
        record["different"][d] = len(values)
        record["shows"][d, : len(values)] = values
        record["faces"][d, : len(values)] = counts


def read_face(source: Source, die: str, face: Any) -> int:
    if die == "prize":
        if not _whole(face, 1, MOST_STARS):
            source.fail(f"MP-01: the Prize die shows 1 to {MOST_STARS} stars, not {face!r}", "dice", die)
    elif face == "X":
        return 0
    elif not _whole(face, 1, HOLES):
        source.fail(f'MP-01: a face of a whacking die is a hole, 1 to {HOLES}, or "X", not {face!r}', "dice", die)
    return int(face)


def check_dice(source: Source, record: Any) -> None:
    """MP-01 in full: five holes and an X on each whacking die, and a choice that matters."""
    glove, pan, mallet = (sorted(record["face"][d].tolist()) for d in range(PRIZE_DIE))
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


def read_moles(source: Source, record: Any) -> None:
    names = [str(k + 1) for k in range(VALUES)]
    source.only(names, "moles")
    record["moles"] = [source.number("moles", name, low=0, high=500) for name in names]
    if not record["moles"].any():
        source.fail("MP-03: there are no moles at all", "moles")


def check_moles(source: Source, record: Any) -> None:
    moles = record["moles"].tolist()
    if sum(moles) != 125:
        source.fail(f"MP-03: {sum(moles)} moles; there must be 125{HINT}", "moles")
    for k in range(1, VALUES):
        if moles[k] >= moles[k - 1]:
            source.fail(f"MP-03: moles of {k + 1} stars must be rarer than those of {k}{HINT}", "moles", str(k + 1))


# ---- prizes (MP-04) -------------------------------------------------------------------------------------------------


def read_prizes(source: Source, record: Any) -> None:
    source.only(PILE_NAMES, "prizes")
    for p, pile in enumerate(PILE_NAMES):
        source.only(("cost", "cards"), "prizes", pile)
        record["cost"][p] = source.number("prizes", pile, "cost", low=1, high=TOTALS - 1)
        if p > 0 and record["cost"][p] <= record["cost"][p - 1]:
            source.fail(f"MP-04: {pile} must cost more than {PILE_NAMES[p - 1]}", "prizes", pile, "cost")
        if p == CROWN:
            record["cards"][p] = source.number("prizes", pile, "cards", low=1, high=CARDS)
            continue
        cards = read_cards(source, pile)
        record["cards"][p] = len(cards)
        for c, (_, stars, hand) in enumerate(cards):
            record["stars"][p, c] = stars
            record["hand"][p, c] = hand


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


def check_prizes(source: Source, record: Any) -> None:
    """MP-04 in full: decks of eight at the rulebook's costs, dearer ones better, a crown that needs prizes."""
    for p, pile in enumerate(PILE_NAMES):
        if record["cards"][p] != CARDS:
            text = f"MP-04: {pile} has {record['cards'][p]} cards; it must have {CARDS}{HINT}"
            source.fail(text, "prizes", pile, "cards")
        if record["cost"][p] != 10 + 5 * p:
            text = f"MP-04: {pile} costs {record['cost'][p]}; it must cost {10 + 5 * p}{HINT}"
            source.fail(text, "prizes", pile, "cost")
        if 0 < p < CROWN and record["stars"][p].sum() <= record["stars"][p - 1].sum():
            text = f"MP-04: {pile} must give more stars on average than {PILE_NAMES[p - 1]}{HINT}"
            source.fail(text, "prizes", pile, "cards")
    best = best_moles(record) + int(record["face"][PRIZE_DIE].max())
    if best >= record["cost"][CROWN]:
        text = f"MP-04: the best {HAND} moles and the best Prize roll make {best}, so the crown needs no prize{HINT}"
        source.fail(text, "prizes", "crown", "cost")


def best_moles(record: Any) -> int:
    """The stars of the best hand of five."""
    moles = [k + 1 for k in range(VALUES) for _ in range(int(record["moles"][k]))]
    return sum(moles[-HAND:])


# ---- what a total is good for ---------------------------------------------------------------------------------------


def fill_buys(record: Any) -> None:
    """Between the costs of two piles a total counts in proportion, so that every star brings a hand forward."""
    cost = [0, *record["cost"][:PILES].tolist()]
    mean = [0.0] + [float(record["stars"][p].sum()) / int(record["cards"][p]) for p in range(PILES)]
    record["buys"] = np.interp(np.arange(TOTALS), cost, mean) * 1000


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
