"""Records: one annotated class defines the bytes in memory, and tells mypy and readers which fields there are."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import molehill
from molehill.engine import records
from molehill.engine.compiling import JIT
from molehill.engine.game import Game
from molehill.engine.records import Cube, Float64, Grid, Int8, Int16, Int64, Record, Row, sized

ROOT = Path(__file__).parents[1]
KEPT = json.loads((ROOT / "tests/kept/records.json").read_text(encoding="utf-8"))


class Piece(Record):
    at: Int16
    alive: Int8


class Sample(Record):
    seats: Int8
    worth: Float64
    hand: Row[Int8] = sized(3)
    board: Grid[Int16] = sized(2, 4)
    moons: Cube[Int64] = sized(2, 2, 2)
    king: Piece
    pieces: Row[Piece] = sized(2)


def fields(dtype: np.dtype[Any]) -> dict[str, list[Any]]:
    """Each field with its type, its shape and its first byte, without the fields that fill gaps."""
    found = {name: dtype.fields[name] for name in dtype.names or () if not name.startswith("gap")}  # type: ignore[index]
    return {name: [field.base.str.lstrip("|<"), list(field.shape), at] for name, (field, at, *_) in found.items()}


def sample() -> tuple[Any, Sample]:
    memory = records.new(Sample)
    return memory, records.first(memory, Sample)


# ---- what views read -------------------------------------------------------------------------------------------------


def test_a_snapshot_reads_as_the_record_does_and_takes_nothing() -> None:
    memory, filled = sample()
    filled.seats, filled.worth, filled.king.at, filled.pieces[1].alive = 4, 2.5, -7, 1
    filled.hand[2], filled.board[1, 3], filled.moons[1, 0, 1] = 3, -300, 2**40
    seen = records.Snapshot(memory[0])
    assert (seen.seats, seen.worth, seen.hand, seen.king.at) == (4, 2.5, (0, 0, 3), -7)
    assert (seen.board[1, 3], seen.board[1][3], seen.board[1, 2:], seen.board[0]) == (-300, -300, (0, -300), (0,) * 4)
    assert (seen.moons[1, 0, 1], seen.moons[1][0, 1], len(seen.moons)) == (2**40, 2**40, 2)
    assert [(piece.at, piece.alive) for piece in seen.pieces] == [(0, 0), (0, 1)]
    assert {type(value) for value in (seen.seats, seen.hand[0], seen.board[0, 0])} == {int}
    with pytest.raises(TypeError):
        seen.board[0][0] = 1
    with pytest.raises(ValueError, match="no field of name boards"):
        _ = seen.boards


# ---- what lies in memory --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game in molehill.games() if game.id in KEPT], ids=lambda game: game.id)
def test_tables_and_boxes_lie_in_memory_as_they_always_did(game: Game) -> None:
    """Digests of logs are made from a table's bytes."""
    for kind, dtype in (("table", game.table_dtype), ("box", game.part("box").Box.dtype)):
        kept = KEPT[game.id][kind]
        assert dtype.itemsize == kept["size"]
        assert fields(dtype) == {name: field for name, field in kept["fields"].items() if not name.startswith("gap")}


def test_fields_follow_each_other_aligned() -> None:
    assert fields(Sample.dtype) == {
        "seats": ["i1", [], 0],
        "worth": ["f8", [], 8],
        "hand": ["i1", [3], 16],
        "board": ["i2", [2, 4], 20],
        "moons": ["i8", [2, 2, 2], 40],
        "king": ["V4", [], 104],
        "pieces": ["V4", [2], 108],
    }


def test_no_byte_of_a_record_is_a_gap() -> None:
    """NumPy does not copy gaps, and then two equal tables could differ."""
    assert sum(field.itemsize for field, *_ in Sample.dtype.fields.values()) == Sample.dtype.itemsize  # type: ignore[union-attr]


def test_a_record_goes_on_with_the_fields_of_another() -> None:
    class Queen(Piece):
        crowns: Int8

    assert list(fields(Queen.dtype)) == ["at", "alive", "crowns"]
    assert fields(Queen.dtype).items() >= fields(Piece.dtype).items()


