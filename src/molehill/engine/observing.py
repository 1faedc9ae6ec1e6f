"""Observations: what a seat sees, as whole numbers under names, and how they lie in a flat array.

    class Observation(observing.Observation):
        phase: Row[Int16] = seen("The phase: a roll, digs, the end.", 3)
        dug: Cube[Int16] = seen("The cells that each player has dug.", "seats", SIZE, SIZE)

A game's `observation.py` declares such a record and fills it in `observe`, from a veiled table. Where the first length
is "seats", the row of the observer comes first, then the others in the order of their seats.

What is dear is only there if it is asked for: what a seat remembers, and in a game that declares `Prospects`, a record
made from its `Observation`, what each move would bring. Its `foresee` fills that in.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from molehill.engine.compiling import rule
from molehill.engine.errors import Malformed, Unknown
from molehill.engine.records import DIMENSIONS, Cube, Generator, Grid, Int16, Int32, Int64, Record, Row, Tables, sized

if TYPE_CHECKING:
    from molehill.engine.game import Game

T = TypeVar("T", contravariant=True)
B = TypeVar("B", contravariant=True)
Seen = TypeVar("Seen", contravariant=True)
Flat = npt.NDArray[np.float32]

RECENT, WIDTH = 8, 6  # so many of the last events are remembered, each with its kind and so many numbers less one
BITS = 64  # of the fingerprint
MEMORY, PROSPECTS = 1, 2  # what may be asked for besides, as bits
_LONG = 40  # numbers of a field
LARGEST = 2**15 - 1  # what fits into a field; larger numbers are cut off


# ---- how an observation is declared ---------------------------------------------------------------------------------


class _Seen(tuple[int | str, ...]):
    """How long a field is, what it means, and from where to where its numbers go."""

    says: str
    low: int
    high: int


def seen(says: str, *lengths: int | str, low: int = 0, high: int = 1) -> Any:
    """What a field of an observation is set to: its meaning in a sentence, its lengths, its smallest and largest."""
    found = _Seen(lengths)
    found.says, found.low, found.high = says, low, high
    return found


class Observation(Record):
    """What every game's observation begins with. The engine fills it in."""

    you: Row[Int16] = seen("Your seat, counted from the first; all 0 for a spectator.", "seats")
    deciding: Row[Int16] = seen("Who owes a decision.", "seats")


class Observes(Protocol[T, B, Seen]):
    """What a game's `observation.py` offers, compiled, beside the record `Observation` that it declares."""

    def observe(self, t: T, box: B, seat: int, o: Seen, /) -> None:
        """Fill in what a seat, or SPECTATOR, sees of a table that is veiled already. All fields are 0 before."""


class Foresees(Protocol[T, B, Seen]):
    """What it offers besides, if it declares `Prospects`."""

    def foresee(self, t: T, box: B, seat: int, o: Seen, /) -> None:
        """Fill in what each legal move would bring, after `observe`. It is only called where that is asked for."""


class Sight(Record):
    """Stands for the observation of any game, where code runs over all of them."""

    you: Row[Int16] = sized("seats")
    deciding: Row[Int16] = sized("seats")


@rule
def sits(observer: int, k: int, seats: int) -> int:
    """The seat whose row is number k for this observer. A spectator looks from the first seat."""
    seat = k + (observer if observer > 0 else 0)
    return seat if seat < seats else seat - seats


@rule
def row_of(observer: int, seat: int, seats: int) -> int:
    """The number of a seat's row for this observer."""
    k = seat - (observer if observer > 0 else 0)
    return k if k >= 0 else k + seats


# ---- what is remembered ----------------------------------------------------------------------------------------------


class Recall(Record):
    """What a seat, or a spectator, has been told since the beginning, and which moves it has made itself."""

    key: Generator = sized(1)
    count: Int64  # events
    heard: Row[Int32] = sized("events")  # of each kind
    recent: Grid[Int32] = sized(RECENT, WIDTH)  # in turn


