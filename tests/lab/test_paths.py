"""Paths: every value of every box has a name, and an edition differs from its box there and nowhere else."""

from __future__ import annotations

import difflib

import pytest

import molehill
from molehill import BadBox, Game, Unknown
from molehill.lab.editions import edition
from molehill.lab.paths import BoxPath, Value, all_paths, read_values

MOLE_RATS = molehill.game("mole_rats")
GAMES = pytest.mark.parametrize("game", molehill.games(), ids=lambda game: game.id)


def lines_changed(game: str, changes: dict[str, Value]) -> list[str]:
    """The lines removed (-) from and added (+) to the text of the box, without `standard = false`."""
    found = molehill.game(game)
    old, new = found.box().text.split("\n"), edition(found, found.box(), changes).text.split("\n")
    diff = list(difflib.unified_diff(old, new, lineterm="", n=0))[2:]
    return [line for line in diff if line[0] in "+-" and line != "+standard = false"]


@pytest.mark.parametrize(
    ("game", "path", "value", "lines"),
    [
        ("honeymoon", "counts.slots", 5, [
            "-slots = 7 # for rolled ones, on each sheet (HM-04)",
            "+slots = 5 # for rolled ones, on each sheet (HM-04)",
        ]),
        ("honeymoon", "side.A.moon[3, 4]", "#", ["-- - . H . . # . . C . - -", "+- - . # . . # . . C . - -"]),
        ("mole_rats", "ladders[2-16]", "3-14", ['-"2-16" = "3-13"', '+"2-16" = "3-14"']),
        ("mole_rats", 'ladders."2-16"', "3-14", ['-"2-16" = "3-13"', '+"2-16" = "3-14"']),
        ("mole_rats", "shafts[2-2]", "none", ['-"2-2" = "1-2"']),
        ("mole_rats", "deck[add red]", 3, ["-2 x  -            | add red", "+3 x  -            | add red"]),
        ("mole_rats", "deck.cards[your 2 | any 2]", 4, ["-1 x  your 2       | any 2", "+4 x  your 2       | any 2"]),
        ("mole_rats", "deck[one blue 3]", "none", ["-1 x  your 2       | one blue 3"]),
        ("mole_rats", "deck[one blue 3]", 0, ["-1 x  your 2       | one blue 3"]),
        ("mole_rats", "deck.challenge[every climb]", 2, [
            "-1 x  -            | every climb", "+2 x  -            | every climb",
        ]),
        ("mole_park", "moles.5", 12, ["-5 = 10", "+5 = 12"]),
        ("mole_park", "dice.pan[2]", 3, [
            '-pan = [1, 1, 2, 2, 3, "X"]   # favours the low holes',
            '+pan = [1, 3, 2, 2, 3, "X"]   # favours the low holes',
        ]),
        ("mole_park", "prizes.candy.cards[Bottomless Sweet Bag].stars", 2, [
            '-"Bottomless Sweet Bag" = { stars = 1, hand = 1 }', '+"Bottomless Sweet Bag" = { stars = 2, hand = 1 }',
        ]),
        ("moledozer", "cards.5[1]", "swap", ['-5 = ["extra", "plain", "plain"]', '+5 = ["swap", "plain", "plain"]']),
        ("target_rats", "dice.faces[2]", 3, [
            '-faces = ["target", 2, 3, 4, 5, 6]   # TR-05', '+faces = ["target", 3, 3, 4, 5, 6]   # TR-05',
        ]),
    ],
)  # fmt: skip
def test_one_value_is_changed_and_comments_stay(game: str, path: str, value: Value, lines: list[str]) -> None:
    assert lines_changed(game, {path: value}) == lines


def test_an_edition_is_played_with_the_changed_value() -> None:
    box = edition(MOLE_RATS, MOLE_RATS.box(), {"deck[add red]": 4, "equipment.tape": "3-10"})
    kinds = dict(zip(box.record["code"][0].tolist(), box.record["copies"][0].tolist(), strict=True))
    plain = MOLE_RATS.box().record
    before = dict(zip(plain["code"][0].tolist(), plain["copies"][0].tolist(), strict=True))
    assert {code: n - before.get(code, 0) for code, n in kinds.items() if n != before.get(code, 0)} == {
        code: 2 for code, n in kinds.items() if n == 4
    }
    assert box.record["place"][0].tolist()[1] == plain["place"][0].tolist()[1] + 2
    assert box.hash != MOLE_RATS.box().hash


@GAMES
def test_every_value_of_every_box_has_a_path_of_its_own(game: Game) -> None:
    """Writing its own value to a path changes nothing."""
    box, found = game.box(), list(all_paths(game.box().doc))
    assert found
    assert len(dict(found)) == len(found)
    for path, value in found:
        assert edition(game, box, {path: value}).hash == box.hash


