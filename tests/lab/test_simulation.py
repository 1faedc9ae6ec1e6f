"""Simulations: the same seed gives the same report, bots are told apart, and the numbers mean what they say."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest
from printed import drawn

import molehill
from molehill.lab.simulation import Summary, simulate
from molehill.lab.statistics import Bins, Counts, Distribution, Rate
from scenario import in_another_process

SETTING: dict[str, Any] = {"games": 3000, "bots": ["greedy", "random", "random"], "seed": 7}


def test_threads_do_not_matter() -> None:
    reports = [simulate("honeymoon", threads=threads, **SETTING).as_json() for threads in (1, 2, 5)]
    assert reports[0] == reports[1] == reports[2]


def test_another_process_gives_the_same() -> None:
    code = (
        "import json; from molehill.lab import simulate; "
        f"print(json.dumps(simulate('honeymoon', threads=2, **{SETTING!r}).as_json()))"
    )
    assert json.loads(in_another_process(code)) == simulate("honeymoon", threads=1, **SETTING).as_json()


def test_another_seed_gives_other_games() -> None:
    assert simulate("honeymoon", **SETTING).as_json() != simulate("honeymoon", **(SETTING | {"seed": 8})).as_json()


def test_greedy_beats_random() -> None:
    report = simulate("honeymoon", games=2000, bots=["random", "greedy"], seed=1)
    assert report.seats[1].wins is not None
    assert report.seats[1].wins.low > 0.8
    assert report.seats[1].points.mean > report.seats[0].points.mean + 5


def test_wins_add_up_and_shared_ones_are_counted() -> None:
    report = simulate("honeymoon", games=4000, seats=2, seed=2)
    assert sum(line.wins.rate for line in report.seats if line.wins) == pytest.approx(1)
    assert report.shared > 0
    assert report.unfinished == 0


def test_rotating_makes_seats_equal_and_bots_not() -> None:
    report = simulate("honeymoon", games=4000, bots=["greedy", "random"], seed=3, rotate=True)
    greedy, rand = report.bots
    assert [line.name for line in report.seats] == ["rotating", "rotating"]
    assert greedy.wins is not None
    assert rand.wins is not None
    assert greedy.wins.low > rand.wins.high
    for line in report.seats:
        assert line.wins is not None
        assert line.wins.rate == pytest.approx(0.5, abs=0.05)


def test_chairs_of_one_bot_are_taken_together() -> None:
    report = simulate("honeymoon", **SETTING)
    greedy, rand = report.bots
    assert (greedy.chairs, rand.chairs) == (1, 2)
    assert greedy.wins is not None
    assert rand.wins is not None
    assert greedy.wins.rate + 2 * rand.wins.rate == pytest.approx(1)
    assert sum(rand.points.counts) == 2 * 3000


def test_alone_there_is_nobody_to_win_against() -> None:
    report = simulate("honeymoon", games=500, seats=1, bots="greedy")
    assert report.seats[0].wins is None
    assert "won" not in drawn(report)
    assert report.as_json()["by_seat"][0]["points"]["mean"] > 10


def test_options_and_boxes_are_used_and_reported() -> None:
    plain, other = (simulate("honeymoon", games=500, options={"side": side}).as_json() for side in "AB")
    assert other["options"] == {"side": "B", "one_shaft": False}
    assert plain["by_seat"] != other["by_seat"]
    assert plain["box"] == molehill.game("honeymoon").box().hash


def test_a_team_has_one_line_for_the_table() -> None:
    report = simulate("mole_rats", games=400, seats=3, bots=["greedy", "random", "greedy"])
    data = report.as_json()
    assert "by_seat" not in data
    assert data["team"]["bot"] == "greedy, random"
    assert 0 < data["team"]["wins"]["low"] < data["team"]["wins"]["rate"]
    text = drawn(report)
    assert text.count("greedy, random × 3") == 1
    assert "seat 1" not in text


def test_a_report_survives_json_and_fits_a_terminal() -> None:
    report = simulate("honeymoon", games=3000, bots=["greedy"] + ["random"] * 5, rotate=True)
    data = report.as_json()
    assert json.loads(json.dumps(data)) == data
    text = drawn(report)
    assert max(map(len, text.splitlines())) <= 80
    for expected in ("Honeymoon: 3,000 games", "6 seats", "95 % interval", "mean points", "random × 5", "rolls", "█"):
        assert expected in text


@pytest.mark.parametrize(
    ("game", "seats", "shown"),
    [
        ("honeymoon", 2, r"seat 1 \d+\.\d % \(.+ %\), \d+\.\d rolls"),
        ("honeymoon", 1, r"\d+\.\d rolls"),
        ("mole_rats", 2, r"random 0.*"),
    ],
)
def test_progress_shows_what_is_known_so_far(game: str, seats: int, shown: str) -> None:
    told: list[tuple[int, int]] = []

    def tell(so_far: Summary, games: int) -> None:
        told.append((so_far.games, games))
        assert re.fullmatch(shown, so_far.glance)

    simulate(game, games=500, seats=seats, progress=tell)
    assert told == sorted(told)
    assert told[-1] == (500, 500)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "number of games must be 1"),
        ({"games": -5}, "number of games must be 1"),
        ({"games": 10**15}, "number of games must be 1"),
        ({"games": 10, "threads": 0}, "number of threads must be 1"),
        ({"games": 10, "threads": 10**6}, "number of threads must be 1"),
        ({"games": 10, "seats": 7}, "1 to 6 seats"),
        ({"games": 10, "seats": 0}, "1 to 6 seats"),
        ({"games": 10, "bots": "clever"}, "there is no bot 'clever'"),
        ({"games": 10, "bots": []}, "at least one bot"),
        ({"games": 10, "bots": 3}, "there is no bot 3"),
        ({"games": 10, "bots": ["random", "greedy"], "seats": 3}, "2 bots for 3 seats"),
        ({"games": 10, "bots": ["random"] * 9}, "1 to 6 seats"),
        ({"games": 10, "seed": -1}, "a seed is"),
        ({"games": 10, "options": {"sides": "B"}}, "did you mean side"),
        ({"games": 10, "options": {"side": "Z"}}, "option side can't be"),
    ],
)
def test_nonsense_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(molehill.Unknown, match=message):
        simulate("honeymoon", **wrong)


# ---- the numbers themselves ------------------------------------------------------------------------------------------


def test_wilson_intervals_are_those_of_the_books() -> None:
    rate = Rate.of(8, 10)
    assert (rate.rate, round(rate.low, 4), round(rate.high, 4)) == (0.8, 0.4902, 0.9433)
    assert Rate.of(0, 20).low == 0
    assert Rate.of(20, 20).high == pytest.approx(1)


def test_an_interval_over_chairs_is_shared_out() -> None:
    both, one = Rate.of(30, 100), Rate.of(30, 100, chairs=2)
    assert one == Rate(both.rate / 2, both.low / 2, both.high / 2)


def test_intervals_hold_the_truth_nineteen_times_of_twenty() -> None:
    hits = np.random.default_rng(1).binomial(500, 0.3, size=2000)
    inside = [Rate.of(int(n), 500).low <= 0.3 <= Rate.of(int(n), 500).high for n in hits]
    assert 0.93 < np.mean(inside) < 0.97


def test_a_distribution_counts_everything_once() -> None:
    values = np.array([-3, 0, 0, 1, 2, 2, 2, 9])
    spread = Distribution.of(values)
    assert (spread.mean, spread.least, spread.most, spread.quantiles[50]) == (1.625, -3, 9, 1)
    assert (spread.bins, sum(spread.counts)) == (Bins(-3, 1, 13), 8)
    assert spread.counts[3] == 2
    assert spread.drawing == "▃  ▆▃█      ▃"


def test_counted_numbers_have_the_quantiles_of_the_books() -> None:
    values = np.random.default_rng(2).integers(-50, 400, size=999)
    spread, half = Distribution.of(values), Counts()
    half.add(values[:500])
    rest = Counts()
    rest.add(values[500:])
    assert spread.as_json() == Distribution.of_counts(half + rest).as_json()
    found = np.percentile(values, list(spread.quantiles), method="inverted_cdf")
    assert list(spread.quantiles.values()) == found.tolist()
    assert (spread.mean, spread.sd) == pytest.approx((values.mean(), values.std()))


def test_wide_ranges_get_wide_bins() -> None:
    spread = Distribution.of(np.arange(1000))
    assert spread.bins == Bins(0, 25, 40)
    assert spread.counts == [25] * 40


def test_games_of_one_length_still_make_a_histogram() -> None:
    assert Distribution.of(np.array([4, 4])).drawing == "█"
