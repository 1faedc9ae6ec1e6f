"""What a hint says a move is good for, and what it says that it risks, is what comes of the move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

import molehill
from molehill import Game, Match
from scenario import often, random_walk, seeded

MOVING = ("step", "extra", "run", "slither", "climb")


def tried(game: Game, seats: int, games: int, *wanted: str) -> Iterator[tuple[Match, int, dict[str, Any], set[str]]]:
    """Moves of random games of which something of that is said: the match after each, and the names of the words."""
    walks = (random_walk(game, seats, {}, seed=seeded(n), moves=400) for n in range(often(games)))
    for match in chain.from_iterable(walks):
        pending = match.pending
        for seat in pending[:1] if isinstance(pending, tuple) else ():
            moves = [move for move in match.legal(seat) if move["do"] in MOVING]
            view = match.view(seat) if moves else {}
            for move in moves[:12]:
                told = Told(game)
                game.part("text").reason(view, move, told)
                if told.said.intersection(wanted):
                    after = match.copy()
                    after.play(seat, move)
                    yield after, seat, move, told.said


class Told:
    """Words that remember which messages were asked for, with their numbers of steps."""

    def __init__(self, game: Game) -> None:
        self._words = game.words
        self.said: set[str] = set()

    def __contains__(self, message: str) -> bool:
        return message in self._words

    def say(self, message: str, **parameters: Any) -> str:
        self.said.add(message)
        if "steps" in parameters:
            self.said.add(f"{message} {parameters['steps']}")
        return self._words.say(message, **parameters)


@pytest.mark.randomised
def test_a_rat_is_fed_or_dies_where_that_is_said() -> None:
    fed = died = 0
    for match, seat, move, said in tried(molehill.game("target_rats"), 2, 3, "good-feed", "risk-die"):
        rat = match.view(None)["factions"][seat]["rats"][move["rat"] - 1]
        if "good-feed" in said:
            assert rat["fed"]
            fed += 1
        if "risk-die" in said:
            assert rat["at"] is None
            died += 1
    assert fed > 0
    assert died > 0


@pytest.mark.randomised
def test_a_house_falls_where_that_is_said() -> None:
    others = own = 0
    for match, seat, _, said in tried(molehill.game("moledozer"), 4, 5, "good-near 0", "risk-own 0"):
        standing = [not player["fallen"] for player in match.view(None)["players"]]
        if "good-near 0" in said:
            assert not all(standing)
            others += 1
        if "risk-own 0" in said:
            assert not standing[seat]
            own += 1
    assert others > 0
    assert own > 0


@pytest.mark.randomised
def test_a_rat_is_bitten_where_that_is_said() -> None:
    bitten = 0
    for match, _, move, said in tried(molehill.game("mole_rats"), 3, 12, "risk-bitten"):
        assert "bitten" in [event["event"] for event in match.events(None)[-20:]], move
        bitten += "risk-bitten" in said
    assert bitten > 0
