"""Mole Park as text: typed moves mean what their labels say, and the board shows everything without colour."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from mole_park_tables import (
    GAME,
    STARS_28,
    STARS_29,
    STARS_32,
    answer,
    choose,
    declare,
    draw_all,
    lay,
    play_dice,
    roll,
)
from rich.cells import cell_len
from rich.console import Console

import molehill
from molehill import CHANCE, Match

NAMES = ["Anna", "Benedetta Graziella", "Cleo", "Dai", "Ed", "Finn", "Gus", "Hal"]


@pytest.fixture(scope="module")
def text() -> Any:
    return GAME.part("text")


def drawn(match: Match, seat: int | None, width: int = 80) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, color_system=None, _environ={})
    console.print(GAME.part("drawing").board(match.view(seat), NAMES[: match.seats], GAME.words))
    return out.getvalue()


def positions() -> list[Match]:
    """A position for each kind of question."""
    declaring = lay(3, king=1, hands={0: [1, 2, 5], 1: [3]}, prizes={0: STARS_28})
    choosing = lay(8, king=7, hands={s: [1, 2] for s in range(8)}, prizes={0: STARS_28, 2: STARS_32})
    declare(choosing, 2)
    choosing.play(4, {"do": "choose", "die": "prize"})
    discarding = lay(2, hands={0: [1] * 5}, holes=(0, 0, 9, 0, 0))
    play_dice(discarding, ("glove", 3), ("glove", "X"))
    picking = lay(2, hands={0: [5, 5], 1: [5, 4]})
    play_dice(picking, ("prize", 8), ("prize", 8))
    naming = lay(4, king=3, hands={0: [5, 5], 1: [5, 5], 2: [5, 5]})
    play_dice(naming, ("prize", 2), ("prize", 2), ("prize", 2), ("glove", "X"))
    crowning = lay(3, king=1, hands={0: [5, 5, 5], 2: [5, 5, 5]}, prizes={0: STARS_29, 2: STARS_32})
    declare(crowning, 0, 2)
    choose(crowning, "glove")
    roll(crowning, 8, "X", 8)
    roll(crowning, "X", "X", "X", 4, "X", "X", "X", 4)
    found = [declaring, choosing, discarding, picking, naming, crowning]
    assert [m.view()["phase"] for m in found] == ["declare", "choose", "discard", "pick", "name", "crown"]
    return found


def test_every_legal_move_can_be_typed_as_its_label(text: Any) -> None:
    for match in positions():
        assert match.pending is not CHANCE
        for seat in match.pending:
            view, moves = match.view(seat), match.legal(seat)
            labels = [text.label(move) for move in moves]
            assert len(set(labels)) == len(labels)
            for move, label in zip(moves, labels, strict=True):
                assert text.parse(label, view, GAME.words) == move
                assert text.parse(f"  {label.upper()} ", view, GAME.words) == move
            assert text.ask(view, GAME.words)


@pytest.mark.parametrize(
    ("number", "typed", "move"),
    [
        (0, "go for the crown", {"do": "declare"}),
        (0, "crown", {"do": "declare"}),
        (0, "no", {"do": "hold"}),
        (1, "the Boxing Glove", {"do": "choose", "die": "glove"}),
        (1, "choose frying pan", {"do": "choose", "die": "pan"}),
        (1, "prize die", {"do": "choose", "die": "prize"}),
        (1, "m", {"do": "choose", "die": "mallet"}),
        (2, "1", {"do": "discard", "stars": 1}),
        (2, "drop a mole of 2 stars", {"do": "discard", "stars": 2}),
        (3, "toys", {"do": "take", "pile": "toys"}),
        (3, "take The Candy Bar", {"do": "take", "pile": "candy"}),
        (3, "take King Mole's Collection", {"do": "take", "pile": "collection"}),
        (3, "pick none", {"do": "pass"}),
        (3, "nothing", {"do": "pass"}),
        (4, "2", {"do": "name", "seat": 1}),
        (4, "name player 3", {"do": "name", "seat": 2}),
        (5, "give the crown to player 3", {"do": "crown", "seat": 2}),
        (5, "crown 3", {"do": "crown", "seat": 2}),
        (5, "3", {"do": "crown", "seat": 2}),
    ],
)
def test_a_move_can_be_typed_in_many_ways(text: Any, number: int, typed: str, move: dict[str, Any]) -> None:
    view = positions()[number].view(0)
    assert text.parse(typed, view, GAME.words) == move


@pytest.mark.parametrize(
    ("number", "typed", "hint"),
    [
        (0, "", '"declare" or "hold"'),
        (0, "dance", "I don't understand dance"),
        (0, "hold please", "please at the end"),
        (1, "choose hammer", "hammer is not a die"),
        (1, "choose", "? is not a die"),
        (1, "glove pan", "pan at the end"),
        (2, "discard", "1 to 5"),
        (2, "discard 6", "1 to 5"),
        (2, "discard ²", "1 to 5"),
        (3, "take sweets", "sweets is not a pile"),
        (3, "take", "? is not a pile"),
        (3, "take candy toys", "toys at the end"),
        (4, "name 5", "1 to 4"),
        (4, "name", "1 to 4"),
        (5, "crown", "1 to 3"),
        (1, "[bold]glove[/]", "I don't understand"),
    ],
)
def test_what_is_no_move_gets_a_hint(text: Any, number: int, typed: str, hint: str) -> None:
    with pytest.raises(molehill.Malformed, match=re.escape(hint)):
        text.parse(typed, positions()[number].view(0), GAME.words)


@pytest.mark.rule("MP-16", "MP-25")
def test_notes_say_what_a_move_would_bring(text: Any) -> None:
    match = lay(2, hands={0: [5, 3], 1: [1]}, prizes={0: STARS_28}, holes=(2, 0, 0, 0, 0))

    def note(seat: int, **move: Any) -> str:
        return str(text.note(match.view(seat), move, GAME.words))

    assert note(0, do="declare") == "3 of 6 faces are enough (4 or more)."
    assert "No roll" in note(1, do="declare")
    assert note(0, do="hold") == ""
    declare(match)
    assert note(0, do="choose", die="prize") == "You would have 37 to 44 stars."
    assert note(1, do="choose", die="pan") == "hole 1: 3 moles, hole 2: 1 mole, hole 3: 1 mole"
    choose(match, "prize", "pan")
    roll(match, 8, "X")
    assert note(0, do="take", pile="toys") == "Kazoo Set, 4 stars"
    sure = lay(2, hands={0: [5, 5, 5]}, prizes={0: STARS_28})
    assert text.note(sure.view(0), {"do": "declare"}, GAME.words) == "Every roll is enough."
    empty = lay(2)
    assert "nothing" in text.note(empty.view(0), {"do": "choose", "die": "prize"}, GAME.words)


def test_the_board_fits_into_80_columns_and_nothing_is_cut() -> None:
    for match in positions():
        for seat in [None, *range(match.seats)]:
            board = drawn(match, seat)
            assert max(cell_len(line) for line in board.splitlines()) <= 80
            assert "…" not in board.replace("Benedetta Grazi…", "")


def test_long_names_and_raised_limits_fit_too() -> None:
    cards = {
        "candy": "Bottomless Sweet Bag",
        "furry": "Kangaroo with a Pouch",
        "action": "Explorer's Rucksack",
        "collection": "Royal Treasure Chest",
    }
    board = drawn(lay(8, face_up=cards, hands={s: [1] for s in range(8)}), 1)
    assert max(cell_len(line) for line in board.splitlines()) <= 80
    assert "…" not in board.replace("Benedetta Grazi…", "")
    assert "13 ★, hand +1" in board


def test_a_showdown_shows_all_four_dice() -> None:
    board = drawn(positions()[5], 0)
    assert "GX FX MX ★4" in board
    assert "Showdown" in board


def test_the_board_shows_holes_prizes_hands_and_dice_without_colour() -> None:
    match = lay(3, king=1, hands={0: [1, 5]}, prizes={2: [("toys", "Toy Chest")]}, hill=[3, 3])
    choose(match, "pan", "glove", "prize")
    board = drawn(match, 0)
    for words in (
        "Round 1", "King Mole: Benedetta", "Kazoo Set", " 4 ★", "Hole 5", "Mole Hill 2 (2 of 3 stars)",
        "[1★] [5★] = 6 stars", "Frying Pan", "Toy Chest 3 ★, hand +1", "0/6",
    ):  # fmt: skip
        assert words in board, words


@pytest.mark.rule("MP-09", "MP-10", "MP-14")
def test_secrets_are_drawn_for_their_own_seat_only() -> None:
    boards = []
    for die, stars in (("glove", 1), ("prize", 5)):
        match = lay(3, hands={0: [stars], 1: [2]})
        answer(match)
        match.play(0, {"do": "choose", "die": die})
        boards.append([drawn(match, seat) for seat in (1, 2, None)])
        assert f"[{stars}★]" in drawn(match, 0)
    assert boards[0] == boards[1]
    assert "secret" in boards[0][0]


def test_every_event_of_a_whole_game_can_be_said() -> None:
    for match in positions():
        draw_all(match)
        silent = {event["event"] for event in match.events(0) if not match.sentence(event, NAMES)}
        assert silent <= {"answered", "die", "stage"}, "what follows tells these"


@pytest.mark.parametrize("number", range(1, GAME.clauses + 1))
def test_the_rulebook_has_every_clause(number: int) -> None:
    assert GAME.clause(number) in GAME.rulebook
