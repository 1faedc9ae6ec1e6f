"""Moledozer's box file: each check refuses a bad file, names its line and the clause."""

from __future__ import annotations

import pytest
from moledozer_scene import GAME, SHIPPED

import molehill
from molehill.games.moledozer.view import MOST_BOARDS, _boards, board

TEXT = SHIPPED.text


def line_of(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


def refused(text: str, message: str, at: str) -> None:
    """The file is refused with this message, on the line that holds `at`."""
    with pytest.raises(molehill.BadBox) as error:
        GAME.box_from_text(text, "bad.toml")
    assert message in str(error.value)
    assert f"line {line_of(text, at)}:" in str(error.value)


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) >= 1
    return TEXT.replace(old, new, 1)


def loose(old: str, new: str) -> str:
    return "standard = false\n" + changed(old, new)


def test_the_shipped_box_is_its_own_edition() -> None:
    assert SHIPPED.shipped
    assert GAME.box_from_text(TEXT).hash == SHIPPED.hash
    assert not SHIPPED.record.flags.writeable


@pytest.mark.parametrize(
    ("old", "new", "message", "at"),
    [
        ("\n[counts]\n", "\ncolour = 1\n[counts]\n", "unknown key colour", "colour"),
        ("hand = 5", "hands = 5\nhand = 5", "did you mean hand", "hands"),
        ("[side.two]", "[side.six]\n[side.two]", "unknown key six", "side.six"),
        ('start = "e1"', 'start = "e1"\nwidth = 3', "unknown key width", "width"),
        ('west = "a1"', 'west = "a1"\nnorth = "c1"', "unknown key north", "north = "),
        ("hand = 5", "hand = 8", "it must be 1 to 7", "hand = 8"),
        ("reshuffles = 2", "reshuffles = 0", "it must be 1 to 100", "reshuffles"),
        ("deals = 60", "deals = 0", "it must be 1 to 1000", "deals = 0"),
        ("title = ", "title = 3 #", "must be a text", "title"),
    ],
)
def test_keys_and_numbers_are_checked(old: str, new: str, message: str, at: str) -> None:
    refused(changed(old, new), message, at)


@pytest.mark.rule("MD-03")
@pytest.mark.parametrize(
    ("old", "new", "message", "at"),
    [
        ("3 = [", "11 = []\n3 = [", "unknown key 11", "11 = "),
        ('"second", "extra", "plain"', '"third", "extra", "plain"', "MD-03: 'third' is none of", "third"),
        ('5 = ["extra", "plain", "plain"]', '5 = ["extra", "plain"]', "MD-03: 2 cards with 5, not 3", "5 = ["),
        ('5 = ["extra", "plain",', '5 = ["extra", "extra",', "MD-03: 5 has the symbol extra twice", "5 = ["),
        ('5 = ["extra", "plain",', '5 = ["extra", "swap",', "MD-03: 5 cards are swap; there must be 4", "[cards]"),
    ],
)
def test_cards_must_be_those_of_the_rules(old: str, new: str, message: str, at: str) -> None:
    refused(changed(old, new), message, at)


@pytest.mark.rule("MD-04", "MD-21", "MD-23")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hand = 5", "hand = 4", "MD-04: counts.hand must be 5"),
        ("reshuffles = 2", "reshuffles = 3", "MD-21: counts.reshuffles must be 2"),
        ("deals = 60", "deals = 61", "MD-23: counts.deals must be 60"),
    ],
)
def test_counts_must_be_those_of_the_rules_unless_the_file_says_otherwise(old: str, new: str, message: str) -> None:
    refused(changed(old, new), message, new)
    assert GAME.box_from_text(loose(old, new)).hash != SHIPPED.hash


@pytest.mark.rule("MD-03", "MD-04")
def test_an_edition_may_have_other_cards_if_there_are_enough() -> None:
    edition = GAME.box_from_text(loose('5 = ["extra", "plain", "plain"]', '5 = ["extra", "extra"]'))
    outcomes = sum(int(n) for n in edition.record["count"][0])
    assert outcomes == 29
    many = loose("10 = [", "10 = [" + '"plain", ' * 100)
    refused(many, "there is room for 120", "[cards]")
    few = "\n".join(line for line in TEXT.splitlines() if not line.startswith(("6 =", "7 =", "8 =", "9 =")))
    refused(f"standard = false\n{few}", "MD-04: 18 cards are too few", "[cards]")


