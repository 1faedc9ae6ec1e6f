"""Honeymoon's box: what the shipped sheets must be, and the messages about a wrong file."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from honeymoon_tables import GAME, NAMES, SIZE

import molehill
from molehill import BadBox

rule = pytest.mark.rule
SIDES = pytest.mark.parametrize("side", ["A", "B"])
STEPS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


def moon(side: str) -> dict[str, object]:
    found: dict[str, object] = GAME.match(2, {"side": side}).view()["moon"]
    return found


def cells(side: str) -> list[list[str]]:
    found: list[list[str]] = moon(side)["cells"]  # type: ignore[assignment]
    return found


def at(side: str, r: int, c: int) -> str:
    return cells(side)[r][c] if 0 <= r < SIZE and 0 <= c < SIZE else "outside"


@rule("HM-02")
@SIDES
def test_a_sheet_is_a_round_moon_with_eight_starts_on_all_four_sides(side: str) -> None:
    grid = cells(side)
    assert [len(row) for row in grid] == [SIZE] * SIZE
    widths = [sum(cell != "outside" for cell in row) for row in grid]
    assert widths == [5, 7, 9, 11, 13, 13, 13, 13, 13, 11, 9, 7, 5]
    starts = moon(side)["starts"]
    assert isinstance(starts, list)
    assert Counter(start["to"] for start in starts) == {"north": 2, "east": 2, "south": 2, "west": 2}
    reach = {}
    for start in starts:
        (r, c), (down, right) = start["at"], STEPS[start["to"]]
        assert at(side, r, c) == "soil"
        assert at(side, r - down, c - right) == "outside"
        n = 0
        while at(side, r + n * down, c + n * right) not in ("outside", "rock"):
            n += 1
        assert n >= 3
        reach[start["to"]] = max(reach.get(start["to"], 0), n)
    assert all(n >= 6 for n in reach.values())


@rule("HM-03")
@SIDES
def test_a_sheet_holds_enough_of_everything_in_one_piece(side: str) -> None:
    counts = Counter(cell for row in cells(side) for cell in row)
    assert all(counts[name] >= 5 for name in NAMES)
    assert 8 <= counts["pickle"] <= 12
    assert 8 <= counts["rock"] <= 14
    ground = {(r, c) for r in range(SIZE) for c in range(SIZE) if at(side, r, c) not in ("outside", "rock")}
    assert spread(ground, 1) == ground
    for name in NAMES:
        group = {(r, c) for r in range(SIZE) for c in range(SIZE) if at(side, r, c) == name}
        assert spread(group, 3) == group


def spread(places: set[tuple[int, int]], steps: int) -> set[tuple[int, int]]:
    found = {min(places)}
    while True:
        more = {p for p in places for q in found if abs(p[0] - q[0]) + abs(p[1] - q[1]) <= steps}
        if more == found:
            return found
        found = more


@rule("HM-03", "HM-22")
def test_side_b_has_more_rocks_and_pickles_and_more_of_them_beside_sweets() -> None:
    def bad(side: str) -> tuple[int, int, int]:
        counts = Counter(cell for row in cells(side) for cell in row)
        beside = sum(
            at(side, r, c) in ("rock", "pickle") and any(at(side, r + y, c + x) in NAMES for y, x in STEPS.values())
            for r in range(SIZE)
            for c in range(SIZE)
        )
        return counts["rock"], counts["pickle"], beside

    assert all(b > a for a, b in zip(bad("A"), bad("B"), strict=True))


@rule("HM-03")
def test_the_greedy_player_averages_at_least_15_percent_less_on_b() -> None:
    a, b = (GAME.playouts(1000, seats=4, policy="greedy", seed=2020, options={"side": s}) for s in "AB")
    assert b.points.mean() <= 0.85 * a.points.mean()


@pytest.mark.parametrize("seats", range(2, 7))
def test_on_side_a_greedy_games_last_12_to_22_rolls_and_bring_25_to_40_points(seats: int) -> None:
    played = GAME.playouts(2000, seats=seats, policy="greedy", seed=99)
    assert 12 <= played.lengths.mean() <= 22
    assert 25 <= played.points.mean() <= 40


def test_greedy_players_rarely_tie_and_no_seat_is_better() -> None:
    played = GAME.playouts(4000, seats=2, policy="greedy", seed=7)
    assert (played.scores.max(axis=1) < 1).mean() < 0.15
    assert abs(played.wins[0] / played.games - 0.5) < 0.03


@pytest.mark.parametrize("seats", [2, 3])
def test_greedy_beats_random_clearly(seats: int) -> None:
    played = GAME.playouts(2000, seats=seats, policy=["greedy"] + ["random"] * (seats - 1), seed=3)
    assert played.wins[0] / played.games > 0.8


# ---- wrong files ----------------------------------------------------------------------------------------------------

TEXT = GAME.box().text
LINES = TEXT.splitlines()
MOON_A = LINES.index("[side.A]") + 3  # the line, counted from 1, of side A's first row


def refused(text: str) -> str:
    with pytest.raises(BadBox) as error:
        GAME.box_from_text(text, "mine.toml")
    assert "\n" not in str(error.value)
    return str(error.value)


def with_row(number: int, row: str) -> str:
    lines = list(LINES)
    lines[MOON_A - 1 + number] = row
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        pytest.param(with_row(4, "> . . H"), MOON_A + 4, "row 5 has 4 cells; it must have 13", id="short row"),
        pytest.param(
            with_row(0, LINES[MOON_A - 1].replace("v", "?", 1)), MOON_A, "'?' is not in the legend", id="letter"
        ),
        pytest.param(with_row(6, ". . . v . . G . . C # . ."), MOON_A + 6, "HM-02", id="start inside"),
        pytest.param(with_row(0, ". - - - v . . . v - - - -"), MOON_A, "round", id="corner"),
        pytest.param(
            TEXT.replace("slots = 7", "slots = 99"), None, "counts.slots is 99; it must be 0 to 60", id="slots"
        ),
        pytest.param(TEXT.replace("slots = 7", "slots = 'x'"), None, "must be a whole number", id="type"),
        pytest.param(TEXT.replace("slots = 7", "slot = 7"), None, "did you mean slots?", id="typo"),
        pytest.param(TEXT.replace("timer = 3", ""), None, "counts.timer is missing", id="missing"),
        pytest.param(TEXT.replace('"H" = "honey"', '"HH" = "honey"'), None, "single character", id="legend letter"),
        pytest.param(TEXT.replace('"H" = "honey"', '"H" = "money"'), None, "'money' is none of", id="legend meaning"),
        pytest.param(TEXT.replace('"p" = "pickle"', ""), None, "no letter stands for pickle", id="legend gap"),
        pytest.param(TEXT.replace(LINES[MOON_A] + "\n", "", 1), MOON_A - 1, "12 rows", id="rows"),
        pytest.param("title = [", None, "not a TOML file", id="toml"),
        pytest.param("", None, "missing", id="empty"),
    ],
)
def test_a_wrong_file_gets_the_line_and_what_is_wrong(text: str, line: int | None, words: str) -> None:
    message = refused(text)
    assert message.startswith("mine.toml")
    assert words in message
    if line:
        assert f"line {line}:" in message
    elif "TOML" not in message:
        assert re.search(r"line \d+:", message)


@rule("HM-02", "HM-03")
@pytest.mark.parametrize(
    ("replace", "by", "words"),
    [
        ("#", ".", "HM-03: 0 of rock"),
        ("p", ".", "HM-03: 0 of pickle"),
        ("H", ".", "HM-03: 0 of honey"),
        ("<", ".", "HM-02: no start on the right side"),
    ],
)
def test_a_moon_that_breaks_hm02_or_hm03_is_refused_unless_the_file_says_it_is_not_standard(
    replace: str, by: str, words: str
) -> None:
    head, rest = TEXT.split("[side.A]")
    a, b = rest.split("[side.B]")
    text = f"{head}[side.A]{a.replace(replace, by)}[side.B]{b}"
    assert words in refused(text)
    assert GAME.match(2, box=GAME.box_from_text("standard = false\n" + text)).legal(0) == []


@rule("HM-03")
def test_a_lonely_sweet_and_an_unreachable_cell_are_named() -> None:
    lonely = refused(with_row(9, LINES[MOON_A + 8][:-3] + "H -"))
    assert f"line {MOON_A + 9}:" in lonely
    assert "the honey in row 10, column 12 is far from its group" in lonely
    walled = list(LINES)
    for row, end in ((5, ". #"), (6, "# ."), (7, ". #")):
        walled[MOON_A - 1 + row] = walled[MOON_A - 1 + row][:-3] + end
    message = refused("\n".join(walled))
    assert f"line {MOON_A + 6}:" in message
    assert "row 7, column 13 can't be reached by digging" in message


@rule("HM-03")
def test_sides_in_the_wrong_order_are_refused() -> None:
    swapped = TEXT.replace("[side.A]", "[side.X]").replace("[side.B]", "[side.A]").replace("[side.X]", "[side.B]")
    assert "side B must have more of rock" in refused(swapped)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path, words in ((tmp_path / "none.toml", "no such file"), (tmp_path, "directory")):
        with pytest.raises(BadBox, match=words):
            GAME.box(path)
    binary = tmp_path / "b.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadBox, match="UTF-8"):
        GAME.box(binary)


def test_an_own_edition_is_played_without_recompiling(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace("slots = 7", "slots = 3"), encoding="utf-8")
    match = GAME.match(2, box=path)
    assert match.view()["slots"] == 3
    assert not match.box.shipped
    played = GAME.playouts(200, seats=2, box=path)
    assert played.unfinished == 0


def test_a_box_of_another_game_is_refused() -> None:
    import dataclasses

    with pytest.raises(molehill.Unknown, match="box of"):
        GAME.match(2, box=dataclasses.replace(GAME.box(), game="chess"))


def test_the_rules_cannot_write_into_the_box() -> None:
    with pytest.raises(ValueError, match="read-only"):
        GAME.box().record["slots"] = 1
