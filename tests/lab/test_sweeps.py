"""Sweeps and tuning: every combination is played, responses are told, and a tuned box has its evidence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from printed import drawn

import molehill
from molehill import Unknown, lab
from molehill.lab.sweeps import Sweep
from molehill.lab.tuning import EVIDENCE, FINALISTS, Aim

MOLE_RATS, HONEYMOON = molehill.game("mole_rats"), molehill.game("honeymoon")


@pytest.fixture(scope="module")
def slots() -> Sweep:
    return lab.sweep("honeymoon", {"counts.slots": "4..6", "option.side": ["A", "B"]}, games=400, bots="greedy")


def test_every_combination_is_played_beside_the_unchanged_box(slots: Sweep) -> None:
    names = [f"counts.slots={n}, option.side={side}" for n in (4, 5, 6) for side in "AB"]
    assert [point.name for point in slots.points] == names
    assert list(slots.comparison.arms) == ["unchanged", *names]
    assert slots.comparison.arms[names[1]].options["side"] == "B"
    assert slots.comparison.arms[names[4]].box.doc["counts"]["slots"] == 6
    assert slots.comparison.games == 400


def test_a_point_is_what_a_simulation_of_it_gives(slots: Sweep) -> None:
    text = HONEYMOON.box().text.replace("slots = 7", "slots = 4")
    alone = lab.simulate("honeymoon", 400, bots="greedy", box=HONEYMOON.box_from_text(text))
    assert slots.known(slots.points[0], "length").value == pytest.approx(alone.lengths.mean)


def test_what_responds_is_said_first(slots: Sweep) -> None:
    said = [response.sentence for response in slots.responses]
    assert any(text.startswith("points, mean: from 2") and "option.side=B to 3" in text for text in said)
    text = drawn(slots)
    assert max(map(len, text.splitlines())) <= 80
    assert text.index("points, mean: from") < text.index("unchanged  ")
    assert "counts.slots  option.side" in text


def test_where_nothing_responds_nothing_is_claimed() -> None:
    found = lab.sweep("honeymoon", {"title": ["one", "two", "three"]}, games=100, bots="random")
    assert found.responses == []
    assert "Nothing responds for certain" in drawn(found)


def test_bots_and_seats_vary_too() -> None:
    found = lab.sweep("honeymoon", {"seats": "2..3", "bots": "random,greedy"}, games=60)
    assert {(s.seats, s.bots[0]) for s in found.comparison.arms.values()} >= {(2, "random"), (3, "greedy")}
    mixed = lab.sweep("honeymoon", {"bots": "random+greedy,greedy+greedy"}, games=60)
    assert [s.bots for s in mixed.comparison.arms.values()][1:] == [("random", "greedy"), ("greedy", "greedy")]


def test_a_card_in_a_text_is_swept() -> None:
    found = lab.sweep("mole_rats", {"deck[add red]": "1..3"}, games=300, bots="greedy", seats=3)
    assert [len(found.points), len(found.refused)] == [3, 0]
    assert found.known(found.points[2], "length").value > found.known(found.points[0], "length").value
    assert "deck[add red]" in drawn(found)


def test_combinations_that_cant_be_played_are_told_and_the_rest_is_played() -> None:
    found = lab.sweep("mole_rats", {"ladders[2-16]": "3-14,3-1"}, games=40, bots="random")
    assert [point.values["ladders[2-16]"] for point in found.points] == ["3-14"]
    assert "MR-01" in found.refused[0].refused
    assert "ladders[2-16]=3-1 can't be played" in drawn(found)
    assert found.as_json()["refused"][0]["values"] == {"ladders[2-16]": "3-1"}


def test_a_sweep_survives_json(slots: Sweep) -> None:
    data = slots.as_json()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["varied"] == {"counts.slots": [4, 5, 6], "option.side": ["A", "B"]}


def test_a_figure_has_a_panel_for_each_measure_and_a_line_for_each_other_value(slots: Sweep, tmp_path: Path) -> None:
    figure = slots.figure()
    panels = [axes for axes in figure.axes if axes.axison]
    assert len(panels) == len(slots.measures)
    assert [len(axes.containers) for axes in panels] == [2] * len(panels)
    assert panels[0].get_xlabel() == "counts.slots"


@pytest.mark.parametrize(
    ("vary", "message"),
    [
        ({}, "something to vary, such as --set counts.slots=5..9"),
        ({"counts.slots": "1..30", "counts.row": "1..30"}, "1 to 400 combinations of values, not 900"),
        ({"counts.slot": "1"}, "none of that can be played.*unknown key slot; did you mean slots"),
        ({"count.slots": "1"}, "no 'count'; did you mean counts"),
        ({"counts.slots": "x"}, "none of that can be played.*counts.slots must be a whole number"),
        ({"option.sied": "A"}, "did you mean side"),
        ({"seats": "7"}, "1 to 6 seats, not 7"),
        ({"bots": "clever"}, "no bot 'clever'"),
    ],
)
def test_a_sweep_of_what_there_is_not_is_refused(vary: dict[str, Any], message: str) -> None:
    with pytest.raises(Unknown, match=message):
        lab.sweep("honeymoon", vary, games=30)


# ---- tuning ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "text", "aim"),
    [
        ("mole_rats", "win_rate[fair]=0.35", ("wins", 0.35, 0.35, ("fair",))),
        ("mole_rats", "wins=35%", ("wins", 0.35, 0.35, ())),
        ("mole_rats", "wins@fair+easy = 30%..40%", ("wins", 0.3, 0.4, ("fair", "easy"))),
        ("honeymoon", "win_rate[greedy]=0.5", ("wins[greedy]", 0.5, 0.5, ())),
        ("honeymoon", "length=30..40", ("length", 30, 40, ())),
        ("honeymoon", "edge[1]@fair=-0.5%..0.5%", ("edge[1]", -0.005, 0.005, ("fair",))),
    ],
)
def test_targets_are_read_as_people_type_them(game: str, text: str, aim: tuple[Any, ...]) -> None:
    found = Aim.read(molehill.game(game), text)
    assert (found.measure, found.low, found.high, found.bots) == aim


@pytest.mark.parametrize("text", ["", "length", "length=", "length=x", "length=4..1", "=3", "wins@clever=1"])
def test_other_targets_are_refused(text: str) -> None:
    with pytest.raises(Unknown):
        Aim.read(HONEYMOON, text)


def test_a_value_is_missed_on_either_side() -> None:
    aim = Aim.read(HONEYMOON, "length=10..12")
    assert [aim.miss(value) for value in (9, 10, 11, 12, 14)] == [1, 0, 0, 0, 2]


def test_tuning_finds_the_value_and_writes_the_box_with_its_evidence() -> None:
    """One of six timers makes games of these bots last 15.5 to 17 rolls."""
    told: list[tuple[int, int]] = []
    found = lab.tune(
        "honeymoon", ["length=15.5..17"], {"counts.timer": "1..6"}, trials=10, games=200,
        progress=lambda done, total, best: told.append((done, total)), bots="greedy",
    )  # fmt: skip
    swept = lab.sweep("honeymoon", {"counts.timer": "1..6"}, games=200, bots="greedy")
    inside = [p.values for p in swept.points if 15.5 <= swept.known(p, "length").value <= 17]
    assert found.point.values in inside
    assert told[5][0] == 6  # there are no more combinations
    assert told[-1][0] <= told[-1][1] == 6 + EVIDENCE * (FINALISTS + 2)
    (reached,) = found.reached
    assert reached.after.value == pytest.approx(16, abs=1)
    assert reached.before.value < 15.5
    assert found.text.startswith("# Tuned with counts.timer=")
    again = HONEYMOON.box_from_text(found.text)
    assert again.doc["counts"]["timer"] == found.point.values["counts.timer"]
    assert "length=15.5..17: reached. rolls: " in drawn(found)
    assert f"{EVIDENCE * 200:,} games of a third seed" in drawn(found).replace("\n", " ")


def test_tuning_gives_the_same_for_the_same_seed_whatever_the_threads() -> None:
    setting: dict[str, Any] = {
        "targets": ["wins=50%", "length@random=20"],
        "vary": {"deck[add red]": "0..3", "deck[add blue]": "0..3", "ladders[2-16]": "3-13,3-14,3-1"},
        "trials": 6, "games": 60, "seed": 5, "bots": "greedy",
    }  # fmt: skip
    one, two = (lab.tune("mole_rats", threads=threads, **setting).as_json() for threads in (1, 2))
    assert one == two
    assert json.loads(json.dumps(one)) == one
    assert [target["measure"] for target in one["targets"]] == ["wins", "length"]


@pytest.mark.parametrize(
    ("targets", "vary", "message"),
    [
        ([], {"counts.timer": "1"}, "needs a target and something to vary"),
        (["length=3"], {}, "needs a target and something to vary"),
        (["wins=1"], {"counts.timer": "1"}, "no measure 'wins' here"),
        (["shared=1.4"], {"counts.timer": "1"}, "shared is a share, from 0% to 100%"),
        (["shared=-5%"], {"counts.timer": "1"}, "shared is a share, from 0% to 100%"),
        (["edge[1]=-101%"], {"counts.timer": "1"}, "is a share, from -100% to 100%"),
        (["length=3"], {"counts.timer": "x"}, "nothing that was tried can be played"),
        (["length=3"], {"count.timer": "1"}, "did you mean counts"),
    ],
)
def test_tuning_of_what_there_is_not_is_refused(targets: list[str], vary: dict[str, str], message: str) -> None:
    with pytest.raises(Unknown, match=message):
        lab.tune("honeymoon", targets, vary, trials=2, games=30)
