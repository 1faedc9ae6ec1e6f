"""What is declared for all games alike. A game's own `types.py` has the rest.

A view that is declared with the pieces below can be drawn without a line of code: in the browser by the app's default
board, in the terminal by `plain_board.py`. To Python a `Counter` is a number and a `Card` a text.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, Union, get_args, get_origin, get_type_hints

from typing_extensions import TypedDict, is_typeddict

Pending = list[int] | Literal["chance"]


class Head(TypedDict):
    """What the engine puts in front of every view: whose it is, and who owes a decision."""

    game: str
    seat: int | None
    seats: int
    pending: Pending


class SheetLine(TypedDict):
    """A line of the score sheet: what it counts, and for each seat the number, or whether it has it."""

    label: str  # a message of the game's catalogue
    symbol: NotRequired[str]  # the id of a picture
    values: list[int | bool]


class Result(TypedDict):
    """How a match ended: scores and points by seat, the winners, the clause that ended it, and why in words."""

    scores: list[float]
    points: list[int]
    winners: list[int]
    rule: str
    why: str


# ---- pieces ---------------------------------------------------------------------------------------------------------


class Piece(NamedTuple):
    """How something is drawn, and what has to be known for that."""

    kind: str
    details: tuple[tuple[str, Any], ...] = ()


class Span(NamedTuple):
    """The numbers that a field of a move may be, both ends among them."""

    low: int
    high: int


class At(NamedTuple):
    """A field of a move that is the place of a piece, counted from 0, in a list of the view."""

    key: str


def die(faces: int) -> Piece:
    """A die with so many faces; 0 is one that has not been rolled."""
    return Piece("die", (("faces", faces),))


def track(length: int) -> Piece:
    """A place on a track, from 0 to its length."""
    return Piece("track", (("length", length),))


def grid(width: int | None = None) -> Piece:
    """A list that is drawn in rows of so many, or a list of rows. An empty text or 0 is an empty place."""
    return Piece("map", (("width", width),) if width else ())


def places(named: str = "at") -> Piece:
    """A list of places, each a record with its name, `x` and `y` (or `column` and `row`), and perhaps `joins`."""
    return Piece("places", (("named", named),))


def on(key: str) -> Piece:
    """The name of a place in such a list of the view: of a token that stands there, or of where a move leads."""
    return Piece("place", (("map", key),))


Counter = Annotated[int, Piece("counter")]
Flag = Annotated[bool, Piece("flag")]
Card = Annotated[str, Piece("card")]
Die = Annotated[int, die(6)]
Seat = Annotated[int, Piece("seat")]

Shown = dict[str, Any]


def shown(view: Any) -> dict[str, Shown]:
    """What of a declared view is to be drawn, and how, by its keys; what is declared with no piece is left out."""
    hints = get_type_hints(view, include_extras=True)
    return {key: found for key, hint in hints.items() if (found := _shown(hint))}


def _shown(hint: Any) -> Shown | None:
    """How a value is drawn by its type. A value may be None everywhere: a piece that one may not see."""
    kind, piece = split(hint)
    if piece is not None:
        return {"as": piece.kind, **dict(piece.details)} | _contents(kind)
    if get_origin(kind) is list:
        return _listed(get_args(kind)[0])
    if get_origin(kind) in (dict, Mapping):
        each = _shown(get_args(kind)[1])
        return {"as": "parts", "each": each} if each else None
    parts = shown(kind) if is_typeddict(kind) else {}
    return {"as": "parts", "parts": parts} if parts else None


def _contents(kind: Any) -> Shown:
    """What lies in a map: in a list, or in a list of lists."""
    while get_origin(kind) is list:
        kind = get_args(kind)[0]
        if get_origin(split(kind)[0]) is not list:
            return {"of": _shown(kind) or {"as": "card"}}
    return {}


def _listed(item: Any) -> Shown | None:
    of = _shown(item)
    if of is None:
        return None
    record, _ = split(item)
    by_seat = is_typeddict(record) and get_type_hints(record).get("seat") is int
    return {"as": "plates" if by_seat else "row", "of": of}


def split(hint: Any) -> tuple[Any, Piece | None]:
    """A type without notes and without None, and the piece that is noted with it."""
    piece = None
    while True:
        if get_origin(hint) in (NotRequired, Annotated):
            notes = getattr(hint, "__metadata__", ())
            piece = piece or next((note for note in notes if isinstance(note, Piece)), None)
            hint = get_args(hint)[0]
        elif get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
            others = [part for part in get_args(hint) if part is not NoneType]
            if len(others) != 1:
                return hint, piece
            hint = others[0]
        else:
            return hint, piece
