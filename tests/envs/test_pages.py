"""The pages for researchers do what they say, and environments are what their versions say."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from tables import GAMES

import molehill
from molehill import Game

DOCS = Path(__file__).parents[2] / "docs"
KNOWN = json.loads(Path(__file__).with_name("versions.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", ["first-experiment", "environments", "training"])
def test_a_page_runs(page: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS.parent)
    names: dict[str, object] = {}
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / f"{page}.md").read_text(encoding="utf-8"), re.DOTALL)
    for block in blocks:
        exec(compile(block, f"{page}.md", "exec"), names)
    assert blocks
    assert capsys.readouterr().out


def fingerprint(game: Game) -> str:
    """What a trained agent would notice: the rules, the moves, and how observations lie, in each form."""
    fields = [
        [(f.name, f.shape, f.low, f.high) for f in game.observation(seats, memory=True, prospects=prospects).fields]
        for prospects in ([False, True] if game.foresees else [False])
        for seats in range(game.min_seats, game.max_seats + 1)
    ]
    told = json.dumps([game.version, game.move_count, fields])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


@GAMES
def test_an_environment_that_changes_has_a_new_version_and_a_line_on_the_page(game: Game) -> None:
    if "molehill.games" not in game.package:
        pytest.skip("a game of another package has its own versions")
    name = f"{game.id}-v{game.environment}"
    assert KNOWN.get(name) == fingerprint(game), f"{name} is not what it was: give {game.id} a new `environment`"
    assert f"| `{name}` |" in (DOCS / "environment-versions.md").read_text(encoding="utf-8")
    assert molehill.env(game).metadata["name"] == name.replace("-", "_")
