"""Moves, outcomes and view of Target: Rats as declared types: TypeScript is made from them, tests hold them true."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypedDict

from molehill.engine.shapes import Counter, Flag, Head, Seat, die, on, places

Face = int | Literal["target"]
SideName = Literal["attacker", "defender"]
SpaceKind = Literal["surface", "underground", "nest", "tunnel", "city"]


class Bare(TypedDict):
    do: Literal["place", "end"]


class Roll(TypedDict):
    do: Literal["roll"]
    dice: int


class Step(TypedDict):
    do: Literal["step"]
    rat: int
    to: Annotated[str, on("board")]


class Breed(TypedDict):
    do: Literal["breed"]
    rats: tuple[int, int]


class Exterminate(TypedDict):
    do: Literal["exterminate"]
    at: Annotated[str, on("board")]


class Start(TypedDict):
    do: Literal["start"]
    seat: int


class DieShows(TypedDict):
    do: Literal["die"]
    shows: Face


Move = Bare | Roll | Step | Breed | Exterminate
Outcome = Start | DieShows


class Options(TypedDict):
    starter: int | Literal["drawn"]


class Dice(TypedDict):
    count: int
    shows: list[Annotated[Face, die(6)]]


class Mover(TypedDict):
    rat: int
    path: list[str]


class Fighter(TypedDict):
    seat: int
    rats: int
    shows: list[Face]
    total: int


class Fight(TypedDict):
    attacker: Fighter
    defender: Fighter


class Rat(TypedDict):
    rat: int
    at: Annotated[str | None, on("board")]
    fed: bool
    finished: bool


class Faction(TypedDict):
    seat: int
    nest: str
    out: Counter
    rats: list[Rat]


class Space(TypedDict):
    space: str
    kind: SpaceKind
    joins: list[str]
    dumpster: Flag
    x: float
    y: float


class View(Head):
    options: Options
    phase: Literal["starting", "before", "rolling", "moving", "fighting", "over"]
    turn: int | None
    round: Counter
    rounds: int
    cheese: Seat | None
    exterminator: Annotated[str | None, on("board")]
    dice: Dice
    left: Counter
    target: bool
    mover: Mover | None
    fight: Fight | None
    fights: int
    factions: list[Faction]
    holds: int
    litter: int
    few: int
    usual_dice: int
    cheese_dice: int
    board: Annotated[list[Space], places("space")]
    ended: str | None
    winners: list[int]
