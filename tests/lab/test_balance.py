"""Balance: targets are checked data, measures mean what they say, and verdicts consider the error."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from printed import drawn

import molehill
from molehill import Game, Playouts
from molehill.bots.levels import describe
from molehill.cli import main
from molehill.lab import balance as lab
from molehill.lab import targets
from molehill.lab.balance import Verdict, balance, games_of, judge
from molehill.lab.statistics import Figure, Rate
from molehill.lab.targets import BadTargets, Setting, Target, load, read

HONEYMOON, MOLE_PARK, MOLE_RATS, TARGET_RATS = map(
    molehill.game, ("honeymoon", "mole_park", "mole_rats", "target_rats")
)
SAVED = Path(__file__).parents[2] / "docs" / "balance"
AIMING = [game for game in molehill.games() if load(game)]
GAMES = pytest.mark.parametrize("game", AIMING, ids=lambda game: game.id)

GOOD = """
[wins]
clause = "MR-32"
says = "players win now and then"
measure = "team_wins"
bots = "fair"
seats = [2, 4]
games = 100
at_least = 0.25
at_most = 0.45
"""


def a_target(measure: str, **settings: Any) -> Target:
    setting = Setting("fair", 2)
    return Target("one", "TR-27", "it holds", measure, setting, 100, 0.0, None, **settings)


def games_played(scores: list[list[float]], lengths: list[int] | None = None, **columns: Any) -> Playouts:
    """Games made by hand: scores by game and seat."""
    n, seats = len(scores), len(scores[0])
    blank = Playouts.blank(TARGET_RATS, n, seats, ["fair"] * seats, False)
    return replace(blank, scores=np.array(scores), lengths=np.array(lengths or [10] * n), **columns)


def figure(measure: str, *played: Playouts, **settings: Any) -> Figure:
    return lab.MEASURES[measure].of(a_target(measure, **settings), played)


# ---- the targets of the games ----------------------------------------------------------------------------------------


@GAMES
def test_targets_name_the_clauses_of_their_game(game: Game) -> None:
    assert all(game.prefix in target.clause and target.says for target in load(game))


def test_what_the_clauses_ask_for_is_there() -> None:
    asked = {(game.id, target.clause, target.measure) for game in AIMING for target in load(game)}
    wanted = {
        ("honeymoon", "HM-03", "length_mean"),
        ("honeymoon", "HM-03", "points_mean"),
        ("honeymoon", "HM-03", "points_ratio"),
        ("mole_park", "MP-29", "length_mean"),
        ("mole_park", "MP-29", "length_share"),
        ("mole_park", "MP-29", "top_seat_share"),
        ("mole_park", "MP-29", "seat_share"),
        ("mole_park", "MP-30", "shared_games"),
        ("mole_rats", "MR-32", "team_wins"),
        ("mole_rats", "MR-32", "team_wins_difference"),
        ("moledozer", "MD-23", "shared_wins"),
        ("target_rats", "TR-26", "shared_wins"),
        ("target_rats", "TR-27", "length_mean"),
        ("target_rats", "TR-27", "top_seat_share"),
        ("target_rats", "TR-27", "role_share"),
        ("target_rats", "TR-27", "tally_mean"),
    }
    ours = {game for game, _, _ in wanted}
    assert {row for row in asked if row[0] in ours} == wanted


@pytest.mark.rule("MP-29", "MP-30", "TR-27")
def test_there_are_as_many_games_at_as_many_tables_as_the_clauses_say() -> None:
    for game, clause, least in (
        (MOLE_PARK, "MP-29", 5_000),
        (MOLE_PARK, "MP-30", 10_000),
        (TARGET_RATS, "TR-27", 3_000),
    ):
        found = [target for target in load(game) if target.clause == clause]
        assert all(target.games >= least and target.setting.bots == "fair" for target in found)
        for name in {target.name for target in found}:
            counts = [target.setting.seats for target in found if target.name == name]
            assert counts == list(range(game.min_seats, game.max_seats + 1))


@pytest.mark.rule("HM-03", "MR-32", "MD-23", "MP-29", "MP-30", "TR-26", "TR-27")
@GAMES
def test_what_was_measured_last_is_this_game_with_these_bots_and_holds(game: Game) -> None:
    """`make balance` takes too long for a test, so its saved result must fit today's box, rules, bots and targets."""
    saved = json.loads((SAVED / f"{game.id}.json").read_text(encoding="utf-8"))
    assert (saved["rules"], saved["box"], saved["seed"]) == (game.version, game.box().hash, lab.SEED)
    assert saved["bots"] == {name: describe(name, game, saved["sims"]) for name in saved["bots"]}
    asked, keys = load(game), ("target", "bots", "seats", "at_least", "at_most")
    assert [tuple(found[key] for key in keys) for found in saved["targets"]] == [
        (t.name, t.setting.bots, t.setting.seats, t.at_least, t.at_most) for t in asked
    ]
    assert all(found["games"] >= t.games for found, t in zip(saved["targets"], asked, strict=True))
    assert [t for t in saved["targets"] if t["verdict"] not in (Verdict.HOLDS, Verdict.HOLDS_WITHIN_ERROR)] == []


