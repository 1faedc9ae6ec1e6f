"""Moledozer's box: two boards as graphs and the cards, checked against MD-01 and MD-03, made into one record."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from molehill.engine.box import Source
from molehill.engine.records import Cube, Grid, Int8, Int16, Record, Row, sized
from molehill.games.moledozer.facts import (
    CARDS,
    HOUSES,
    HOUSES_OF,
    MOST_SEATS,
    NUMBERS,
    PLACE_NAMES,
    PLACES,
    SIDES,
    SYMBOLS,
)

MOST_CARDS = 120
MOST_HAND = 7
MOST_NEIGHBOURS = 8

# MD-03, MD-04, MD-21, MD-23: what an edition must have unless it says `standard = false`.
STANDARD_SYMBOLS = {"second": 5, "extra": 5, "reverse": 4, "swap": 4, "plain": 12}
STANDARD_COUNTS = {"hand": (5, "MD-04"), "reshuffles": (2, "MD-21"), "deals": (60, "MD-23")}
EACH_NUMBER = 3
_HINT = " (standard = false lets it be played)"


class Box(Record):
    """What is in the box."""

    hand: Int8
    reshuffles: Int8
    deals: Int16
    kinds: Int8  # how many different cards there are
    kind: Row[Int8] = sized(CARDS)  # which: the first `kinds` entries count
    count: Row[Int8] = sized(CARDS)  # how many of each card
    start: Row[Int8] = sized(2)
    house_place: Grid[Int8] = sized(2, len(HOUSES))  # where each house stands, -1 if the side has none
    house_at: Grid[Int8] = sized(2, PLACES)  # the house on a place, or -1
    degree: Grid[Int8] = sized(2, PLACES)
    neighbour: Cube[Int8] = sized(2, PLACES, MOST_NEIGHBOURS)
    distance: Cube[Int8] = sized(2, len(HOUSES), PLACES)  # the mole's fewest steps to a house, through no other (MD-21)


def read(source: Source, box: Box) -> None:
    """Check the file and fill in the record; BadBox names the line of what is wrong."""
    source.only(("title", "standard", "counts", "cards", "side"))
    source.only(STANDARD_COUNTS, "counts")
    source.only(SIDES, "side")
    source.get("title", kind=str)
    standard = source.get("standard", kind=bool, default=True)
    box.hand = source.number("counts", "hand", low=1, high=MOST_HAND)
    box.reshuffles = source.number("counts", "reshuffles", low=1, high=100)
    box.deals = source.number("counts", "deals", low=1, high=1000)
    cards = read_cards(source)
    put_cards(box, cards)
    if standard:
        check_standard(source, cards)
    if len(cards) < MOST_SEATS * box.hand:
        source.fail(f"MD-04: {len(cards)} cards are too few for four players' hands", "cards")
    for number, name in enumerate(SIDES):
        side = Side(source, name)
        side.check()
        side.put(box, number)


# ---- the cards ------------------------------------------------------------------------------------------------------


def read_cards(source: Source) -> list[tuple[int, str]]:
    """Every card as (number, symbol)."""
    source.only([str(number) for number in range(1, NUMBERS + 1)], "cards")
    cards = []
    for number in range(1, NUMBERS + 1):
        for symbol in source.get("cards", str(number), kind=list, default=[]):
            if symbol not in SYMBOLS:
                source.fail(f"MD-03: {symbol!r} is none of {', '.join(SYMBOLS)}", "cards", str(number))
            cards.append((number, symbol))
    if len(cards) > MOST_CARDS:
        source.fail(f"MD-03: {len(cards)} cards; there is room for {MOST_CARDS}", "cards")
    return cards


def check_standard(source: Source, cards: list[tuple[int, str]]) -> None:
    """MD-03 in full, and the counts of MD-04, MD-21 and MD-23."""
    for name, (wanted, clause) in STANDARD_COUNTS.items():
        if source.get("counts", name) != wanted:
            source.fail(f"{clause}: counts.{name} must be {wanted}{_HINT}", "counts", name)
    for number in range(1, NUMBERS + 1):
        symbols = [symbol for n, symbol in cards if n == number]
        if len(symbols) != EACH_NUMBER:
            source.fail(f"MD-03: {len(symbols)} cards with {number}, not {EACH_NUMBER}{_HINT}", "cards", str(number))
        for symbol in SYMBOLS[1:]:
            if symbols.count(symbol) > 1:
                source.fail(f"MD-03: {number} has the symbol {symbol} twice{_HINT}", "cards", str(number))
    for kind, wanted in STANDARD_SYMBOLS.items():
        n = sum(1 for _, symbol in cards if symbol == kind)
        if n != wanted:
            source.fail(f"MD-03: {n} cards are {kind}; there must be {wanted}{_HINT}", "cards")


def card_number(number: int, symbol: str) -> int:
    """A card as the rules' integer."""
    return (number - 1) * len(SYMBOLS) + SYMBOLS.index(symbol)


