"""Mole Rats' box: what the shipped station and deck must be, and the messages about a wrong file."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from mole_rats_scene import COLOURS, GAME, ITEMS, STATION, edition

from molehill import BadBox

rule = pytest.mark.rule
TEXT = GAME.box().text
DOC: dict[str, Any] = GAME.box().doc
LENGTHS = ("1", "2", "3", "1 or 2", "2 or 3")
HALVES = ("-", "any 1", "any 2", "any 3", "any climb")


def tier(place: str) -> int:
    return int(place.split("-")[0])


def deck(seats: int = 4, **options: Any) -> list[tuple[str, str]]:
    cards = GAME.match(seats, options).view()["cards"]
    return [(card["rats"], card["snakes"]) for card in cards for _ in range(card["pile"])]


def length(half: str) -> str | None:
    found = re.search(r"\d( or \d)?$", half)
    return found[0] if found else None


# ---- the shipped box ------------------------------------------------------------------------------------------------


@rule("MR-01")
def test_ladders_lead_one_tier_up_and_shafts_one_down_or_out() -> None:
    assert len(DOC["station"]["tiers"]) == 5
    assert all(size >= 4 for size in DOC["station"]["tiers"])
    for foot, top in DOC["ladders"].items():
        assert top == "pod" if tier(foot) == 5 else tier(top) == tier(foot) + 1
    assert list(DOC["ladders"].values()).count("pod") == 1
    assert {tier(foot) for foot in DOC["ladders"]} == {1, 2, 3, 4, 5}
    for mouth, end in DOC["shafts"].items():
        assert end == "space" or tier(end) == tier(mouth) - 1


@rule("MR-01")
def test_a_space_has_one_feature_and_far_ends_are_plain_and_different() -> None:
    features = [*DOC["ladders"], *DOC["shafts"], *DOC["equipment"].values(), *DOC["rats"]["starts"]]
    features += DOC["snakes"].values()
    assert len(features) == len(set(features))
    ends = [end for end in (*DOC["ladders"].values(), *DOC["shafts"].values()) if end not in ("pod", "space")]
    assert len(ends) == len(set(ends))
    assert not set(ends) & set(features)


@rule("MR-01")
def test_from_every_space_a_rat_can_reach_the_pod_and_all_equipment() -> None:
    record = GAME.box().record[0]
    for t, size in enumerate(DOC["station"]["tiers"]):
        for k in range(size):
            assert record["to_pod"][t * 40 + k] < 2000
            assert all(record["to_item"][item][t * 40 + k] < 2500 for item in range(4))


@rule("MR-02")
def test_our_station() -> None:
    assert DOC["station"]["tiers"] == [24, 20, 16, 12, 8]
    starts = [int(place.split("-")[1]) for place in DOC["rats"]["starts"]]
    assert [tier(place) for place in DOC["rats"]["starts"]] == [1] * 4
    assert [(b - a) % 24 for a, b in pairwise(starts)] == [6, 6, 6]
    feet = {int(foot.split("-")[1]) for foot in DOC["ladders"] if tier(foot) == 1}
    assert all({(start + 2) % 24 + 1, (start - 4) % 24 + 1} & feet for start in starts)
    assert Counter(tier(foot) for foot in DOC["ladders"]) == {1: 4, 2: 2, 3: 2, 4: 2, 5: 1}
    out = {tier(mouth) for mouth, end in DOC["shafts"].items() if end == "space"}
    assert len(out) > 1
    assert 1 not in out
    assert sorted(tier(place) for place in DOC["equipment"].values()) == [2, 3, 4, 5]
    assert {tier(place) for place in DOC["snakes"].values()} == {2, 3, 4}


@rule("MR-06")
def test_46_cards_with_every_kind_of_instruction_and_eight_that_add_a_snake() -> None:
    cards = deck()
    assert len(cards) == 46
    assert {rats.split()[0] for rats, _ in cards} == {"-", "your", "any", "all"}
    kinds = {(snakes.split()[0], snakes.split()[-1] == "climb") for _, snakes in cards}
    assert kinds == {(k, False) for k in ("-", "one", "any", "all", "add")} | {("any", True), ("all", True)}
    assert {length(rats) for rats, _ in cards} >= set(LENGTHS)
    assert {length(snakes) for _, snakes in cards} >= set(LENGTHS)
    assert Counter(snakes for _, snakes in cards if snakes.startswith("add")) == {f"add {c}": 2 for c in COLOURS}
    assert 5 <= sum(rats.startswith("all") for rats, _ in cards) <= 9
    assert all(card != ("-", "-") for card in cards)


@rule("MR-06")
def test_two_players_take_out_three_cards_with_both_halves() -> None:
    gone = Counter(deck(4)) - Counter(deck(2))
    assert sum(gone.values()) == 3
    assert len(deck(2)) == 43
    assert all("-" not in card for card in gone)


@rule("MR-31")
def test_five_challenge_cards_of_which_one_tells_every_snake_to_climb() -> None:
    extra = Counter(deck(4, challenge=True)) - Counter(deck(4))
    assert sum(extra.values()) == 5
    assert any(snakes == "every climb" for _, snakes in extra)


# ---- wrong files ----------------------------------------------------------------------------------------------------


def refused(text: str) -> str:
    with pytest.raises(BadBox) as error:
        GAME.box_from_text(text, "mine.toml")
    return str(error.value)


def line_of(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line and not line.startswith("#"))


@rule("MR-01")
@pytest.mark.parametrize(
    ("old", "new", "at", "words"),
    [
        ("tiers = [24,", "tiers = [3,", "tiers = ", "MR-01"),
        ("tiers = [24,", "tiers = [60,", "tiers = ", "4 to 40"),
        ("16, 12, 8]", "16, 12]", "tiers = ", "MR-01: tiers must be 5"),
        ("16, 12, 8]", "16, 12, true]", "tiers = ", "MR-01"),
        ('"1-4" = "2-4"', '"1-4" = "3-6"', '"1-4" = ', "MR-01: 1-4 to 3-6: ladders lead one tier up"),
        ('"1-4" = "2-4"', '"1-4" = "pod"', '"1-4" = ', "MR-01: only tier 5"),
        ('"3-7" = "2-8"', '"3-7" = "4-9"', '"3-7" = ', "MR-01: 3-7 to 4-9: shafts lead one tier down"),
        ('"3-7" = "2-8"', '"3-7" = "2-99"', '"3-7" = ', "no space 2-99"),
        ('"3-7" = "2-8"', '"3-7" = "outside"', '"3-7" = ', "'outside' is no space"),
        ('"3-7" = "2-8"', '"3-7" = "2-1"', '"3-7" = ', "MR-01: 2-1 must be plain"),
        ('"3-7" = "2-8"', '"3-7" = "2-4"', '"3-7" = ', "MR-01: two ladders or shafts end on 2-4"),
        ('"3-7" = "2-8"', '"3-1" = "2-8"', '"3-1" = "2-8"', "MR-01: 3-1 is one of the ladders already"),
        ('map = "4-2"', 'map = "4-8"', "map = ", "MR-01: 4-8 is the snake start blue already"),
        ('"5-1" = "pod"', "", "[ladders]", "MR-01: tier 5 has no ladder"),
        ('"5-1" = "pod"', '"5-1" = "pod"\n"5-2" = "pod"', "[ladders]", "MR-01: exactly one ladder"),
        ('red = "2-11"', 'pink = "2-11"', "pink", "unknown key pink"),
        ('red = "2-11"', "", "[snakes]", "MR-05: there is no snake start red"),
        ('food = "5-6"', "", "[equipment]", "MR-04: there is no equipment food"),
        ('"1-13", "1-19"]', '"1-13"]', "starts", "MR-03: 3 rat starts"),
        ('"1-13", "1-19"]', '"1-13", "1-x"]', "starts", "'1-x' is no space"),
        ('"1-13", "1-19"]', '"1-13", 7]', "starts", "7 is no space"),
        ("[station]", "[station]\nholes = 3", "holes", "unknown key holes"),
    ],
)
def test_a_station_that_can_not_be_is_refused_with_its_line(old: str, new: str, at: str, words: str) -> None:
    text = edition(["your 1 | -"] * 4).text
    assert old in text
    text = text.replace(old, new)
    message = refused(text)
    assert words in message
    assert message.startswith(f"mine.toml, line {line_of(text, at)}: ")


@rule("MR-01", "MR-20")
def test_a_station_with_an_endless_chain_of_boosts_is_refused() -> None:
    # From 2-7 a boost leads to 1-8 or 1-9, and from 1-9 to 1-8 or up to 2-7 again.
    text = edition(["your 1 | -"] * 4).text
    for old, new in (
        ('"2-6" = "3-5"', '"2-9" = "3-5"'),
        ('"1-10" = "2-9"', '"1-10" = "2-7"'),
        ('"2-2" = "1-2"', '"2-6" = "1-8"\n"2-8" = "1-9"'),
        ('"3-7" = "2-8"', ""),
    ):
        assert old in text
        text = text.replace(old, new)
    message = refused(text)
    assert "MR-01: boosts between 1-8, 1-9, 2-7 would never end" in message


@rule("MR-02")
@pytest.mark.parametrize(
    ("old", "new", "at", "words"),
    [
        ("tiers = [24,", "tiers = [25,", "tiers = ", "MR-02: our tiers"),
        ('"1-13", "1-19"]', '"1-14", "1-19"]', "starts", "MR-02: the starts"),
        ('"1-4" = "2-4"', '"1-5" = "2-4"', "[ladders]", None),
        ('"2-6" = "3-5"', "", "[ladders]", "MR-02: tier 2 must have two ladders"),
        ('map = "4-2"', 'map = "3-2"', "[equipment]", "MR-02: each of the tiers 2 to 5"),
        ('blue = "4-8"', 'blue = "3-16"', "[snakes]", "MR-02: the snake starts"),
    ],
)
def test_a_station_unlike_ours_needs_standard_false(old: str, new: str, at: str, words: str | None) -> None:
    text = with_our_deck(STATION.replace("standard = false", "")).replace(old, new)
    if words is None:  # each start still has a ladder foot three spaces away on its other side
        GAME.box_from_text(text)
        return
    message = refused(text)
    assert words in message
    assert message.startswith(f"mine.toml, line {line_of(text, at)}: ")
    GAME.box_from_text(text.replace("[station]", "standard = false\n[station]"))


@rule("MR-02")
def test_starts_far_from_ladders_and_too_few_ways_out_are_refused() -> None:
    far = with_our_deck(STATION.replace("standard = false", ""))
    for foot, other in (("1-4", "1-5"), ("1-22", "1-21")):
        far = far.replace(f'"{foot}" =', f'"{other}" =')
    assert "MR-02: no ladder foot is three spaces from the start 1-1" in refused(far)
    one_tier = with_our_deck(STATION.replace("standard = false", ""))
    for shaft in ('"3-3" = "space"', '"4-11" = "space"'):
        one_tier = one_tier.replace(shaft, "")
    assert "MR-02: shafts into outer space are on more than one tier" in refused(one_tier)


def with_our_deck(station: str) -> str:
    return f"{station}\n[deck]{TEXT.split('[deck]')[1]}"


def first_card(key: str = "cards") -> str:
    """The first line of a list of cards in the shipped file."""
    return TEXT.split(f'{key} = """\n')[1].split("\n")[0]


