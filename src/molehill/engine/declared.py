"""Moves from declarations: a game's `types.py` says what its moves are made of; numbers and labels follow from that.

    class Bid(TypedDict):
        do: Literal["bid"]
        dice: Annotated[int, Span(1, 24)]
        face: Annotated[Die, Span(1, 6)]

`kinds(Bid | Doubt)` lists each kind with its fields and all that these may be. Moves are numbered in that order, the
last field fastest. What follows is plain Python about plain data, and is translated for the browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

from molehill.engine.errors import Malformed
from molehill.engine.shapes import At, Span, split
from molehill.engine.structures import one_of, only, whole

Kinds = dict[str, dict[str, tuple[Any, ...]]]

# ---- when a module is loaded ----------------------------------------------------------------------------------------


def kinds(move: Any) -> Kinds:
    """The kinds of a declared move (or outcome) by their "do", each with its fields and what these may be."""
    return {do: {key: _values(hint, f"{do}.{key}") for key, hint in hints.items()} for do, hints in _members(move)}


def _members(move: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each kind of a declared move with the types of its fields."""
    for member in get_args(move) if get_origin(move) in (Union, UnionType) else (move,):
        hints = get_type_hints(member, include_extras=True) if is_typeddict(member) else {}
        if get_origin(hints.get("do")) is not Literal:
            raise TypeError(f"{member}: a move is a TypedDict with do: Literal[...]")
        kinds = get_args(hints.pop("do"))
        yield from ((do, hints) for do in kinds)


def _values(hint: Any, name: str) -> tuple[Any, ...]:
    kind, _ = split(hint)
    spans = [note for note in getattr(hint, "__metadata__", ()) if isinstance(note, Span)]
    if get_origin(kind) is Literal:
        return get_args(kind)
    if kind is bool:
        return (False, True)
    if kind is int and spans:
        return tuple(range(spans[0].low, spans[0].high + 1))
    raise TypeError(f"{name} must be a Literal, bool, or Annotated[int, Span(low, high)], not {hint}")


def fields(move: Any) -> dict[str, dict[str, dict[str, Any]]]:
    """What is known of the fields of each kind, for boards: what they may be, and which pieces they name."""
    return {do: {key: _field(hint) for key, hint in hints.items()} for do, hints in _members(move)}


def _field(hint: Any) -> dict[str, Any]:
    kind, piece = split(hint)
    notes = hint.__metadata__ if get_origin(hint) is Annotated else ()
    told: dict[str, Any] = {"values": list(get_args(kind))} if get_origin(kind) is Literal else {}
    for note in notes:
        if isinstance(note, Span):
            told |= {"from": note.low, "to": note.high}
        elif isinstance(note, At):
            told["at"] = note.key
    if piece is not None:
        details = dict(piece.details)
        told |= {"on": details["map"]} if piece.kind == "place" else {"as": piece.kind, **details}
    return told


def total(kinds: Kinds) -> int:
    """How many moves there are."""
    return sum(size(of) for of in kinds.values())


def first(kinds: Kinds, do: str) -> int:
    """The number of the first move of a kind."""
    return sum(size(of) for of in list(kinds.values())[: list(kinds).index(do)])


# ---- numbers and structures -----------------------------------------------------------------------------------------


def size(fields: dict[str, tuple[Any, ...]]) -> int:
    """How many moves of a kind there are."""
    product = 1
    for values in fields.values():
        product *= len(values)
    return product


def encoded(kinds: Kinds, move: Any) -> int:
    """The number of a move. Raises Malformed if it is none."""
    if not isinstance(move, dict):
        raise Malformed(f"a move is an object such as {decoded(kinds, 0)}, not {move!r}")
    before = 0
    for do, fields in kinds.items():
        if move.get("do") == do:
            only(move, *["do", *fields])
            number = 0
            for key, values in fields.items():
                number = number * len(values) + _place(move, key, values)
            return before + number
        before += size(fields)
    raise Malformed(f"'do' must be one of {', '.join(kinds)}, not {move.get('do')!r}")


def _place(move: dict[str, Any], key: str, values: tuple[Any, ...]) -> int:
    if isinstance(values[0], str):
        return one_of(move, key, values)
    if isinstance(values[0], bool):
        if not isinstance(move.get(key), bool):
            raise Malformed(f"{key!r} must be true or false, not {move.get(key)!r}")
        return 1 if move[key] else 0
    low: int = values[0]
    return whole(move, key, low, values[-1]) - low


def decoded(kinds: Kinds, number: int) -> Any:
    """The move of a number."""
    left = number
    for do, fields in kinds.items():
        if left < size(fields):
            found: dict[str, Any] = {}
            for key in reversed(list(fields)):
                found[key] = fields[key][left % len(fields[key])]
                left //= len(fields[key])
            return {"do": do, **{key: found[key] for key in fields}}
        left -= size(fields)
    raise Malformed(f"there is no move number {number}")


# ---- what people type -----------------------------------------------------------------------------------------------


def typed(move: Any) -> str:
    """What a person types for a move: its kind and its fields, such as "bid 3 5"."""
    return " ".join([_word(value) for value in move.values()])


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def understood(kinds: Kinds, text: str) -> dict[str, Any] | None:
    """The move that somebody typed, or None. Its kind may be cut short or left out where no other would fit."""
    parts = text.lower().split()
    found = [move for do, fields in kinds.items() for move in _readings(do, fields, parts)]
    return found[0] if len(found) == 1 else None


def _readings(do: str, fields: dict[str, tuple[Any, ...]], parts: list[str]) -> list[dict[str, Any]]:
    """A typed line as a move of one kind: one reading or none."""
    if parts and do.startswith(parts[0]):
        parts = parts[1:]
    elif not fields:
        return []
    if len(parts) != len(fields):
        return []
    move: dict[str, Any] = {"do": do}
    for (key, values), part in zip(fields.items(), parts, strict=True):
        known = [value for value in values if _word(value) == part]
        if not known:
            return []
        move[key] = known[0]
    return [move]
