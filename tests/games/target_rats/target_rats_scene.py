"""A table of Target: Rats in the middle of a game, and short functions to play on it."""

from __future__ import annotations

from typing import Any

import molehill
from molehill.games.target_rats import rules
from molehill.games.target_rats.facts import SPACE_NUMBERS

GAME = molehill.game("target_rats")
TUNNEL = GAME.box().doc["board"]["tunnel"]
MOUTHS = [f"t{q}{'abcd'[TUNNEL - 1]}" for q in range(4)]  # the tunnel spaces beside Rat City
MOUTH = MOUTHS[0]


class Scene:
    """A match at the beginning of a turn. Rats are written as spaces, with a star when fed: "n0 s4* city".

    They are numbered from 1 in that order; a faction that is not mentioned has two rats in its nest.
    """

    def __init__(
        self, mine: str, *others: str, seats: int = 2, turn: int = 0, cheese: int | None = None,
        exterminator: str | None = None, turns: int = 1, box: Any = None,
    ) -> None:  # fmt: skip
        self.match = GAME.match(seats=seats, options={"starter": 1}, box=box)
        self.seat = turn
        t = self.match._tables
        t["place"], t["crowd"], t["fed"] = rules.SUPPLY, 0, 0
        waiting = iter(others)
        for s in range(seats):
            rats = mine if s == turn else next(waiting, None)
            if rats is None:
                rats = f"n{t['home'][0, s] - SPACE_NUMBERS['n0']} " * 2
            self._put(s, rats.split())
        t["turn"], t["turns"] = turn, turns
        t["cheese"] = rules.NO_SEAT if cheese is None else cheese
        t["exterminator"] = rules.OFF_BOARD if exterminator is None else SPACE_NUMBERS[exterminator]
        asked = cheese == turn or len(mine.split()) <= 1
        t["phase"], t["dice"] = (rules.BEFORE, 0) if asked else (rules.ROLLING, 2)

    def _put(self, seat: int, rats: list[str]) -> None:
        t = self.match._tables[0]
        for number, text in enumerate(rats):
            space = SPACE_NUMBERS[text.rstrip("*")]
            t["place"][seat, number] = space
            t["crowd"][space] += 1
            if text.endswith("*"):
                t["fed"][seat] |= 1 << number

    # ---- doing -------------------------------------------------------------------------------------------------------

    def do(self, kind: str, **rest: Any) -> list[dict[str, Any]]:
        return self.match.play(self.seat, {"do": kind, **rest})

    def dice(self, *faces: int | str) -> Scene:
        """Roll these dice."""
        for face in faces:
            self.match.chance({"do": "die", "shows": face})
        return self

    def roll(self, *faces: int | str) -> Scene:
        """Choose the number of dice if that is asked, and roll these."""
        if self.match.pending == (self.seat,):
            self.do("roll", dice=len(faces))
        return self.dice(*faces)

    def walk(self, rat: int, *path: str) -> Scene:
        """Move a rat along these spaces."""
        for space in path:
            self.do("step", rat=rat, to=space)
        return self

    # ---- asking ------------------------------------------------------------------------------------------------------

    def why(self, kind: str, **rest: Any) -> str | None:
        """The clause that forbids the move, or None."""
        return self.why_for(self.seat, kind, **rest)

    def why_for(self, seat: int, kind: str, **rest: Any) -> str | None:
        refusal = self.match.why_not(seat, {"do": kind, **rest})
        assert refusal is None or refusal.why
        return None if refusal is None else refusal.rule

    def why_step(self, rat: int, to: str) -> str | None:
        return self.why("step", rat=rat, to=to)

    @property
    def view(self) -> dict[str, Any]:
        return self.match.view(self.seat)

    def rat(self, number: int, seat: int | None = None) -> dict[str, Any]:
        rats: list[dict[str, Any]] = self.view["factions"][self.seat if seat is None else seat]["rats"]
        return rats[number - 1]

    def at(self, number: int, seat: int | None = None) -> str | None:
        """Where a rat is; None in the supply."""
        place: str | None = self.rat(number, seat)["at"]
        return place

    def rats_at(self, space: str | None, seat: int | None = None) -> int:
        rats = self.view["factions"][self.seat if seat is None else seat]["rats"]
        return sum(rat["at"] == space for rat in rats)

    def kinds(self) -> set[str]:
        """The kinds of move that the seat may make now."""
        return {move["do"] for move in self.match.legal(self.seat)}

    def steps(self, rat: int) -> set[str]:
        """The spaces onto which a rat may step."""
        return {move["to"] for move in self.match.legal(self.seat) if move["do"] == "step" and move["rat"] == rat}

    def pairs(self) -> list[list[int]]:
        return [move["rats"] for move in self.match.legal(self.seat) if move["do"] == "breed"]

    @property
    def movement_over(self) -> bool:
        return self.view["phase"] != "moving" or self.view["turn"] != self.seat
