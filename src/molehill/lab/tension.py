"""Tension: how open a game is on its way, from how often each side would win if each tenth were played on from.

The measures are those of Browne, which Ludii has as well. A team plays against the game, so it has two sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from molehill.lab.statistics import Moments

TENTHS = 10
Values = npt.NDArray[np.float64]


@dataclass
class Tension:
    """What was seen of it in the games so far.

    - `uncertainty`: at each tenth, how open the result is: 1 if all are equally likely to win, 0 if it is certain.
    - `drama`: how far behind the later winner is, on average over the tenths at which it is behind; 0 if it never is.
    - `comebacks`: 1 for each game whose winner is not ahead in the middle.
    - `turns`: how often the side that is likeliest to win changes.
    - `settled`: the part of the game after which the winner stays ahead.
    """

    uncertainty: list[Moments] = field(default_factory=lambda: [Moments(1.0) for _ in range(TENTHS)])
    drama: Moments = field(default_factory=lambda: Moments(1.0))
    comebacks: Moments = field(default_factory=lambda: Moments(1.0))
    turns: Moments = field(default_factory=Moments)
    settled: Moments = field(default_factory=lambda: Moments(1.0))

    def add(self, forecasts: Sequence[Values], real: Values) -> None:
        """Add a game: for each tenth how often each side wins from there, and who really won."""
        for moments, shares in zip(self.uncertainty, forecasts, strict=True):
            moments.add(np.array([openness(shares)]))
        favourites = [int(np.argmax(shares)) for shares in forecasts if shares.max() > 0]
        changes = sum(one != other for one, other in pairwise(favourites))
        self.turns.add(np.array([float(changes)]))
        if not real.any():
            return  # nobody won, so nobody was behind
        behind = [deficit(shares, real) for shares in forecasts]
        trailing = [each for each in behind if each > 0]
        self.drama.add(np.array([float(np.mean(np.sqrt(trailing))) if trailing else 0.0]))
        self.comebacks.add(np.array([float(behind[TENTHS // 2] > 0)]))
        last = max((tenth + 1 for tenth, each in enumerate(behind) if each > 0), default=0)
        self.settled.add(np.array([last / TENTHS]))

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON; measures of no game are left out."""
        named = {"drama": self.drama, "comebacks": self.comebacks, "turns": self.turns, "settled": self.settled}
        found: dict[str, Any] = {name: moments.figure.as_json() for name, moments in named.items() if moments.n}
        return found | {"uncertainty": [each.figure.as_json() for each in self.uncertainty if each.n]}


def openness(shares: Values) -> float:
    """The entropy of who wins, as a part of the largest that there could be."""
    total = float(shares.sum())
    if total <= 0:
        return 0.0
    parts = shares[shares > 0] / total
    return float(-(parts * np.log(parts)).sum() / np.log(len(shares)))


def deficit(shares: Values, real: Values) -> float:
    """How much less likely than the likeliest side the best placed of the real winners is."""
    return float(shares.max() - shares[real > 0].max())
