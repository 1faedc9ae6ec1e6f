"""The predicted result of a move is what the rules make of it, and moves that are not predicted are never legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from mole_rats_scene import CCW, GAME, Scene, boost, climb, run, slither

from molehill import CHANCE, Match
from molehill.games.mole_rats.ahead import attempt, piece_of, place_of, route
from molehill.games.mole_rats.view import decided, sheet
from scenario import chance, often, random_walk, seeded


def way_of(scene: Scene, move: dict[str, Any]) -> tuple[list[str], str, list[str]]:
    view: Any = scene.view
    found = route(view, move)
    return found["steps"], found["end"], found["bites"]


@pytest.mark.rule("MR-16")
def test_a_rat_passes_ladders_and_stops_where_its_move_ends() -> None:
    scene = Scene("any 3 | -", rats={1: "1-3"})
    assert way_of(scene, run(1, 2)) == (["1-4", "1-5"], "1-5", [])


@pytest.mark.rule("MR-17", "MR-18")
def test_a_ladder_leads_up_and_a_shaft_down_from_the_last_space() -> None:
    scene = Scene("any 3 | -", rats={1: "1-3", 2: "2-1", 3: "2-13", 4: "5-2"})
    assert way_of(scene, run(1, 1)) == (["1-4"], "2-4", [])
    assert way_of(scene, run(2, 1)) == (["2-2"], "1-2", [])
    assert way_of(scene, run(3, 1, CCW)) == (["2-12"], "space", [])
    assert way_of(scene, run(4, 1, CCW)) == (["5-1"], "pod", [])


@pytest.mark.rule("MR-21")
def test_the_first_snake_on_a_rats_way_ends_it() -> None:
    scene = Scene("any 3 | -", rats={1: "1-1"}, snakes={"red 1": "1-3", "red 2": "2-4", "blue 1": "space"})
    assert way_of(scene, run(1, 3)) == (["1-2", "1-3"], "1-3", ["1-3"])
    up = Scene("any 3 | -", rats={1: "1-3"}, snakes={"red 2": "2-4"})
    assert way_of(up, run(1, 1)) == (["1-4"], "2-4", ["2-4"]), "at the top of the ladder"


@pytest.mark.rule("MR-24", "MR-25")
def test_a_snake_bites_on_its_way_and_where_it_arrives_and_goes_on() -> None:
    scene = Scene("- | any 3", rats={1: "1-2", 2: "2-4", 3: "1-4", 4: "pod"}, snakes={"red 1": "1-1"})
    assert way_of(scene, slither("red 1", 3)) == (["1-2", "1-3", "1-4"], "2-4", ["1-2", "1-4", "2-4"])


@pytest.mark.rule("MR-15")
def test_a_climbing_snake_goes_to_the_next_ladder() -> None:
    scene = Scene("- | any climb", snakes={"red 1": "2-18"})
    assert way_of(scene, climb("red 1", CCW)) == (["2-17", "2-16"], "3-13", [])


@pytest.mark.rule("MR-20")
def test_a_boost_is_a_step() -> None:
    scene = Scene("any 1 | -", rats={1: "1-2", 2: "1-3"})
    assert way_of(scene, boost(2)) == (["1-4"], "2-4", [])


@pytest.mark.rule("MR-12", "MR-13")
def test_who_touches_somebody_that_may_not_move_means_to_move_it() -> None:
    scene = Scene("your 2 | -", rats={1: "1-1", 2: "1-7"}, snakes={"red 1": "1-20"})
    view, legal = scene.view, scene.legal
    assert tried(view, legal, 1, "1-7") == run(2, 3)
    assert tried(view, legal, 1, "1-20") == slither("red 1", 3)
    assert tried(view, legal, 1, "1-2") == run(1, 1)
    assert tried(view, legal, 1, "1-24") == run(1, 1, CCW)
    assert scene.refuses(run(2, 3)) == "MR-12"


def tried(view: Any, legal: Any, piece: int | str, place: str) -> Any:
    return attempt(view, legal, piece, place)


@pytest.mark.rule("MR-29")
def test_the_sheet_tells_what_all_have_and_how_each_rat_stands() -> None:
    view: Any = Scene("any 3 | -", rats={2: "pod"}, bitten=[3], items=["map", "food"]).view
    assert {line["label"]: line["values"] for line in sheet(view)} == {
        "sheet-equipment": [2] * 4,
        "sheet-home": [False, True, False, False],
        "sheet-medkit": [True, True, False, True],
        "sheet-cards": [view["pile"]] * 4,
    }
    assert not decided(view, 0)


@pytest.mark.rule("MR-18", "MR-21", "MR-26")
def test_it_is_told_if_all_is_lost_by_a_move() -> None:
    scene = Scene(
        "any 3 | -", rats={1: "2-13", 2: "1-5", 3: "1-9", 4: "1-13"}, bitten=[3],
        snakes={"red 1": "5-2", "red 2": "1-6", "red 3": "1-10"},
    )  # fmt: skip
    view: Any = scene.view
    lost = [run(1, 1, CCW), run(3, 1), slither("red 1", 1, CCW), slither("red 3", 1, CCW)]
    assert all(route(view, move)["lost"] for move in lost)
    assert not any(route(view, move)["lost"] for move in [run(1, 1), run(2, 1), slither("red 2", 1, CCW), run(4, 1)])


# ---- over random games ----------------------------------------------------------------------------------------------

LED = {"climbed": "to", "fell": "to", "snake-climbed": "to", "snake-fell": "to"}
OUT = {"escaped": "pod", "lost": "space", "intruded": "pod", "blown": "space"}


def decisions(seats: int, games: int) -> Iterator[tuple[Match, int, Any]]:
    """Positions of random games (which are short) in which somebody decides, with the seat and the view."""
    for game in range(games):
        for match in random_walk(GAME, seats, {}, seed=seeded(100 * seats + game), moves=60):
            if match.pending is not CHANCE and match.pending:
                yield match, match.pending[0], match.view()


def happened(match: Match, seat: int, move: dict[str, Any]) -> dict[str, Any]:
    """What the rules make of a move: where it came, where it was taken from there, and who was bitten where."""
    twin, piece = match.copy(), piece_of(move)
    told = twin.play(seat, move)
    own = [event for event in told if piece in (event.get("rat"), event.get("snake"))]
    came = next((event for event in own if event["event"] in ("ran", "boosted", "slithered")), None)
    return {
        "came": came and came["to"],
        "led": [OUT.get(event["event"]) or event["to"] for event in own if event["event"] in {**LED, **OUT}],
        "bites": [event["at"] for event in told if event["event"] == "bitten"],
        "lost": any(event["event"] == "ended" and event["rule"] in ("MR-18", "MR-21", "MR-26") for event in told),
    }


@pytest.mark.randomised
@pytest.mark.rule("MR-15", "MR-16", "MR-17", "MR-18", "MR-21", "MR-24", "MR-25")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_route_is_what_the_rules_make_of_the_move(seats: int) -> None:
    compared = bitten = led = 0
    for match, seat, view in decisions(seats, games=often(12)):
        for move in match.legal(seat):
            told, truth = route(view, move), happened(match, seat, move)
            assert told["bites"][:1] == truth["bites"][:1]
            bitten += bool(told["bites"])
            if told["bites"] and "snake" in move:
                continue  # where the bitten land may change what comes after
            assert truth["lost"] == told["lost"]
            assert truth["came"] == told["steps"][-1]
            assert truth["led"][:1] == ([told["end"]] if told["end"] != told["steps"][-1] else [])
            led += bool(truth["led"])
            compared += 1
    assert compared > 100
    assert bitten > 5
    assert led > 10


@pytest.mark.randomised
@pytest.mark.rule("MR-12", "MR-13", "MR-14")
def test_what_is_tried_where_no_move_ends_is_refused_by_a_clause() -> None:
    rng, others, own = chance(4), 0, 0
    for match, seat, view in decisions(4, games=often(6)):
        legal = match.legal(seat)
        spaces = [f"{tier + 1}-{n + 1}" for tier, size in enumerate(view["station"]["tiers"]) for n in range(size)]
        movable = [piece_of(move) for move in legal]
        for place in rng.sample(spaces, 12):
            selected = rng.choice(movable)
            move = tried(view, legal, selected, place)
            if move is None:
                continue
            assert match.why_not(seat, move) is not None
            meant = piece_of(move)
            assert meant == selected or (place_of(view, meant) == place and meant not in movable)
            others, own = others + (meant != selected), own + (meant == selected)
    assert others > 10
    assert own > 100