def test_targets_and_box_may_be_others_than_the_games_own(tmp_path: Path) -> None:
    file = tmp_path / "wanted.toml"
    file.write_text(GOOD.replace("fair", "greedy").replace("[2, 4]", "[3]"), encoding="utf-8")
    text = MOLE_RATS.box().text.replace('"2-16" = "3-13"', '"2-16" = "3-14"')
    found = balance(MOLE_RATS, quick=True, targets=file, box=MOLE_RATS.box_from_text(text, "mine"))
    assert [result.target.setting for result in found.results] == [Setting("greedy", 3)]
    assert found.as_json()["box"] != MOLE_RATS.box().hash
    assert "box mine; seed" in drawn(found)
    with pytest.raises(molehill.BadBox, match="no such file"):
        load(MOLE_RATS, tmp_path / "none.toml")


def test_a_game_without_a_file_has_no_targets(tmp_path: Path) -> None:
    assert load(replace(HONEYMOON, folder=tmp_path)) == []


# ---- reading them ----------------------------------------------------------------------------------------------------


def test_a_table_is_a_target_for_each_number_of_seats() -> None:
    two, four = read(MOLE_RATS, GOOD)
    assert (two.setting, four.setting) == (Setting("fair", 2), Setting("fair", 4))
    assert (two.at_least, two.at_most, two.games) == (0.25, 0.45, 100)


def test_options_that_are_the_usual_ones_make_no_other_setting() -> None:
    (target, _) = read(MOLE_RATS, GOOD + "options = { challenge = false, starter = 2 }\n")
    assert target.setting == Setting("fair", 2, (("starter", 2),))


def test_against_is_the_same_setting_but_for_what_it_says() -> None:
    text = (
        GOOD.replace('"team_wins"', '"team_wins_difference"')
        + "options = { challenge = true }\nagainst = { seats = 3 }"
    )
    (target, _) = read(MOLE_RATS, text)
    assert target.settings == [Setting("fair", 2, (("challenge", True),)), Setting("fair", 3, (("challenge", True),))]


def test_a_target_of_somebodys_own_has_no_clause() -> None:
    (target, _) = read(MOLE_RATS, GOOD.replace('clause = "MR-32"', ""))
    assert target.clause == ""
    assert target.says


