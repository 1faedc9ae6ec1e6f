"""What a Honeymoon board shows before a dig: what a dig would find, and what a sheet is worth."""

from __future__ import annotations

from typing import Any

import pytest
from honeymoon_tables import GAME, dig, lay, roll, turn

from molehill import CHANCE
from molehill.games.honeymoon.ahead import (
    TOO_LONG,
    dig_between,
    finds,
    pickle_points,
    row_points,
    set_points,
    starts_open,
    worth,
)
from molehill.games.honeymoon.types import Ticked
from molehill.games.honeymoon.view import decided, sheet
from scenario import often, random_walk, seeded

EXAMPLE: Ticked = {"honey": 3, "chocolate": 4, "gummy": 2, "marshmallow": 2, "candy": 2}


@pytest.mark.rule("HM-16")
def test_a_row_is_worth_one_more_for_each_further_tick() -> None:
    assert [row_points(ticks) for ticks in range(7)] == [0, 1, 3, 6, 10, 15, 21]


@pytest.mark.rule("HM-17")
def test_a_set_of_all_five_is_worth_five() -> None:
    assert set_points(EXAMPLE) == 10
    assert set_points({**EXAMPLE, "candy": 0}) == 0


@pytest.mark.rule("HM-18")
def test_a_pickle_costs_two() -> None:
    assert [pickle_points(pickles) for pickles in range(3)] == [0, -2, -4]


@pytest.mark.rule("HM-20")
def test_the_worked_example_is_worth_31() -> None:
    assert worth(EXAMPLE, 2) == 31


@pytest.mark.rule("HM-06", "HM-11")
def test_a_dig_is_straight_and_never_longer_than_seven() -> None:
    assert dig_between((2, 3), (2, 6)) == dig(2, 3, "east", 4) | {"at": (2, 3)}
    assert dig_between((5, 5), (3, 5)) == dig(5, 5, "north", 3) | {"at": (5, 5)}
    assert dig_between((2, 6), (2, 3)) == dig(2, 6, "west", 4) | {"at": (2, 6)}
    assert dig_between((0, 4), (11, 4)) == dig(0, 4, "south", TOO_LONG["most"]) | {"at": (0, 4)}
    assert dig_between((2, 3), (3, 6)) is None
    assert dig_between((2, 3), (2, 3)) is None
    assert TOO_LONG == {"rule": "HM-11", "most": 7}


@pytest.mark.rule("HM-21")
@pytest.mark.parametrize("one_shaft", [False, True])
def test_with_one_shaft_the_starting_spaces_are_closed_after_the_first_dig(one_shaft: bool) -> None:
    match = lay("v - v -\n. . . .\n. . . .", one_shaft=one_shaft)
    view: Any = match.view(0)
    assert starts_open(view, 0)
    turn(match, 2, dig(0, 0, "south", 2))
    view = match.view(0)
    assert starts_open(view, 0) is not one_shaft
    roll(match, 2)
    assert (dig(0, 2, "south", 2) in match.legal(0)) is not one_shaft


@pytest.mark.rule("HM-05")
def test_who_has_chosen_a_dig_has_decided_until_all_have() -> None:
    match = lay("- v v -\n. . . .\n. . . .", die=2)
    view: Any = match.view(None)
    assert [decided(view, seat) for seat in range(2)] == [False, False]
    match.play(1, dig(0, 1, "south", 2))
    view = match.view(0)
    assert [decided(view, seat) for seat in range(2)] == [False, True]
    match.play(0, dig(0, 1, "south", 2))
    view = match.view(0)
    assert [decided(view, seat) for seat in range(2)] == [False, False]


@pytest.mark.randomised
@pytest.mark.rule("HM-12", "HM-16", "HM-17", "HM-18")
@pytest.mark.parametrize("side", ["A", "B"])
def test_the_sheet_adds_up_to_the_points_and_a_dig_finds_what_it_ticks(side: str) -> None:
    found = 0
    for match in random_walk(GAME, 1, {"side": side}, seed=seeded(7), moves=often(60)):
        before: Any = match.view(0)
        own = before["sheets"][0]
        assert sum(sum(line["values"]) for line in sheet(before)) == own["points"]
        assert worth(own["ticked"], own["pickles"]) == own["points"]
        if match.pending is CHANCE or not match.pending:
            continue
        for move in match.legal(0)[:10]:
            twin = match.copy()
            events = twin.play(0, move)
            ticked = [event["sweet"] for event in events if event["event"] in ("ticked", "full")]
            pickles = sum(event["event"] == "pickled" for event in events)
            gain = finds(before, move)
            assert set(gain) == {*ticked, *(["pickle"] if pickles else [])}
            found += len(gain)
        assert finds(before, None) == {}
    assert found > 20
