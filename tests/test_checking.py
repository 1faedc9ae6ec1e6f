"""The check of rules before they are compiled: it finds each planted mistake and names its file and line."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import molehill
from molehill import scaffold
from molehill.engine import checking, compiling
from molehill.engine.errors import BadRules
from molehill.engine.game import Game

FILES = scaffold.TEMPLATE / "game"
NUMBERS = itertools.count()
Plant = Callable[..., Game]


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plant]:
    """The sample game as a package, with `right` replaced by `wrong`."""
    monkeypatch.syspath_prepend(str(tmp_path))
    package = f"planted_{next(NUMBERS)}"

    def planted(right: str = "", wrong: str = "", file: str = "rules.py") -> Game:
        (tmp_path / package).mkdir()
        for source in FILES.glob("*.py.txt"):
            text = source.read_text(encoding="utf-8").replace("molehill.games.game_id", package)
            if source.name == f"{file}.txt":
                assert text.count(right) == 1 or not right
                text = text.replace(right, wrong) if right else text
            (tmp_path / package / source.stem).write_text(text, encoding="utf-8")
        game: Game = __import__(package).GAME
        return replace(game, id=package)

    yield planted
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        del sys.modules[name]


def complaint(game: Game) -> str:
    with pytest.raises(BadRules) as error:
        checking.check(game)
    return str(error.value)


def line_of(game: Game, text: str, file: str = "rules.py") -> str:
    """The place of a text, as an error names it."""
    lines = (game.folder / file).read_text(encoding="utf-8").splitlines()
    (number,) = [k for k, line in enumerate(lines, 1) if text in line]
    return f"{game.folder / file}:{number}"


@pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)
def test_nothing_is_wrong_with_a_game_that_is_compiled(game: Game) -> None:
    assert list(checking.mistakes(game)) == []


def test_nothing_is_wrong_with_the_sample(plant: Plant) -> None:
    assert list(checking.mistakes(plant())) == []


@pytest.mark.parametrize("file", ["rules.py", "box.py"])
def test_rules_that_ask_the_judge(plant: Plant, file: str) -> None:
    first = "from __future__ import annotations\n"
    game = plant(first, f"{first}\nfrom . import judge\n", file)
    assert complaint(game) == f"{line_of(game, 'judge', file)}: a rule never asks the judge, which is for bots only"


# ---- what does not exist --------------------------------------------------------------------------------------------


def test_a_field_that_does_not_exist(plant: Plant) -> None:
    game = plant("t.up = min(shows, t.ground)", "t.up = min(shows, t.grund)")
    assert complaint(game) == f"{line_of(game, 't.grund')}: Table has no field grund; did you mean ground?"


def test_a_field_that_does_not_exist_is_found_where_it_is_set_and_in_the_box(plant: Plant) -> None:
    game = plant("    t.ground = box.worms", "    t.grund = box.wurms")
    assert complaint(game).splitlines() == [
        f"{line_of(game, 't.grund')}: Box has no field wurms; did you mean worms?",
        f"{line_of(game, 't.grund')}: Table has no field grund; did you mean ground?",
    ]


def test_an_event_that_does_not_exist(plant: Plant) -> None:
    game = plant("emit(log, CAUGHT, EVERYBODY", "emit(log, COUGHT, EVERYBODY")
    assert complaint(game) == f"{line_of(game, 'COUGHT')}: there is no COUGHT; did you mean CAUGHT?"


def test_an_event_that_is_imported_but_not_there(plant: Plant) -> None:
    game = plant("    CAUGHT,\n", "    CAUHGT,\n")
    words = f"{game.package}.facts has no CAUHGT; did you mean CAUGHT?"
    assert complaint(game) == f"{line_of(game, 'CAUHGT')}: {words}"


def test_an_event_that_nobody_reads(plant: Plant) -> None:
    game = plant("emit(log, CAUGHT, EVERYBODY", "emit(log, 77, EVERYBODY")
    assert complaint(game) == f"{line_of(game, '77')}: view.py has no event 77 (number 77) in EVENTS"


def test_an_event_with_a_number_too_few(plant: Plant) -> None:
    game = plant("emit(log, CAUGHT, EVERYBODY, 6, seat, t.up)", "emit(log, CAUGHT, EVERYBODY, 6, seat)")
    words = "view.py reads seat, worms of the event caught; here it is given 1"
    assert complaint(game) == f"{line_of(game, 'emit(log, CAUGHT')}: {words}"


def test_a_clause_that_the_rulebook_does_not_have(plant: Plant) -> None:
    game = plant("emit(log, CAUGHT, EVERYBODY, 6,", "emit(log, CAUGHT, EVERYBODY, 16,")
    assert complaint(game) == f"{line_of(game, ' 16,')}: there is no clause 16; the rulebook has 8"


def test_a_constant_that_does_not_exist(plant: Plant) -> None:
    game = plant("    for k in range(FACES):", "    for k in range(FASES):")
    assert complaint(game) == f"{line_of(game, 'FASES')}: there is no FASES; did you mean FACES?"


def test_a_constant_that_does_not_exist_outside_of_functions(plant: Plant) -> None:
    game = plant("MOVES = DEEPEST + 1", "MOVES = DEPEST + 1")
    assert complaint(game) == f"{line_of(game, 'DEPEST')}: there is no DEPEST; did you mean DEEPEST?"


def test_a_constant_of_a_module_that_does_not_exist(plant: Plant) -> None:
    game = plant("chance.below(rng, MOVES)\n            while", "chance.beneath(rng, MOVES)\n            while")
    assert complaint(game) == f"{line_of(game, 'beneath')}: chance has no beneath"


def test_a_type_that_does_not_exist(plant: Plant) -> None:
    game = plant("def length(t: Table)", "def length(t: Tabel)")
    assert complaint(game) == f"{line_of(game, 'Tabel')}: there is no Tabel; did you mean Table?"


def test_a_function_of_the_contract_that_is_missing(plant: Plant) -> None:
    game = plant("def length(t: Table)", "def how_long(t: Table)")
    words = "there is no length(t): how long the game has lasted, in the game's own unit"
    assert complaint(game) == f"{game.folder / 'rules.py'}:1: {words}"


def test_a_function_of_the_contract_that_takes_something_else(plant: Plant) -> None:
    game = plant("def veil(t: Table, box: Box, seat: int)", "def veil(t: Table, seat: int)")
    assert complaint(game).endswith(": veil takes (t, box, seat), not (t, seat)")


def test_python_that_is_no_python(plant: Plant) -> None:
    game = plant("    t.rounds += 1", "    t.rounds =+ = 1")
    assert complaint(game) == f"{line_of(game, '=+ =')}: invalid syntax"


# ---- returns --------------------------------------------------------------------------------------------------------


def test_a_return_of_nothing_among_numbers(plant: Plant) -> None:
    game = plant("        return 7\n", "        return\n")
    words = "check says that it returns int, and returns nothing here"
    assert complaint(game).endswith(f": {words}")
    assert complaint(game).startswith(str(game.folder / "rules.py:"))


def test_an_end_without_a_return(plant: Plant) -> None:
    game = plant("    return t.rounds\n", "    if t.rounds > 3:\n        return t.rounds\n")
    words = "length says that it returns int, and may end without a return"
    assert complaint(game) == f"{line_of(game, 'def length')}: {words}"


def test_a_fraction_where_a_whole_number_is_promised(plant: Plant) -> None:
    game = plant("    return t.rounds\n", "    return t.rounds / 2\n")
    words = "length says that it returns int, and returns a number with a fraction here"
    assert complaint(game) == f"{line_of(game, 't.rounds / 2')}: {words}"


@pytest.mark.parametrize(("wrong", "words"), [("t.paws", "a row"), ("t.rounds, 1", "2 values"), ("t", "a Table")])
def test_something_else_where_a_number_is_promised(plant: Plant, wrong: str, words: str) -> None:
    game = plant("    return t.rounds\n", f"    return {wrong}\n")
    assert complaint(game).endswith(f": length says that it returns int, and returns {words} here")


# ---- what can't be compiled -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ('print(f"{shows} worms")', "an f-string can't be compiled; rules tell numbers in events"),
        ("seen = {1: shows}", "a dict can't be compiled"),
        ("seen = {shows}", "a set can't be compiled"),
        ("any(s for s in range(4))", "a generator can't be compiled; write a loop"),
        ("twice = lambda n: 2 * n", "a lambda can't be compiled"),
        ("import math", "an import belongs at the top of the file"),
        ("global MOVES", "compiled code can't change what is outside"),
        ("del shows", "`del` can't be compiled"),
        ("missing = t.paws + 1", "t.paws is a row, not a number; say which of its numbers"),
        ("missing = t + 1", "t is a Table, not a number"),
        ("t.paws[0, 1] = 2", "t.paws is a row; it has no 2 indices"),
        ("t.ground[0] = 2", "t.ground is a whole number, not a row"),
        ("t.ground = t.paws", "t.ground is a whole number; it can't hold a row"),
        ("for s in t.seats:\n        t.up += s", "t.seats is a whole number; a loop goes through range(t.seats)"),
        ("a, b = 1, 2, 3", "2 names for 3 values"),
        ("x = t.paws if t.up else 0", "this is a row or a whole number; it must be the same either way"),
        ("x = 0\n    x = t.paws", "x is a whole number in line {before} and a row here; a variable has one type"),
        ("x = None\n    x = t.up", "x is nothing in line {before} and a whole number here; a variable has one type"),
        ("bag_is_full(t, shows)", "bag_is_full takes (t), not 2 values"),
        ("emit(log, CAME_UP, EVERYBODY, 2, shows / 2)", "shows / 2 is a number with a fraction; an event tells whole"),
        ("emit(log, CAME_UP, EVERYBODY, 2, t)", "t is a Table; an event tells whole numbers and rows of them"),
        ("write(shows)", "write is not compiled; mark it @rule"),
        ("x = NAMES[0]", "NAMES is a list; compiled code reads numbers, tuples and arrays only"),
    ],
)  # fmt: skip
def test_what_the_compiler_would_not_understand(plant: Plant, wrong: str, words: str) -> None:
    if "mark it" in words and not compiling.JIT:
        pytest.skip("nothing is compiled")
    at_top = 'NAMES = ["a"]\n\n\ndef write(n: int) -> None:\n    """Not compiled."""\n\n\nMOVES = DEEPEST + 1'
    game = plant("MOVES = DEEPEST + 1", at_top)
    rules = game.folder / "rules.py"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("    t.rounds += 1\n", f"    t.rounds += 1\n    {wrong}\n"), encoding="utf-8")
    first = rules.read_text(encoding="utf-8").splitlines().index("    t.rounds += 1") + 2
    said = [line for line in complaint(game).splitlines() if words.format(before=first) in line]
    last = first + wrong.count("\n") * ("x =" in wrong)
    assert [line.split(": ")[0] for line in said] == [f"{rules}:{last}"], complaint(game)


def test_what_has_no_type(plant: Plant) -> None:
    game = plant("def come_up(t: Table, shows: int, log: Log) -> None:", "def come_up(t: Table, shows, log: Log):")
    assert complaint(game).splitlines() == [
        f"{line_of(game, 'def come_up')}: come_up does not say what it returns; write -> int, or -> None",
        f"{line_of(game, 'def come_up')}: shows has no type; write shows: int, say",
    ]


def test_all_mistakes_are_told_at_once(plant: Plant) -> None:
    game = plant("    t.up = min(shows, t.ground)\n    t.ground -= t.up", "    t.pu = t.grnd\n    t.grond -= t.up")
    assert len(complaint(game).splitlines()) == 3


# ---- when it is looked ----------------------------------------------------------------------------------------------


@pytest.mark.skipif(not compiling.JIT, reason="nothing is compiled")
def test_nothing_is_compiled_before_the_look(plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from molehill.engine import units

    monkeypatch.setattr(compiling, "cache_root", lambda: tmp_path / "cache")
    monkeypatch.setattr(units, "lower_unit", lambda *_: pytest.fail("compiled all the same"))
    game = plant("t.up = min(shows, t.ground)", "t.up = min(shows, t.grund)")
    with pytest.raises(BadRules, match="Table has no field grund"):
        _ = game.kernels


@pytest.mark.skipif(not compiling.JIT, reason="nothing is compiled")
def test_what_the_look_lets_pass_is_told_by_line_as_well(
    plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "cache_root", lambda: tmp_path / "cache")
    game = plant("    return t.rounds\n", "    return t.rounds + t.paws.nonsense()\n")
    with pytest.raises(BadRules) as error:
        _ = game.kernels
    assert str(error.value).startswith(line_of(game, "t.paws.nonsense"))
    assert "\x1b" not in str(error.value)


def test_rules_that_can_not_be_imported_are_told_by_line(plant: Plant) -> None:
    game = plant("MOVES = DEEPEST + 1", "MOVES = DEEPEST + 1 / 0")
    with pytest.raises(BadRules) as error:
        game.part("rules")
    assert str(error.value) == f"{line_of(game, '1 / 0')}: division by zero"
