"""Moledozer's moves, outcomes and view as declared types: TypeScript is made from them, and tests hold them true."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from molehill.engine.shapes import Head

House = Literal["north", "east", "south", "west"]
Side = Literal["two", "four"]
Symbol = Literal["plain", "second", "extra", "reverse", "swap"]
Calculation = Literal["addition", "multiplication"]
Phase = Literal["choose", "deal", "order", "call", "guess", "change", "steer", "tie guess", "tie draw", "over"]


class Card(TypedDict):
    number: int
    symbol: Symbol


class Guess(TypedDict):
    do: Literal["guess"]
    number: int


class Choose(TypedDict):
    do: Literal["choose"]
    house: House


class Step(TypedDict):
    do: Literal["step", "extra"]
    to: str


Swap = TypedDict("Swap", {"do": Literal["swap"], "with": int})


class Call(TypedDict):
    do: Literal["call"]
    what: Calculation


class Put(TypedDict):
    do: Literal["put"]
    card: Card


class Bare(TypedDict):
    do: Literal["reverse", "done"]


class Draw(TypedDict):
    do: Literal["draw"]
    card: Card


Move = Guess | Choose | Step | Swap | Call | Put | Bare
Outcome = Draw


class Options(TypedDict):
    starter: int
    change_guess: bool
    own_order: bool
    multiply: bool


class Place(TypedDict):
    at: str
    row: int
    column: int
    house: House | None


class Board(TypedDict):
    start: str
    places: list[Place]
    tunnels: list[tuple[str, str]]


class Boards(TypedDict):
    two: Board
    four: Board


class Owner(TypedDict):
    seat: int | None
    state: Literal["standing", "ruin", "free", "closed"]


class Player(TypedDict):
    seat: int
    house: House | None
    place: int
    fallen: bool
    face_down: int
    open: list[Card]
    stack: list[Card] | None
    placed: int | None
    guess: int | None
    drawn: Card | None
    rounds_won: int


class Round(TypedDict):
    number: int
    starter: int | None
    what: Calculation
    total: int | None
    symbols: list[Symbol]
    winner: int | None
    stepped: bool
    used: Symbol | None


class Limits(TypedDict):
    reshuffles: int
    deals: int


class Cards(Card):
    count: int


class Shown(TypedDict):
    seat: int
    card: Card


class View(Head):
    options: Options
    phase: Phase
    boards: Boards
    side: Side
    mole: str
    houses: dict[House, Owner]
    players: list[Player]
    round: Round
    range: tuple[int, int]
    deals: int
    since_two: int
    hand: int
    limits: Limits
    cards: list[Cards]
    ended: str | None
    winners: list[int]
