"""What a Target: Rats board shows before a move is what the rules allow: how far a rat can go, who can breed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from target_rats_scene import GAME, MOUTH, Scene

from molehill import Match
from molehill.games.target_rats.ahead import breeds, reachable
from molehill.games.target_rats.view import decided, sheet
from scenario import often, random_walk, seeded

POSITIONS = often(600)
PATIENCE = 20  # times as many, until everything was met, whatever is drawn


def reached(scene: Scene, rat: int = 1) -> dict[str, int]:
    view: Any = scene.view
    return reachable(view, rat)


@pytest.mark.rule("TR-09")
def test_a_rat_reaches_what_lies_ahead_and_never_a_space_where_it_has_been() -> None:
    scene = Scene("s4 n0", cheese=1).roll(2, 2)
    assert reached(scene) == {
        "s3": 1, "s5": 1, "s2": 2, "s6": 2, "s1": 3, "s7": 3, "u1": 3, "u3": 3,
        "s0": 4, "s8": 4, "u0": 4, "u2": 4, "u4": 4,
    }  # fmt: skip
    scene.walk(1, "s5")
    assert reached(scene) == {"s6": 1, "s7": 2, "u3": 2, "s8": 3, "u2": 3, "u4": 3}


@pytest.mark.rule("TR-10")
def test_a_full_space_can_be_neither_reached_nor_passed() -> None:
    scene = Scene("s4 n0", "s6 s6 s6 s6", cheese=1).roll(2, 2)
    assert {space for space in reached(scene) if space in ("s5", "s6", "s7", "u3")} == {"s5"}


@pytest.mark.rule("TR-11")
def test_only_the_own_nest_is_within_reach() -> None:
    assert "n0" in reached(Scene("u2 n0", cheese=1).roll(2, 2))
    assert "n2" not in reached(Scene("u10 n0", cheese=1).roll(2, 2))


@pytest.mark.rule("TR-23")
def test_where_the_exterminator_stands_nobody_arrives_alive() -> None:
    assert {"s5", "s6"}.isdisjoint(reached(Scene("s4 n0", cheese=1, exterminator="s5").roll(2, 2)))


@pytest.mark.rule("TR-16")
def test_without_a_big_cheese_rat_city_is_reached_with_the_very_last_step_only() -> None:
    assert "city" not in reached(Scene("n0 n0").roll(2, 3))
    assert reached(Scene("n0 n0").roll(2, 4))["city"] == 6
    assert "city" not in reached(Scene("n0 n0").roll(3, 4))
    assert reached(Scene("n0 n0").roll(4, 6))["city"] == 10, "round the sewers, by the second entrance"


@pytest.mark.rule("TR-17")
def test_with_a_big_cheese_rat_city_is_reached_and_not_passed_and_may_be_left() -> None:
    scene = Scene(f"{MOUTH} n0", cheese=1).roll(2, 2)
    assert reached(scene)["city"] == 1
    assert "t1b" not in reached(scene)
    assert reached(Scene("city n0", cheese=0).roll(2, 2))["t1b"] == 1


@pytest.mark.rule("TR-08")
def test_a_rat_that_has_finished_or_waits_in_the_supply_reaches_nothing() -> None:
    scene = Scene("s4 n0", cheese=1).roll(2, 4).walk(1, "s5").walk(2, "u2")
    assert reached(scene, 1) == {}
    assert reached(scene, 3) == {}
    assert reached(scene, 2)


@pytest.mark.rule("TR-14")
def test_one_pair_of_fed_rats_for_each_space_is_offered_as_long_as_one_waits() -> None:
    view: Any = Scene("s4* s4 s4* s4* u2* u2* n0*", cheese=1).roll(2, 2).view
    assert breeds(view) == {"s4": {"do": "breed", "rats": (1, 3)}, "u2": {"do": "breed", "rats": (5, 6)}}
    everybody: Any = Scene("s4* s4* " + "n0 " * 10, cheese=1).roll(2, 2).view
    assert breeds(everybody) == {}
    before: Any = Scene("s4* s4*", cheese=0).view
    assert breeds(before) == {}


@pytest.mark.rule("TR-26")
def test_the_sheet_tells_where_the_other_rats_are() -> None:
    view: Any = Scene("n0 s4 city", "n2 n2 s9", cheese=0).view
    assert {line["label"]: line["values"] for line in sheet(view)} == {
        "sheet-nest": [1, 2], "sheet-supply": [9, 9], "big-cheese": [True, False],
    }  # fmt: skip
    assert not decided(view, 0)


# ---- over random games ----------------------------------------------------------------------------------------------


def walked(match: Match, seat: int, rat: int) -> set[str]:
    """Every space that the rat can reach alive by its own legal steps, by the rules."""
    deadly, found = match.view()["exterminator"], set()
    for move in match.legal(seat):
        if move["do"] != "step" or move["rat"] != rat or move["to"] == deadly:
            continue
        found.add(move["to"])
        twin = match.copy()
        twin.play(seat, move)
        if twin.pending == (seat,) and twin.view()["mover"]:
            found |= walked(twin, seat, rat)
    return found


@pytest.mark.randomised
@pytest.mark.rule("TR-09", "TR-10", "TR-11", "TR-16")
def test_what_is_reachable_is_where_legal_steps_lead() -> None:
    compared = cities = 0
    for k, (match, view) in enumerate(movements()):
        if k >= POSITIONS and ((compared > 1000 and cities) or k >= PATIENCE * POSITIONS):
            break
        if k % 3 or view["left"] > 7:
            continue
        for rat in range(1, 13, 2):
            found = reachable(view, rat)
            assert set(found) == walked(match, view["turn"], rat), (rat, view)
            compared += len(found)
            cities += "city" in found
    assert compared > 1000
    assert cities


@pytest.mark.randomised
@pytest.mark.rule("TR-14")
def test_breeding_is_offered_where_it_is_legal() -> None:
    bred = 0
    for k, (match, view) in enumerate(movements()):
        if k >= POSITIONS and (bred or k >= PATIENCE * POSITIONS):
            break
        legal = [move["rats"] for move in match.legal(view["turn"]) if move["do"] == "breed"]
        family = view["factions"][view["turn"]]["rats"]
        offered = {at: list(move["rats"]) for at, move in breeds(view).items()}
        assert set(offered) == {family[pair[0] - 1]["at"] for pair in legal}
        assert all(pair in legal for pair in offered.values())
        bred += len(offered)
    assert bred


def movements() -> Iterator[tuple[Match, Any]]:
    """Positions in which somebody moves rats, with their views, for as long as more are wanted."""
    for k in itertools.count():
        for match in random_walk(GAME, 2 + k % 3, {}, seed=seeded(k), moves=150):
            view = match.view()
            if view["phase"] == "moving":
                yield match, view
