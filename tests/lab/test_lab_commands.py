"""The lab's commands: what varies, what is printed, and one line for each mistake."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import molehill
from command_line import Run
from molehill.cli.arms import read_arms
from molehill.lab.extras import need
from molehill.lab.paths import all_paths
from terminal_window import interrupted


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """An edition of Honeymoon with fewer slots."""
    file = tmp_path / "mine.toml"
    file.write_text(molehill.game("honeymoon").box().text.replace("slots = 7", "slots = 5"), encoding="utf-8")
    return file


# ---- compare ---------------------------------------------------------------------------------------------------------


def test_what_is_given_several_times_varies_and_the_rest_is_common() -> None:
    arms, common = read_arms(["a.toml", "shipped"], ["side=B", "one_shaft=yes"], ["fair"], [])
    assert arms == {"a": {"box": "a.toml"}, "shipped": {"box": None}}
    assert common == {"options": {"side": "B", "one_shaft": "yes"}, "bots": ["fair"]}
    arms, common = read_arms([], ["side=A", "one_shaft=no", "side=B"], ["greedy,fair", "fair,fair"], [2])
    assert arms == {
        "side=A, greedy,fair": {"options": {"side": "A"}, "bots": ["greedy", "fair"]},
        "side=B, fair,fair": {"options": {"side": "B"}, "bots": ["fair", "fair"]},
    }
    assert common == {"options": {"one_shaft": "no"}, "seats": 2}


def test_a_single_box_is_compared_with_the_shipped_one() -> None:
    assert list(read_arms(["my/a.toml"], [], ["greedy"], [])[0]) == ["shipped", "a"]
    arms, common = read_arms(["my/a.toml"], [], ["greedy"], [2, 3])
    assert list(arms) == ["2 seats", "3 seats"]
    assert common["box"] == "my/a.toml"


def test_boxes_of_one_name_are_told_apart_by_their_folders() -> None:
    assert list(read_arms(["a/x.toml", "b/x.toml"], [], [], [])[0]) == ["a/x.toml", "b/x.toml"]


def test_compare_prints_sentences_and_numbers(run: Run, mine: Path) -> None:
    code, out, err = run("compare", "honeymoon", "--box", mine, "--games", 600, "--seed", 3)
    assert (code, err) == (0, "")
    assert "with mine (±" in out or "whether mine" in out or "If mine" in out
    assert "shipped: 2 seats, greedy, box honeymoon/box.toml" in out


def test_compare_in_json_is_the_same_every_time(run: Run, mine: Path) -> None:
    command = ("compare", "honeymoon", "--box", mine, "--until", "±20%", "--json")
    code, out, _ = run(*command)
    assert code == 0
    assert json.loads(out)["settled"]
    assert run(*command, "--threads", 1)[1] == out


WRONG = [
    ("compare", "Missing argument"),
    ("compare chess", "there is no game 'chess'"),
    ("compare honeymoon", "nothing differs"),
    ("compare honeymoon --bots fair", "nothing differs"),
    ("compare honeymoon --option side=B", "nothing differs"),
    ("compare honeymoon --option flavour=A", "Honeymoon has no option 'flavour'"),
    ("compare honeymoon --option side=Z --seats 2 --seats 3", "side"),
    ("compare honeymoon --seats 2 --seats 2", "would be compared with itself"),
    ("compare honeymoon --box {mine} --box {mine}", "would be compared with itself"),
    ("compare honeymoon --seats 2 --seats 3 --bots random --bots greedy --bots fair", "not 3 and 2 times"),
    ("compare honeymoon --seats 2 --seats 7", "1 to 6 seats, not 7"),
    ("compare honeymoon --box none.toml", "no such file"),
    ("compare honeymoon --box {mine} --until soon", "'soon' is not a goal"),
    ("compare honeymoon --box {mine} --until wins±1%", "there is no measure 'wins' here"),
    ("compare honeymoon --box {mine} --games 0", "number of games"),
    ("compare honeymoon --box {mine} --option side", "NAME=VALUE"),
    ("compare mole_rats --box {mine}", "mine.toml, line"),
    ("sweep honeymoon", "something to vary, such as --set counts.slots=5..9"),
    ("sweep honeymoon --set counts.slots", "--set takes NAME=VALUE, such as counts.slots=5..9"),
    ("sweep honeymoon --set counts.slots=5 --set counts.slots=6..9", "--set names counts.slots twice: 5 and 6..9"),
    ("simulate honeymoon --option side=A --option side=B", "--option names side twice: A and B"),
    ("simulate honeymoon --resume", "name the folder of the games (--out)"),
    ("sweep honeymoon --set counts.slots=9..5", "is not a list of values"),
    ("sweep honeymoon --set counts.slots=5 --plot x.txt", "--plot writes SVG or PNG"),
    ("sweep honeymoon --set counts.slots=5 --plot {tmp}/none/x.svg", "there is no folder"),
    ("tune honeymoon", "needs a target and something to vary"),
    ("tune honeymoon --target length=3 --vary counts.timer=1..4 --out {tmp}/none/x.toml", "there is no folder"),
    ("tune honeymoon --target length=3 --vary counts.timer=1..4 --out {tmp}", "is a folder: name a file"),
    ("tune honeymoon --target length=3 --vary counts.timer=1..4 --trials 0", "number of trials"),
    ("report honeymoon --out {tmp}", "is a folder: name a file"),
    ("balance --box {mine}", "about one game: name it"),
    ("balance mole_rats --box {mine}", "mine.toml, line"),
    ("balance honeymoon --targets {mine}", "mine.toml, line"),
]


@pytest.mark.parametrize(("command", "message"), WRONG, ids=[command for command, _ in WRONG])
def test_wrong_input_gets_one_line_and_exit_code_2(command: str, message: str, run: Run, mine: Path) -> None:
    said = command.replace("{mine}", str(mine)).replace("{tmp}", str(mine.parent))
    code, out, err = run(*said.split())
    assert (code, out) == (2, "")
    assert err.startswith("molehill: ")
    assert err.count("\n") == 1
    assert message in err


def test_sweep_draws_a_picture_and_tune_writes_a_box(run: Run, tmp_path: Path) -> None:
    picture, box = tmp_path / "slots.svg", tmp_path / "tuned.toml"
    code, out, _ = run("sweep", "honeymoon", "--set", "counts.slots=5,6", "--games", 60, "--plot", picture)
    assert (code, "counts.slots" in out) == (0, True)
    assert "<svg" in picture.read_text(encoding="utf-8")
    code, out, _ = run(
        "tune", "honeymoon", "--target", "length=12", "--vary", "counts.timer=1,2", "--games", 60, "--out", box
    )  # fmt: skip
    assert (code, "best with counts.timer=" in out) == (0, True)
    assert run("simulate", "honeymoon", "--box", box, "--games", 50)[0] == 0


def test_paths_are_listed(run: Run, mine: Path) -> None:
    code, out, err = run("paths", "mole_rats")
    assert (code, err) == (0, "")
    assert "deck.cards[- | add red] = 2" in out.splitlines()
    code, out, _ = run("paths", "honeymoon", "--box", mine, "--json")
    assert json.loads(out) == dict(all_paths(molehill.game("honeymoon").as_box(mine).doc))


def test_a_missing_package_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("molehill.lab.extras.find_spec", lambda name: None)
    with pytest.raises(molehill.Unknown, match=r"keeping games needs polars: run pip install 'molehill\[lab\]'"):
        need("polars", "keeping games")


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise elsewhere")
def test_ctrl_c_shows_what_is_known(mine: Path) -> None:
    command = ["compare", "honeymoon", "--box", str(mine), "--games", "100000000"]
    ended = interrupted(command, when="±")  # the bar shows a first difference with its error
    assert ended.code == 130
    assert "Stopped before the end" in ended.out
