"""A box as a form, and what comes of changing it: what it breaks is said with its clause, and comments stay."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

import molehill
from molehill import Game
from molehill.engine.box import Key
from molehill.engine.errors import BadBox, Unknown
from molehill.engine.records import Int16, Record, Row, sized
from molehill.lab.forms import MOST_FIELDS, changed, form_of
from molehill.lab.questions import Edition, Field
from molehill.lab.workshop import edit

GAMES = molehill.games()
RATS, MOON = molehill.game("mole_rats"), molehill.game("honeymoon")


def fields(edition: Edition) -> dict[str, Field]:
    return {".".join(field.at): field for section in edition.form for field in section.fields}


def value_of(field: Field) -> Any:
    """What a form says that the file says."""
    if field.kind == "list":
        return [value_of(each) for each in field.fields]
    if field.kind == "group":
        return {each.at[-1]: value_of(each) for each in field.fields}
    return field.value


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_form_has_every_value_of_the_box_and_a_table_that_can_be_drawn(game: Game) -> None:
    edition = edit(game, None)
    found: dict[str, Any] = {}
    for name, field in fields(edition).items():
        table = found
        for step in field.at[:-1]:
            table = table.setdefault(step, {})
        table[field.at[-1]] = value_of(field)
        assert name
    assert found == game.box().doc
    assert edition.shipped
    assert not edition.named
    assert edition.breaks is edition.departs is None
    assert edition.view is not None
    assert edition.view["seat"] == 0
    assert edition.view["pending"] != "chance"


def test_comments_of_the_file_are_the_help() -> None:
    found = fields(edit(RATS, None))
    assert found["rats.starts"].help == "of rats 1 to 4, clockwise"
    assert "With two players these three stay in the box." in found["deck.not_with_two_players"].help
    assert found["title"].help.startswith("The components of Mole Rats in Space.")


def test_texts_are_cards_or_maps_and_signs_have_names() -> None:
    assert fields(edit(RATS, None))["deck.cards"].kind == "cards"
    moon = fields(edit(MOON, None))["side.A.moon"]
    assert moon.kind == "map"
    assert moon.names["#"] == "rock"
    assert fields(edit(molehill.game("moledozer"), None))["side.four.tunnels"].kind == "lines"


def test_lines_can_be_added_where_the_file_has_names_of_its_own() -> None:
    open_tables = {tuple(section.at) for section in edit(RATS, None).form if section.open}
    assert open_tables == {("ladders",), ("shafts",)}


class Cups(Record):
    dice: Annotated[Int16, Key("counts.dice", 1, 6)]
    faces: Row[Annotated[Int16, Key("counts.faces", 2, 9)]] = sized(2)


def test_limits_come_from_the_declaration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOON.part("box"), "Box", Cups)
    section = form_of(MOON, "[counts]\ndice = 3\nfaces = [2, 4]\nelse = 1")[0]
    numbers = [field for each in section.fields for field in (each, *each.fields) if field.kind == "number"]
    assert [(field.low, field.high) for field in numbers] == [(1, 6), (2, 9), (2, 9), (None, None)]


def test_a_change_keeps_comments_and_everything_else() -> None:
    shipped = RATS.box().text
    edition = edit(RATS, None, [(["title"], "Mine"), (["snakes", "green"], "3-2")])
    lines = [(old, new) for old, new in zip(shipped.splitlines(), edition.box.splitlines(), strict=True) if old != new]
    assert lines == [('title = "Molehill\'s station"', 'title = "Mine"'), ('green = "3-12"', 'green = "3-2"')]
    assert edition.title == "Mine"
    assert edition.named
    assert not edition.shipped
    assert edition.breaks is edition.departs is None


def test_a_ladder_is_added_and_a_shaft_removed() -> None:
    edition = edit(RATS, None, [(["ladders", "4-3"], "5-2"), (["shafts", "2-2"], None)])
    doc = RATS.box_from_text(edition.box).doc
    assert doc["ladders"]["4-3"] == "5-2"
    assert "2-2" not in doc["shafts"]
    assert next(section for section in edition.form if section.at == ["ladders"]).open
    assert edition.view is not None


def test_what_breaks_a_rule_is_said_with_its_clause_and_place() -> None:
    edition = edit(RATS, None, [(["ladders", "1-13"], "2-11")])
    assert edition.view is None
    assert edition.breaks is not None
    assert edition.breaks.rule == "MR-01"
    assert edition.breaks.at == ["ladders", "1-13"]
    assert edition.breaks.line == 1 + edition.box.splitlines().index('"1-13" = "2-11"')
    assert fields(edition)["ladders.1-13"].value == "2-11", "the form still has it, so that it can be mended"


def test_what_only_leaves_the_printed_rules_can_be_played_and_says_so() -> None:
    game = molehill.game("target_rats")
    departed = edit(game, None, [(["dice", "faces", "0"], 3)])
    assert departed.departs is not None
    assert departed.departs.rule == "TR-05"
    assert "standard" not in departed.departs.says
    assert departed.view is not None
    assert 'title = "Molehill\'s sewers"\nstandard = false\n' in departed.box
    back = edit(game, departed.box, [(["dice", "faces", "0"], "target")])
    assert back.shipped
    assert "standard" not in back.box


def test_seats_and_options_decide_what_is_drawn() -> None:
    assert edit(MOON, None, seats=4).view["seats"] == 4  # type: ignore[index]
    sides = [edit(MOON, None, options={"side": side}).view for side in "AB"]
    assert sides[0] != sides[1]
    with pytest.raises(Unknown):
        edit(MOON, None, seats=40)


@pytest.mark.parametrize("at", [[], ["counts", "slots", "1"], ["side", "C", "moon"], ["counts", "nothing"]])
def test_a_place_that_there_is_not_is_refused(at: list[str]) -> None:
    with pytest.raises(Unknown):
        changed(MOON.box().text, [(at, None)])


def test_what_is_no_toml_or_too_large_is_refused() -> None:
    with pytest.raises(BadBox, match="not a TOML file"):
        edit(MOON, "title = ")
    many = "".join(f"a{n} = 1\n" for n in range(MOST_FIELDS + 1))
    with pytest.raises(Unknown, match="at most"):
        form_of(MOON, many)
