"""Mole Rats' moves, outcomes and view as declared types: TypeScript is made from them, and tests hold them true."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from molehill.engine.shapes import Head

Way = Literal["clockwise", "anticlockwise"]
Colour = Literal["red", "yellow", "green", "blue"]
Item = Literal["toothbrush", "tape", "map", "food"]
Half = Literal["rats", "snakes"]
Piece = int | str  # a rat by its number, a snake by its name


class Run(TypedDict):
    do: Literal["run"]
    rat: int
    steps: int
    way: Way


class Slither(TypedDict):
    do: Literal["slither"]
    snake: str
    steps: int
    way: Way


class Climb(TypedDict):
    do: Literal["climb"]
    snake: str
    way: Way


class Boost(TypedDict):
    do: Literal["boost"]
    rat: int
    way: Way


class Card(TypedDict):
    rats: str
    snakes: str


class Draw(Card):
    do: Literal["draw"]


Move = Run | Slither | Climb | Boost
Outcome = Draw


class Options(TypedDict):
    challenge: bool
    starter: int
    rats: str


class Boosting(TypedDict):
    rat: int
    chain: list[Piece]


class Walk(TypedDict):
    snake: str
    steps: int
    way: Way


class Equipment(TypedDict):
    toothbrush: str
    tape: str
    map: str
    food: str


class SnakeStarts(TypedDict):
    red: str
    yellow: str
    green: str
    blue: str


class Station(TypedDict):
    tiers: list[int]
    ladders: dict[str, str]
    shafts: dict[str, str]
    equipment: Equipment
    rat_starts: list[str]
    snake_starts: SnakeStarts


class Rat(TypedDict):
    rat: int
    seat: int
    at: str
    medkit: bool


class Snake(TypedDict):
    snake: str
    at: str


class Thing(TypedDict):
    item: Item
    collected: bool


class Cards(Card):
    pile: int
    discarded: int


class Route(TypedDict):
    steps: list[str]
    end: str
    bites: list[str]
    lost: bool


class View(Head):
    options: Options
    phase: Literal["deal", "draw", "over", "boost", "rats", "snakes"] | None
    turn: int | None
    turns: int
    half: Half | None
    todo: list[Piece]
    boost: Boosting | None
    walk: Walk | None
    station: Station
    rats: list[Rat]
    snakes: list[Snake]
    equipment: list[Thing]
    hands: list[Card | None]
    pile: int
    cards: list[Cards]
    ended: str | None
    won: bool
