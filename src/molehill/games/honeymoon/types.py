"""Honeymoon's moves, outcomes and view as declared types: TypeScript is made from them, and tests hold them true."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from molehill.engine.shapes import Head

Side = Literal["A", "B"]
Sweet = Literal["honey", "chocolate", "gummy", "marshmallow", "candy"]
CellKind = Literal["honey", "chocolate", "gummy", "marshmallow", "candy", "pickle", "soil", "rock", "outside"]
Find = Literal["honey", "chocolate", "gummy", "marshmallow", "candy", "pickle"]
Direction = Literal["north", "east", "south", "west"]
Cell = tuple[int, int]  # row and column; JSON has it as a list


class Dig(TypedDict):
    do: Literal["dig"]
    at: Cell
    to: Direction
    length: int


class Pass(TypedDict):
    do: Literal["pass"]


class Roll(TypedDict):
    do: Literal["roll"]
    shows: int


Move = Dig | Pass
Outcome = Roll


class Options(TypedDict):
    side: Side
    one_shaft: bool


class Timer(TypedDict):
    run: int
    crossed: int
    boxes: int


class Start(TypedDict):
    at: Cell
    to: Direction


class Moon(TypedDict):
    side: Side
    cells: list[list[CellKind]]
    starts: list[Start]


class Ticked(TypedDict):
    honey: int
    chocolate: int
    gummy: int
    marshmallow: int
    candy: int


class Sheet(TypedDict):
    seat: int
    dug: list[Cell]
    ticked: Ticked
    pickles: int
    marked: int
    points: int
    finished: bool
    chosen: Move | None


class TooLong(TypedDict):
    rule: str
    most: int


class View(Head):
    options: Options
    phase: Literal["roll", "dig", "over"]
    die: int | None
    rolls: int
    timer: Timer
    moon: Moon
    row_boxes: int
    slots: int
    sheets: list[Sheet]
    ended: str | None
    winners: list[int]
