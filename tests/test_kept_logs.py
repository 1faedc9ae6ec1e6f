"""Files that people have today can be read tomorrow: logs of a server and saved matches of the terminal.

`tests/kept/logs/` has such files for all games, finished and in progress, written by an earlier version (`write.py`).
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import molehill
from molehill.cli import main
from molehill.server.dice import verify
from molehill.terminal import files
from scenario import random_move

LOGS = Path(__file__).parent / "kept" / "logs"
FILES = sorted(LOGS.glob("*.json"))
SERVERS = [path for path in FILES if path.stem.endswith("-server-finished")]
KINDS = ("server-finished", "terminal-finished", "terminal-playing")


def name(path: Path) -> str:
    return path.stem


def test_every_game_of_which_files_are_kept_has_each_kind_of_file() -> None:
    kept = {path.stem.split("-")[0] for path in FILES}
    assert len(kept) >= 5
    assert {path.stem for path in FILES} >= {f"{game}-{kind}" for game in kept for kind in KINDS}


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_file_is_understood_and_an_unfinished_match_goes_on(path: Path, tmp_path: Path) -> None:
    text = json.loads(path.read_text(encoding="utf-8"))
    log = text.get("log", text)
    match, players, looks = files.load(path)
    assert match.game.id == path.stem.split("-")[0]
    again = json.loads(json.dumps(match.log))
    for key in ("game", "rules", "seats", "options", "box", "count", "moves", "table"):
        assert again[key] == log[key], key
    assert match.over == path.stem.endswith("finished")
    assert players == (["Anna", "greedy"] if "terminal" in path.stem else None)
    rng = random.Random(7)
    for _ in range(10):
        if not match.over:
            random_move(match, rng)
    files.save(tmp_path / "again.json", match, players or ["Anna", "greedy"], looks)
    assert files.load(tmp_path / "again.json").match.log["moves"][: log["count"]] == log["moves"]


@pytest.mark.parametrize("path", SERVERS, ids=name)
def test_every_roll_of_a_server_is_verified(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = json.loads(path.read_text(encoding="utf-8"))
    verdict = verify(log)
    assert verdict.checked == sum(actor == "chance" for actor, _ in log["moves"])
    assert verdict.unchecked == 0
    with pytest.raises(SystemExit) as end:
        main(["verify", str(path)])
    assert end.value.code in (0, None)
    assert capsys.readouterr().out.startswith(f"All {verdict.checked} rolls and draws follow")


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_file_that_lost_a_move_is_found_out(path: Path, tmp_path: Path) -> None:
    text = json.loads(path.read_text(encoding="utf-8"))
    del text.get("log", text)["moves"][3]
    (tmp_path / "spoiled.json").write_text(json.dumps(text), encoding="utf-8")
    with pytest.raises(molehill.BadLog, match="cut off"):
        files.load(tmp_path / "spoiled.json")
