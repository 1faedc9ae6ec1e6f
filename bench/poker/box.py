"""The box: how many cards there are, and what may be staked on them."""

from __future__ import annotations

from typing import Annotated

from molehill.engine.box import Key
from molehill.engine.records import Int8, Record, Row, sized

MOST_RANKS, MOST_ROUNDS = 13, 2


class Box(Record):
    ranks: Annotated[Int8, Key("cards.ranks", 2, MOST_RANKS)]
    suits: Annotated[Int8, Key("cards.suits", 1, 4)]
    ante: Annotated[Int8, Key("stakes.ante", 1, 10)]
    rounds: Annotated[Int8, Key("stakes.rounds", 1, MOST_ROUNDS)]
    raises: Annotated[Int8, Key("stakes.raises", 1, 3)]
    bets: Row[Annotated[Int8, Key("stakes.bets", 0, 10)]] = sized(MOST_ROUNDS)