@rule("MR-06", "MR-31")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("your 1 | -", "is no card line"),
        ("x x your 1 | -", "is no card line"),
        ("99 x your 1 | -", "is no card line"),
        ("1 x mine 1 | -", "MR-12: 'mine 1' tells no rat"),
        ("1 x your 4 | -", "MR-12: 'your 4' tells no rat"),
        ("1 x your 1", "MR-13: '' tells no snake"),
        ("1 x your 1 | one pink 2", "MR-13: 'one pink 2' tells no snake"),
        ("1 x - | -", "MR-06: a card has a half"),
        ("1 x - | every climb", "MR-31: only challenge cards"),
    ],
)
def test_a_line_that_is_no_card_is_refused_with_its_line(line: str, words: str) -> None:
    text = TEXT.replace(first_card(), line, 1)
    message = refused(text)
    assert words in message
    assert message.startswith(f"mine.toml, line {line_of(text, line)}: ")


def changed(*changes: tuple[str, str]) -> str:
    text = TEXT
    for pattern, new in changes:
        text, n = re.subn(pattern, new, text, count=1)
        assert n == 1, pattern
    return text


@rule("MR-06", "MR-31")
@pytest.mark.parametrize(
    ("pattern", "new", "key", "words"),
    [
        (r"2 x  -            \| add red", "1 x - | add red", "cards =", "MR-06: cards has 45 cards; there must be 46"),
        (r'(challenge = """\n)', r"\1 1 x your 1 | -\n", "challenge =", "MR-31: challenge has 6 cards; there must be"),
        (r'(not_with_two_players = """\n).*\n', r"\1", "not_with", "MR-06: not_with_two_players has 2 cards; there"),
        (
            r'(not_with_two_players = """\n).*\n',
            r"\1 1 x your 3 | one red 3\n",
            "not_with",
            "MR-06: not_with_two_players takes out 1 of 'your 3 | one red 3', but cards has 0",
        ),
        (
            r'(not_with_two_players = """\n).*\n',
            r"\1 1 x - | add red\n",
            "not_with",
            "MR-06: the cards of not_with_two_players",
        ),
        (r"add red", "add blue", "cards =", "MR-06: 2 cards must add a red snake"),
    ],
)
def test_a_deck_unlike_the_publishers_is_refused(pattern: str, new: str, key: str, words: str) -> None:
    text = changed((pattern, new))
    message = refused(text)
    assert words in message
    assert f"line {line_of(text, key)}: " in message


