"""A small game leaves out what follows from the rest: legal moves, conversions, words. A box is declared, not read."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

import pytest

import molehill
from beside import packages
from molehill import BadBox, Game, Malformed, browser, scaffold
from molehill.engine import parts
from molehill.engine.box import Key, Source, fill
from molehill.engine.errors import BadRules
from molehill.engine.records import Grid, Int8, Int16, Record, Row, first, new, sized

DIG = {"do": "dig", "depth": 2}


@pytest.fixture
def sample(tmp_path: Path) -> Iterator[Game]:
    """A new game that nobody has changed yet."""
    scaffold.write_package("short_game", tmp_path)
    source = tmp_path / "short_game/src"
    with packages(source):
        game: Game = importlib.import_module("short_game").GAME
        yield game


def again(game: Game) -> Game:
    """The same game, with its parts as they are written now."""
    return replace(game)


# ---- what is put in --------------------------------------------------------------------------------------------------


def test_legal_moves_follow_from_check(sample: Game) -> None:
    rules = sample.part("rules")
    assert "def legal" not in (sample.folder / "rules.py").read_text(encoding="utf-8")
    out = [0] * rules.MOVES
    asked = SimpleNamespace(MOVES=4, check=lambda t, box, seat, move: 0 if move % 2 else 3)
    legal = parts.bind("legal_of_nothing", parts.LEGAL, {"rules": asked}).legal
    plain = getattr(legal, "py_func", legal)
    assert (plain(None, None, 0, out), out[:2]) == (2, [1, 3])
    assert inspect.signature(getattr(rules.legal, "py_func", rules.legal)) == inspect.signature(plain)


def test_declared_moves_need_no_moves_py(sample: Game) -> None:
    assert not (sample.folder / "moves.py").exists()
    moves, text = sample.part("moves"), sample.part("text")
    assert [moves.decode(number) for number in range(sample.move_count)][::2] == [{"do": "sleep"}, DIG]
    assert moves.encode(DIG) == 2
    assert moves.decode_outcome(moves.encode_outcome({"do": "draw", "seat": 1})) == {"do": "draw", "seat": 1}
    assert text.label(DIG) == "dig 2"
    assert text.parse(" d 2 ", {}, sample.words) == DIG
    with pytest.raises(Malformed, match='I don\'t understand "dig 9"'):
        text.parse("dig 9 ", {}, sample.words)
    with pytest.raises(Malformed, match="'do' must be one of sleep, dig"):
        moves.encode({"do": "fly"})


def test_without_text_py_there_are_words_all_the_same(sample: Game) -> None:
    (sample.folder / "text.py").unlink()
    with (sample.folder / "words.en.ftl").open("a", encoding="utf-8") as words:
        words.write("ask = What now?\n")
    game = again(sample)
    text = game.part("text")
    assert (text.ask({}, game.words), text.note({}, DIG, game.words)) == ("What now?", "")
    told = {"event": "showed", "seat": 1, "dice": [2, 5], "inside": {"not": "said"}}
    assert text.phrase(told, ["Anna", "Ben"], game.words) == {
        "event": "showed", "seat": 1, "dice": "2 5", "player": "Ben",
    }  # fmt: skip


def test_what_a_game_writes_itself_comes_first(sample: Game) -> None:
    with (sample.folder / "text.py").open("a", encoding="utf-8") as text:
        text.write("\n\ndef label(move: Mapping[str, Any]) -> str:\n    return 'mine'\n")
    game = again(sample)
    assert game.part("text").label(DIG) == "mine"
    assert sorted(parts.put_in(game.part("text"), "text")) == ["parse", "phrase", "reason"]
    honeymoon = molehill.game("honeymoon")
    assert all(parts.put_in(honeymoon.part(name), name) == {} for name in parts.DEFAULTS)


def test_a_game_may_have_its_modules_in_another_folder_than_its_words(tmp_path: Path) -> None:
    """A part is left out if it can't be imported, wherever it would be."""
    game = replace(molehill.game("honeymoon"), id="second_moon", folder=tmp_path)
    assert game.part("moves") is molehill.game("honeymoon").part("moves")
    assert game.part("text").label is molehill.game("honeymoon").part("text").label


