"""Mole Rats' box: the station as a graph, the cards as lines of text, checked and made into one record."""

from __future__ import annotations

from collections import Counter
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from molehill.engine.box import Source
from molehill.engine.records import Grid, Int8, Int16, Record, Row, bare, sized
from molehill.games.mole_rats.facts import (
    COLOURS,
    EQUIPMENT,
    LENGTHS,
    LONGEST,
    MAX_SPACES,
    POD,
    RAT_HALVES,
    RAT_WORDS,
    RATS,
    RING,
    SHORTEST,
    SNAKE_HALVES,
    SPACE,
    TIERS,
    code_of,
    halves_of,
    length_of,
    place_name,
    tier_of,
)

MAX_KINDS = 64

NO_RATS, YOUR, ANY_RAT, ALL_RATS = 0, 1, 2, 3
NO_SNAKES, ONE, ANY, ALL, CLIMB_ANY, CLIMB_ALL, ADD, CLIMB_EVERY = range(8)
CODES = len(RAT_HALVES) * len(SNAKE_HALVES)
FAR = 3000  # hundredths of a card: where nobody gets in time

# What the shipped station and deck are held to (MR-02, MR-06); a file with `standard = false` goes without.
SIZES = [24, 20, 16, 12, 8]
DECK, WITHOUT_TWO_PLAYERS, CHALLENGE, ADDS = 46, 3, 5, 2
ALL_RATS_CARDS = (5, 9)


class Box(Record):
    """What is in the box."""

    size: Row[Int16] = sized(TIERS)
    beside: Grid[Int16] = sized(2, MAX_SPACES)  # the next space clockwise, and the other way
    lead: Row[Int16] = sized(MAX_SPACES)  # where a piece that ends here gets to: here, or a ladder's or shaft's far end
    ladder: Row[Int8] = sized(MAX_SPACES)  # 1 on a ladder foot
    item: Row[Int8] = sized(MAX_SPACES)  # the equipment that lies here at the start, or -1
    place: Row[Int16] = sized(len(EQUIPMENT))  # where each piece of equipment lies at the start
    home: Row[Int16] = sized(RATS)
    nest: Row[Int16] = sized(len(COLOURS))  # snake starts
    near: Row[Int16] = sized(MAX_SPACES)  # how far the nearest ladder foot is (MR-15)
    ways: Row[Int8] = sized(MAX_SPACES)  # and which ways are that short, as bits
    kinds: Int8
    code: Row[Int16] = sized(MAX_KINDS)
    kind: Row[Int8] = sized(CODES)  # a code's kind, or -1
    copies: Row[Int8] = sized(MAX_KINDS)
    not_with_two: Row[Int8] = sized(MAX_KINDS)
    extra: Row[Int8] = sized(MAX_KINDS)  # copies that the challenge shuffles in
    who: Row[Int8] = sized(MAX_KINDS)  # the rat half
    run_low: Row[Int8] = sized(MAX_KINDS)
    run_high: Row[Int8] = sized(MAX_KINDS)
    does: Row[Int8] = sized(MAX_KINDS)  # the snake half
    colour: Row[Int8] = sized(MAX_KINDS)
    low: Row[Int8] = sized(MAX_KINDS)
    high: Row[Int8] = sized(MAX_KINDS)
    to_pod: Row[Int16] = sized(MAX_SPACES + 1)  # cards that a rat needs on average from here, in hundredths
    to_item: Grid[Int16] = sized(len(EQUIPMENT), MAX_SPACES + 1)


def read(source: Source, box: Box) -> None:
    """Check the file and fill in the record; BadBox names the line of what is wrong."""
    source.only(("title", "standard", "station", "rats", "snakes", "equipment", "ladders", "shafts", "deck"))
    source.get("title", kind=str)
    standard = source.get("standard", kind=bool, default=True)
    station = Station(source)
    deck = Deck(source)
    station.check_far_ends()
    if standard:
        station.check_standard()
        deck.check_standard()
    station.put(box)
    deck.put(box)
    station.check_chains(box)
    put_distances(box)


# ---- the station ----------------------------------------------------------------------------------------------------


