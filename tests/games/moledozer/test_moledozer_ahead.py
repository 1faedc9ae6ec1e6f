"""What Moledozer's view shows: the cards of a round, who has decided, whose house stands."""

from __future__ import annotations

from typing import Any

import pytest
from moledozer_scene import GAME, card, cards, guess, scene

from molehill.games.moledozer.facts import HIGHEST
from molehill.games.moledozer.view import decided, round_cards, sheet
from scenario import often, random_walk, seeded


def shown(match: Any) -> dict[int, Any]:
    return {found["seat"]: found["card"] for found in round_cards(match.view(None))}


@pytest.mark.rule("MD-06", "MD-26")
def test_the_highest_guess_is_ten_for_each_or_all_tens_multiplied() -> None:
    for players in range(1, 5):
        assert (HIGHEST[0][players], HIGHEST[1][players]) == (10 * players, 10**players)


@pytest.mark.rule("MD-08")
def test_a_round_is_about_the_cards_that_were_turned_over_in_it() -> None:
    match = scene("7 2", "3 4")
    assert shown(match) == {}
    guess(match, 10, 19)
    assert shown(match) == {0: card("7"), 1: card("3")}


@pytest.mark.rule("MD-25")
def test_who_has_put_the_cards_in_order_has_decided_until_all_have() -> None:
    match = scene("1 2 3 4 5", "6 7 8 9 10", own_order=True)
    for top in cards("1 2 3 4"):
        view: Any = match.view(1)
        assert [decided(view, seat) for seat in range(2)] == [False, False]
        match.play(0, {"do": "put", "card": top})
    view = match.view(1)
    assert [decided(view, seat) for seat in range(2)] == [True, False]
    for top in cards("6 7 8 9"):
        match.play(1, {"do": "put", "card": top})
    view = match.view(1)
    assert [decided(view, seat) for seat in range(2)] == [False, False]


@pytest.mark.rule("MD-18")
def test_the_sheet_tells_whose_house_stands() -> None:
    match = scene("7 2", "3 4", "5 6")
    view: Any = match.view(None)
    assert [line["values"] for line in sheet(view)] == [[True] * 3]
    view["players"][1]["fallen"] = True
    assert [line["values"] for line in sheet(view)] == [[True, False, True]]


@pytest.mark.randomised
@pytest.mark.rule("MD-08", "MD-18", "MD-22")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_cards_of_a_round_are_those_turned_over_since_it_began(seats: int) -> None:
    rounds = fallen = 0
    for game in range(often(8)):
        told, turned = 0, {}
        for match in random_walk(GAME, seats, {}, seed=seeded(10 * seats + game), moves=400):
            events = match.events(None, since=told)
            told += len(events)
            for event in events:
                match event["event"]:
                    case "round" | "tied" | "shuffled":
                        turned = {}
                    case "turned" | "drawn":
                        turned[event["seat"]] = event["card"]
            view: Any = match.view(None)
            assert shown(match) == turned
            rounds += bool(turned)
            fallen += any(player["fallen"] for player in view["players"]) and bool(turned)
    assert rounds > 30
    assert fallen