def put_cards(box: Box, cards: list[tuple[int, str]]) -> None:
    """Note how many there are of each card, and which cards there are at all."""
    for number, symbol in cards:
        box.count[card_number(number, symbol)] += 1
    kinds = [card for card in range(CARDS) if box.count[card]]
    box.kinds = len(kinds)
    box.kind[: len(kinds)] = kinds


# ---- the boards -----------------------------------------------------------------------------------------------------


class Side:
    """One side of the board while it is read and checked."""

    def __init__(self, source: Source, name: str) -> None:
        self.source, self.name = source, name
        source.only(("start", "tunnels", "houses"), "side", name)
        self.neighbours: dict[int, list[int]] = {}
        lines = source.get("side", name, "tunnels", kind=str).rstrip().split("\n")
        for row, line in enumerate(lines):
            self.read_tunnel(row, line)
        source.only(HOUSES_OF[name], "side", name, "houses")
        self.houses = {house: self.read_place("houses", house) for house in HOUSES_OF[name]}
        self.start = self.read_place("start")

    def fail(self, message: str, *path: str, below: int = 0) -> None:
        """Refuse the file because of something on this side."""
        self.source.fail(f"side {self.name}: {message}", "side", self.name, *path, below=below)

    def read_tunnel(self, row: int, line: str) -> None:
        """Join each place of a line to the next."""
        names = line.split()
        for name in names:
            if name not in PLACE_NAMES:
                self.fail(f"{name!r} is no place; places are a1 to i9", "tunnels", below=row + 1)
        places = [PLACE_NAMES.index(name) for name in names]
        if len(places) == 1:
            self.fail("a tunnel joins at least two places", "tunnels", below=row + 1)
        for one, other in pairwise(places):
            if one == other:
                self.fail(f"{PLACE_NAMES[one]} can't be its own neighbour", "tunnels", below=row + 1)
            self.join(one, other)
            self.join(other, one)

    def join(self, one: int, other: int) -> None:
        near = self.neighbours.setdefault(one, [])
        if other not in near:
            near.append(other)
        if len(near) > MOST_NEIGHBOURS:
            self.fail(f"{PLACE_NAMES[one]} has more than {MOST_NEIGHBOURS} neighbours", "tunnels")

    def read_place(self, *path: str) -> int:
        """A place that a tunnel leads to."""
        name = self.source.get("side", self.name, *path, kind=str)
        if name not in PLACE_NAMES or PLACE_NAMES.index(name) not in self.neighbours:
            self.fail(f"MD-01: no tunnel leads to {name!r}", *path)
        return PLACE_NAMES.index(name)

    def check(self) -> None:
        """MD-01: a mole that can always walk on, and reach every house."""
        houses = set(self.houses.values())
        for house, place in self.houses.items():
            if list(self.houses.values()).count(place) > 1:
                self.fail(f"MD-01: two houses on {PLACE_NAMES[place]}", "houses", house)
        if self.start in houses:
            self.fail("MD-01: the mole can't start in a house", "start")
        for place in sorted(set(self.neighbours) - houses):
            if not set(self.neighbours[place]) - houses:
                self.fail(f"MD-01: {PLACE_NAMES[place]} has no neighbouring space that is not a house", "tunnels")
        for house, place in self.houses.items():
            lost = set(self.neighbours) - houses - set(self.steps_to(place))
            if lost:
                self.fail(
                    f"MD-01: no way to this house from {PLACE_NAMES[min(lost)]} but through another", "houses", house
                )

    def steps_to(self, house: int) -> dict[int, int]:
        """The mole's fewest steps to a house, from every space that has a way through no other house."""
        others = set(self.houses.values()) - {house}
        found, queue = {house: 0}, deque([house])
        while queue:
            place = queue.popleft()
            for near in self.neighbours[place]:
                if near not in found and near not in others:
                    found[near] = found[place] + 1
                    queue.append(near)
        return found

    def put(self, box: Box, number: int) -> None:
        box.start[number] = self.start
        box.house_place[number] = -1
        box.house_at[number] = -1
        for place, near in self.neighbours.items():
            box.degree[number, place] = len(near)
            box.neighbour[number, place, : len(near)] = sorted(near)
        for house, place in self.houses.items():
            h = HOUSES.index(house)
            box.house_place[number, h] = place
            box.house_at[number, place] = h
            for space, steps in self.steps_to(place).items():
                box.distance[number, h, space] = steps