def test_a_role_is_tried_in_every_seat() -> None:
    target = a_target("role_share", role="starter")
    assert target.settings == [Setting("fair", 2, (("starter", 1),)), Setting("fair", 2, (("starter", 2),))]
    assert target.games_each == 50


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('clause = "MR-32"', 'clause = "MR-33"', "line 3: Mole Rats in Space has no clause 'MR-33'"),
        ("says", "say", "line 4: unknown key say; did you mean says?"),
        ('"team_wins"', '"wins"', "line 5: there is no measure 'wins'; there are team_wins, "),
        ('"team_wins"', "1", "line 5: wins.measure must be a text"),
        ('"team_wins"', '"shared_wins"', "line 5: shared_wins is for games that are won against others"),
        ('"team_wins"', '"tally_mean"', "line 5: Mole Rats in Space tallies nothing"),
        ('"fair"', '"fare"', "line 7: there is no bot 'fare'; did you mean fair?"),
        ('bots = "fair"', "", "bots must be the name of a bot"),
        ("[2, 4]", "[2, 5]", "line 7: Mole Rats in Space has 2 to 4 seats, not 5"),
        ("[2, 4]", "[]", "line 7: wins.seats names no number of seats"),
        ("[2, 4]", "4", "line 7: wins.seats must be a list"),
        ("games = 100", "games = 0", "line 8: wins.games is 0; it must be 1 to 1000000"),
        ("games = 100", "games = 100\noptions = { hard = true }", "Mole Rats in Space has no option 'hard'"),
        ("games = 100", "games = 100\nband = [1, 2]", "line 9: unknown key band"),
        ("0.25", '"some"', "line 9: wins.at_least must be a number"),
        ("0.25", "true", "line 9: wins.at_least must be a number"),
        ("0.25", "0.5", "line 9: wins.at_least is more than at_most"),
        ("at_least = 0.25\nat_most = 0.45", "", "line 2: wins has neither at_least nor at_most"),
        ('"team_wins"', '"team_wins_difference"', "line 2: wins.against is missing"),
        ('"team_wins"', '"team_wins_difference"\nagainst = { }', "line 6: wins.against is the same"),
        ('"team_wins"', '"team_wins_difference"\nagainst = { seats = 9 }', "line 6: .* 2 to 4 seats, not 9"),
        ('"team_wins"', '"team_wins_difference"\nagainst = { seat = 3 }', "line 6: unknown key seat"),
        ('"team_wins"', '"length_share"', "line 2: wins.band is missing"),
        ('"team_wins"', '"length_share"\nband = [9, 3]', "line 6: wins.band must be two whole numbers"),
        ("[wins]", "[wins", "not a TOML file"),
        ("[wins]", "few = 3", "few must be a table"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(BadTargets, match=message):
        read(MOLE_RATS, GOOD.replace(old, new))


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        ('"team_wins"', "team_wins is for games that are won together"),
        ('"seat_share"\nseat = 3', "wins.seat is 3; it must be 1 to 2"),
        ('"role_share"\nrole = "loser"', "Target: Rats has no option 'loser' that names a seat"),
    ],
)
def test_a_wrong_seat_or_role_is_refused(measure: str, message: str) -> None:
    with pytest.raises(BadTargets, match=message):
        read(TARGET_RATS, GOOD.replace('"team_wins"', measure).replace("MR-32", "TR-27"))


# ---- the measures ----------------------------------------------------------------------------------------------------


def test_every_measure_of_the_files_can_be_taken() -> None:
    assert list(lab.MEASURES) == list(targets.MEASURES)


def test_rates_of_a_team_and_their_difference_have_intervals_of_the_books() -> None:
    often, seldom = games_played([[1, 1]] * 56 + [[0, 0]] * 14), games_played([[1, 1]] * 48 + [[0, 0]] * 32)
    wilson = Rate.of(56, 70)
    assert figure("team_wins", often) == Figure(wilson.rate, wilson.low, wilson.high)
    gap = figure("team_wins_difference", often, seldom)
    assert (gap.value, gap.low, gap.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)  # Newcombe 1998


def test_shares_of_seats_are_above_or_below_a_fair_share() -> None:
    played = games_played([[0, 1, 0]] * 50 + [[1, 0, 0]] * 30 + [[0.5, 0, 0.5]] * 20)
    assert figure("top_seat_share", played).value == pytest.approx(0.5 - 1 / 3)
    assert figure("seat_share", played, seat=3).value == pytest.approx(0.1 - 1 / 3)
    first = figure("seat_share", played, seat=1)
    assert first.value == pytest.approx(0.4 - 1 / 3)
    assert first.low < first.value < first.high


def test_whoever_has_a_role_is_looked_for_in_that_seat() -> None:
    first, second = games_played([[1, 0]] * 40 + [[0, 1]] * 10), games_played([[0, 1]] * 20 + [[1, 0]] * 30)
    assert figure("role_share", first, second, role="starter").value == pytest.approx(0.6 - 0.5)


