"""Records: tables, boxes and what bots remember as NumPy data, each declared once, as a class with annotated fields.

    class Table(Record):
        seats: Int8
        dig: Row[Int16] = sized(MAX_SEATS)

`Table.dtype` is the record as it lies in memory. To mypy, editors and readers a field is what the rules make of it: a
whole number, or a row of them. Fields are signed: Numba turns a mix of signed and unsigned into floats.

Compiled code reads every whole number as 64 bits wide. NumPy by itself would keep a byte a byte and wrap around, so
uncompiled code gets records and arrays as `Plain` and `PlainArray`: these give Python's numbers, and refuse to hold one
that does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Protocol,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

import numpy as np
import numpy.typing as npt

from molehill.engine.compiling import rule

if TYPE_CHECKING:
    from molehill.engine.game import Game

F = TypeVar("F", bound=Callable[..., Any])
E = TypeVar("E")
Tables = npt.NDArray[np.void]  # an array of records, as Python has it

# ---- what fields are ------------------------------------------------------------------------------------------------

Int8 = Annotated[int, "i1"]
Int16 = Annotated[int, "i2"]
Int32 = Annotated[int, "i4"]
Int64 = Annotated[int, "i8"]
UInt64 = Annotated[int, "u8"]  # for hashes and generators, never to be mixed with the others
Float32 = Annotated[float, "f4"]
Float64 = Annotated[float, "f8"]
Flag = Annotated[bool, "?"]


class Row(Protocol[E]):
    """Numbers or records one after the other."""

    shape: tuple[int, ...]

    @overload
    def __getitem__(self, index: int, /) -> E: ...
    @overload
    def __getitem__(self, index: slice, /) -> Row[E]: ...
    def __setitem__(self, index: int | slice, value: E | Iterable[E], /) -> None: ...
    def __iter__(self) -> Iterator[E]: ...


class Grid(Protocol[E]):
    """Rows of the same length."""

    shape: tuple[int, ...]

    @overload
    def __getitem__(self, index: tuple[int, int], /) -> E: ...
    @overload
    def __getitem__(self, index: int, /) -> Row[E]: ...
    def __setitem__(self, index: int | tuple[int, int | slice], value: E | Iterable[Any], /) -> None: ...


class Cube(Protocol[E]):
    """Grids of the same size."""

    shape: tuple[int, ...]

    @overload
    def __getitem__(self, index: tuple[int, int, int], /) -> E: ...
    @overload
    def __getitem__(self, index: tuple[int, int], /) -> Row[E]: ...
    @overload
    def __getitem__(self, index: int, /) -> Grid[E]: ...
    def __setitem__(self, index: int | tuple[int | slice, ...], value: E | Iterable[Any], /) -> None: ...


DIMENSIONS: dict[Any, int] = {Row: 1, Grid: 2, Cube: 3}

# What rules and kernels take beside records and single numbers.
Moves = Row[Int32]
Weights = Row[Int32]
Numbers = Row[Int64]
Scores = Row[Float64]
Generator = Row[UInt64]


class _Size(tuple[int | str, ...]):
    """How long a field is, in each dimension."""


def sized(*lengths: int | str) -> Any:
    """How many a row, a grid or a cube holds, one number a dimension: what a field of such a type is set to.

    In work space for any game a length may be a name: "moves", "outcomes" or "seats" (`Game.own`).
    """
    return _Size(lengths)


class Record:
    """What lies in memory as its fields say, one after the other, each aligned.

    One that has to do with a game's own table, or with a number that each game has of its own, has no `dtype`;
    `Game.dtype` knows how it lies in memory there.
    """

    dtype: ClassVar[np.dtype[np.void]]

    def __init_subclass__(cls) -> None:
        if not cls._needs_game():
            cls.dtype = cls.laid_out({})

    @classmethod
    def laid_out(cls, own: Mapping[Any, Any]) -> np.dtype[np.void]:
        """How it lies in memory, where `own` says what a game has of its own."""
        fields = [(name, dtype_of(inside, own), cls._size(name, own)) for name, inside in cls._inside()]
        return without_gaps(np.dtype(fields, align=True))

    @classmethod
    def _inside(cls) -> Iterator[tuple[str, Any]]:
        """Each field with what it is, or with what its elements are."""
        for name, hint in get_type_hints(cls, include_extras=True).items():
            if get_origin(hint) is ClassVar:
                continue
            dimensions, size = DIMENSIONS.get(get_origin(hint), 0), getattr(cls, name, ())
            if len(size) != dimensions:
                words = f"{dimensions} dimensions, and {len(size)} lengths are given"
                raise TypeError(f"{cls.__qualname__}.{name} has {words}")
            yield name, get_args(hint)[0] if dimensions else hint

    @classmethod
    def _size(cls, name: str, own: Mapping[Any, Any]) -> tuple[int, ...]:
        return tuple(own[length] if isinstance(length, str) else length for length in getattr(cls, name, ()))

    @classmethod
    def _needs_game(cls) -> bool:
        fields = list(cls._inside())
        lengths = [length for name, _ in fields for length in getattr(cls, name, ())]
        return not fields or any(isinstance(n, str) for n in lengths) or any(_is_open(inside) for _, inside in fields)


class Table(Record):
    """Stands for the table of any game, where code runs over all of them."""


class Box(Record):
    """Stands for the box of any game. Nobody writes into it."""


R = TypeVar("R", bound=Record)


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Record)


def _is_open(hint: Any) -> bool:
    """Whether only a game knows how it lies in memory."""
    return _is_record(hint) and not hasattr(hint, "dtype")


def dtype_of(hint: Any, own: Mapping[Any, Any]) -> np.dtype[Any]:
    """How a number or a record lies in memory, by its annotation, where `own` says what a game has of its own."""
    if _is_record(hint):
        found: np.dtype[Any] = own[hint] if hint in own else hint.laid_out(own) if _is_open(hint) else hint.dtype
        return found
    if get_origin(hint) is not Annotated:
        raise TypeError(f"a field is Int8, Int16, Int32, Int64 or Float64, a record, or a row of them, not {hint}")
    stored: str = hint.__metadata__[0]
    return np.dtype(stored)


def without_gaps(dtype: np.dtype[Any]) -> np.dtype[np.void]:
    """The same record with its padding as fields: NumPy leaves bare gaps as they come when it copies."""
    if dtype.names is None or dtype.fields is None:
        raise TypeError("a record has fields")
    places = sorted((dtype.fields[name][1], name) for name in dtype.names)
    ends = [*[place for place, _ in places[1:]], dtype.itemsize]
    fields: list[Any] = []
    for (place, name), end in zip(places, ends, strict=True):
        field = dtype.fields[name][0]
        fields.append((name, field))
        if gap := end - place - field.itemsize:
            fields.append((f"gap{len(fields)}", "i1", (gap,)))
    return np.dtype(fields, align=True)


# ---- work space of rules ---------------------------------------------------------------------------------------------


@rule
def blank_moves(n: int) -> Moves:
    """Room for so many moves."""
    return np.zeros(n, dtype=np.int32)  # type: ignore[return-value]


@rule
def blank_scores(n: int) -> Scores:
    """Room for so many numbers that need not be whole."""
    return np.zeros(n)  # type: ignore[return-value]


# ---- records of plain Python ----------------------------------------------------------------------------------------


class Plain:
    """A record whose fields read as Python's numbers."""

    __slots__ = ("_record",)
    _record: Any

    def __init__(self, record: Any) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        return plain(self._record[name])

    def __setattr__(self, name: str, value: Any) -> None:
        self._record[name] = bare(value)


