"""What a Mole Park board shows before a move: what the Prize die could reach, how a hole is shared, who has chosen."""

from __future__ import annotations

from typing import Any

import pytest
from mole_park_tables import GAME, STARS_28, STARS_29, lay

from molehill.games.mole_park.ahead import affords, reach, share, sides, stars_in_hand
from molehill.games.mole_park.view import decided, sheet
from scenario import often, random_walk, seeded


@pytest.mark.rule("MP-16")
def test_the_prize_die_adds_to_the_stars_of_moles_and_prizes() -> None:
    match = lay(hands={0: [1, 1, 4]}, prizes={0: [("candy", "Sour Worms")]})
    view: Any = match.view(0)
    assert stars_in_hand(view["players"][0]) == 6
    assert reach(view, 0) == (6 + 2 + 1, 6 + 2 + 8)
    assert reach(view, 1) is None, "nobody sees another's hand"


@pytest.mark.rule("MP-16")
def test_without_a_mole_nothing_is_reached() -> None:
    view: Any = lay(prizes={0: [("candy", "Sour Worms")]}).view(0)
    assert reach(view, 0) is None


@pytest.mark.rule("MP-17")
def test_a_prize_is_within_reach_surely_perhaps_or_not_at_all() -> None:
    view: Any = lay(hands={0: [1, 1, 4]}).view(0)
    assert [affords(view, 0, cost) for cost in (7, 8, 14, 15)] == ["sure", "perhaps", "perhaps", "no"]
    view["players"][0]["total"] = 12
    assert [affords(view, 0, cost) for cost in (12, 13)] == ["sure", "no"]


@pytest.mark.rule("MP-09", "MP-24")
def test_nobody_is_asked_about_a_crown_that_no_hand_could_reach() -> None:
    poor, rich = [1] * 5, [5] * 5
    prizes = {0: [("candy", "Giant Lollipop")], 1: STARS_28, 2: STARS_29}
    hands = {0: rich, 1: rich, 2: poor}
    match = lay(hands=hands, prizes=prizes, face_up={"candy": "Sour Worms"})
    assert match.idle() == (0, {"do": "hold"}), "2 and 25 stars and the best roll make 35"
    match.play(0, {"do": "hold"})
    assert match.idle() is None, "which moles the others have nobody may tell, be they as poor as they are"
    for seat in (1, 2):
        match.play(seat, {"do": "declare"})
    assert match.idle() == (0, {"do": "hold"}), "the second wave is asked of it alone"
    match.play(0, {"do": "hold"})
    assert match.idle() is None, "dice are chosen now"


@pytest.mark.rule("MP-09", "MP-24")
@pytest.mark.randomised
def test_whatever_is_idle_falls_short() -> None:
    idle = 0
    for match in random_walk(GAME, 3, {}, seed=seeded(9), moves=often(400)):
        if found := match.idle():
            view: Any = match.view(found[0])
            assert affords(view, found[0], view["crown"]["cost"]) == "no"
            idle += 1
    assert idle > 20


@pytest.mark.rule("MP-13", "MP-15")
def test_moles_are_split_evenly_and_the_rest_stays() -> None:
    assert share(5, 2) == {"each": 2, "left": 1}
    assert share(2, 3) == {"each": 0, "left": 2}


@pytest.mark.rule("MP-12")
def test_a_die_may_whack_the_holes_on_its_sides() -> None:
    view: Any = lay().view(0)
    assert sides(view, "glove") == [1, 1, 1, 1, 1]
    assert sides(view, "pan") == [2, 2, 1, 0, 0]
    assert sides(view, "prize") == [0] * 5, "it whacks nothing"


@pytest.mark.rule("MP-10")
def test_who_has_chosen_a_die_has_decided_until_all_have() -> None:
    match = lay()
    match.play(1, {"do": "choose", "die": "pan"})
    view: Any = match.view(0)
    assert [decided(view, seat) for seat in range(3)] == [False, True, False]
    match.play(0, {"do": "choose", "die": "pan"})
    match.play(2, {"do": "choose", "die": "pan"})
    view = match.view(0)
    assert [decided(view, seat) for seat in range(3)] == [False] * 3


@pytest.mark.rule("MP-17")
def test_the_sheet_counts_prizes_stars_and_moles() -> None:
    match = lay(hands={1: [1, 1, 4]}, prizes={0: [("candy", "Sour Worms")]})
    view: Any = match.view(None)
    assert {line["label"]: line["values"] for line in sheet(view)} == {
        "sheet-prizes": [1, 0, 0],
        "stars-of-prizes": [2, 0, 0],
        "moles-held": [0, 3, 0],
        "sheet-crown": [False, False, False],
    }


@pytest.mark.randomised
@pytest.mark.rule("MP-13", "MP-16")
def test_every_total_was_within_reach_and_every_hole_is_shared_as_told() -> None:
    totals = holes = told = 0
    could: dict[int, tuple[int, int] | None] = {}
    for match in random_walk(GAME, 4, {}, seed=seeded(8), moves=often(1500)):
        events = match.events(None, since=told)
        told += len(events)
        for event in events:
            if event["event"] == "total" and not match.view()["contestants"]:
                low, high = could[event["seat"]] or (0, 0)
                assert low <= event["total"] <= high
                totals += 1
            if event["event"] == "split":
                assert share(event["moles"], event["dice"]) == {"each": event["each"], "left": event["left"]}
                holes += 1
        if match.view()["phase"] in ("declare", "choose"):
            views: list[Any] = [match.view(seat) for seat in range(4)]
            could = {seat: reach(view, seat) for seat, view in enumerate(views)}
    assert totals > 10
    assert holes > 10
