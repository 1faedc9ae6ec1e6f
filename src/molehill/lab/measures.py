"""Measures: each gives one number for every game of a series. Their words are in the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, log10
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from molehill.engine.errors import Unknown
from molehill.lab.statistics import Figure

if TYPE_CHECKING:
    from molehill.engine.playouts import Playouts
    from molehill.lab.settings import Setting

Values = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Measure:
    """One number for each game. A share is a part of all games, in percent; other numbers have a unit of the game."""

    name: str
    kind: str  # decides the words
    of: Callable[[Playouts], Values]
    share: bool = False
    unit: str = ""
    about: str | int = ""  # the seat or the bot that it is about

    @property
    def edge(self) -> bool:
        """Whether it is a number of points more or less than a fair share."""
        return self.kind.endswith("edge")

    @property
    def suffix(self) -> str:
        """The sign after a value; none for an edge, which is a number of points."""
        return " %" if self.share and not self.edge else ""

    @property
    def least(self) -> float:
        """The smallest value of a share."""
        return -1.0 if self.edge else 0.0

    @property
    def most(self) -> float:
        """The largest distance from 0; 0 if it is not known."""
        return 1.0 if self.share else 0.0

    def possible(self, figure: Figure) -> Figure:
        """The figure with the part of its interval that can be: no share is below 0 % or above 100 %."""
        if not self.share:
            return figure
        return Figure(figure.value, max(self.least, figure.low), min(self.most, figure.high))

    def show(self, value: float, error: float, sign: bool = False) -> str:
        """A value with as many decimals as make sense for its error."""
        if self.share:
            value, error = 100 * value, 100 * error
        decimals = min(4, max(1, ceil(-log10(error)))) if error > 0 else 2
        text = f"{value:{'+' if sign else ''}.{decimals}f}"
        return text.replace("-", "" if float(text) == 0 else "−")

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        return {"measure": self.name, "kind": self.kind, "share": self.share, "unit": self.unit, "about": self.about}


def measures_of(settings: Sequence[Setting]) -> list[Measure]:
    """The measures that all of these settings of one game have."""
    game, fewest = settings[0].game, min(setting.seats for setting in settings)
    alone = any(setting.seats == 1 for setting in settings)
    found: list[Measure] = []
    if game.cooperative:
        found.append(Measure("wins", "team-wins", _first_score, share=True))
    elif not alone:
        rivals = _rivals(settings)
        found += [Measure(f"wins[{name}]", "bot-wins", partial(_wins_of, name), True, about=name) for name in rivals]
        seats = [1] if all(setting.seats == 2 for setting in settings) else range(1, fewest + 1)  # one of two is enough
        for seat in seats:
            kind = "first-edge" if seat == 1 else "edge"
            found.append(Measure(f"edge[{seat}]", kind, partial(_edge, seat), True, about=seat))
        found.append(Measure("shared", "shared", _shared, share=True))
    found.append(Measure("length", "length", _length, unit=game.unit))
    found.append(Measure("points", "points", _points, unit=game.points_name))
    if game.tally:
        found.append(Measure("tally", "tally", _tally, unit=game.tally))
    return found


def find_measure(measures: Sequence[Measure], name: str) -> Measure:
    """The measure of this name. Raises Unknown, which lists the names."""
    for measure in measures:
        if measure.name == name:
            return measure
    raise Unknown(f"there is no measure {name!r} here; there are {', '.join(measure.name for measure in measures)}")


def _rivals(settings: Sequence[Setting]) -> list[str]:
    """Bots that play other bots in all settings. (Among bots of one kind, each always wins its fair share.)"""
    named = [dict.fromkeys(setting.names) for setting in settings]
    return [name for name in named[0] if all(name in names and len(names) > 1 for names in named)]


def _first_score(played: Playouts) -> Values:
    return played.scores[:, 0]


def _wins_of(name: str, played: Playouts) -> Values:
    """The wins of this bot, as the mean over its seats."""
    mine = np.array(played.policies)[played.bot_of_seat()] == name
    won: Values = (played.scores * mine).sum(axis=1) / mine.sum(axis=1)
    return won


def _edge(seat: int, played: Playouts) -> Values:
    return np.subtract(played.scores[:, seat - 1], 1 / played.seats)


def _shared(played: Playouts) -> Values:
    shared: Values = np.any((played.scores > 0) & (played.scores < 1), axis=1).astype(np.float64)
    return shared


def _length(played: Playouts) -> Values:
    return played.lengths.astype(np.float64)


def _points(played: Playouts) -> Values:
    """The points of a game, as the mean over seats: games are independent, the seats of one game are not."""
    mean: Values = played.points.mean(axis=1)
    return mean


def _tally(played: Playouts) -> Values:
    return played.tallies.astype(np.float64)
