"""Moves, outcomes and view of Target: Rats as declared types: TypeScript is made from them, tests hold them true."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from molehill.engine.shapes import Head

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
    to: str


class Breed(TypedDict):
    do: Literal["breed"]
    rats: tuple[int, int]


class Exterminate(TypedDict):
    do: Literal["exterminate"]
    at: str


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
    shows: list[Face]


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
    at: str | None
    fed: bool
    finished: bool


class Faction(TypedDict):
    seat: int
    nest: str
    out: int
    rats: list[Rat]


class Space(TypedDict):
    space: str
    kind: SpaceKind
    joins: list[str]
    dumpster: bool
    x: float
    y: float


class View(Head):
    options: Options
    phase: Literal["starting", "before", "rolling", "moving", "fighting", "over"]
    turn: int | None
    round: int
    rounds: int
    cheese: int | None
    exterminator: str | None
    dice: Dice
    left: int
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
    board: list[Space]
    ended: str | None
    winners: list[int]
