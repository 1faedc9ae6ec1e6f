"""Kinds: what an expression of the rules is, a number, a record, a row or several of these, as far as annotations tell.

A kind is the annotation itself, such as `int`, `Table` or `Row[Int8]`; None where nobody can say.
"""

from __future__ import annotations

from types import NoneType
from typing import Annotated, Any, get_args
from typing import get_origin as _get_origin

import numpy as np

from molehill.engine.records import DIMENSIONS, Cube, Grid, Record, Row

Kind = Any
NUMBERS = (bool, int, float)  # each holds all of those before it
_LOWER: dict[Any, Any] = {Cube: Grid, Grid: Row}
_NAMES: dict[Any, str] = {
    NoneType: "nothing", bool: "a yes or no", int: "a whole number", float: "a number with a fraction",
    Row: "a row", Grid: "a grid", Cube: "a cube",
}  # fmt: skip


def get_origin(kind: Kind) -> Any:
    """What a kind is one of: `Row` for `Row[Int8]`, None for what is not made of other kinds."""
    return _get_origin(kind)


def kind_of_hint(hint: Any) -> Kind:
    """What is annotated so."""
    if get_origin(hint) is Annotated:
        return get_args(hint)[0]
    return NoneType if hint is None else hint


def kind_of_value(value: Any) -> Kind:
    """What a constant is."""
    if isinstance(value, NUMBERS) or value is None:
        return type(value)
    if isinstance(value, np.generic):
        return type(value.item())
    if isinstance(value, tuple):
        return tuple[tuple(kind_of_value(part) for part in value)]  # type: ignore[misc]
    if isinstance(value, np.ndarray) and 1 <= value.ndim <= 3 and value.dtype.names is None:
        several = next(several for several, dimensions in DIMENSIONS.items() if dimensions == value.ndim)
        return several[type(value.flat[0].item())] if value.size else None
    return None


def is_number(kind: Kind) -> bool:
    """Whether one can calculate with it."""
    return kind in NUMBERS


def is_record(kind: Kind) -> bool:
    """Whether it has fields."""
    return isinstance(kind, type) and issubclass(kind, Record)


def dimensions(kind: Kind) -> int:
    """How many indices lead to one of its elements."""
    return DIMENSIONS.get(get_origin(kind), 0)


def parts(kind: Kind) -> tuple[Kind, ...] | None:
    """The kinds of what a tuple holds; None if it is no tuple, or if nobody knows how long it is."""
    inside = get_args(kind)
    return tuple(map(kind_of_hint, inside)) if get_origin(kind) is tuple and Ellipsis not in inside else None


def element(kind: Kind, indices: int) -> Kind:
    """What so many indices into a row, a grid or a cube lead to."""
    several, (inside,) = get_origin(kind), get_args(kind)
    if indices == dimensions(kind):
        return kind_of_hint(inside)
    for _ in range(indices):
        several = _LOWER[several]
    return several[inside]


def together(one: Kind, other: Kind) -> Kind:
    """What holds both: a number holds any number that is not wider. None if nothing does, or nobody knows."""
    if is_number(one) and is_number(other):
        return max(one, other, key=NUMBERS.index)
    return one if one == other else None


def differ(one: Kind, other: Kind) -> bool:
    """Whether no variable can be both, for sure."""
    if one is None or other is None or together(one, other) is not None:
        return False
    some, more = parts(one), parts(other)
    if some is not None and more is not None and len(some) == len(more):
        return any(map(differ, some, more))
    return (get_origin(one), dimensions(one)) != (get_origin(other), dimensions(other)) or not dimensions(one)


def describe(kind: Kind) -> str:
    """In words."""
    name = _NAMES.get(get_origin(kind) or kind)
    if name:
        return name
    if get_origin(kind) is tuple:
        known = parts(kind)
        return "several values" if known is None else f"{len(known)} values"
    return f"a {kind.__name__}" if is_record(kind) else str(kind)
