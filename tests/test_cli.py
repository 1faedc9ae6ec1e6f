"""The command line: what it prints, where it prints it, and one clear line for each mistake in the input."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import molehill
from command_line import Run
from molehill import bots
from molehill.server.settings import read_settings
from terminal_window import interrupted


def in_a_shell(*arguments: object, **settings: object) -> subprocess.CompletedProcess[str]:
    """Run a command as people do, in a new process."""
    command = [sys.executable, "-c", "from molehill.cli import main; main()", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=False, stdin=subprocess.DEVNULL,
        env=os.environ | {"COLUMNS": "80", "MOLEHILL_QUIET": "1"}, **settings,  # type: ignore[call-overload]
    )  # fmt: skip


@pytest.fixture(scope="module")
def log() -> dict[str, object]:
    """The log of a short match."""
    match, rng, bot = molehill.game("honeymoon").match(seats=2), random.Random(1), bots.bot("random", 1)
    while not match.over:
        pending = match.pending
        if isinstance(pending, tuple):
            match.play(pending[0], bot.choose(match, pending[0]))
        else:
            match.chance(rng=rng)
    return match.log


# ---- wrong input -----------------------------------------------------------------------------------------------------

WRONG = [
    ("frobnicate", "No such command"),
    ("--frobnicate", "No such option"),
    ("simulate", "Missing argument"),
    ("simulate honeymon", "did you mean honeymoon"),
    ("simulate chess", "there is no game 'chess'"),
    ("simulate honeymoon --seats 7", "1 to 6 seats, not 7"),
    ("simulate honeymoon --seats 0", "1 to 6 seats, not 0"),
    ("simulate honeymoon --seats -1", "1 to 6 seats, not -1"),
    ("simulate honeymoon --seats two", "--seats"),
    ("simulate honeymoon --games 0", "number of games"),
    ("simulate honeymoon --games -10", "number of games"),
    ("simulate honeymoon --games 1.5", "--games"),
    ("simulate honeymoon --games 99999999999999999999", "number of games"),
    ("simulate honeymoon --threads 0", "number of threads"),
    ("simulate honeymoon --threads -2", "number of threads"),
    ("simulate honeymoon --bots clever", "there is no bot 'clever'"),
    ("simulate honeymoon --bots gredy", "did you mean greedy"),
    ("simulate honeymoon --bots greedy,", "there is no bot ''"),
    ("simulate honeymoon --seats 3 --bots greedy,random", "2 bots for 3 seats"),
    ("simulate honeymoon --seed -1", "a seed is a whole number"),
    ("simulate honeymoon --seed 9223372036854775808", "a seed is a whole number"),
    ("simulate honeymoon --seed 1e3", "--seed"),
    ("simulate honeymoon --option side", "NAME=VALUE"),
    ("simulate honeymoon --option =B", "NAME=VALUE"),
    ("simulate honeymoon --option side=", "NAME=VALUE"),
    ("simulate honeymoon --option side=Q", "option side can't be"),
    ("simulate honeymoon --option sied=B", "did you mean side"),
    ("simulate honeymoon --box {tmp}/none.toml", "no such file"),
    ("simulate honeymoon --box {tmp}", "irectory"),
    ("simulate honeymoon --box {tmp}/bytes", "not a text file"),
    ("simulate honeymoon --box {tmp}/broken.toml", "not a TOML file"),
    ("simulate honeymoon --box {tmp}/empty", "line 1"),
    ("rules", "Missing argument"),
    ("rules honeymon", "did you mean honeymoon"),
    ("rules honeymoon HM-99", "HM-01"),
    ("rules honeymoon MR-01", "HM-01"),
    ("rules honeymoon HM-", "HM-01"),
    ("replay", "Missing argument"),
    ("replay {tmp}/none.json", "none.json"),
    ("replay {tmp}", "irectory"),
    ("replay {tmp}/bytes", "bytes"),
    ("replay {tmp}/empty", "empty"),
    ("replay {tmp}/broken.toml", "broken.toml"),
    ("replay {tmp}/list.json", "list.json"),
    ("replay {tmp}/other.json", "other.json"),
    ("replay {tmp}/saved.json", "saved.json"),
    ("replay {tmp}/changed.json", "changed"),
    ("replay {tmp}/cut.json", "cut.json"),
    ("replay {tmp}/good.json --boards some", "--boards"),
    ("play honeymon", "did you mean honeymoon"),
    ("play honeymoon --seats 9", "1 to 6 seats, not 9"),
    ("play honeymoon --option side", "NAME=VALUE"),
    ("play honeymoon --seed -1", "a seed is a whole number"),
    ("play honeymoon --seats 3 --players you,greedy", "3"),
    ("play honeymoon --resume {tmp}/none.json", "none.json"),
    ("play honeymoon --box {tmp}/broken.toml", "not a TOML file"),
    ("games --verbose", "No such option"),
]


@pytest.fixture(scope="module")
def tmp(tmp_path_factory: pytest.TempPathFactory, log: dict[str, object]) -> Path:
    """A folder of wrong files."""
    folder = tmp_path_factory.mktemp("wrong files")
    text = json.dumps(log)
    files = {
        "broken.toml": "title = \n", "empty": "", "list.json": "[1, 2]", "other.json": '{"a": 1}', "good.json": text,
        "saved.json": '{"molehill_match": 1, "log": 5}', "cut.json": text[: len(text) // 2],
        "changed.json": json.dumps(log | {"seats": 3}),
    }  # fmt: skip
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    (folder / "bytes").write_bytes(b"\xff\xfe\x00")
    return folder


@pytest.mark.parametrize(("command", "message"), WRONG, ids=[command for command, _ in WRONG])
def test_wrong_input_gets_one_line_and_exit_code_2(command: str, message: str, run: Run, tmp: Path) -> None:
    code, out, err = run(*(word.replace("{tmp}", str(tmp)) for word in command.split()))
    assert code == 2
    assert out == ""
    assert err.startswith("molehill: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert message in err


@pytest.mark.parametrize("command", ["simulate chess", "simulate honeymoon --games -1", "replay /", "nonsense"])
def test_the_same_in_a_process_of_its_own(command: str) -> None:
    done = in_a_shell(*command.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("molehill: ")
    assert done.stderr.count("\n") == 1


def test_playing_without_a_terminal_is_refused_in_words() -> None:
    done = in_a_shell("play", "honeymoon")
    assert done.returncode == 2
    assert "terminal" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_interrupt_before_the_first_game_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("molehill.lab.simulation.simulate", interrupted)
    said = "Stopped before anything was played to the end: there is nothing to show.\n"
    assert run("simulate", "honeymoon") == (130, "", said)


@pytest.mark.skipif(os.name != "posix", reason="pipes break otherwise elsewhere")
@pytest.mark.parametrize("command", ["--help", "simulate honeymoon --games 50", "simulate honeymoon --games 50 --json"])
def test_a_reader_who_leaves_is_no_error(command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as gone:
        done = subprocess.run(
            [sys.executable, "-c", "from molehill.cli import main; main()", *command.split()],
            stdout=gone, stderr=subprocess.PIPE, text=True, timeout=300, check=False,
            env=os.environ | {"MOLEHILL_QUIET": "1"},
        )  # fmt: skip
    assert done.stderr == ""


# ---- right input -----------------------------------------------------------------------------------------------------


def test_help_does_not_load_numba_or_numpy() -> None:
    code = (
        "import sys; from molehill.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "finally: print('loaded:', [m for m in ('numba', 'numpy', 'prompt_toolkit') if m in sys.modules])"
    )
    for command in (["--help"], ["--version"], ["simulate", "--help"]):
        done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=True)
        assert done.stdout.endswith("loaded: []\n")


@pytest.mark.parametrize("command", ["play", "simulate", "rules", "replay"])
def test_every_command_explains_itself_with_an_example(command: str, run: Run) -> None:
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert "Example" in out
    assert f"molehill {command} " in out


def test_boards_can_be_written_into_a_file_on_windows(log: dict[str, object], tmp_path: Path) -> None:
    """Code pages of Windows lack half of a board's characters; here one of them replaces the system's encoding."""
    file = tmp_path / "match.json"
    file.write_text(json.dumps(log), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "molehill", "replay", str(file)],
        capture_output=True, check=True, env=os.environ | {"PYTHONIOENCODING": "cp1252", "MOLEHILL_QUIET": "1"},
    )  # fmt: skip
    assert "Honeymoon" in done.stdout.decode("utf-8")
    with pytest.raises(UnicodeEncodeError):
        done.stdout.decode("utf-8").encode("cp1252")


def test_without_a_command_the_lobby_opens_in_the_browser(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[object, bool]] = []
    monkeypatch.setattr("molehill.server.run.serve", lambda *given: served.append(given))
    assert run() == (0, "", "")
    assert served == [(read_settings(), True)]
    assert "Without a command the lobby opens" in run("--help")[1]


def test_the_version(run: Run) -> None:
    assert run("--version") == (0, f"molehill {molehill.__version__}\n", "")


def test_games_lists_all_of_them(run: Run) -> None:
    code, out, err = run("games")
    assert (code, err) == (0, "")
    for game in molehill.games():
        assert game.id in out
    assert "side=A/B" in out
    assert max(map(len, out.splitlines())) <= 80


def test_simulate_prints_a_table_and_no_progress_on_stdout(run: Run) -> None:
    code, out, err = run("simulate", "honeymoon", "--games", 500, "--seats", 3, "--bots", "greedy,random,random")
    assert (code, err) == (0, "")
    assert "500 games\n3 seats" in out
    assert "━" not in out


def test_json_is_the_same_for_any_number_of_threads_and_in_any_process(run: Run) -> None:
    command = ["simulate", "honeymoon", "--games", 5000, "--bots", "greedy,random", "--seed", 7, "--rotate", "--json"]
    command += ["--option", "side=b"]
    code, out, err = run(*command, "--threads", 1)
    assert (code, err) == (0, "")
    data = json.loads(out)
    assert (data["games"], data["bots"], data["options"]["side"]) == (5000, ["greedy", "random"], "B")
    assert run(*command, "--threads", 2)[1] == out
    assert in_a_shell(*command).stdout == out


def test_one_bot_may_stand_for_all_seats(run: Run) -> None:
    data = json.loads(run("simulate", "honeymoon", "--games", 20, "--seats", 4, "--bots", "greedy", "--json")[1])
    assert data["bots"] == ["greedy"] * 4


def test_a_box_of_ones_own(run: Run, tmp_path: Path) -> None:
    box = tmp_path / "own.toml"
    box.write_text(molehill.game("honeymoon").box().text.replace("row = 6", "row = 1"), encoding="utf-8")
    data = json.loads(run("simulate", "honeymoon", "--games", 200, "--box", box, "--json")[1])
    assert data["by_seat"][0]["points"]["max"] <= 10
    assert data["box"] != molehill.game("honeymoon").box().hash


def test_rules_shows_the_rulebook_and_single_clauses(run: Run) -> None:
    code, whole, _ = run("rules", "honeymoon")
    assert code == 0
    code, one, _ = run("rules", "honeymoon", "HM-09")
    assert code == 0
    assert "HM-09" in one
    assert len(one) < len(whole) / 3
    assert run("rules", "honeymoon", "9")[1] == run("rules", "honeymoon", "hm-9")[1] == one


@pytest.mark.parametrize("kept", ["log", "match"])
def test_replay_tells_a_log_and_a_saved_match(kept: str, run: Run, tmp_path: Path, log: dict[str, object]) -> None:
    file = tmp_path / "match.json"
    saved = {"molehill_match": 1, "log": log, "players": ["Ada", "random"]}
    file.write_text(json.dumps(log if kept == "log" else saved), encoding="utf-8")
    code, out, err = run("replay", file)
    assert (code, err) == (0, "")
    assert "Honeymoon" in out
    assert ("Ada" in out) == (kept == "match")
    shortest, middle, longest = (run("replay", file, "--boards", which)[1] for which in ("none", "end", "all"))
    assert len(shortest) < len(middle) < len(longest)
    assert middle == out


def test_an_interrupt_stops_a_long_simulation_at_once_and_shows_what_is_known() -> None:
    """Millions of games are running; somebody who presses Ctrl-C need not wait for them."""
    command = ["simulate", "honeymoon", "--games", "5000000", "--bots", "greedy"]
    ended = interrupted(command, when=r" [1-9]\d*/5000000")  # the bar: games are being played
    assert ended.code == 130
    assert "Stopped before the end" in ended.out
    assert "seat 1 " in ended.seen
    assert "Traceback" not in ended.seen