def test_a_length_too_few_or_too_many_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Short\.board has 2 dimensions, and 1 lengths are given"):
        type("Short", (Record,), {"__annotations__": {"board": Grid[Int8]}, "board": sized(3)})
    with pytest.raises(TypeError, match=r"Short\.seats has 0 dimensions, and 1 lengths are given"):
        type("Short", (Record,), {"__annotations__": {"seats": Int8}, "seats": sized(3)})


def test_a_field_of_a_type_that_has_no_size_is_refused() -> None:
    with pytest.raises(TypeError, match="a field is Int8"):
        type("Vague", (Record,), {"__annotations__": {"seats": int}})


# ---- what uncompiled rules read -------------------------------------------------------------------------------------


def test_fields_read_as_pythons_numbers_at_every_depth() -> None:
    memory, plain = sample()
    plain.seats, plain.worth, plain.hand[1], plain.board[1, 2] = 4, 0.5, 127, 300
    plain.moons[1, 0, 1], plain.king.at, plain.pieces[1].at = 1 << 60, 7, 9
    for value in (plain.seats, plain.hand[1], plain.board[1, 2], plain.board[1][2], plain.pieces[1].at):
        assert type(value) is int
    assert plain.hand[1] + 1 == 128  # a byte would have wrapped around
    assert plain.moons[1, 0][1] == plain.moons[1][0, 1] == 1 << 60
    assert (plain.king.at, plain.pieces[0].at, plain.pieces[1].at) == (7, 0, 9)
    assert memory["worth"][0] == plain.worth == 0.5


def test_rows_are_filled_and_copied_whole() -> None:
    _, plain = sample()
    plain.hand[:] = [1, 2, 3]
    plain.board[1] = range(4)
    plain.board[0] = plain.board[1]
    plain.pieces[0].at = 5
    plain.pieces[1] = plain.pieces[0]
    assert (list(plain.hand), sum(plain.board[0]), plain.pieces[1].at) == ([1, 2, 3], 6, 5)


def test_a_number_that_does_not_fit_is_refused() -> None:
    _, plain = sample()
    with pytest.raises(OverflowError):
        plain.seats = 128
    with pytest.raises(OverflowError):
        plain.hand[0] = -129
    assert (plain.seats, plain.hand[0]) == (0, 0)


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_compiled_code_reads_and_writes_the_same() -> None:
    import numba

    def play(samples: Row[Sample]) -> int:
        t = samples[0]
        t.hand[1] = 127
        t.board[1, 2] = t.hand[1] + 1
        t.king.at = t.board[1][2]
        t.pieces[1].at = t.king.at + 1
        samples[1] = t
        return t.pieces[1].at + t.hand[1]

    compiled, uncompiled = records.new(Sample, 2), records.new(Sample, 2)
    assert numba.njit(play)(compiled) == records.plainly(play)(uncompiled) == 129 + 127  # type: ignore[arg-type]
    assert compiled.tobytes() == uncompiled.tobytes()


# ---- what mypy knows ------------------------------------------------------------------------------------------------

PLANTED = """
from molehill.engine.records import Grid, Int8, Record, Row, sized

class Table(Record):
    dice: Int8
    hand: Row[Int8] = sized(3)
    board: Grid[Int8] = sized(2, 4)

def right(t: Table, s: int) -> int:
    t.hand[s] += t.board[s, 1]
    row = t.board[s]
    return t.dice + row[0] + t.hand[s]

def wrong(t: Table, s: int) -> int:
    t.dize = 3
    t.hand = 4
    t.board[s] + 1
    t.hand[s, 1] = 0
    return t.board
"""


def test_mypy_finds_a_wrong_field_a_row_for_a_number_and_a_wrong_index(tmp_path: Path) -> None:
    path = tmp_path / "planted.py"
    path.write_text(PLANTED)
    # The linters' settings, and what they have found out about NumPy.
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", str(path)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    wrong = PLANTED.splitlines().index("def wrong(t: Table, s: int) -> int:") + 1
    found = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
    assert found == set(range(wrong + 1, wrong + 6)), done.stdout