class Memory(Record):
    """What `memory=True` adds to an observation."""

    heard: Row[Int16] = seen("How many events of each kind you have seen, by their numbers.", "events", high=LARGEST)
    recent: Grid[Int16] = seen(
        f"The last {RECENT} events that you saw, the latest first: the kind and its first {WIDTH - 1} numbers.",
        RECENT, WIDTH, low=-LARGEST, high=LARGEST,
    )  # fmt: skip
    fingerprint: Row[Int16] = seen(
        "Bits of a hash over all events that you saw and all moves that you made, in order.", BITS
    )


# ---- how it lies in an array ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Field:
    """One field of an observation: its name, its shape, the range of its numbers, what it means, and where it lies."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str
    slice: slice
    by_seat: bool = False  # whether there is a row for each seat, that of the observer first


@dataclass(frozen=True)
class Layout:
    """How an observation lies in a flat array of float32: its fields, one after the other.

    `low` and `high` give the range of each number. `split` turns an array, or rows of them, into arrays under names.
    """

    game: str
    seats: int
    memory: bool
    prospects: bool
    fields: tuple[Field, ...]

    @property
    def asked(self) -> int:
        """What was asked for besides what a seat sees, as bits."""
        return MEMORY * self.memory | PROSPECTS * self.prospects

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return int(self.fields[-1].slice.stop)

    @cached_property
    def low(self) -> Flat:
        """The smallest that each number can be."""
        return self._each([field.low for field in self.fields])

    @cached_property
    def high(self) -> Flat:
        """The largest that each number can be."""
        return self._each([field.high for field in self.fields])

    def _each(self, values: list[int]) -> Flat:
        return np.repeat(np.array(values, dtype=np.float32), [math.prod(field.shape) for field in self.fields])

    def split(self, flat: Flat) -> dict[str, Flat]:
        """The fields under their names: windows into the array, whose last axis is cut into each field's own shape."""
        flat = np.asarray(flat)
        if flat.shape[-1:] != (self.size,):
            raise Malformed(f"an observation of {self.game} has {self.size} numbers, and this array is {flat.shape}")
        return {field.name: flat[..., field.slice].reshape(flat.shape[:-1] + field.shape) for field in self.fields}

    def scaled(self, flat: Flat) -> Flat:
        """The same with each number brought into 0 to 1 by its range."""
        scaled: Flat = (flat - self.low) / np.maximum(self.high - self.low, 1)
        return scaled

    def names(self) -> list[str]:
        """The name of each number, such as "dug[0,3,7]"."""
        return [name for field in self.fields for name in _names(field)]


def _names(field: Field) -> Iterator[str]:
    for index in np.ndindex(*field.shape):
        yield f"{field.name}[{','.join(map(str, index))}]" if index else field.name


def layout(game: Game, seats: int, memory: bool, prospects: bool) -> Layout:
    """How observations of a game lie, at a table with so many seats. Raises Unknown for prospects that it has not."""
    if prospects and not game.foresees:
        raise Unknown(f"{game.name} has no prospects: its observation does not tell what each move would bring")
    declared = [*_declared(kind_of(game, prospects), game), *(_declared(Memory, game) if memory else ())]
    fields, at = [], 0
    for name, whole, size, by_seat in declared:
        shape = (seats, *size[1:]) if by_seat else size
        end = at + math.prod(shape)
        fields.append(Field(name, shape, whole.low, whole.high, whole.says, slice(at, end), by_seat))
        at = end
    return Layout(game.id, seats, memory, prospects, tuple(fields))


