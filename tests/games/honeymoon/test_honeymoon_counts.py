"""Exact counts on tiny moons, and a comparison of the compiled digs with a naive second implementation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from honeymoon_naive import Cell, Dig, Moon, Sheet
from honeymoon_tables import edition

import molehill
from molehill import CHANCE, Match
from scenario import chance

GAME = molehill.game("honeymoon")

CROSS = """
- v -
> . <
- ^ -
"""
SQUARE = """
v . . .
. . . .
. . # .
. . . ^
"""
COMB = """
v . v . v
. . . . .
. . . . .
. H . p .
> . . . .
"""
DRAWINGS = {"cross": CROSS, "square": SQUARE, "comb": COMB}
# How many digs are legal in the first turn for each die, and how many sheets are possible after 1, 2 and 3 rolls.
FIRST_DIGS = {
    "cross": [12, 4, 4, 0, 0, 0],
    "square": [8, 2, 2, 2, 0, 0],
    "comb": [20, 4, 4, 4, 4, 0],
}
POSITIONS = {"cross": (17, 41, 51), "square": (15, 203, 1357), "comb": (37, 1119, 17325)}


def sheets_after(drawing: str, rolls: int, one_shaft: bool = False) -> Iterator[set[Sheet]]:
    """Every sheet of a solo game after exactly 1, 2, ... rolls, by playing the compiled rules."""
    tables = {GAME.match(1, {"one_shaft": one_shaft}, edition(drawing))}
    now = {sheet_of(m): m for m in tables}
    for _ in range(rolls):
        after: dict[Sheet, Match] = {}
        for match in now.values():
            if match.over:
                continue
            for outcome in match.outcomes():
                rolled = match.copy()
                rolled.chance(outcome.outcome)
                for move in rolled.legal(0):
                    done = rolled.copy()
                    done.play(0, move)
                    after.setdefault(sheet_of(done), done)
        now = after
        yield set(now)


def sheet_of(match: Match) -> Sheet:
    table = match.table
    return Sheet(cells_of(*table["dug"][0].tolist()), int(table["marked"][0]))


@cache
def cells_of(*words: int) -> frozenset[Cell]:
    return frozenset((r, c) for r in range(13) for c in range(13) if words[r // 4] >> (r % 4 * 16 + c) & 1)


@pytest.mark.rule("HM-06", "HM-07", "HM-08", "HM-11")
@pytest.mark.parametrize("name", DRAWINGS)
def test_the_number_of_first_digs_is_exact(name: str) -> None:
    naive = Moon(DRAWINGS[name])
    for die in range(1, 7):
        match = GAME.match(1, box=edition(DRAWINGS[name]))
        match.chance({"do": "roll", "shows": die})
        digs = [m for m in match.legal(0) if m["do"] == "dig"]
        assert len(digs) == len(naive.digs(Sheet(frozenset(), 0), die)) == FIRST_DIGS[name][die - 1]


@pytest.mark.rule("HM-06", "HM-07", "HM-08", "HM-09", "HM-10", "HM-11", "HM-15")
@pytest.mark.parametrize("name", DRAWINGS)
def test_the_number_of_positions_after_one_two_and_three_rolls_is_exact(name: str) -> None:
    naive, compiled = Moon(DRAWINGS[name]).positions(3), sheets_after(DRAWINGS[name], 3)
    for expected, found, count in zip(naive, compiled, POSITIONS[name], strict=True):
        assert found == expected
        assert len(expected) == count


@pytest.mark.rule("HM-21")
@pytest.mark.parametrize("name", DRAWINGS)
def test_one_shaft_reaches_the_same_positions_as_the_naive_rules(name: str) -> None:
    assert [*sheets_after(DRAWINGS[name], 2, one_shaft=True)] == [*Moon(DRAWINGS[name], one_shaft=True).positions(2)]


@pytest.mark.randomised
@pytest.mark.rule("HM-06", "HM-07", "HM-08", "HM-09", "HM-11", "HM-21")
@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("one_shaft", [False, True])
def test_digs_on_the_shipped_moons_are_those_of_the_naive_rules(side: str, one_shaft: bool) -> None:
    naive = Moon(GAME.box().doc["side"][side]["moon"], one_shaft=one_shaft)
    rng = chance(f"{side}{one_shaft}")
    compared = 0
    for _ in range(40):
        match = GAME.match(1, {"side": side, "one_shaft": one_shaft})
        while not match.over:
            if match.pending is CHANCE:
                match.chance(rng=rng)
                continue
            found = {Dig(tuple(m["at"]), m["to"], m["length"]) for m in match.legal(0) if m["do"] == "dig"}
            assert found == set(naive.digs(sheet_of(match), match.view(0)["die"]))
            compared += 1
            match.play(0, rng.choice(match.legal(0)))
    assert compared > 300