def test_shared_wins_are_a_rate_or_a_plain_count() -> None:
    played = games_played([[1, 0]] * 97 + [[0.5, 0.5]] * 3)
    assert figure("shared_wins", played).value == 0.03
    assert figure("shared_games", played) == Figure(3, 3, 3)


def test_lengths_points_and_tallies() -> None:
    points = np.array([[10, 20], [30, 20]])
    played = games_played([[1, 0], [0, 1]], [12, 26], points=points, tallies=np.array([0, 3]))
    assert figure("length_mean", played).value == 19
    assert figure("length_share", played, band=(12, 25)).value == 0.5
    assert figure("length_share", played, band=(12, 26)).value == 1.0
    assert figure("points_mean", played).value == 20
    assert figure("tally_mean", played).value == 1.5


def test_a_mean_has_the_interval_of_its_standard_error() -> None:
    lengths = figure("length_mean", games_played([[1, 0]] * 400, [8, 12] * 200))
    assert (lengths.low, lengths.high) == pytest.approx((10 - 1.96 * 0.1, 10 + 1.96 * 0.1), abs=1e-3)


def test_a_ratio_of_points_knows_the_error_of_both() -> None:
    ours = games_played([[1, 0]] * 100, points=np.array([[7, 7], [9, 9]] * 50))
    theirs = games_played([[1, 0]] * 100, points=np.array([[9, 9], [11, 11]] * 50))
    ratio = figure("points_ratio", ours, theirs)
    assert ratio.value == pytest.approx(0.8)
    assert ratio.high - ratio.value == pytest.approx(1.96 * 0.1 * np.sqrt(1 + 0.8**2) / 10, abs=1e-4)


# ---- verdicts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "value", "high", "verdict"),
    [
        (0.30, 0.35, 0.40, Verdict.HOLDS),
        (0.25, 0.35, 0.45, Verdict.HOLDS),
        (0.24, 0.28, 0.32, Verdict.HOLDS_WITHIN_ERROR),
        (0.40, 0.44, 0.48, Verdict.HOLDS_WITHIN_ERROR),
        (0.20, 0.35, 0.50, Verdict.HOLDS_WITHIN_ERROR),
        (0.20, 0.24, 0.28, Verdict.FAILS_WITHIN_ERROR),
        (0.44, 0.46, 0.48, Verdict.FAILS_WITHIN_ERROR),
        (0.46, 0.50, 0.54, Verdict.FAILS),
        (0.10, 0.15, 0.20, Verdict.FAILS),
    ],
)
def test_a_verdict_knows_the_error(low: float, value: float, high: float, verdict: Verdict) -> None:
    assert judge(Figure(value, low, high), 0.25, 0.45) is verdict


def test_one_bound_is_enough() -> None:
    assert judge(Figure(0.8, 0.75, 0.85), 0.7, None) is Verdict.HOLDS
    assert judge(Figure(0.8, 0.75, 0.85), None, 0.7) is Verdict.FAILS
    assert judge(Figure(0, 0, 0), None, 0) is Verdict.HOLDS


# ---- whole runs ------------------------------------------------------------------------------------------------------