@pytest.mark.rule("MD-01")
@pytest.mark.parametrize(
    ("old", "new", "message", "at"),
    [
        ("b3 c3 d3", "b3 cc d3", "'cc' is no place", "b3 cc d3"),
        ("b3 c3 d3 e3 f3", "b3", "at least two places", "b3"),
        ("b3 c3 d3", "b3 b3 d3", "b3 can't be its own neighbour", "b3 b3 d3"),
        ('north = "d1"', 'north = "h9"', "MD-01: no tunnel leads to 'h9'", "h9"),
        ('start = "d4"', 'start = "x"', "MD-01: no tunnel leads to 'x'", 'start = "x"'),
        ('start = "d4"', 'start = "d1"', "MD-01: the mole can't start in a house", 'start = "d1"'),
        ('north = "d1"', 'north = "g4"', "MD-01: two houses on g4", 'north = "g4"'),
        ('north = "d1"\n', "", "side.four.houses.north is missing", "[side.four.houses]"),
    ],
)
def test_boards_must_let_the_mole_walk(old: str, new: str, message: str, at: str) -> None:
    refused(changed(old, new), message, at)


@pytest.mark.rule("MD-01")
def test_a_space_among_houses_only_is_refused() -> None:
    refused(
        changed("a1 b1 c1 d1 e1 f1 g1 h1 i1", "a1 b1 c1 d1 e1 f1 g1 h1 i1\na1 e5 i1"),
        "MD-01: e5 has no neighbouring space that is not a house",
        'tunnels = """',
    )


@pytest.mark.rule("MD-01")
def test_a_house_behind_another_is_refused() -> None:
    behind = changed("d1 d2 d3 d4 d5 d6 d7", "d2 d3 d4 d5 d6 d7 d8").replace('north = "d1"', 'north = "d8"')
    refused(behind, "MD-01: no way to this house from b2 but through another", 'north = "d8"')


@pytest.mark.rule("MD-01")
def test_a_place_has_at_most_eight_neighbours() -> None:
    rays = "\n".join(f"e1 {column}{row}" for row in (8, 9) for column in "abcd")
    refused(
        changed("a1 b1 c1 d1 e1 f1 g1 h1 i1", f"a1 b1 c1 d1 e1 f1 g1 h1 i1\n{rays}"),
        "e1 has more than 8 neighbours",
        'tunnels = """',
    )


@pytest.mark.rule("MD-01")
def test_an_edition_with_another_board_can_be_played() -> None:
    ring = changed("a1 b1 c1 d1 e1 f1 g1 h1 i1", "a1 b1 c1 e1 g1 h1 i1\nc1 c2 e3 g2 g1")
    match = GAME.match(2, box=GAME.box_from_text(ring))
    match.play(0, {"do": "choose", "house": "west"})
    match.play(1, {"do": "choose", "house": "east"})
    played = GAME.playouts(50, seats=2, box=match.box)
    assert played.unfinished == 0
    assert played.scores.sum() == pytest.approx(50)


def test_boards_of_many_editions_are_told_apart_and_only_some_are_kept() -> None:
    """A board is made once for each edition. Who changes a view changes nobody else's."""
    usual = GAME.match(2).view()["boards"]
    spoilt = GAME.match(2).view()["boards"]["two"]
    spoilt["places"][0]["at"] = "nowhere"
    spoilt["tunnels"][0].clear()
    assert GAME.match(2).view()["boards"] == usual
    for number in range(MOST_BOARDS):
        side = {"start": str(number), "houses": {"west": "a1"}, "tunnels": "a1 b1"}
        assert board(side)["start"] == str(number)
    assert len(_boards) <= MOST_BOARDS
    assert GAME.match(2).view()["boards"] == usual