def test_cards_and_maps_are_among_the_paths() -> None:
    found = dict(all_paths(MOLE_RATS.box().doc))
    assert found["deck.cards[- | add red]"] == 2
    assert found["station.tiers[1]"] == 24
    assert found["ladders[2-16]"] == "3-13"
    assert dict(all_paths(molehill.game("honeymoon").box().doc))["side.A.moon[1, 1]"] == "-"


def test_no_change_is_the_box_itself() -> None:
    assert edition(MOLE_RATS, MOLE_RATS.box(), {}) is MOLE_RATS.box()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("counts.slots", 1, "there is no 'counts' .there: title, station"),
        ("red", 1, "there is no 'red' outside of tables; did you mean snakes.red"),
        ("laders[2-16]", 1, "no 'laders'; did you mean ladders"),
        ("deck.cards", 1, "is a text; name a card"),
        ("station", 1, "is a table; name a part"),
        ("station.tiers", 1, "is a list; name a part"),
        ("station.tiers[6]", 1, "items are numbered 1 to 5, not '6'"),
        ("station.tiers[x]", 1, "items are numbered 1 to 5, not 'x'"),
        ("title[1]", 1, "no '1'"),
        ("deck.cards[add pink]", 1, "no 'add pink'"),
        ("deck.cards[any 2]", 1, "several cards match: 1 x any 2 | one yellow 3; "),
        ("deck[add pink]", 1, "no card like 'add pink' is in cards or not_with_two_players or challenge"),
        ("deck[any climb]", 1, "is in cards and challenge; name one, as cards"),
        ("deck[add red]", -1, "a whole number, not -1"),
        ("deck[add red]", "two", "a whole number, not 'two'"),
        ("deck[add red]", True, "a whole number, not True"),
        ("ladders[9-9]", "none", "there is no '9-9' to remove"),
        ("deck[add red][1]", 3, "nothing inside|no 'add red'"),
        ("", 1, "is not a path"),
        (".a", 1, "is not a path"),
        ("[a]", 1, "is not a path"),
        ("a..b", 1, "is not a path"),
        ("a[b", 1, "is not a path"),
        ("a b", 1, "is not a path"),
    ],
)
def test_a_path_that_leads_nowhere_says_why(path: str, value: Value, message: str) -> None:
    with pytest.raises(Unknown, match=message):
        edition(MOLE_RATS, MOLE_RATS.box(), {path: value})


def test_what_no_box_has_is_refused_as_in_a_file() -> None:
    with pytest.raises(BadBox, match="unknown key speed"):
        edition(MOLE_RATS, MOLE_RATS.box(), {"speed": 1})


@pytest.mark.parametrize("place", ["0, 1", "1, 0", "14, 1", "1, 14", "one"])
def test_a_map_has_rows_and_columns(place: str) -> None:
    game = molehill.game("honeymoon")
    with pytest.raises(Unknown, match=r"there is no row|no 'one'"):
        edition(game, game.box(), {f"side.A.moon[{place}]": "#"})


def test_an_edition_that_breaks_a_rule_is_refused_with_its_clause() -> None:
    with pytest.raises(BadBox, match=r"ladders.2-16.=3-1, line .*MR-01: 3-1 must be plain"):
        edition(MOLE_RATS, MOLE_RATS.box(), {"ladders[2-16]": "3-1"})


def test_paths_are_read_step_by_step() -> None:
    assert BoxPath.read('a."b c".d[2][x y]').steps == ("a", "b c", "d", "2", "x y")


# ---- values ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1..4", [1, 2, 3, 4]), ("1..9..4", [1, 5, 9]), ("-1..1", [-1, 0, 1]), ("0,2..3", [0, 2, 3]), ("7", [7]),
        ("3-13, 3-14,none", ["3-13", "3-14", "none"]), ("true,false", [True, False]), ("0.5,1", [0.5, 1]),
        ('"7"', ["7"]),
    ],
)  # fmt: skip
def test_values_are_read_as_people_type_them(text: str, values: list[Value]) -> None:
    assert read_values(text) == values
    assert [type(value) for value in read_values(text)] == [type(value) for value in values]


@pytest.mark.parametrize(
    "text", ["", ",", "4..1", "1..9..0", "1..9..00", "1,,2", "1..2000", "1..999999999999999999", "1,1"]
)
def test_other_values_are_refused(text: str) -> None:
    with pytest.raises(Unknown):
        read_values(text)


def test_too_many_values_are_counted_truly() -> None:
    with pytest.raises(Unknown, match=r"'0,1\.\.2000000\.\.2' are 1,000,001 values; 1,000 are the most"):
        read_values("0,1..2000000..2")
