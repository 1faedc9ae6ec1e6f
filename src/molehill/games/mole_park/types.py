"""Mole Park's moves, outcomes and view as declared types: TypeScript is made from them, and tests hold them true."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypedDict

from molehill.engine.shapes import Card, Counter, Flag, Head, Seat, die

Die = Literal["glove", "pan", "mallet", "prize"]
Affords = Literal["sure", "perhaps", "no"]
Face = int | Literal["X"]
PileName = Literal["candy", "toys", "inflation", "furry", "action", "collection", "crown"]
Phase = Literal["turn", "declare", "choose", "roll", "whack", "discard", "name", "pick", "crown", "over"]


class Plain(TypedDict):
    do: Literal["declare", "hold", "pass"]


class Choose(TypedDict):
    do: Literal["choose"]
    die: Die


class Discard(TypedDict):
    do: Literal["discard"]
    stars: int


class Take(TypedDict):
    do: Literal["take"]
    pile: PileName


class OfSeat(TypedDict):
    do: Literal["name", "crown"]
    seat: int


class Roll(TypedDict):
    do: Literal["roll"]
    seat: int
    die: Die
    shows: Face


class Draw(TypedDict):
    do: Literal["draw"]
    seat: int
    stars: int


class Turn(TypedDict):
    do: Literal["turn"]
    pile: PileName
    card: int


Move = Plain | Choose | Discard | Take | OfSeat
Outcome = Roll | Draw | Turn


class Options(TypedDict):
    king: int


class Prize(TypedDict):
    card: int
    name: str
    stars: int
    hand: int


class OpenPrize(TypedDict):
    card: int
    name: Card
    stars: Counter
    hand: int


class WonPrize(OpenPrize):
    pile: PileName


class Pile(TypedDict):
    pile: PileName
    cost: Counter
    up: OpenPrize | None
    down: int
    cards: list[Prize]


class Crown(TypedDict):
    cost: int
    cards: int


class Dice(TypedDict):
    glove: list[Face]
    pan: list[Face]
    mallet: list[Face]
    prize: list[Face]


class Player(TypedDict):
    seat: int
    moles: Counter
    hand: list[int] | None
    limit: int
    stars: Counter
    prizes: list[WonPrize]
    declared: Flag
    ready: bool
    answer: Literal["hold", "declare"] | None
    die: Die | None
    shows: dict[Die, Annotated[Face, die(6)]]
    total: Counter | None
    points: int


class Share(TypedDict):
    each: int
    left: int


class View(Head):
    options: Options
    phase: Phase
    round: Counter
    wave: int
    king: Seat
    holes: list[Counter]
    burrow: Counter
    hill: list[int]
    moles: list[int]
    dice: Dice
    piles: list[Pile]
    crown: Crown
    players: list[Player]
    contestants: list[int]
    waiting: list[int]
    tied: list[int]
    ended: str | None
    winners: list[int]