class Station:
    """The board while it is read and checked (MR-01 to MR-05)."""

    def __init__(self, source: Source) -> None:
        self.source = source
        source.only(("tiers",), "station")
        self.sizes = self.read_sizes()
        self.spaces = [tier * RING + k for tier, size in enumerate(self.sizes) for k in range(size)]
        self.features: dict[int, str] = {}
        self.homes = self.read_homes()
        self.nests = self.read_places("snakes", COLOURS, "MR-05", "snake start")
        self.items = self.read_places("equipment", EQUIPMENT, "MR-04", "equipment")
        self.ladders = self.read_leads("ladders", "pod", 1)
        self.shafts = self.read_leads("shafts", "space", -1)

    def fail(self, message: str, *path: str) -> NoReturn:
        self.source.fail(message, *path)

    def read_sizes(self) -> list[int]:
        sizes: list[int] = self.source.get("station", "tiers", kind=list)
        if len(sizes) != TIERS or not all(type(n) is int and 4 <= n <= RING for n in sizes):
            self.fail(f"MR-01: tiers must be {TIERS} whole numbers from 4 to {RING}, tier 1 first", "station", "tiers")
        return sizes

    def read_homes(self) -> list[int]:
        self.source.only(("starts",), "rats")
        names = self.source.get("rats", "starts", kind=list)
        if len(names) != RATS:
            self.fail(f"MR-03: {len(names)} rat starts; there must be {RATS}", "rats", "starts")
        return [self.take(name, f"the start of rat {k + 1}", "rats", "starts") for k, name in enumerate(names)]

    def read_places(self, table: str, names: tuple[str, ...], clause: str, what: str) -> list[int]:
        self.source.only(names, table)
        places = []
        for name in names:
            if name not in self.source.get(table, kind=dict):
                self.fail(f"{clause}: there is no {what} {name}", table)
            places.append(self.take(self.source.get(table, name, kind=str), f"the {what} {name}", table, name))
        return places

    def read_leads(self, table: str, beyond: str, step: int) -> dict[int, int]:
        """Ladders or shafts: where they begin, and the space, pod or outer space they lead to."""
        leads = {}
        for name in self.source.get(table, kind=dict):
            start = self.take(name, f"one of the {table}", table, name)
            tier = tier_of(start)
            end = self.source.get(table, name, kind=str)
            if end == beyond:
                if beyond == "pod" and tier != TIERS:
                    self.fail(f"MR-01: only tier {TIERS} has a ladder into the pod", table, name)
                leads[start] = POD if beyond == "pod" else SPACE
                continue
            leads[start] = self.number(end, table, name)
            if tier_of(leads[start]) != tier + step:
                where = "up" if step > 0 else "down"
                self.fail(f"MR-01: {name} to {end}: {table} lead one tier {where}, or to {beyond!r}", table, name)
        return leads

    def number(self, name: Any, *path: str) -> int:
        """The number of a space by its name."""
        tier, _, place = str(name).partition("-")
        if not (tier.isdecimal() and place.isdecimal() and 1 <= int(tier) <= TIERS):
            self.fail(f"{name!r} is no space; spaces are called like '3-7', tier 3, space 7", *path)
        if not 1 <= int(place) <= self.sizes[int(tier) - 1]:
            self.fail(f"there is no space {name}: tier {tier} has {self.sizes[int(tier) - 1]} spaces", *path)
        return (int(tier) - 1) * RING + int(place) - 1

    def take(self, name: Any, what: str, *path: str) -> int:
        """A space for one feature and no other (MR-01)."""
        number = self.number(name, *path)
        if number in self.features:
            self.fail(f"MR-01: {name} is {self.features[number]} already; a space has one feature at most", *path)
        self.features[number] = what
        return number

    def check_far_ends(self) -> None:
        """MR-01: plain far ends, no two alike; a ladder on every tier, one into the pod."""
        seen: set[int] = set()
        for table, leads in (("ladders", self.ladders), ("shafts", self.shafts)):
            for start, end in leads.items():
                path = (table, place_name(start))
                if end in self.features:
                    self.fail(f"MR-01: {place_name(end)} must be plain, but it is {self.features[end]}", *path)
                if end < MAX_SPACES and end in seen:
                    self.fail(f"MR-01: two ladders or shafts end on {place_name(end)}", *path)
                seen.add(end)
        for tier in range(1, TIERS + 1):
            if not any(tier_of(start) == tier for start in self.ladders):
                self.fail(f"MR-01: tier {tier} has no ladder, so what is above it can't be reached", "ladders")
        if list(self.ladders.values()).count(POD) != 1:
            self.fail("MR-01: exactly one ladder leads into the pod", "ladders")

    def check_standard(self) -> None:
        """MR-02, our own station."""
        hint = " (standard = false lets such a station be played)"
        if self.sizes != SIZES:
            self.fail(f"MR-02: our tiers have {', '.join(map(str, SIZES))} spaces{hint}", "station", "tiers")
        quarters = [(self.homes[0] + k * SIZES[0] // RATS) % SIZES[0] for k in range(RATS)]
        if tier_of(self.homes[0]) != 1 or self.homes != quarters:
            self.fail(f"MR-02: the starts lie on tier 1, a quarter turn apart, clockwise{hint}", "rats", "starts")
        for home in self.homes:
            if not {(home + 3) % SIZES[0], (home - 3) % SIZES[0]} & set(self.ladders):
                self.fail(f"MR-02: no ladder foot is three spaces from the start {place_name(home)}{hint}", "ladders")
        for tier in (2, 3, 4):
            if sum(tier_of(start) == tier for start in self.ladders) != 2:
                self.fail(f"MR-02: tier {tier} must have two ladders{hint}", "ladders")
        blown = {tier_of(start) for start, end in self.shafts.items() if end == SPACE}
        if len(blown) < 2 or 1 in blown:
            self.fail(f"MR-02: shafts into outer space are on more than one tier, none on tier 1{hint}", "shafts")
        if {tier_of(item) for item in self.items} != {2, 3, 4, 5}:
            self.fail(f"MR-02: each of the tiers 2 to 5 has one piece of equipment{hint}", "equipment")
        if {tier_of(nest) for nest in self.nests} != {2, 3, 4}:
            self.fail(f"MR-02: the snake starts are spread over the tiers 2 to 4{hint}", "snakes")

    def put(self, box: Box) -> None:
        box.size[:] = self.sizes
        box.home[:], box.nest[:], box.place[:] = self.homes, self.nests, self.items
        box.item[:] = -1
        box.lead[:] = box.beside[0] = box.beside[1] = range(MAX_SPACES)
        for k, place in enumerate(self.items):
            box.item[place] = k
        for start, end in (self.ladders | self.shafts).items():
            box.lead[start] = end
        for start in self.ladders:
            box.ladder[start] = 1
        for s in self.spaces:
            first, size = s - s % RING, self.sizes[s // RING]
            for way, step in enumerate((1, -1)):
                box.beside[way, s] = first + (s % RING + step) % size
        for s in self.spaces:
            far = [self.steps_to_ladder(box, s, way) for way in (0, 1)]
            box.near[s] = min(far)
            box.ways[s] = (far[0] == min(far)) + 2 * (far[1] == min(far))

    def steps_to_ladder(self, box: Box, s: int, way: int) -> int:
        steps = 0
        while s not in self.ladders:
            s, steps = box.beside[way, s], steps + 1
        return steps

    def check_chains(self, box: Box) -> None:
        """MR-01: no endless chain of boosts.

        A chain never ends only if four rats keep each other off: two share a space whose boosts end on the other two
        (else a boost leads out), and the same is so again after a boost. So two spaces lead to each other and both
        to the same third.
        """
        ends = {s: {box.lead[box.beside[way, s]] for way in (0, 1)} for s in self.spaces}
        for s, around in ends.items():
            for a in around:
                if a < MAX_SPACES and s in ends[a] and around - {a} == ends[a] - {s}:
                    third = (around - {a}).pop()
                    if third < MAX_SPACES:
                        names = ", ".join(place_name(n) for n in sorted((s, a, third)))
                        self.fail(f"MR-01: boosts between {names} would never end (MR-20)", "station", "tiers")


# ---- the cards ------------------------------------------------------------------------------------------------------


class Deck:
    """The cards while they are read and checked (MR-06, MR-31)."""

    def __init__(self, source: Source) -> None:
        self.source = source
        source.only(("cards", "not_with_two_players", "challenge"), "deck")
        self.cards = self.read_cards("cards")
        self.without = self.read_cards("not_with_two_players")
        self.extra = self.read_cards("challenge")
        self.check_removals()
        if sum(self.cards.values()) > 100 or sum(self.extra.values()) > 20:
            source.fail("cards has 100 at most, and challenge 20", "deck")
        if len(self.cards | self.extra) > MAX_KINDS:
            source.fail(f"{MAX_KINDS} different cards are the most there can be", "deck", "cards")

    def read_cards(self, key: str) -> Counter[int]:
        """Lines of "2 x  your 1 or 2 | all red 3"; a half that is missing is "-"."""
        cards: Counter[int] = Counter()
        for below, line in enumerate(self.source.get("deck", key, kind=str).split("\n"), 1):
            text = " ".join(line.partition("#")[0].split())
            if not text:
                continue
            count, _, card = text.partition(" x ")
            rats, _, snakes = (half.strip() for half in card.partition("|"))
            if not count.isdecimal() or not 1 <= int(count) <= 50:
                self.fail(f"{text!r} is no card line; one reads like '2 x your 1 or 2 | all red 3'", key, below)
            if rats not in RAT_HALVES:
                self.fail(f"MR-12: {rats!r} tells no rat what to do; try 'your 2', 'any 1 or 2', '-'", key, below)
            if snakes not in SNAKE_HALVES:
                self.fail(f"MR-13: {snakes!r} tells no snake what to do; try 'one red 2', 'any climb', '-'", key, below)
            if rats == snakes == "-":
                self.fail("MR-06: a card has a half about rats, one about snakes, or both", key, below)
            if snakes == "every climb" and key != "challenge":
                self.fail("MR-31: only challenge cards say 'every climb'", key, below)
            cards[code_of(rats, snakes)] += int(count)
        return cards

    def fail(self, message: str, key: str, below: int = 0) -> NoReturn:
        self.source.fail(message, "deck", key, below=below)

    def check_removals(self) -> None:
        """MR-06: what is taken out for two players must be there, and have both halves."""
        for code, count in self.without.items():
            if self.cards[code] < count:
                card = " | ".join(halves_of(code))
                text = f"MR-06: not_with_two_players takes out {count} of '{card}', but cards has {self.cards[code]}"
                self.fail(text, "not_with_two_players")
            if "-" in halves_of(code):
                self.fail("MR-06: the cards of not_with_two_players have both halves", "not_with_two_players")
        if (left := sum(self.cards.values()) - sum(self.without.values())) < RATS:
            self.fail(f"MR-07: cards without not_with_two_players are {left}; there must be {RATS}", "cards")

    def check_standard(self) -> None:
        """MR-06 and MR-31 in full."""
        hint = " (standard = false lets such a deck be played)"
        for key, cards, number, clause in (
            ("cards", self.cards, DECK, 6),
            ("not_with_two_players", self.without, WITHOUT_TWO_PLAYERS, 6),
            ("challenge", self.extra, CHALLENGE, 31),
        ):
            if sum(cards.values()) != number:
                self.fail(f"MR-{clause:02d}: {key} has {sum(cards.values())} cards; there must be {number}{hint}", key)
        for colour in COLOURS:
            if self.count(snakes=f"add {colour}") != ADDS:
                self.fail(f"MR-06: {ADDS} cards must add a {colour} snake{hint}", "cards")
        low, high = ALL_RATS_CARDS
        if not low <= self.count(rats="all ") <= high:
            self.fail(f"MR-06: {self.count(rats='all ')} cards move all rats; about seven do{hint}", "cards")
        self.check_kinds(hint)

    def check_kinds(self, hint: str) -> None:
        """MR-06: every kind of instruction occurs, and every length on both kinds of half."""
        rats = [halves_of(code)[0] for code in self.cards]
        snakes = [halves_of(code)[1] for code in self.cards]
        for who in RAT_WORDS:
            if not any(half.startswith(who) for half in rats):
                self.fail(f"MR-06: no card says '{who}' about rats{hint}", "cards")
        for word in ("one", "any", "all", "add"):
            if not any(half.startswith(word) and not half.endswith("climb") for half in snakes):
                self.fail(f"MR-06: no card says '{word}' about snakes{hint}", "cards")
        for word in ("any", "all"):
            if not any(half.startswith(word) and half.endswith("climb") for half in snakes):
                self.fail(f"MR-06: no card lets {word} snakes climb{hint}", "cards")
        for what, halves in (("rats", rats), ("snakes", snakes)):
            for length in LENGTHS:
                if length not in map(length_of, halves):
                    self.fail(f"MR-06: no card moves {what} by {length}{hint}", "cards")

    def count(self, rats: str = "", snakes: str = "") -> int:
        """How many cards of the deck have halves that begin so."""
        return sum(
            n
            for code, n in self.cards.items()
            if halves_of(code)[0].startswith(rats) and halves_of(code)[1].startswith(snakes)
        )

    def put(self, box: Box) -> None:
        box.kinds = len(self.cards | self.extra)
        box.kind[:] = -1
        for k, code in enumerate(self.cards | self.extra):
            box.code[k] = code
            box.kind[code] = k
            box.copies[k] = self.cards[code]
            box.not_with_two[k] = self.without[code]
            box.extra[k] = self.extra[code]
            put_halves(box, k, *halves_of(code))


def put_halves(box: Box, k: int, rats: str, snakes: str) -> None:
    """A card's instructions as the numbers that the rules read."""
    if rats != "-":
        who, length = rats.split(" ", 1)
        box.who[k] = YOUR + RAT_WORDS.index(who)
        box.run_low[k] = SHORTEST[LENGTHS.index(length)]
        box.run_high[k] = LONGEST[LENGTHS.index(length)]
    words = snakes.split(" ", 2)
    if len(words) > 1 and words[1] in COLOURS:
        box.colour[k] = COLOURS.index(words.pop(1))
    rest = " ".join(words[1:])
    if rest in LENGTHS:
        box.does[k] = {"one": ONE, "any": ANY, "all": ALL}[words[0]]
        box.low[k] = SHORTEST[LENGTHS.index(rest)]
        box.high[k] = LONGEST[LENGTHS.index(rest)]
    elif rest == "climb":
        box.does[k] = {"any": CLIMB_ANY, "all": CLIMB_ALL, "every": CLIMB_EVERY}[words[0]]
    elif words[0] == "add":
        box.does[k] = ADD


# ---- how far it is, for `appraise` ----------------------------------------------------------------------------------


def put_distances(box: Box) -> None:
    """How many cards a rat needs on average from each space to the pod and to each piece of equipment."""
    weight = np.zeros((4, 4))  # how often the deck's rat halves let a rat go low to high spaces
    for k in range(box.kinds):
        if box.who[k] != NO_RATS:
            weight[box.run_low[k], box.run_high[k]] += box.copies[k]
    if weight.sum() == 0:
        weight[2, 2] = 1
    weight /= weight.sum()
    box.to_pod[:] = expected(box, POD, weight)
    for k in range(len(EQUIPMENT)):
        box.to_item[k] = expected(box, box.place[k], weight)


def expected(box: Box, goal: int, weight: npt.NDArray[np.float64]) -> npt.NDArray[np.int16]:
    """Value iteration: one card a step, either way, the better choice where the card leaves one."""
    ends = np.zeros((4, 2, MAX_SPACES), dtype=int)
    for way in (0, 1):
        at = np.arange(MAX_SPACES)
        for steps in (1, 2, 3):
            at = bare(box.beside)[way][at]
            ends[steps, way] = bare(box.lead)[at]
    cost = np.full(SPACE + 1, float(FAR))
    for _ in range(200):
        cost[goal] = 0.0
        best = cost[ends].min(axis=1)
        after = np.zeros(MAX_SPACES)
        for low, high in np.argwhere(weight > 0):
            after += weight[low, high] * best[low : high + 1].min(axis=0)
        cost[:MAX_SPACES] = np.minimum(FAR, 100.0 + after)
    cost[goal] = 0.0
    return cost[: MAX_SPACES + 1].astype(np.int16)