def with_cards(cards: list[str]) -> str:
    """The shipped file with other cards; three cards with both halves are left out for two players."""
    whole = [card for card in cards if " - " not in f" {card} "][:3]
    lists = (("cards", cards), ("not_with_two_players", whole))
    text = TEXT
    for key, found in lists:
        lines = "\n".join(f"1 x {card}" for card in found)
        text = re.sub(rf'^{key} = """.*?"""', f'{key} = """\n{lines}\n"""', text, count=1, flags=re.S | re.M)
    return text


@rule("MR-06")
@pytest.mark.parametrize(
    ("pattern", "new", "words"),
    [
        (r"^all ", "any ", "0 cards move all rats"),
        (r"^any ", "your ", "no card says 'any' about rats"),
        (r"^your ", "any ", "no card says 'your' about rats"),
        (r"\| one ", "| all ", "no card says 'one' about snakes"),
        (r"\| any (?=\d)", "| one red ", "no card says 'any' about snakes"),
        (r"\| all (\w+) (?=\d)", r"| one \1 ", "no card says 'all' about snakes"),
        (r"\| any climb", "| all red climb", "no card lets any snakes climb"),
        (r"\| all \w+ climb", "| any climb", "no card lets all snakes climb"),
        (r"^(\w+) 2 or 3 ", r"\1 3 ", "no card moves rats by 2 or 3"),
        (r"^(\w+) 1 (?=\|)", r"\1 2 ", "no card moves rats by 1"),
        (r"(\|.*) 1 or 2", r"\1 2", "no card moves snakes by 1 or 2"),
        (r"(\| \w+( [a-z]{3,})?) 3", r"\1 2", "no card moves snakes by 3"),
    ],
)
def test_every_kind_of_instruction_and_every_length_must_occur(pattern: str, new: str, words: str) -> None:
    cards = [" | ".join(card) for card in deck()]
    GAME.box_from_text(with_cards(cards))
    message = refused(with_cards([re.sub(pattern, new, card) for card in cards]))
    assert f"MR-06: {words}" in message
    assert f"line {line_of(TEXT, 'cards = ')}: " in message


@rule("MR-06")
def test_a_deck_of_ones_own_is_played_with_standard_false() -> None:
    text = TEXT.replace("[station]", "standard = false\n[station]", 1).replace(first_card(), "5 x your 1 | -", 1)
    GAME.box_from_text(text)
    assert "standard = false" in refused(text.replace("standard = false\n", "", 1))


@rule("MR-07")
def test_a_deck_too_small_or_too_large_is_refused_even_so() -> None:
    with pytest.raises(BadBox, match="MR-07"):
        edition(["your 1 | -"] * 3)
    with pytest.raises(BadBox, match="64 different cards"):
        edition([f"{who} {n} | {s}" for who in ("your", "any", "all") for n in LENGTHS for s in HALVES])
    with pytest.raises(BadBox, match="cards has 100 at most"):
        edition(["your 1 | -"] * 101)


def test_a_file_with_something_missing_or_misspelt_says_so() -> None:
    assert "unknown key titel; did you mean title?" in refused(TEXT.replace("title = ", "titel = "))
    assert "deck.cards is missing" in refused(f'{STATION}\n[deck]\nchallenge = ""\nnot_with_two_players = ""\n')


def test_all_equipment_has_a_name() -> None:
    assert set(DOC["equipment"]) == set(ITEMS)
