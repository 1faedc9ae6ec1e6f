"""What moves and the view are made of. Numbers, labels, TypeScript and boards follow from it."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypedDict

from molehill.engine.shapes import Counter, Die, Head, Seat, Span

from .facts import FACES, MAX_SEATS, MOST_DICE


class Bid(TypedDict):
    do: Literal["bid"]
    dice: Annotated[int, Span(1, MAX_SEATS * MOST_DICE)]
    face: Annotated[Die, Span(1, FACES)]


class Doubt(TypedDict):
    do: Literal["doubt"]


class Roll(TypedDict):
    do: Literal["roll"]
    shows: Annotated[Die, Span(1, FACES)]


Move = Bid | Doubt
Outcome = Roll


class LastBid(TypedDict):
    seat: Seat
    dice: Counter
    face: Die


class Player(TypedDict):
    seat: int
    left: Counter
    dice: list[Die | None]
    last: list[Die]


class Options(TypedDict):
    wild: bool


class View(Head):
    options: Options
    round: Counter
    bid: LastBid | None
    players: list[Player]