def pieces(game: Game, layout: Layout) -> tuple[int, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """How many numbers of the record are filled in, and which of them make up the array.

    Long runs of them (where each begins, its length, and where it goes), and single ones (from where to where): the
    compiler takes many numbers of a long run at once, and short runs would cost more than their numbers.
    """
    long: list[tuple[int, int, int]] = []
    single: list[tuple[int, int]] = []
    record = array = 0
    for _, _, size, by_seat in _declared(kind_of(game, layout.prospects), game):
        whole = math.prod(size)
        length = whole // size[0] * layout.seats if by_seat else whole
        if length >= _LONG:
            long.append((record, length, array))
        else:
            single += [(record + k, array + k) for k in range(length)]
        record, array = record + whole, array + length
    return record, np.array(long, dtype=np.int64).reshape(-1, 3), np.array(single, dtype=np.int64).reshape(-1, 2)


def _declared(kind: type[Record], game: Game) -> Iterator[tuple[str, _Seen, tuple[int, ...], bool]]:
    """Each field with its declaration, its lengths in this game, and whether it has a row for each seat."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if name != "dtype":
            whole = getattr(kind, name, None)
            if not isinstance(whole, _Seen) or len(whole) != DIMENSIONS.get(get_origin(hint), 0):
                raise TypeError(f"{kind.__qualname__}.{name} must say what it means and how long it is: seen(...)")
            size = tuple(game.lengths[length] if isinstance(length, str) else length for length in whole)
            yield name, whole, size, whole[:1] == ("seats",)


# ---- a game that declares none --------------------------------------------------------------------------------------


def kind_of(game: Game, prospects: bool) -> type[Record]:
    """The observation that a game declares, with prospects or without, or one made from the fields of its table."""
    if game.observes:
        found: type[Record] = getattr(game.part("observation"), "Prospects" if prospects else "Observation")
        return found
    if game.id not in _of_tables:
        _of_tables[game.id] = _of_table(game)
    return _of_tables[game.id]


_of_tables: dict[str, type[Record]] = {}
_SEVERAL: dict[int, Any] = {0: Int16, 1: Row[Int16], 2: Grid[Int16], 3: Cube[Int16]}


def _of_table(game: Game) -> type[Record]:
    """Every number of the veiled table under its own name; one wider than 16 bits in pieces, the lowest first."""
    annotations: dict[str, Any] = {}
    fields: dict[str, Any] = {"__annotations__": annotations, "__module__": __name__}
    for name, _, shape, words in _numbers(game):
        key = name if name not in ("you", "deciding") else f"{name}_"
        lengths = shape if words == 1 else (math.prod(shape) * words,)
        annotations[key] = _SEVERAL[len(lengths)]
        low, high = (
            (-(2**7), 2**7 - 1) if words == 1 and game.table_dtype[name].base.itemsize == 1 else (-(2**15), 2**15 - 1)
        )
        pieces = "" if words == 1 else ", in pieces of 16 bits"
        fields[key] = seen(f"`{name}` of the table as you may see it{pieces}.", *lengths, low=low, high=high)
    return type("Observation", (Observation,), fields)


def _numbers(game: Game) -> Iterator[tuple[str, int, tuple[int, ...], int]]:
    """The numbers of a table: name, place in bytes, shape, and how many pieces of 16 bits each takes."""
    dtype = game.table_dtype
    for name in dtype.names or ():
        field, at = _place(dtype, name)
        if field.base.kind == "i" and not name.startswith("gap"):
            yield name, at, field.shape, max(1, field.base.itemsize // 2)


def places(game: Game) -> npt.NDArray[np.int64]:
    """For a game that declares none: where each piece lies in its table, and its width in bytes."""
    found: list[tuple[int, int]] = []
    if not game.observes:
        for name, at, shape, words in _numbers(game):
            width = game.table_dtype[name].base.itemsize
            step = min(width, 2)
            found += [(at + k * step, step) for k in range(math.prod(shape) * words)]
    return np.array(found or [(0, 1)], dtype=np.int64)


# ---- looking from Python ---------------------------------------------------------------------------------------------


class Eyes:
    """What one thread looks with: a table to veil, the record that is filled in, and how that lies in the array.

    The layout alone decides what is looked for.
    """

    def __init__(self, game: Game, layout: Layout) -> None:
        from molehill.engine.lanes import Eye

        eye = game.blank(Eye)
        used, long, single = pieces(game, layout)
        raw, flat = eye["veiled"].reshape(-1).view(np.int8), _flat(eye)[:used]
        self.parts = (eye, raw, flat, places(game), long, single, layout.asked)


def _flat(eye: Tables) -> npt.NDArray[np.int16]:
    """The numbers of the record that is filled in, in their order: the same memory."""
    sight, at = _place(eye.dtype, "sight")
    return eye.view(np.int8)[at : at + sight.itemsize].view(np.int16)


def _place(dtype: np.dtype[Any], name: str) -> tuple[np.dtype[Any], int]:
    """What a field of a record is, and where it begins in bytes."""
    fields: Any = dtype.fields
    return fields[name][0], int(fields[name][1])
