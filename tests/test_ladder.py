"""The ladder: who is ahead of whom, how certain that is, what the ratings say, and what the command prints."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import molehill
from molehill.cli import main
from molehill.engine.playouts import Playouts
from molehill.lab.ladder import Difference, Ladder, clustered, compare, ladder, placed_ahead, rate
from molehill.lab.ladder_drawing import draw_plot
from molehill.lab.statistics import Rate

Run = Callable[..., tuple[int, str, str]]
QUICK: dict[str, Any] = {"levels": ["random", "easy"], "games": 60}


def games(names: Sequence[str], scores: Sequence[Sequence[float]], points: Sequence[Sequence[int]]) -> Playouts:
    """Games that ended with these results."""
    played = Playouts.blank(molehill.game("honeymoon"), len(scores), len(names), names, False)
    played.scores[:], played.points[:] = scores, points
    return played


def contests(names: Sequence[str], strengths: dict[str, float], n: int, seed: int) -> Playouts:
    """n games among players of known strength: the odds of two players are e to the power of the difference."""
    luck = np.random.default_rng(seed).gumbel(size=(n, len(names)))
    points = np.argsort(np.argsort(luck + [strengths[name] for name in names], axis=1), axis=1)
    return games(names, (points == len(names) - 1).tolist(), points.tolist())


def without_times(data: dict[str, Any]) -> dict[str, Any]:
    for step in data["thinking"]:
        assert step.pop("milliseconds") > 0
    assert data.pop("seconds") > 0
    return data


def drawn(found: Ladder) -> str:
    console = Console(file=io.StringIO(), width=80)
    console.print(found)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


# ---- comparing -------------------------------------------------------------------------------------------------------


def test_places_go_by_score_and_then_by_points() -> None:
    ahead = placed_ahead(games("abc", [[0, 1, 0]], [[5, 3, 5]]))[0]
    assert ahead.tolist() == [[False, False, False], [True, False, True], [False, False, False]]
    ahead = placed_ahead(games("abc", [[0.5, 0.5, 0]], [[5, 3, 9]]))[0]
    assert ahead.tolist() == [[False, True, True], [False, False, True], [False, False, False]]


def test_two_seats_are_compared_game_by_game_and_ties_are_left_out() -> None:
    first = games("ab", [[1, 0], [1, 0], [0.5, 0.5], [0, 1]], [[9, 1]] * 2 + [[4, 4]] + [[1, 2]])
    other = games("ba", [[0, 1], [1, 0], [0.5, 0.5], [1, 0]], [[1, 9], [9, 1], [4, 4], [2, 1]])
    duel = compare([first, other], "a", "b")
    assert (duel.level, duel.against, duel.games) == ("a", "b", 8)
    assert duel.ahead.rate == 3 / 6  # won deal 0 twice and deal 1 once
    assert duel.ties == 2 / 8
    assert compare([first, other], "b", "a").ahead.rate == 3 / 6


def test_with_more_seats_every_chair_of_one_is_compared_with_every_chair_of_the_other() -> None:
    aba = games("aba", [[1, 0, 0]], [[9, 5, 5]])  # a before b; b and the other a level
    bab = games("bab", [[0, 0, 1]], [[3, 4, 8]])  # b, a, b
    duel = compare([aba, bab], "a", "b")
    assert duel.ahead.rate == 2 / 3
    assert duel.ties == 1 / 4


def test_what_is_said_twice_about_a_deal_is_no_surer() -> None:
    hits = np.array([1.0, 0, 1, 1, 0, 1, 1, 1, 0, 1] * 6)
    once, twice = clustered(hits, np.ones(60)), clustered(2 * hits, np.full(60, 2.0))
    assert once.rate == twice.rate == 0.7
    assert twice.low == pytest.approx(once.low, abs=0.002)
    assert twice.high == pytest.approx(once.high, abs=0.002)
    assert twice.high - twice.low > 1.3 * (Rate.of(84, 120).high - Rate.of(84, 120).low)


def test_deals_of_one_thing_each_give_wilsons_interval_but_for_few_deals() -> None:
    many, books = clustered(np.array([1.0, 0, 0, 1] * 500), np.ones(2000)), Rate.of(1000, 2000)
    assert many.low == pytest.approx(books.low, abs=1e-3)
    few, books = clustered(np.array([1.0, 0, 0, 1]), np.ones(4)), Rate.of(2, 4)
    assert few.low < books.low
    assert few.high > books.high


def test_unanimous_deals_are_not_taken_for_certainty() -> None:
    assert clustered(np.full(10, 8.0), np.full(10, 8.0)) == Rate.of(10, 10)
    assert clustered(np.array([8.0]), np.array([8.0])) == Rate.of(1, 1)
    split = clustered(np.full(10, 1.0), np.full(10, 2.0))  # each won each deal once
    assert split.low < 0.35
    assert split.high > 0.65


def test_what_was_never_decided_says_nothing() -> None:
    assert clustered(np.zeros(5), np.zeros(5)) == Rate(0.5, 0.0, 1.0)
    duel = compare([games("ab", [[0.5, 0.5]], [[1, 1]])], "a", "b")
    assert (duel.ahead, duel.ties) == (Rate(0.5, 0.0, 1.0), 1.0)
    assert not duel.is_clear


def test_clustered_intervals_hold_the_truth_nineteen_times_of_twenty() -> None:
    """Each deal favours one player, so that the pairs of one deal are not independent."""
    rng, inside, naive = np.random.default_rng(1), 0, 0
    for _ in range(1000):
        favour = rng.beta(2.4, 1.6, size=30)  # 60 % on average
        hits = rng.binomial(8, favour).astype(np.float64)
        found, books = clustered(hits, np.full(30, 8.0)), Rate.of(float(hits.sum()), 240)
        inside += found.low <= 0.6 <= found.high
        naive += books.low <= 0.6 <= books.high
    assert 930 <= inside <= 975
    assert naive < 850


def test_a_clear_margin_is_often_enough_and_beyond_doubt() -> None:
    def duel(won: int, n: int) -> tuple[bool, bool, bool]:
        scores = [[1.0, 0.0]] * won + [[0.0, 1.0]] * (n - won)
        found = compare([games("ab", scores, [[1, 1]] * n)], "a", "b")
        return found.is_often, found.is_certain, found.is_clear

    assert duel(65, 100) == (True, True, True)
    assert duel(7, 10) == (True, False, False)
    assert duel(560, 1000) == (False, True, False)
    assert duel(50, 100) == (False, False, False)


# ---- rating ----------------------------------------------------------------------------------------------------------

STRENGTHS = {"one": 0.0, "two": 1.2, "three": 1.8, "four": 3.0}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ratings_find_a_known_order_and_its_gaps(seats: int) -> None:
    tables = []
    for k, (a, b) in enumerate((a, b) for a in STRENGTHS for b in STRENGTHS if a != b):
        tables.append(contests(([a, b] * seats)[:seats], STRENGTHS, 100, k))
    rungs = rate(tables, list(STRENGTHS), 5)
    assert [rung.level for rung in rungs] == ["four", "three", "two", "one"]
    assert rungs[-1].gap is rungs[-1].predicted is None
    for rung, below in pairwise(rungs):
        assert rung.gap == pytest.approx(rung.mu - below.mu)
        assert rung.gap > 0
        odds = np.exp(STRENGTHS[rung.level] - STRENGTHS[below.level])
        assert rung.predicted == pytest.approx(odds / (1 + odds), abs=0.07)


def test_a_level_below_its_place_has_a_negative_gap() -> None:
    rungs = rate([contests("ab", {"a": 2.0, "b": 0.0}, 100, 1)], ["a", "b"], 0)
    assert rungs[0].level == "b"
    assert rungs[0].gap is not None
    assert rungs[0].gap < 0
    assert rungs[0].predicted is not None
    assert rungs[0].predicted < 0.3


def test_ratings_depend_on_the_seed_of_their_order_and_on_nothing_else() -> None:
    tables = [contests("ab", {"a": 0.0, "b": 1.0}, 80, 1)]
    assert rate(tables, "ab", 3) == rate(tables, "ab", 3)
    assert rate(tables, "ab", 3) != rate(tables, "ab", 4)


def test_chairs_that_tie_are_rated_alike() -> None:
    one, other = rate([games("abab", [[0.25] * 4] * 50, [[3] * 4] * 50)], "ab", 0)
    assert one.mu == pytest.approx(other.mu)
    assert one.predicted == pytest.approx(0.5)


# ---- whole ladders ---------------------------------------------------------------------------------------------------


def test_easy_is_above_random_and_the_same_seed_says_so_again() -> None:
    first = ladder("honeymoon", threads=1, seed=3, **QUICK)
    assert first.duel("easy", "random").is_clear
    assert [rung.level for rung in first.rungs] == ["easy", "random"]
    data = without_times(first.as_json())
    assert json.loads(json.dumps(data)) == data
    assert without_times(ladder("honeymoon", threads=2, seed=3, **QUICK).as_json()) == data
    assert without_times(ladder("honeymoon", threads=2, seed=4, **QUICK).as_json())["pairs"] != data["pairs"]


def test_a_level_named_too_high_is_found_out() -> None:
    found = ladder("honeymoon", seats=3, levels=["easy", "random"], games=40)
    assert found.duel("random", "easy").ahead.high < 0.5
    assert found.rungs[0].level == "random"
    assert found.rungs[0].gap is not None
    assert found.rungs[0].gap < 0


@pytest.mark.parametrize(("seats", "seatings"), [(2, ["ab", "ba"]), (3, ["aba", "bab"]), (4, ["abab", "baba"])])
def test_every_deal_is_played_with_the_chairs_exchanged(
    seats: int, seatings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int, int]] = []

    def watched(
        game: molehill.Game, n: int, seats: int, options: object, names: list[str], seed: int, *_: object
    ) -> Any:
        asked.append(("".join({"easy": "a", "random": "b"}[name] for name in names), n, seed))
        return games(names, [[0.0] * seats] * n, [list(range(seats))] * n)

    monkeypatch.setattr("molehill.lab.ladder.tournament", watched)
    ladder("honeymoon", seats=seats, levels=["random", "easy"], games=10, seed=6)
    assert asked == [(seating, 5, 6) for seating in seatings]


def test_a_whole_ladder_fits_a_terminal() -> None:
    found = ladder("moledozer", seats=3, games=4, sims=120, seed=1)
    assert (found.duels[0].level, found.duels[0].against) == ("sharp", "fair")
    assert len(found.duels) == 6
    assert [step.sims for step in found.steps] == [50, 120]
    assert found.steps[-1].reached == found.duel("sharp", "fair").ahead
    assert all(step.milliseconds > 0 for step in found.steps)
    assert found.unfinished == 0
    text = drawn(found)
    assert max(map(len, text.splitlines())) <= 80
    for expected in (
        "Moledozer: a ladder of 4 levels, 3 seats",
        "sharp makes 120",
        "sharp against fair",
        "100 % ┤",
        "█",
    ):
        assert expected in text.replace("\n", " ")


def test_settings_are_kept_with_the_numbers() -> None:
    data = ladder("honeymoon", options={"side": "B"}, seed=9, **QUICK).as_json()
    assert (data["game"], data["seats"], data["seed"], data["options"]["side"]) == ("honeymoon", 2, 9, "B")
    assert data["box"] == molehill.game("honeymoon").box().hash
    assert data["bots"]["easy"]["overlook"] > data["bots"]["random"]["overlook"] == 0
    assert data["thinking"] == []


def test_an_odd_number_of_games_is_rounded_up_to_whole_deals() -> None:
    assert ladder("honeymoon", levels=["random", "easy"], games=5).as_json()["games"] == 6
    assert ladder("mole_rats", seats=3, levels=["random", "easy"], games=5).as_json()["games"] == 6


@pytest.mark.usefixtures("steady")
def test_thinking_time_becomes_a_number_of_simulations() -> None:
    found = ladder("moledozer", levels=["random", "sharp"], games=2, think=0.01)
    assert found.steps[-1].sims == found.setting["sims"] == 10
    text = " ".join(drawn(found).split())
    assert f"sharp makes {found.setting['sims']:,} simulations a move, what fits into 0.01 s here" in text


def test_where_all_win_together_teams_play() -> None:
    found = ladder("mole_rats", seats=2, levels=["easy", "sharp"], games=8, sims=40)
    assert (found.duels, found.rungs) == ((), ())
    assert [team.names for team in found.teams] == [("sharp", "sharp"), ("easy", "easy"), ("easy", "sharp")]
    assert found.teams[0].wins.rate > found.teams[1].wins.rate
    assert found.gain is not None
    assert found.gain.mean == pytest.approx(found.teams[2].wins.rate - found.teams[1].wins.rate)
    text = drawn(found)
    for expected in ("1 easy, 1 sharp", "games won by the team", "With one sharp among them"):
        assert expected in text
    assert "gain" in found.as_json()


def test_a_difference_is_taken_game_by_game() -> None:
    ours, theirs = np.array([1.0, 1, 0, 1] * 25), np.array([1.0, 0, 0, 1] * 25)
    found = Difference.of(ours, theirs)
    assert found.mean == 0.25
    assert found.low == pytest.approx(0.25 - 1.96 * np.sqrt(0.25 * 0.75 / 99), abs=1e-4)
    assert Difference.of(ours, ours) == Difference(0.0, 0.0, 0.0)


def test_progress_is_told_of_every_game() -> None:
    told: list[tuple[int, int]] = []
    ladder("moledozer", games=4, sims=100, levels=["random", "fair", "sharp"], progress=lambda *p: told.append(p))
    assert {total for _, total in told} == {16}
    assert sum(done for done, _ in told) == 16


def test_a_plot_is_the_same_for_the_same_numbers(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    found = ladder("moledozer", levels=["random", "sharp"], games=2, sims=100)
    for name in ("one.svg", "two.svg"):
        draw_plot(found, tmp_path / name)
    text = (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert text.startswith("<?xml")
    assert text == (tmp_path / "two.svg").read_text(encoding="utf-8")


# ---- the command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process: exit code, stdout, stderr."""
    monkeypatch.setenv("COLUMNS", "80")

    def call(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main(["ladder", *(str(argument) for argument in arguments)])
        said = capsys.readouterr()
        return int(end.value.code or 0), said.out, said.err

    return call


WRONG = [
    ("", "Missing argument"),
    ("honeymon", "did you mean honeymoon"),
    ("honeymoon --seats 1", "2 seats or more"),
    ("honeymoon --seats 7", "1 to 6 seats, not 7"),
    ("honeymoon --levels clever,easy", "there is no bot 'clever'"),
    ("honeymoon --levels easy", "2 levels or more"),
    ("honeymoon --levels easy,fair,easy", "easy is named twice"),
    ("honeymoon --levels easy,", "there is no bot ''"),
    ("honeymoon --games 0", "number of games"),
    ("honeymoon --threads 0", "number of threads"),
    ("honeymoon --sims 0", "simulations are"),
    ("honeymoon --sims many", "--sims"),
    ("honeymoon --think 0", "seconds to think"),
    ("honeymoon --think nan", "seconds to think"),
    ("honeymoon --sims 10 --think 1", "not by both"),
    ("honeymoon --seed -1", "a seed is a whole number"),
    ("honeymoon --option side=Q", "option side can't be"),
    ("honeymoon --box none.toml", "no such file"),
    ("honeymoon --plot a.png", "ends in .svg"),
    ("honeymoon --plot no/such/folder/a.svg", "there is no folder"),
    ("honeymoon --plot a.svg --levels random,easy", "name sharp among the levels"),
]


@pytest.mark.parametrize(("command", "message"), WRONG, ids=[command or "nothing" for command, _ in WRONG])
def test_wrong_input_gets_one_line_and_exit_code_2(command: str, message: str, run: Run) -> None:
    code, out, err = run(*command.split())
    assert (code, out) == (2, "")
    assert err.startswith("molehill: ")
    assert err.count("\n") == 1
    assert message in err


def test_without_matplotlib_a_plot_is_refused_before_any_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, out, err = run("honeymoon", "--plot", "a.svg")
    assert (code, out) == (2, "")
    assert "pip install matplotlib" in err


def test_the_command_explains_itself(run: Run) -> None:
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    assert "Examples" in out
    assert "molehill ladder honeymoon" in out


def test_the_command_prints_tables_or_json(run: Run, tmp_path: Path) -> None:
    command = ("moledozer", "--levels", "fair,sharp", "--games", 4, "--sims", 50, "--seed", 2)
    code, out, err = run(*command, "--plot", tmp_path / "strength.svg")
    assert (code, err) == (0, "")
    assert "sharp against fair" in out
    assert (tmp_path / "strength.svg").exists()
    printed = [without_times(json.loads(run(*command, "--json", "--threads", n)[1])) for n in (1, 2)]
    assert printed[0] == printed[1]
    assert printed[0]["ratings"][0]["level"] == "sharp"
