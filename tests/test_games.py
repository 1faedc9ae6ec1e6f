"""Games are found through entry points, from any package; one that can't be loaded is named and left out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import molehill
from beside import SMALL, Beside, packages
from molehill import Game, Malformed, Unknown
from molehill.cli import main
from molehill.games import installed

HONEYMOON = molehill.game("honeymoon")


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[Beside]:
    with packages(tmp_path) as folder:
        yield folder


def left_out() -> dict[str, str]:
    return {missing.id: missing.why for missing in molehill.left_out()}


def test_a_game_of_another_package_is_one_of_the_games(beside: Beside) -> None:
    beside.put("small_game", SMALL.format(id="small_game"))
    assert molehill.game("small_game").name == "Small"
    names = [game.id for game in molehill.games()]
    assert names == sorted(names)
    assert {"honeymoon", "small_game"} <= set(names)
    assert "small_game" not in left_out()


def test_ours_are_found_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["molehill.games"], "entry_points", lambda group: [])
    installed.cache_clear()
    assert molehill.games() == []
    with pytest.raises(Unknown, match="there is no game 'honeymoon'; no game is installed"):
        molehill.game("honeymoon")
    installed.cache_clear()


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import no_such_module\n", "ModuleNotFoundError: No module named 'no_such_module' (.*__init__.py, line 1)"),
        ("GAME = (\n", "SyntaxError"),
        ("\nraise ValueError('two\\nlines')\n", "ValueError: two lines (.*__init__.py, line 2)"),
        ("import sys\nsys.exit(3)\n", "SystemExit: 3 (.*__init__.py, line 2)"),
        ("other = 1\n", "AttributeError: .*GAME"),
        ("GAME = 'a game'\n", "bad:GAME is str, not a Game"),
        (SMALL.format(id="good"), "its id is 'good' and its entry point is called 'bad'"),
        (SMALL.format(id="Bad"), "a game's id is lower-case letters.* (.*__init__.py, line 2)"),
    ],
)
def test_a_game_that_cant_be_loaded_is_named_with_the_reason_and_the_others_are_there(
    beside: Beside, code: str, why: str
) -> None:
    beside.put("bad", code)
    assert "honeymoon" in [game.id for game in molehill.games()]
    assert "bad" not in [game.id for game in molehill.games()]
    (missing,) = [missing for missing in molehill.left_out() if missing.id == "bad"]
    assert missing.package == "bad"
    assert "\n" not in missing.why
    pattern = why.replace("(", r"\(").replace(")", r"\)")
    with pytest.raises(Unknown, match=f"^the game bad of bad can't be loaded: {pattern}"):
        molehill.game("bad")


def test_an_id_belongs_to_the_first_package_that_offers_it(beside: Beside) -> None:
    beside.put("small_game", SMALL.format(id="small_game"), dist="a-package")
    beside.put("other_game", SMALL.format(id="small_game"), entry="small_game", dist="b-package")
    assert molehill.game("small_game").name == "Small"
    assert [(missing.id, missing.package) for missing in molehill.left_out() if missing.id == "small_game"] == [
        ("small_game", "b-package")
    ]
    assert left_out()["small_game"] == "another package has a game of this id"


def test_the_list_of_games_names_what_is_left_out(beside: Beside, capsys: pytest.CaptureFixture[str]) -> None:
    beside.put("bad", "import no_such_module\n")
    with pytest.raises(SystemExit) as end:
        main(["games"])
    assert end.value.code in (0, None)
    told = capsys.readouterr()
    assert "honeymoon" in told.out
    assert told.err.startswith("molehill: bad of bad is left out: ModuleNotFoundError: No module named")


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"id": "../etc"}, "a game's id is"),
        ({"id": "m" * 31}, "a game's id is"),
        ({"prefix": "H"}, "a prefix of clauses is"),
        ({"min_seats": 0}, "1 to 8 seats, not 0 to 6"),
        ({"max_seats": 9}, "1 to 8 seats, not 1 to 9"),
        ({"clauses": 100}, "1 to 99 clauses"),
        ({"colour": "red"}, "a colour is written as"),
        ({"room": "sea"}, "a room lies in sky, field, ground"),
        ({"levels": (0.6,)}, "levels are three shares"),
        ({"options": (molehill.Option("side", ("A", "B"), "C"),)}, "option side is 'C' by default"),
    ],
)
def test_metadata_that_would_break_something_later_is_refused(wrong: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Malformed, match=complaint):
        replace(HONEYMOON, **wrong)


def test_the_metadata_of_every_game_holds() -> None:
    assert all(isinstance(game, Game) and game.folder.is_dir() for game in molehill.games())
    assert molehill.left_out() == ()