FEW = """
[length]
clause = "HM-03"
says = "a game takes 5 to 30 rolls on average"
measure = "length_mean"
bots = "random"
seats = [2, 3]
games = 200
at_least = 5
at_most = 30

[draws]
clause = "HM-19"
says = "hardly any win is shared"
measure = "shared_wins"
bots = "random"
seats = [2]
games = 400
at_most = 0.5
"""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Honeymoon with few targets that some hundred random games can show."""
    monkeypatch.setattr(lab, "load", lambda game, file=None: read(game, FEW))
    monkeypatch.setattr(lab, "SHOWN", "random")
    monkeypatch.setattr(lab, "SHOWN_GAMES", 50)
    return HONEYMOON


def test_each_setting_is_played_once_with_the_most_games_that_are_asked(few: Game) -> None:
    games = games_of(few)
    assert games[Setting("random", 2)] == 400
    assert games[Setting("random", 3)] == 200
    assert games[Setting("random", 6)] == 50
    assert games_of(few, quick=True) == {setting: n // 10 for setting, n in games.items()}


def test_same_seed_same_figures_whatever_the_threads(few: Game) -> None:
    first, second, other = balance(few, threads=1), balance(few, threads=2), balance(few, seed=5)
    assert first.as_json() == second.as_json()
    assert first.as_json()["targets"] != other.as_json()["targets"]


def test_progress_is_told_of_every_game(few: Game) -> None:
    told: list[int] = []
    balance(few, progress=told.append)
    assert sum(told) == sum(games_of(few).values())


def test_a_balance_survives_json_and_fits_a_terminal(few: Game) -> None:
    found = balance(few)
    data = found.as_json()
    assert json.loads(json.dumps(data)) == data
    assert [target["verdict"] for target in data["targets"]] == ["holds"] * 3
    assert data["targets"][2]["games"] == 400
    assert [row["seats"] for row in data["shown"]["seats"]] == [2, 3, 4, 5, 6]
    text = drawn(found)
    assert max(map(len, text.splitlines())) <= 80
    for expected in ("Honeymoon: 3 × holds", "HM-03  a game takes", "5.00 to 30.00", "at most 50.00 %", "6 seats"):
        assert expected in text


def test_bots_that_think_are_played_too() -> None:
    target = a_target("length_mean")
    sharp = lab._play(HONEYMOON, HONEYMOON.box(), Setting("sharp", 2), 2, 1, 1, 20, None)
    assert sharp.games == 2
    assert lab._judge(target, [sharp]).games == 2


def test_words_for_bounds_and_figures() -> None:
    gap = replace(a_target("team_wins_difference"), at_least=-0.15, at_most=0.15)
    result = lab.Result(gap, Figure(-0.02, -0.061, 0.021), 500)
    assert (result.wanted, result.measured) == ("−15.0 to +15.0 pp", "−2.0 pp (−6.1 to +2.1)")
    count = replace(a_target("shared_games"), at_least=None, at_most=0)
    assert lab.Result(count, Figure(0, 0, 0), 10).wanted == "at most 0"
    assert lab.Result(count, Figure(0, 0, 0), 10).measured == "0"


# ---- the command -----------------------------------------------------------------------------------------------------

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, few: Game) -> Run:
    """Run the command in this process, with the small targets: exit code, stdout, stderr."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(molehill, "games", lambda: [few])

    def call(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main(["balance", *map(str, arguments)])
        said = capsys.readouterr()
        return int(end.value.code or 0), said.out, said.err

    return call


def test_the_command_prints_and_says_that_all_is_well(run: Run) -> None:
    code, out, err = run("honeymoon", "--quick")
    assert (code, err) == (0, "")
    assert "Honeymoon: 3 × holds" in out


def test_without_a_game_all_are_measured(run: Run) -> None:
    code, out, _ = run("--quick", "--json")
    assert code == 0
    assert [found["game"] for found in json.loads(out)] == ["honeymoon"]


def test_a_target_that_fails_is_an_exit_code(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "load", lambda game, file=None: read(game, FEW.replace("at_most = 30", "at_most = 6")))
    code, out, _ = run("honeymoon")
    assert code == 1
    assert "2 × fails" in out


def test_figures_are_saved_for_the_pages(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "balance"
    code, _, _ = run("honeymoon", "--quick", "--seed", 3, "--save", folder)
    assert code == 0
    found = json.loads((folder / "honeymoon.json").read_text(encoding="utf-8"))
    assert (found["game"], found["seed"]) == ("honeymoon", 3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("honeymon", "did you mean honeymoon"),
        ("honeymoon --sims 0", "simulations are a whole number"),
        ("honeymoon --sims few", "--sims"),
        ("honeymoon --seed -1", "a seed is"),
        ("honeymoon --threads 0", "number of threads"),
        ("honeymoon --games 5", "No such option"),
        ("honeymoon chess", "chess"),
    ],
)
def test_nonsense_is_refused_in_a_line(run: Run, arguments: str, message: str) -> None:
    code, out, err = run(*arguments.split())
    assert (code, out) == (2, "")
    assert err.startswith("molehill: ")
    assert err.count("\n") == 1
    assert message in err


def test_a_folder_that_is_a_file_is_refused_before_anything_is_played(run: Run, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    code, out, err = run("honeymoon", "--save", tmp_path / "taken")
    assert (code, out) == (2, "")
    assert "taken" in err
