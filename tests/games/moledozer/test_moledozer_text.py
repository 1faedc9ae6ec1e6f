"""Moledozer as text: what is typed comes back as the move, boards fit 80 columns, notes say what a move brings."""

from __future__ import annotations

import random
from typing import Any

import pytest
from moledozer_scene import DONE, GAME, begin, extra, guess, lay, say, scene, step, swap
from rich.console import Console

from molehill import CHANCE, Malformed, Match
from molehill.games.moledozer import text
from molehill.games.moledozer.moves import MOVES, decode
from scenario import EFFORT

NAMES = ["Anna", "Benedict the Very Long", "Cleo", "Dan"]


def drawn(match: Match, seat: int | None) -> list[str]:
    console = Console(width=80, color_system=None, record=True, file=None, force_terminal=False)
    with console.capture() as capture:
        console.print(GAME.part("drawing").board(match.view(seat), NAMES[: match.seats], GAME.words))
    return capture.get().splitlines()


def test_every_move_has_a_label_of_its_own() -> None:
    assert len({text.label(decode(number)) for number in range(MOVES)}) == MOVES


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variants", [False, True])
def test_boards_fit_eighty_columns_all_the_way_through(seats: int, variants: bool) -> None:
    options = {"change_guess": variants, "own_order": variants, "multiply": variants}
    match, rng = GAME.match(seats, options), random.Random(seats)
    while not match.over:
        if rng.random() * 4 < EFFORT:
            lines = drawn(match, rng.choice([None, *range(seats)]))
            assert max(map(len, lines)) <= 80
            assert not any("…" in line.replace("Benedict the …", "") for line in lines)
        if match.pending is CHANCE:
            match.chance(rng=rng)
        else:
            match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))
    assert "★ won" in "\n".join(drawn(match, None))


def test_the_own_stack_is_drawn_for_its_owner_only() -> None:
    match = scene("3 1 4-swap 1 5", "9 2 6 5 10-second")
    assert "Your stack, top first: 3  1  4⇄  1  5" in drawn(match, 0)
    assert not any("Your stack" in line for line in drawn(match, None))
    assert not any("10²" in line for line in drawn(match, 0))


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("guess 12", say(12)), ("  GUESS   12 ", say(12)), ("12", say(12)), ("step D3", step("d3")), ("d3", step("d3")),
        ("move the mole to d3", step("d3")), ("extra step c4", extra("c4")), ("extra c4", extra("c4")),
        ("swap with player 2", swap(1)), ("use swap 2", swap(1)), ("done", DONE), ("put 7 swap", lay("7-swap")),
        ("put 7", lay("7")), ("put 3 extra step", lay("3-extra")), ("put 10²", lay("10-second")),
        ("choose the west house", {"do": "choose", "house": "west"}), ("West", {"do": "choose", "house": "west"}),
        ("call multiply", {"do": "call", "what": "multiplication"}), ("reverse", {"do": "reverse"}),
    ],
)  # fmt: skip
def test_what_people_type_is_understood(typed: str, move: dict[str, Any]) -> None:
    assert text.parse(typed, scene("1", "2").view(0), GAME.words) == move


def test_a_bare_number_place_or_call_goes_by_what_is_asked() -> None:
    assert text.parse("7 swap", scene("7-swap", "2", own_order=True).view(0), GAME.words) == lay("7-swap")
    assert text.parse("+", scene("1", "2", multiply=True).view(0), GAME.words) == {"do": "call", "what": "addition"}
    match = scene("3-extra", "2")
    guess(match, 5, 12)
    match.play(0, step("d1"))
    assert text.parse("c1", match.view(0), GAME.words) == extra("c1")


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("", "Say what to do"), ("fly away", "don't understand"), ("done now", "understand"),
        ("guess many", "not a number"), ("guess 99999", "not a number"), ("step z9", "not a place"),
        ("choose up", "not a house"), ("swap 5", "not a player"), ("call division", "addition or multiplication"),
        ("put 11", "not a card"), ("put 7 wings", "not a card"),
    ],
)  # fmt: skip
def test_what_is_no_move_gets_a_hint(typed: str, hint: str) -> None:
    with pytest.raises(Malformed, match=hint):
        text.parse(typed, scene("1", "2").view(0), GAME.words)


def test_notes_say_whose_house_falls_and_which_house_one_gets() -> None:
    match = scene("1-swap", "2", mole="h1")
    guess(match, 3, 12)
    view = match.view(0)
    assert text.note(view, step("i1"), GAME.words) == "puts Player 2 out"
    assert text.note(view, step("g1"), GAME.words) == ""
    assert text.note(view, swap(1), GAME.words) == "you get the east house"
    match.play(0, swap(1))
    assert text.note(match.view(0), step("i1"), GAME.words) == "your own house falls!"


def test_each_phase_asks_its_own_question() -> None:
    asked = set()
    match = begin(2, change_guess=True, own_order=True, multiply=True)
    rng = random.Random(4)
    for _ in range(120):
        if match.pending is CHANCE:
            match.chance(rng=rng)
        elif match.pending:
            view = match.view(match.pending[0])
            asked.add((view["phase"], text.ask(view, GAME.words)[:12]))
            match.play(match.pending[0], rng.choice(match.legal(match.pending[0])))
    assert {phase for phase, _ in asked} >= {"order", "call", "guess", "change", "steer"}
    assert len({question for _, question in asked}) >= 5


def test_a_far_neighbour_is_listed_under_the_board() -> None:
    ring = GAME.box().text.replace("h1 i1", "h1 i1\nb1 h1", 1)
    match = GAME.match(2, box=GAME.box_from_text(ring))
    assert any("Also neighbours: b1-h1" in line for line in drawn(match, None))
