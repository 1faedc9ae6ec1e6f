"""Compares the compiled rules with the naive ones on crowded random positions: chains of boosts, bites and falls."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from mole_rats_naive import Naive
from mole_rats_scene import COLOURS, GAME, ITEMS, STATION, edition, number

from molehill import Box
from molehill.engine.events import event_buffer
from scenario import chance, often

POSITIONS = often(20_000) if os.environ.get("MOLEHILL_JIT", "1") != "0" else 2_000

# A small station where everything is close to everything.
NARROW = """
title = "for tests"
standard = false
[station]
tiers = [12, 8, 6, 6, 5]
[rats]
starts = ["1-1", "1-4", "1-7", "1-10"]
[snakes]
red = "2-3"
yellow = "3-2"
green = "3-4"
blue = "4-3"
[equipment]
toothbrush = "2-8"
tape = "3-6"
map = "4-5"
food = "5-4"
[ladders]
"1-3" = "2-2"
"1-9" = "2-6"
"2-4" = "3-3"
"3-5" = "4-2"
"4-4" = "5-2"
"5-1" = "pod"
[shafts]
"2-1" = "1-2"
"2-7" = "space"
"3-1" = "2-5"
"4-6" = "space"
"5-3" = "4-1"
"""
RAT_HALVES = ("-", "your 1", "any 2", "any 1 or 2", "all 1", "all 1 or 2", "all 2 or 3")
SNAKE_HALVES = (
    "-", "any 1", "any 2 or 3", "one red 3", "all red 2", "all red 1 or 2", "any climb", "all red climb", "add red",
)  # fmt: skip
CARDS = [f"{rats} | {snakes}" for rats in RAT_HALVES for snakes in SNAKE_HALVES if (rats, snakes) != ("-", "-")]


class Pair:
    """The same position twice: as a table and in the naive rules."""

    def __init__(self, box: Box, rng: random.Random) -> None:
        self.box, self.kernels, self.moves = box, GAME.kernels, GAME.part("moves")
        self.rules = GAME.part("rules")
        self.tables = np.zeros(1, GAME.table_dtype)
        self.silent = event_buffer(0)
        self.out = np.zeros(GAME.move_count, np.int32)
        doc = box.doc
        self.spaces = [
            place
            for tier, size in enumerate(doc["station"]["tiers"], 1)
            for k in range(1, size + 1)
            if (place := f"{tier}-{k}") not in doc["ladders"] and place not in doc["shafts"]
        ]
        self.lay(rng)

    def lay(self, rng: random.Random) -> None:
        """Set up rats and snakes close together, some bitten already, and a card about to be played."""
        seats = rng.choice((2, 3, 4, 4))
        in_play = {2: (1, 3), 3: (1, 2, 3), 4: (1, 2, 3, 4)}[seats]
        first = rng.randrange(len(self.spaces))
        crowd = (self.spaces + self.spaces)[first : first + rng.choice((6, 12, len(self.spaces)))]
        taken = rng.sample(sorted(set(crowd)), len(in_play))
        late = rng.random() < 0.1  # in the pod or close to it, with all but the last equipment
        safe = 0.8 if late else 0.05
        rats = {rat: "pod" if rng.random() < safe else place for rat, place in zip(in_play, taken, strict=True)}
        if set(rats.values()) == {"pod"}:
            rats[in_play[0]] = rng.choice(("5-2", "5-5"))
        homes = dict(enumerate(self.box.doc["rats"]["starts"], 1))
        for rat in in_play:  # rats on each other's starts are what bites lead to
            home = rng.choice(list(homes.values()))
            if rng.random() < 0.25 and not late and home not in rats.values():
                rats[rat] = home
        free = [place for place in (crowd + self.spaces) if place not in rats.values()]
        free += [homes[rat] for rat in in_play if rats[rat] == homes[rat]] * 2  # MR-22: shared with a snake
        snakes = {}
        for colour in COLOURS:
            for n in (1, 2, 3):
                snakes[f"{colour} {n}"] = rng.choice((rng.choice(free), rng.choice(free), "aside", "space"))
        self.naive = Naive(self.box.doc, seats, rats, snakes)
        self.naive.medkits = {rat for rat in in_play if rng.random() < 0.8}
        self.naive.items = {item for item in ITEMS if rng.random() < (0.9 if late else 0.6)}
        self.put(seats, rng.choice(CARDS))

    def put(self, seats: int, card: str) -> None:
        naive, table = self.naive, self.tables[0]
        self.kernels.setup(self.tables, 0, self.box.record, seats, np.zeros(3, np.int64), self.silent)
        for rat, place in naive.rats.items():
            table["rat"][rat - 1] = number(place)
        for k, place in enumerate(naive.snakes.values()):
            table["snake"][k] = number(place)
        table["medkits"] = sum(1 << rat - 1 for rat in naive.medkits)
        table["items"] = sum(1 << k for k, item in enumerate(ITEMS) if item in naive.items)
        table["turn"] = seats - 1  # the last card to be dealt is the first seat's, and drawing it begins its turn
        table["phase"] = self.rules.DRAW
        table["hand"][1:seats] = 0
        rats, snakes = card.split(" | ")
        code = self.moves.encode_outcome({"do": "draw", "rats": rats, "snakes": snakes})
        table["hand"][0] = int(self.box.record["kind"][0][code])
        self.kernels.apply(self.tables, 0, self.box.record, -1, self.moves.encode_outcome(FILLER), self.silent)
        naive.play_card(rats, snakes)

    def same(self) -> bool:
        """Whether a decision is due. Raises if the two positions differ."""
        naive, table = self.naive, self.tables[0]
        assert table["ended"] == int((naive.ended or "MR-00")[3:])
        for rat, place in naive.rats.items():
            assert naive.ended == "MR-21" or table["rat"][rat - 1] == number(place)
        assert table["snake"].tolist() == [number(place) for place in naive.snakes.values()]
        assert table["medkits"] == sum(1 << rat - 1 for rat in naive.medkits)
        assert table["items"] == sum(1 << k for k, item in enumerate(ITEMS) if item in naive.items)
        if naive.ended:
            return False
        moves = sorted(self.moves.encode(move) for move in naive.moves())
        pending = self.kernels.pending(self.tables, 0)
        assert (pending == 1) == bool(moves)
        if not moves:
            return False
        n = self.kernels.legal(self.tables, 0, self.box.record, 0, self.out)
        assert sorted(self.out[:n].tolist()) == moves
        return True

    def step(self, rng: random.Random) -> dict[str, Any]:
        move = rng.choice(self.naive.moves())
        self.naive.play(move)
        self.kernels.apply(self.tables, 0, self.box.record, 0, self.moves.encode(move), self.silent)
        return move


PATIENCE = 20  # times as many positions, until everything was met, whatever is drawn
SELDOM = ("boost", "climb", "paused", "chain of three", "MR-18", "MR-21", "MR-23", "MR-26", "MR-29", "goes on")
FILLER = {"do": "draw", "rats": "your 3", "snakes": "-"}


@pytest.mark.randomised
@pytest.mark.rule("MR-16", "MR-17", "MR-18", "MR-20", "MR-21", "MR-22", "MR-24", "MR-25")
@pytest.mark.parametrize("station", [STATION, NARROW], ids=["wide", "narrow"])
def test_both_implementations_agree(station: str) -> None:
    box = edition([*CARDS, "your 3 | -"], station=station)
    rng = chance(7)
    seen: Counter[str] = Counter()
    pair = Pair(box, rng)

    def is_met() -> bool:
        return min(seen[what] for what in SELDOM) >= POSITIONS // 10_000

    while seen["positions"] < POSITIONS // 2 or (not is_met() and seen["positions"] < PATIENCE * POSITIONS):
        pair.lay(rng)
        while True:
            seen["positions"] += 1
            try:
                due = pair.same()
            except AssertionError:
                pytest.fail(f"they differ: {vars(pair.naive)}")
            if not due:
                break
            seen[pair.step(rng)["do"]] += 1
            seen["paused"] += pair.naive.walking is not None
            seen["chain of three"] += len(pair.naive.chain) > 2
        seen[pair.naive.ended or "goes on"] += 1
    assert is_met(), seen
