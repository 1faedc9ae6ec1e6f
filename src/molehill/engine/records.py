"""Records: boxes and tables as NumPy data. `row` hands a record to the rules, compiled or not.

Compiled code reads every field as a 64-bit integer. Plain NumPy would keep an unsigned byte a byte and wrap around,
so uncompiled rules get records through `Plain`, which gives Python integers and refuses values that do not fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, get_args, get_type_hints

import numpy as np
import numpy.typing as npt

from molehill.engine.compiling import JIT, rule

if TYPE_CHECKING:
    from molehill.engine.game import Game

# What kernels take, beside int and float. The note says how many dimensions an array has, if not one, or which record
# its elements are: a NumPy type, or the name of one that each game has of its own (`Game.records`).
Tables = Annotated[npt.NDArray[np.void], "table"]
Boxes = Annotated[npt.NDArray[np.void], "box"]
Words = Annotated[npt.NDArray[np.uint32], "words", 2]  # tables as bare numbers
Generator = Annotated[npt.NDArray[np.uint64], 1]
Moves = Annotated[npt.NDArray[np.int32], 1]
MoveRows = Annotated[npt.NDArray[np.int32], 2]
Weights = Moves
Events = MoveRows
Seats = Annotated[npt.NDArray[np.int8], 1]
Numbers = Annotated[npt.NDArray[np.int64], 1]
NumberRows = Annotated[npt.NDArray[np.int64], 2]
Scores = Annotated[npt.NDArray[np.float64], 1]
ScoreRows = Annotated[npt.NDArray[np.float64], 2]
Flags = Annotated[npt.NDArray[np.bool_], 1]
FlagRows = Annotated[npt.NDArray[np.bool_], 2]


class Plain:
    """A record whose fields read as Python integers."""

    __slots__ = ("_record",)
    _record: Any

    def __init__(self, record: Any) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        return _plain(self._record[name])

    def __setattr__(self, name: str, value: Any) -> None:
        self._record[name] = value


class PlainArray:
    """An array inside a record whose elements read as Python integers."""

    __slots__ = ("_array", "shape")

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self._array = array
        self.shape = array.shape

    def __getitem__(self, index: Any) -> Any:
        return _plain(self._array[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        self._array[index] = value._array if isinstance(value, PlainArray) else value

    def __len__(self) -> int:
        return len(self._array)


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return PlainArray(value)
    if isinstance(value, np.void):
        return Plain(value)
    return value.item()


def _row(tables: Any, i: int) -> Any:
    return tables[i]


def _plain_row(tables: Any, i: int) -> Any:
    return Plain(tables[i])


row = rule(_row) if JIT else _plain_row


def without_gaps(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same record with its padding as fields: NumPy leaves bare gaps as they come when it copies."""
    if dtype.names is None or dtype.fields is None:
        raise TypeError("a table is a record")
    places = sorted((dtype.fields[name][1], name) for name in dtype.names)
    ends = [*[place for place, _ in places[1:]], dtype.itemsize]
    fields: list[Any] = []
    for (place, name), end in zip(places, ends, strict=True):
        field = dtype.fields[name][0]
        fields.append((name, field))
        if gap := end - place - field.itemsize:
            fields.append((f"gap{len(fields)}", "i1", (gap,)))
    return np.dtype(fields, align=True)


def new(dtype: np.dtype[Any], n: int = 1) -> Tables:
    """n empty records."""
    return np.zeros(n, dtype=dtype)


def numba_types(function: Any, game: Game) -> tuple[Any, ...]:
    """What a kernel takes, from its annotations, for one game."""
    from numba import float64, int64

    hints = get_type_hints(function.py_func, include_extras=True)
    single = {int: int64, float: float64}
    return tuple(
        single[hint] if hint in single else _array_type(hint, game) for name, hint in hints.items() if name != "return"
    )


def _array_type(hint: Any, game: Game) -> Any:
    from numba import from_dtype, types

    array, *notes = get_args(hint)
    ndim = next((note for note in notes if isinstance(note, int)), 1)
    named = next((note for note in notes if isinstance(note, str)), "")
    given = next((note for note in notes if isinstance(note, np.dtype)), None)
    dtype = game.records[named] if named else given or np.dtype(get_args(get_args(array)[1])[0])
    return types.Array(from_dtype(dtype), ndim, "C", readonly=named == "box")
