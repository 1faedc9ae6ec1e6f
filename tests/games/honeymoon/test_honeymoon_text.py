"""Honeymoon as text: what is typed means what its label says; the board fits and tells everything without colour."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

import molehill
from molehill.engine.match import CHANCE, Match
from molehill.terminal import passages

GAME = molehill.game("honeymoon")
NAMES = ["Anna", "Benedetta Grazia", "Cleo", "Dai", "Ed", "Finn"]


@pytest.fixture(scope="module")
def text() -> Any:
    return GAME.part("text")


def positions(seats: int, seed: int, **options: Any) -> Iterator[Match]:
    """Every position of a random game."""
    rng = random.Random(seed)
    match = GAME.match(seats, options)
    yield match
    while not match.over:
        pending = match.pending
        if pending is CHANCE:
            match.chance(rng=rng)
        else:
            seat = rng.choice(pending)
            match.play(seat, rng.choice(match.legal(seat)))
        yield match


def without_rocks() -> molehill.Box:
    """The shipped moons without rocks, so that these tests don't depend on where the rocks are."""
    rows = re.compile(r"^[-.#A-Zpv^<> ]{25}$", re.MULTILINE)
    toml = rows.sub(lambda row: row[0].replace("#", "."), GAME.box().text)
    return GAME.box_from_text(f"standard = false\n{toml}")


def after(*moves: dict[str, Any] | int, seats: int = 1, **options: Any) -> Match:
    """A match after these rolls (numbers) and digs of whoever comes next, on a moon without rocks."""
    match = GAME.match(seats, options, without_rocks())
    for move in moves:
        if isinstance(move, int):
            match.chance({"do": "roll", "shows": move})
        else:
            assert match.pending is not CHANCE
            match.play(match.pending[0], move)
    return match


def dig(place: str, to: str, length: int) -> dict[str, Any]:
    return {"do": "dig", "at": [int(place[1:]) - 1, ord(place[0]) - ord("A")], "to": to, "length": length}


def drawn(match: Match, seat: int | None, width: int = 80, height: int | None = None) -> list[str]:
    out = io.StringIO()
    console = Console(
        file=out, width=width, height=height, color_system=None, force_terminal=height is not None, _environ={}
    )
    console.print(GAME.part("drawing").board(match.view(seat), NAMES[: match.seats], GAME.words))
    return out.getvalue().splitlines()


# ---- typing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (2, {"side": "B"}), (3, {"one_shaft": True}), (6, {})])
def test_every_legal_move_can_be_typed_as_its_label(text: Any, seats: int, options: dict[str, Any]) -> None:
    for match in positions(seats, seed=seats, **options):
        for seat in range(seats):
            moves, view = match.legal(seat), match.view(seat)
            labels = [text.label(move) for move in moves]
            assert len(set(labels)) == len(labels)
            for move, label in zip(moves, labels, strict=True):
                assert text.parse(label, view, GAME.words) == move
                assert (
                    text.parse(f"  DIG {label.upper()} " if move["do"] == "dig" else " Pass", view, GAME.words) == move
                )


@pytest.mark.parametrize(
    "typed",
    ["g1 south 5", "G1 S 5", "dig g1 south 5", "g1 s", "dig from g1 down 5 cells", "g1,s,5", "g-1 s 5", "g1 ↓"],
)
def test_a_dig_can_be_typed_in_many_ways(text: Any, typed: str) -> None:
    assert text.parse(typed, after(5).view(0), GAME.words) == dig("G1", "south", 5)


@pytest.mark.parametrize(
    ("typed", "die", "hint"),
    [
        ("", 5, "Say where to dig"),
        ("   ", 5, "Say where to dig"),
        ("z1 south", 5, "z1 is not a place"),
        ("g14 south", 5, "g14 is not a place"),
        ("g0 south", 5, "g0 is not a place"),
        ("south g1", 5, "south is not a place"),
        ("g1", 5, "north, east, south or west"),
        ("g1 sideways", 5, "sideways is not a direction"),
        ("g1 s 8", 5, "8 is not a length"),
        ("g1 s x", 5, "x is not a length"),
        ("g1 s ²", 5, "² is not a length"),
        ("g1 s 5 please", 5, "please at the end"),
        ("g1 s", 1, "1 to 7 cells"),
        ("pass me", 5, "pass is not a place"),
        ("[bold]g1[/] s", 5, "is not a place"),
    ],
)
def test_what_is_no_move_gets_a_hint_that_shows_how(text: Any, typed: str, die: int, hint: str) -> None:
    with pytest.raises(molehill.Malformed, match=re.escape(hint)) as error:
        text.parse(typed, after(die).view(0), GAME.words)
    assert '"e1 south' in str(error.value)


@pytest.mark.rule("HM-11")
def test_the_question_about_a_rolled_1_says_how_many_slots_are_free(text: Any) -> None:
    match = after(1, dig("E1", "south", 3), 1)
    assert "1 to 4" in text.ask(match.view(0), GAME.words)
    assert "nowhere" in text.ask(after(1, dig("I1", "south", 7), 1).view(0), GAME.words)
    assert "dig 6 cells" in text.ask(after(6).view(0), GAME.words)