class PlainArray:
    """An array whose elements read as Python's numbers, or as plain records."""

    __slots__ = ("_array", "shape")

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self._array = array
        self.shape = array.shape

    def __getitem__(self, index: Any) -> Any:
        return plain(self._array[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        self._array[index] = bare(value)

    def __len__(self) -> int:
        return len(self._array)

    def __iter__(self) -> Iterator[Any]:
        return map(plain, self._array)


def plain(value: Any) -> Any:
    """The same as plain Python has it: a number, a record or an array of these."""
    if isinstance(value, np.ndarray):
        return PlainArray(value)
    if isinstance(value, np.void):
        return Plain(value)
    return value.item() if isinstance(value, np.generic) else value


def bare(value: Any) -> Any:
    """A plain record or array as NumPy has it."""
    if isinstance(value, PlainArray):
        return value._array
    return value._record if isinstance(value, Plain) else value


def plainly(function: F) -> F:
    """The same function, given plain records and arrays."""

    @wraps(function)
    def called(*arguments: Any) -> Any:
        return function(*map(plain, arguments))

    return cast(F, called)


class Snapshot:
    """A record that is only read, and does not change meanwhile. A field is turned into Python's numbers once."""

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # no field, but asked by Python itself about every object
            raise AttributeError(name)
        value = snapshot(self._record[name])
        setattr(self, name, value)
        return value


class SnapshotArray(tuple[Any, ...]):
    """An array of several dimensions in a snapshot. One of a single dimension is a tuple."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, tuple):
            return tuple.__getitem__(self, index)
        found: Any = self
        for place in index:
            found = tuple.__getitem__(found, place)
        return found


def snapshot(value: Any) -> Any:
    """A number, a record or an array as it is now."""
    if isinstance(value, np.void):
        return Snapshot(value)
    if not isinstance(value, np.ndarray):
        return value.item()
    if value.ndim > 1:
        return SnapshotArray(map(snapshot, value))
    return tuple(map(Snapshot, value)) if value.dtype.names else tuple(value.tolist())


def new(kind: type[Record], n: int = 1) -> Tables:
    """n empty records."""
    return np.zeros(n, dtype=kind.dtype)


def first(records: Tables, kind: type[R]) -> R:
    """The first of several records, to be read and filled in as in the rules."""
    return cast(R, Plain(records[0]))


# ---- records of compiled code ---------------------------------------------------------------------------------------


def numba_types(function: Any, game: Game) -> tuple[Any, ...]:
    """What a kernel takes, from its annotations, for one game."""
    hints = get_type_hints(function.py_func, include_extras=True)
    return tuple(_numba_type(hint, game) for name, hint in hints.items() if name != "return")


def _numba_type(hint: Any, game: Game) -> Any:
    """A number, a record as it is in this game, or an array of these."""
    from numba import float64, from_dtype, int64, types

    if hint in (int, float):
        return int64 if hint is int else float64
    if _is_record(hint):
        return from_dtype(dtype_of(hint, game.own))
    dimensions, (element,) = DIMENSIONS[get_origin(hint)], get_args(hint)
    return types.Array(from_dtype(dtype_of(element, game.own)), dimensions, "C", readonly=element is Box)
