"""Mole Park's box: the shipped one is standard, and every kind of mistake in a file is refused with its line."""

from __future__ import annotations

import re

import pytest
from mole_park_tables import GAME, finish_turning

from molehill import BadBox

TEXT = GAME.box().text


def line_of(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(part))


def refused(old: str, new: str, words: str, at: str, standard: bool = True) -> None:
    """Replace a line of the shipped file. The error must name the line that begins with `at`, and say these words."""
    assert TEXT.count(old) == 1, old
    text = TEXT.replace(old, new)
    if not standard:
        text = "standard = false\n" + text
    with pytest.raises(BadBox, match=re.escape(words)) as error:
        GAME.box_from_text(text, "mine.toml")
    assert str(error.value).startswith(f"mine.toml, line {line_of(text, at)}: ")


@pytest.mark.rule("MP-01", "MP-03", "MP-04")
def test_the_shipped_box_is_standard() -> None:
    assert GAME.box().shipped
    record = GAME.box().record[0]
    assert record["face"].tolist() == [[1, 2, 3, 4, 5, 0], [1, 1, 2, 2, 3, 0], [3, 4, 4, 5, 5, 0], [1, 2, 3, 4, 6, 8]]
    assert record["moles"].tolist() == [40, 32, 25, 18, 10]
    assert record["cost"].tolist() == [10, 15, 20, 25, 30, 35, 40]
    assert record["cards"].tolist() == [8] * 7
    assert record["stars"].sum(axis=1).tolist() == [17, 33, 49, 65, 89, 113]


@pytest.mark.rule("MP-01")
@pytest.mark.parametrize(
    ("old", "new", "words", "at"),
    [
        ('pan = [1, 1, 2, 2, 3, "X"]', "pan = [1, 1, 2, 2, 3]", "has 5 faces", "pan"),
        ('pan = [1, 1, 2, 2, 3, "X"]', 'pan = [1, 1, 2, 2, 6, "X"]', "not 6", "pan"),
        ('pan = [1, 1, 2, 2, 3, "X"]', 'pan = [1, 1, 2, 2, true, "X"]', "not True", "pan"),
        ('pan = [1, 1, 2, 2, 3, "X"]', 'pan = [1, 1, 2, 2, 0, "X"]', "not 0", "pan"),
        ("prize = [1, 2, 3, 4, 6, 8]", 'prize = [1, 2, 3, 4, 6, "X"]', "1 to 20 stars", "prize ="),
        ("prize = [1, 2, 3, 4, 6, 8]", "prize = [1, 2, 3, 4, 6, 21]", "1 to 20 stars", "prize ="),
        ("prize = [1, 2, 3, 4, 6, 8]", "prize = 4", "must be a list", "prize ="),
    ],
)
def test_a_die_that_can_not_be_rolled_is_refused(old: str, new: str, words: str, at: str) -> None:
    refused(old, new, words, at, standard=False)


@pytest.mark.rule("MP-01")
@pytest.mark.parametrize(
    ("old", "new", "words", "at"),
    [
        ('pan = [1, 1, 2, 2, 3, "X"]', 'pan = [1, 1, 2, 2, "X", "X"]', "MP-01: the pan die has 2 X", "pan"),
        ('pan = [1, 1, 2, 2, 3, "X"]', "pan = [1, 1, 2, 2, 3, 3]", "MP-01: the pan die has 0 X", "pan"),
        ('glove = [1, 2, 3, 4, 5, "X"]', 'glove = [1, 2, 3, 4, 4, "X"]', "MP-01: the Glove must reach", "glove"),
        ('pan = [1, 1, 2, 2, 3, "X"]', 'pan = [1, 5, 2, 4, 3, "X"]', "MP-01: the Pan must favour the low", "pan"),
        ('mallet = [3, 4, 4, 5, 5, "X"]', 'mallet = [3, 4, 4, 1, 1, "X"]', "MP-01: the Mallet", "mallet"),
    ],
)
def test_dice_that_are_not_the_rulebooks_are_refused_unless_the_file_says_so(
    old: str, new: str, words: str, at: str
) -> None:
    refused(old, new, words, at)
    GAME.box_from_text("standard = false\n" + TEXT.replace(old, new))


@pytest.mark.rule("MP-03")
def test_other_counts_of_moles_are_refused_unless_the_file_says_so() -> None:
    refused("1 = 40", "1 = 41", "MP-03: 126 moles", "[moles]")
    refused("4 = 18\n5 = 10", "4 = 10\n5 = 18", "MP-03: moles of 5 stars must be rarer", "5 = 18")
    refused("5 = 10", "5 = -1", "it must be 0 to 500", "5 = -1", standard=False)
    refused("5 = 10", "5 = 10\n6 = 1", "unknown key 6", "6 = 1", standard=False)
    refused("3 = 25\n", "", "moles.3 is missing", "[moles]", standard=False)
    none = re.sub(r"^([1-5]) = \d+$", r"\1 = 0", TEXT, flags=re.M)
    with pytest.raises(BadBox, match="MP-03: there are no moles"):
        GAME.box_from_text("standard = false\n" + none)