def test_what_is_put_in_is_translated_for_the_browser_like_the_games_own(sample: Game) -> None:
    module, types = browser.of_game(sample), browser.declarations.of_game(sample)
    for name in ("encode", "decode_outcome", "label", "parse", "phrase", "ask", "sheet"):
        assert f"function {name}(" in module
        assert f"export function {name}(" in types


def test_a_module_that_is_broken_is_not_taken_for_one_that_is_left_out(sample: Game) -> None:
    (sample.folder / "moves.py").write_text("\nfrom .facts import NOTHING_AT_ALL\n", encoding="utf-8")
    with pytest.raises(BadRules, match=r"short_game.moves\.py:2: short_game.facts has no NOTHING_AT_ALL"):
        again(sample).part("moves")
    with pytest.raises(ModuleNotFoundError, match=r"short_game\.nonsense"):
        again(sample).part("nonsense")


# ---- boxes -----------------------------------------------------------------------------------------------------------


class Stalls(Record):
    dice: Annotated[Int8, Key("counts.dice", 1, 6)]
    weights: Row[Annotated[Int16, Key("die.weights", 0, 100)]] = sized(3)
    paws: Grid[Annotated[Int16, Key("paws.plain paws.deep", 1, 9)]] = sized(2, 2)


BOX = """title = "A box"
[counts]
dice = 5
[die]
weights = [0, 1, 100]
[paws]
plain = [1, 2]
deep = [3, 4]
"""


def read(text: str, kind: type[Record] = Stalls) -> Any:
    box = first(new(kind), kind)
    fill(Source(text, "mine.toml"), box, kind)
    return box


def test_a_box_is_filled_as_its_class_declares() -> None:
    box = read(BOX)
    assert box.dice == 5
    assert list(box.weights) == [0, 1, 100]
    assert [list(row) for row in box.paws] == [[1, 2], [3, 4]]
    assert read(f"standard = false\n{BOX}").dice == 5


@pytest.mark.parametrize(
    ("good", "bad", "complaint"),
    [
        ("dice = 5", "dice = 7", "mine.toml, line 3: counts.dice is 7; it must be 1 to 6"),
        ("dice = 5", "dice = true", "line 3: counts.dice must be a whole number"),
        ("dice = 5", "", "line 2: counts.dice is missing"),
        ("dice = 5", "dize = 5", "line 3: unknown key dize; did you mean dice"),
        ("[0, 1, 100]", "[0, 1]", "line 5: die.weights must be 3 whole numbers from 0 to 100"),
        ("[0, 1, 100]", "[0, 1, true]", "line 5: die.weights must be 3 whole numbers"),
        ("[0, 1, 100]", "7", "line 5: die.weights must be a list"),
        ("[3, 4]", "[3, 10]", "line 8: paws.deep must be 2 whole numbers from 1 to 9"),
        ("[paws]", "[pawns]", "unknown key pawns; did you mean paws"),
        ('title = "A box"', "title = 3", "line 1: title must be a text"),
        ('title = "A box"', 'title = ""\nstandard = 1', "line 2: standard must be true or false"),
    ],
)
def test_what_is_wrong_in_a_box_is_named_with_its_line(good: str, bad: str, complaint: str) -> None:
    with pytest.raises(BadBox, match=complaint):
        read(BOX.replace(good, bad))


def test_a_field_that_nothing_is_said_of_is_refused() -> None:
    class Careless(Record):
        dice: Int8

    with pytest.raises(TypeError, match=r"Careless\.dice has no Key, and box.py has no read"):
        read(BOX, Careless)
