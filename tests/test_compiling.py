"""Compiling: each function is compiled once and cached by its meaning, and nothing in the cache is compiled again."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import molehill
from molehill.bots import preparing
from molehill.engine import compiling
from molehill.engine.game import Game
from molehill.engine.playouts import LOOPS

GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
SEARCH = preparing.TEMPLATES["bots"]
TEMPLATES = (compiling.KERNELS, compiling.JUDGING, LOOPS, SEARCH, compiling.VECTORS)
compiled = pytest.mark.skipif(not compiling.JIT, reason="nothing is compiled")


@GAMES
def test_everything_that_is_compiled_counts_for_the_key(game: Game) -> None:
    known = [path for template in TEMPLATES for path in compiling.sources(game, template)]
    for folder in (Path(compiling.__file__).parent, SEARCH.parent, game.folder):
        of_rules = [path for path in folder.glob("*.py") if "@rule\n" in path.read_text(encoding="utf-8")]
        assert [path.name for path in of_rules if path not in known] == []
    assert not {"view.py", "text.py", "__init__.py", "match.py"} & {path.name for path in known}


@GAMES
def test_rules_do_not_depend_on_the_search_nor_on_other_games(game: Game) -> None:
    known = compiling.sources(game, compiling.KERNELS)
    assert SEARCH not in known
    assert LOOPS not in known
    assert {path.parent for path in known} == {compiling.KERNELS.parent, game.folder}


def test_the_key_is_what_is_compiled() -> None:
    source = 'def bite(a: int) -> int:\n    """Bite."""\n    return a + 1  # MR-21\n'
    assert compiling.meaning(source) == compiling.meaning("def bite(a: int) -> int:\n\n    return a+1")
    assert compiling.meaning(source) != compiling.meaning(source.replace("1", "2"))
    assert compiling.meaning(source) != compiling.meaning(source.replace("def bite(a: int)", "def bite(a: float)"))


@pytest.mark.parametrize("line", ["from sample.helper import B", "from .helper import B", "from . import helper"])
def test_an_edit_changes_the_key_and_a_docstring_does_not(tmp_path: Path, line: str) -> None:
    def key() -> str:
        sample = replace(molehill.game("honeymoon"), package="sample", folder=tmp_path / "sample")
        return compiling.key(sample, compiling.KERNELS)

    (tmp_path / "sample").mkdir()
    rules, helper = tmp_path / "sample" / "rules.py", tmp_path / "sample" / "helper.py"
    rules.write_text(f"{line}\nA = 1")
    helper.write_text("B = 1")
    first = key()
    rules.write_text(f'"""Words."""\n{line}  # more words\n\nA = 1')
    assert key() == first
    helper.write_text("B = 2")
    assert key() != first


def test_a_game_is_the_same_wherever_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has a folder of its own, which comes before the engine's or after it."""

    def key(game: str, engine: str) -> str:
        found = [tmp_path / game / "rules.py", tmp_path / engine / "units.py"]
        for path in found:
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"A = {path.name!r}")
        monkeypatch.setattr(compiling, "sources", lambda *_: sorted(found))
        return compiling.key(replace(molehill.game("honeymoon"), folder=tmp_path / game), compiling.KERNELS)

    assert key("before", "engine") == key("games", "engine")


def test_what_was_edited_while_a_process_ran_is_kept_for_that_process_alone(tmp_path: Path) -> None:
    """It has the old file in memory and would keep what it makes of that by the key of the new one."""

    def root() -> Path:
        sample = replace(molehill.game("honeymoon"), package="sample", folder=tmp_path / "sample")
        return compiling.cache_of(sample, compiling.KERNELS).parent

    rules = tmp_path / "sample" / "rules.py"
    rules.parent.mkdir()
    rules.write_text("A = 1")
    os.utime(rules, (0, 0))
    assert root() == compiling.cache_root()
    rules.write_text("A = 2")
    assert root() != compiling.cache_root()


@compiled
def test_a_kernel_called_with_something_else_says_what_it_takes() -> None:
    game = molehill.game("honeymoon")
    with pytest.raises(TypeError, match="pending takes"):
        game.kernels.pending(np.zeros(3), 0)


def test_an_unwritable_cache_falls_back_to_a_temporary_one() -> None:
    code = "from molehill.engine.compiling import cache_root; print(cache_root())"
    own = os.environ | {"MOLEHILL_CACHE": "/proc/nowhere"}
    done = subprocess.run([sys.executable, "-c", code], env=own, capture_output=True, text=True, check=True)
    assert "molehill" in done.stdout