@pytest.mark.rule("HM-16", "HM-17", "HM-18")
@pytest.mark.parametrize("side", ["A", "B"])
def test_a_note_tells_by_how_much_the_score_will_change(text: Any, side: str) -> None:
    rng = random.Random(5)
    for match in positions(1, seed=9, side=side):
        if not match.legal(0):
            continue
        before = match.view(0)["sheets"][0]["points"]
        for move in rng.sample(match.legal(0), min(5, len(match.legal(0)))):
            note = text.note(match.view(0), move, GAME.words)
            twin = match.copy()
            twin.play(0, move)
            change = twin.view(0)["sheets"][0]["points"] - before
            assert note.endswith(f": {change:+d} point" + "s" * (abs(change) != 1)) if note else change == 0


# ---- the board ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_the_board_fits_into_80_columns_without_wrapping(seats: int) -> None:
    for number, match in enumerate(positions(seats, seed=seats)):
        if number % (5 * seats) and not match.over:
            continue
        for seat in [None, *range(seats)]:
            lines = drawn(match, seat)
            assert max(map(cell_len, lines)) <= 80
            assert lines == drawn(match, seat, width=200), "something was wrapped or cut"


def test_the_board_shows_rows_slots_timer_die_and_points_without_colour() -> None:
    match = after(1, dig("E1", "south", 3), 6)
    board = "\n".join(drawn(match, 0))
    assert "Roll 2: the die shows 6" in board
    assert "■ ■ ■ □ □ □ □" in board
    assert "● □ □ first of two runs" in board
    for word in ("honey", "chocolate", "gummy bear", "marshmallow", "candy", "soil", "rock", "starts", "tunnel"):
        assert word in board


def test_tunnels_are_drawn_joined() -> None:
    board = drawn(after(6, dig("A5", "east", 6), 2, dig("D6", "south", 2), 6), 0)
    assert board[5].startswith(" 5  ═════════╦══════ "), board[5]
    assert [line[13] for line in board[6:8]] == ["║", "║"]


@pytest.mark.rule("HM-21")
def test_starts_that_can_no_longer_be_used_are_not_drawn() -> None:
    def arrows(match: Match) -> int:
        return sum(line[:42].count(sign) for line in drawn(match, 0) for sign in "▲►▼◄")

    assert arrows(after(3)) == 8
    assert arrows(after(3, dig("E1", "south", 3), 3)) == 7
    assert arrows(after(3, dig("E1", "south", 3), 3, one_shaft=True)) == 0


@pytest.mark.rule("HM-05")
def test_a_chosen_dig_is_drawn_for_its_own_seat_only() -> None:
    match = after(5, dig("A5", "east", 5), seats=3)
    own, other, spectator = (drawn(match, seat) for seat in (0, 1, None))
    assert "+  +  +  +  +" in own[5]
    same = after(5, dig("M5", "west", 5), seats=3)
    assert other == drawn(same, 1)
    assert spectator == drawn(same, None)
    assert any("has dug" in line for line in other)


def test_others_are_left_out_where_the_window_is_low() -> None:
    match = after(5, seats=4)
    low, tall = drawn(match, 0, height=24), drawn(match, 0, height=40)
    assert len(low) <= 16
    assert any("sheets" in line for line in low)
    assert any("Cleo" in line for line in tall)


def test_a_box_with_many_boxes_still_fits() -> None:
    toml = GAME.box().text
    for name, shipped, many in (("slots", 7, 60), ("row", 6, 20), ("timer", 3, 60)):
        assert f"{name} = {shipped}" in toml
        toml = toml.replace(f"{name} = {shipped}", f"{name} = {many}")
    match = GAME.match(6, box=GAME.box_from_text(toml))
    assert max(map(cell_len, drawn(match, 0) + drawn(match, None))) <= 80


# ---- the rulebook ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, GAME.clauses + 1))
def test_the_rulebook_has_a_paragraph_for_every_clause(number: int) -> None:
    clause = GAME.clause(number)
    assert clause in passages(GAME, clause)


def test_the_rulebook_cites_no_clause_that_does_not_exist() -> None:
    cited = {int(number) for number in re.findall(r"HM-(\d+)", GAME.rulebook)}
    assert cited == set(range(1, GAME.clauses + 1))


@pytest.mark.rule("HM-09")
def test_the_rulebooks_pictures_are_right() -> None:
    """The four pictures of HM-09 and the one of HM-07, judged by the rules themselves."""
    pictures = re.findall(r"(Not allowed|Allowed):[^\n]*\n\n```\n(.*?)```", GAME.rulebook, re.DOTALL)
    assert [kind for kind, _ in pictures] == ["Not allowed", "Allowed", "Not allowed", "Allowed"]
    for kind, picture in pictures:
        rows = [line[5:14:2] for line in picture.splitlines()[1:]]
        dug = {(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign not in "·+ "}
        new = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "+"]
        touching = [
            (cell, (cell[0] + down, cell[1] + right))
            for cell in new
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
            if (cell[0] + down, cell[1] + right) in dug
        ]
        only_its_origin = touching == [(new[0], (new[0][0], new[0][1] - 1))]
        assert only_its_origin == (kind == "Allowed"), picture


@pytest.mark.rule("HM-20")
def test_the_rulebooks_example_adds_up(text: Any) -> None:
    assert "31 points (HM-20)" in GAME.rulebook
    assert text.worth({"honey": 3, "chocolate": 4, "gummy": 2, "marshmallow": 2, "candy": 2}, 2) == 31