@pytest.mark.rule("MP-04")
@pytest.mark.parametrize(
    ("old", "new", "words", "at"),
    [
        ('"Sour Worms" = 2\n', "", "MP-04: candy has 7 cards", "[prizes.candy.cards]"),
        ("cost = 15", "cost = 16", "MP-04: toys costs 16", "cost = 16"),
        ("cards = 8", "cards = 7", "MP-04: crown has 7 cards", "cards = 7"),
        ('"Little Throne" = 15', '"Little Throne" = 0', "", ""),
        ('"Train Set" = 5', '"Train Set" = 20', "", ""),
        (
            "prize = [1, 2, 3, 4, 6, 8]",
            "prize = [1, 2, 3, 4, 6, 15]",
            "make 40, so the crown needs no prize",
            "cost = 40",
        ),
    ],
)
def test_other_prizes_are_refused_unless_the_file_says_so(old: str, new: str, words: str, at: str) -> None:
    if words:
        refused(old, new, words, at)
    else:
        GAME.box_from_text(TEXT.replace(old, new))
    GAME.box_from_text("standard = false\n" + TEXT.replace(old, new))


@pytest.mark.rule("MP-04")
def test_dearer_decks_must_give_more() -> None:
    text = re.sub(r"(\[prizes.furry.cards\][^\[]*)", lambda m: re.sub(r"= [789]$", "= 6", m[1], flags=re.M), TEXT)
    with pytest.raises(BadBox, match="MP-04: furry must give more stars on average than inflation"):
        GAME.box_from_text(text)


@pytest.mark.rule("MP-04")
@pytest.mark.parametrize(
    ("old", "new", "words", "at"),
    [
        ("cost = 15", "cost = 10", "MP-04: toys must cost more than candy", "cost = 10"),
        ("cost = 15", "cost = 64", "it must be 1 to 63", "cost = 64"),
        ("cost = 15\n", "", "prizes.toys.cost is missing", "[prizes.toys]"),
        ('"Sour Worms" = 2', '"Sour Worms" = 21', "it must be 0 to 20", '"Sour Worms"'),
        ('"Sour Worms" = 2', '"Sour Worms" = "2"', "must be a whole number", '"Sour Worms"'),
        ('"Sour Worms" = 2', '"Sour Worms" = { stars = 2 }', "hand is missing", '"Sour Worms"'),
        ('"Sour Worms" = 2', '"Sour Worms" = { stars = 2, hand = 4 }', "it must be 0 to 3", '"Sour Worms"'),
        ('"Sour Worms" = 2', '"Sour Worms" = { stars = 2, hnad = 1 }', "did you mean hand", '"Sour Worms"'),
        ('"Sour Worms" = 2', '"Sour Worms" = 2\n"One Too Many" = 2', "1 to 8", "[prizes.candy.cards]"),
        ("cards = 8", "cards = 9", "it must be 1 to 8", "cards = 9"),
        ("[prizes.crown]", "[prizes.crwon]", "did you mean crown", "[prizes.crwon]"),
        ("[dice]", "[dcie]", "did you mean dice", "[dcie]"),
        ("title =", "titel =", "did you mean title", "titel"),
    ],
)
def test_a_file_that_can_not_be_played_is_refused(old: str, new: str, words: str, at: str) -> None:
    if old == "cost = 15" and new == "cost = 10":
        with pytest.raises(BadBox, match=words):
            GAME.box_from_text("standard = false\n" + TEXT.replace(old, new))
        return
    refused(old, new, words, at, standard=False)


def test_the_order_of_the_cards_means_nothing() -> None:
    swapped = TEXT.replace('"Sour Worms" = 2\n', "").replace(
        '"Toffee Apple" = 2\n', '"Toffee Apple" = 2\n"Sour Worms" = 2\n'
    )
    other = GAME.box_from_text(swapped)
    assert other.hash == GAME.box().hash
    assert other.record.tobytes() == GAME.box().record.tobytes()


@pytest.mark.rule("MP-21")
def test_an_edition_with_one_card_a_deck_can_be_played() -> None:
    text = re.sub(r'(\.cards\]\n"[^\n]*\n)("[^\n]*\n)+', r"\1", TEXT).replace("cards = 8", "cards = 1")
    box = GAME.box_from_text("standard = false\n" + text)
    assert box.record["cards"][0].tolist() == [1] * 7
    match = GAME.match(2, box=box)
    finish_turning(match)
    assert [pile["down"] for pile in match.view()["piles"]] == [0] * 6
    assert GAME.playouts(3, seats=2, box=box).unfinished == 0
