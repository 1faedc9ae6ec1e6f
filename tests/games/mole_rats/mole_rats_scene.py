"""Stations and cards that are set up by hand for Mole Rats' tests.

The station here is frozen: tests of the rules must not change when the shipped box is tuned.

    tier 1 (24)  starts 1, 7, 13, 19    ladders 4 > 2-4, 10 > 2-9, 16 > 2-14, 22 > 2-19
    tier 2 (20)  toothbrush 1, red 11   ladders 6 > 3-5, 16 > 3-13    shafts 2 > 1-2, 12 > space
    tier 3 (16)  tape 8, yellow 4, green 12   ladders 1 > 4-1, 9 > 4-7   shafts 3 > space, 7 > 2-8, 15 > 2-18
    tier 4 (12)  map 2, blue 8          ladders 4 > 5-3, 10 > 5-7     shafts 5 > 3-6, 11 > space
    tier 5 (8)   food 6                 ladder 1 > pod                shaft 4 > 4-6
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import molehill
from molehill import CHANCE, Box, Match

GAME = molehill.game("mole_rats")
RATS = ("1", "2", "3", "4")
COLOURS = ("red", "yellow", "green", "blue")
ITEMS = ("toothbrush", "tape", "map", "food")
IDLE = "- | add red"  # a card that does little by itself
CW, CCW = "clockwise", "anticlockwise"

STATION = """
title = "for tests"
standard = false
[station]
tiers = [24, 20, 16, 12, 8]
[rats]
starts = ["1-1", "1-7", "1-13", "1-19"]
[snakes]
red = "2-11"
yellow = "3-4"
green = "3-12"
blue = "4-8"
[equipment]
toothbrush = "2-1"
tape = "3-8"
map = "4-2"
food = "5-6"
[ladders]
"1-4" = "2-4"
"1-10" = "2-9"
"1-16" = "2-14"
"1-22" = "2-19"
"2-6" = "3-5"
"2-16" = "3-13"
"3-1" = "4-1"
"3-9" = "4-7"
"4-4" = "5-3"
"4-10" = "5-7"
"5-1" = "pod"
[shafts]
"2-2" = "1-2"
"2-12" = "space"
"3-3" = "space"
"3-7" = "2-8"
"3-15" = "2-18"
"4-5" = "3-6"
"4-11" = "space"
"5-4" = "4-6"
"""


def edition(cards: Iterable[str], challenge: str = "1 x - | every climb", station: str = STATION) -> Box:
    lines = "\n".join(f"1 x {card}" for card in cards)
    return GAME.box_from_text(
        f'{station}\n[deck]\ncards = """\n{lines}\n"""\nnot_with_two_players = ""\nchallenge = """\n{challenge}\n"""\n',
        "laid out",
    )


def number(place: str) -> int:
    """A place as a number, as the table holds it."""
    known = {"pod": 200, "space": 201, "aside": -1}
    if place in known:
        return known[place]
    tier, space = place.split("-")
    return (int(tier) - 1) * 40 + int(space) - 1


def outcome(card: str) -> dict[str, str]:
    rats, snakes = (half.strip() for half in card.split("|"))
    return {"do": "draw", "rats": rats, "snakes": snakes}


class Scene:
    """A match, set up by hand, in which the first seat is about to play a card."""

    def __init__(
        self,
        card: str,
        rats: Mapping[int, str] | None = None,
        snakes: Mapping[str, str] | None = None,
        *,
        bitten: Iterable[int] = (),
        items: Iterable[str] = (),
        seats: int = 4,
        others: Iterable[str] = (),
        pile: Iterable[str] = (IDLE,) * 8,
        station: str = STATION,
    ) -> None:
        hands = [card, *others]
        hands += [IDLE] * (seats - len(hands))
        self.match: Match = GAME.match(seats, box=edition([*hands, *pile], station=station))
        table = self.match._tables[0]
        for rat, place in (rats or {}).items():
            table["rat"][rat - 1] = number(place)
        table["snake"] = -1
        for snake, place in (snakes or {}).items():
            colour, n = snake.split()
            table["snake"][COLOURS.index(colour) * 3 + int(n) - 1] = number(place)
        for rat in bitten:
            table["medkits"] &= ~(1 << rat - 1)
        for item in items:
            table["items"] |= 1 << ITEMS.index(item)
        for hand in hands:
            self.match.chance(outcome(hand))

    # ---- moves -------------------------------------------------------------------------------------------------------

    def run(self, rat: int, steps: int, way: str = CW) -> Scene:
        return self.play({"do": "run", "rat": rat, "steps": steps, "way": way})

    def slither(self, snake: str, steps: int, way: str = CW) -> Scene:
        return self.play({"do": "slither", "snake": snake, "steps": steps, "way": way})

    def climb(self, snake: str, way: str = CW) -> Scene:
        return self.play({"do": "climb", "snake": snake, "way": way})

    def boost(self, rat: int, way: str = CW) -> Scene:
        return self.play({"do": "boost", "rat": rat, "way": way})

    def play(self, move: dict[str, Any]) -> Scene:
        assert self.match.pending is not CHANCE
        self.match.play(self.match.pending[0], move)
        return self

    def draw(self, card: str = IDLE) -> Scene:
        self.match.chance(outcome(card))
        return self

    def refuses(self, move: dict[str, Any], seat: int | None = None) -> str | None:
        """The clause that forbids a move to the seat whose turn it is (or to another), or None."""
        if seat is None:
            assert self.match.pending is not CHANCE
            seat = self.match.pending[0] if self.match.pending else 0
        refusal = self.match.why_not(seat, move)
        return refusal.rule if refusal else None

    # ---- what is seen ------------------------------------------------------------------------------------------------

    @property
    def view(self) -> dict[str, Any]:
        return self.match.view()

    def rat(self, rat: int) -> str:
        return next(str(r["at"]) for r in self.view["rats"] if r["rat"] == rat)

    def medkit(self, rat: int) -> bool:
        return next(bool(r["medkit"]) for r in self.view["rats"] if r["rat"] == rat)

    def snake(self, snake: str) -> str:
        return next(str(s["at"]) for s in self.view["snakes"] if s["snake"] == snake)

    @property
    def collected(self) -> list[str]:
        return [e["item"] for e in self.view["equipment"] if e["collected"]]

    @property
    def legal(self) -> list[dict[str, Any]]:
        assert self.match.pending is not CHANCE
        return self.match.legal(self.match.pending[0])

    @property
    def boosting(self) -> int | None:
        return self.view["boost"]["rat"] if self.view["boost"] else None

    @property
    def ended(self) -> str | None:
        return self.match.result["rule"] if self.match.result else None

    def told(self, event: str) -> list[dict[str, Any]]:
        """The events of this kind."""
        return [e for e in self.match.events() if e["event"] == event]


def run(rat: int, steps: int, way: str = CW) -> dict[str, Any]:
    return {"do": "run", "rat": rat, "steps": steps, "way": way}


def slither(snake: str, steps: int, way: str = CW) -> dict[str, Any]:
    return {"do": "slither", "snake": snake, "steps": steps, "way": way}


def climb(snake: str, way: str = CW) -> dict[str, Any]:
    return {"do": "climb", "snake": snake, "way": way}


def boost(rat: int, way: str = CW) -> dict[str, Any]:
    return {"do": "boost", "rat": rat, "way": way}
