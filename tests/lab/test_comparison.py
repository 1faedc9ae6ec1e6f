"""Comparisons: the same games for all, correct differences, goals that end the playing, plain sentences."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from printed import drawn

import molehill
from molehill import lab
from molehill.lab.arena import Portion, Threads, portions
from molehill.lab.comparison import FEWEST, Comparison, Goal
from molehill.lab.measures import measures_of
from molehill.lab.settings import Setting
from molehill.lab.statistics import Moments
from scenario import often, seeded

SIDES: dict[str, dict[str, Any]] = {"A": {}, "B": {"options": {"side": "B"}}}


def edited(game: str, *changes: tuple[str, str]) -> molehill.Box:
    """The shipped box with some text replaced."""
    found = molehill.game(game)
    text = found.box().text
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return found.box_from_text(text, "edited")


# ---- the same games --------------------------------------------------------------------------------------------------


def test_threads_do_not_matter() -> None:
    found = [lab.compare("honeymoon", SIDES, games=900, threads=n, until="±4%").as_json() for n in (1, 3)]
    assert found[0] == found[1]


def test_an_arm_plays_the_games_that_a_simulation_plays() -> None:
    found = lab.compare("honeymoon", SIDES, games=500, seed=3, bots="greedy").as_json()
    alone = lab.simulate("honeymoon", games=500, seed=3, bots="greedy", options={"side": "B"}).as_json()
    length = next(m for m in found["arms"][1]["measures"] if m["measure"] == "length")
    assert length["value"] == pytest.approx(alone["length"]["mean"])


def test_equal_settings_do_not_differ_in_any_game() -> None:
    found = lab.compare("mole_rats", {"one": {}, "same": {}}, games=300, bots="greedy")
    for difference in found.differences:
        assert difference.gap.value == 0
        assert difference.verdict == "near"
    assert found.difference("wins").gap.half > 0.005  # yet nobody knows what the next games bring


def test_the_same_chance_makes_small_changes_visible_sooner() -> None:
    box = edited("mole_rats", ("1 x  any 1        | one green 1", "1 x  any 2        | one green 1"))
    found = lab.compare("mole_rats", {"shipped": {}, "edited": {"box": box}}, games=2000, bots="greedy")
    assert found.difference("length").same_chance > 1.5


def test_portions_hold_every_game_once_and_come_in_order() -> None:
    setting = Setting.read("honeymoon", bots="greedy")
    wanted = list(portions([setting], 0, 5000, first=700))
    assert [p.first for p in wanted] == sorted(p.first for p in wanted)
    assert sum(p.games for p in wanted) == 4300
    played = [portion.first for portion, _ in Threads(3).play(iter(wanted))]
    assert played == [p.first for p in wanted]


def test_an_arm_may_set_values_of_its_box() -> None:
    found = lab.compare("honeymoon", {"seven": {}, "five": {"set": {"counts.slots": 5}}}, games=40, bots="random")
    assert [setting.box.doc["counts"]["slots"] for setting in found.arms.values()] == [7, 5]
    with pytest.raises(molehill.Unknown, match="did you mean counts"):
        lab.compare("honeymoon", {"a": {}, "b": {"set": {"count.slots": 5}}}, games=40)


def test_whoever_stops_asking_stops_the_playing() -> None:
    begun = []

    def endless() -> Iterator[Portion]:
        for number in range(10**9):
            begun.append(number)
            yield Portion((Setting.read("honeymoon", bots="random"),), 0, number, 1)

    playing = Threads(2).play(endless())
    next(playing)
    playing.close()
    assert len(begun) < 10


# ---- differences and their error -------------------------------------------------------------------------------------


@pytest.mark.randomised
def test_intervals_of_differences_hold_the_truth_nineteen_times_of_twenty() -> None:
    rng = np.random.default_rng(seeded(5))
    inside = 0
    for _ in range(times := often(400)):
        moments = Moments(most=1.0)
        for _ in range(3):
            moments.add((rng.random(100) < 0.35).astype(float) - (rng.random(100) < 0.3))
        inside += moments.figure.low <= 0.05 <= moments.figure.high
    assert 0.92 < inside / times < 0.98


def test_a_mean_in_portions_is_the_mean_of_all() -> None:
    values, moments = np.random.default_rng(1).normal(3, 2, 1000), Moments()
    for part in np.array_split(values, 7):
        moments.add(part)
    assert (moments.mean, moments.variance) == pytest.approx((values.mean(), values.var(ddof=1)))


def test_nothing_is_said_of_a_handful_of_games() -> None:
    found = lab.compare("honeymoon", SIDES, games=29)
    assert found.differences == []
    assert "games say nothing" in drawn(found)
    assert found.as_json()["differences"] == []


def test_what_is_measured_depends_on_how_the_game_is_won() -> None:
    def names(game: str, *settings: dict[str, Any]) -> list[str]:
        return [measure.name for measure in measures_of([Setting.read(game, **each) for each in settings])]

    assert names("mole_rats", {}) == ["wins", "length", "points"]
    assert names("honeymoon", {"seats": 1}) == ["length", "points"]
    assert names("honeymoon", {"seats": 2}) == ["edge[1]", "shared", "length", "points"]
    assert names("target_rats", {"seats": 3})[-1] == "tally"
    mixed = {"bots": ["greedy", "random", "random"]}
    assert names("honeymoon", mixed)[:5] == ["wins[greedy]", "wins[random]", "edge[1]", "edge[2]", "edge[3]"]
    assert names("honeymoon", mixed, {"seats": 2})[:2] == ["edge[1]", "edge[2]"]


def test_no_share_is_shown_below_nothing_or_above_all() -> None:
    """Random mole rats hardly ever win, so the plain interval of a few games reaches below 0 %."""
    found = lab.compare("mole_rats", {"A": {}, "B": {}}, games=40, bots="random")
    assert found.known("A", "wins").low < 0
    shown = found.shown("A", "wins")
    assert shown.low == 0 <= shown.value < shown.high == found.known("A", "wins").high
    (panel,) = [axes for axes in found.figure().axes if "%" in axes.get_ylabel() and axes.containers]
    (_, _, (bars,)) = panel.containers[0]
    assert min(end for segment in bars.get_segments() for _, end in segment) >= 0
    assert found.shown("A", "length") == found.known("A", "length")


def test_wins_of_a_bot_are_those_of_one_of_its_chairs() -> None:
    setting = Setting.read("honeymoon", bots=["greedy", "random", "random"], rotate=True)
    played = setting.play(0, 0, 600)
    greedy, rand = (measure.of(played).mean() for measure in measures_of([setting])[:2])
    assert greedy + 2 * rand == pytest.approx(1)
    assert greedy > 0.8


# ---- goals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("±0.5%", Goal(0.005)), ("+-2 %", Goal(0.02)), ("1%", Goal(0.01)), ("length±0.1", Goal(0.1, "length")),
        ("edge[1] ± 1%", Goal(0.01, "edge[1]")), ("wins[greedy]+/-3%", Goal(0.03, "wins[greedy]")),
    ],
)  # fmt: skip
def test_goals_are_read_as_people_type_them(text: str, goal: Goal) -> None:
    assert Goal.read(text).name == goal.name
    assert Goal.read(text).half == pytest.approx(goal.half)


@pytest.mark.parametrize("text", ["", "±", "x", "0.5", "±0%", "length", "-1%", "±1%%", "length±", "±inf%", "1e5%"])
def test_other_goals_are_refused(text: str) -> None:
    with pytest.raises(molehill.Unknown, match="is not a goal"):
        Goal.read(text)


def test_playing_ends_when_every_goal_is_reached_and_not_before() -> None:
    found = lab.compare("honeymoon", SIDES, games=100_000, until=["±6%", "length±0.5"], bots="random")
    assert found.is_settled
    assert FEWEST <= found.games < 5000
    assert found.difference("edge[1]").gap.half <= 0.06
    assert found.difference("length").gap.half <= 0.5
    assert not lab.compare("honeymoon", SIDES, games=300, until="±1%", bots="random").is_settled


def test_a_goal_about_what_is_not_measured_is_refused_with_what_is() -> None:
    with pytest.raises(molehill.Unknown, match=r"no measure 'wins' here; there are edge\[1\], shared, length"):
        lab.compare("honeymoon", SIDES, until="wins±1%")
    alone = {name: {**own, "seats": 1} for name, own in SIDES.items()}
    with pytest.raises(molehill.Unknown, match="no share is measured here"):
        lab.compare("honeymoon", alone, until="±1%")


def test_ctrl_c_ends_it_with_what_is_known() -> None:
    def impatient(comparison: Comparison, most: int) -> None:
        if comparison.games >= 400:
            raise KeyboardInterrupt

    found = lab.compare("honeymoon", SIDES, games=4000, progress=impatient)
    assert found.stopped
    assert 400 <= found.games < 4000
    assert "Stopped before the end" in drawn(found)


# ---- in words --------------------------------------------------------------------------------------------------------


def sentence_about(measure: str, gaps: list[float], goal: str | None = None, **arms: dict[str, Any]) -> str:
    """The sentence about a measure that is 0 in each game of the first setting and gaps[k] in game k of the second."""
    settings = {name: Setting.read("honeymoon", **own) for name, own in (arms or {"A": {}, "B": {}}).items()}
    found = Comparison(settings, 0, [Goal.read(goal)] if goal else [])
    for name in found.arms:
        found._moments[name, measure].add(np.array(gaps) if name == "B" else np.zeros(len(gaps)))
    found._gaps["B", measure].add(np.array(gaps))
    found.games = len(gaps)
    return found.difference(measure).sentence


def test_sentences_say_how_much_and_how_sure() -> None:
    assert sentence_about("length", [1.0, 2.0] * 50) == "B is 1.50 rolls longer (±0.10)."
    assert sentence_about("length", [-1.0, -2.0] * 50) == "B is 1.50 rolls shorter (±0.10)."
    assert sentence_about("edge[1]", [-1.0, 0.0] * 200).startswith(
        "The first seat's edge falls from 0.0 to −50.0 points"
    )


def test_what_is_not_known_yet_says_how_many_games_would_tell() -> None:
    sentence = sentence_about("length", ([1.0, -1.0] * 100) + [1.0] * 20)
    assert sentence == "It is not yet clear whether B is longer: about 730 more games would show it."


def test_what_nobody_will_find_out_is_bounded_instead() -> None:
    assert sentence_about("length", [1.0, -1.0] * 100) == ("If B is longer or shorter, then by less than 0.1 rolls.")
    near = sentence_about("length", ([1.0, -1.0] * 100) + [1.0] * 20, "length±0.2")
    assert near.startswith("If B is longer or shorter")


def test_the_drawing_has_sentences_first_and_fits_a_terminal() -> None:
    text = drawn(lab.compare("honeymoon", SIDES, games=1000, bots="greedy"))
    assert max(map(len, text.splitlines())) <= 80
    for expected in ("1,000 games of each of 2 settings", "is 10", "lower with B", "95 % interval", "separate"):
        assert expected in text
    assert text.index("lower with B") < text.index("95 % interval")


def test_what_the_same_chance_saves_is_said_only_if_it_saves_something() -> None:
    apart = Comparison({"A": Setting.read("honeymoon"), "B": Setting.read("honeymoon", options={"side": "B"})})
    for number in range(2):  # each has games of its own, so no luck is shared
        played = [setting.play(number, k * 1000, 500) for k, setting in enumerate(apart.arms.values())]
        apart.add(played)
    assert "separate chance" not in drawn(apart)


def test_a_setting_that_is_compared_with_itself_is_told_so() -> None:
    text = drawn(lab.compare("mole_rats", {"shipped": {}, "copy": {"box": edited("mole_rats")}}, games=60))
    assert "copy is the same as shipped: nothing can differ." in text
    assert "separate chance" not in text
    assert "95 % interval" not in text


def test_every_measure_has_words_for_every_verdict() -> None:
    from molehill.lab.words import WORDS

    words = {"b": "B", "about": 2, "unit": "rolls", "from": "1", "to": "2", "by": "1", "error": "1", "within": "1",
             "games": "1", "rises": "yes"}  # fmt: skip
    kinds = ("team-wins", "bot-wins", "first-edge", "edge", "shared", "length", "points", "tally")
    for kind in kinds:
        said = {WORDS.say(f"found-{kind}", verdict=verdict, **words) for verdict in ("more", "less", "near", "unknown")}
        assert len(said) == 4
        assert WORDS.say(f"measure-{kind}", about=2, unit="rolls")


def test_a_comparison_survives_json() -> None:
    data = lab.compare("target_rats", {"two": {"seats": 2}, "three": {"seats": 3}}, games=40).as_json()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert {d["measure"] for d in data["differences"]} >= {"edge[1]", "edge[2]", "length", "tally"}


@pytest.mark.parametrize(
    ("arms", "message"),
    [
        ({}, "1 to 100 settings"),
        ({"A": {}, "B": {"bots": "clever"}}, "there is no bot 'clever'"),
        ({"A": {}, "B": {"seats": 9}}, "1 to 6 seats, not 9"),
        ({"A": {}, "B": {"options": {"side": "Q"}}}, "option side can't be"),
    ],
)
def test_settings_that_do_not_exist_are_refused(arms: dict[str, Any], message: str) -> None:
    with pytest.raises(molehill.Unknown, match=message):
        lab.compare("honeymoon", arms)
