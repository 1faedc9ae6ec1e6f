"""Records: boxes and tables as NumPy data. `row` hands a record to the rules, compiled or not.

Compiled code reads every field as a 64-bit integer. Plain NumPy would keep an unsigned byte a byte and wrap around,
so uncompiled rules get records through `Plain`, which gives Python integers and refuses values that do not fit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from molehill.engine.compiling import JIT, rule

Tables = npt.NDArray[np.void]


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
