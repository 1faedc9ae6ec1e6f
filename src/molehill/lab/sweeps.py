"""Sweeps: a grid of values in a box, options, bots or seats, and how each measure responds.

>>> from molehill import lab
>>> found = lab.sweep("honeymoon", {"counts.slots": "5..7"}, games=500, bots="greedy")
>>> [point.values["counts.slots"] for point in found.points]
[5, 6, 7]

All points of the grid play the same games with the same chance. They are compared with the unchanged box, which plays
these games as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, Any

from molehill.engine.errors import BadBox, Unknown
from molehill.engine.game import Game
from molehill.games import game as find_game
from molehill.lab.arena import arena_of
from molehill.lab.comparison import Comparison, play, read_goals
from molehill.lab.editions import edition
from molehill.lab.journal import open_journal
from molehill.lab.paths import Value, read_values
from molehill.lab.settings import Setting
from molehill.lab.statistics import wider_for
from molehill.lab.words import WORDS

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure as Picture
    from rich.console import Console, ConsoleOptions, RenderResult

    from molehill.lab.measures import Measure
    from molehill.lab.statistics import Figure

MOST_POINTS = 400
OPTION = "option."  # the start of paths that name an option of the game
OTHERS = ("bots", "seats")


@dataclass(frozen=True)
class Point:
    """A point of the grid: the value at each path, and why it can't be played, if it can't."""

    values: Mapping[str, Value]
    refused: str = ""

    @property
    def name(self) -> str:
        """Such as "counts.slots=5, option.side=B"."""
        return ", ".join(f"{path}={value}" for path, value in self.values.items())


@dataclass(frozen=True)
class Response:
    """Where a measure is smallest and where it is largest, if these differ for certain."""

    measure: Measure
    least: Point
    most: Point
    low: Figure
    high: Figure

    @property
    def sentence(self) -> str:
        """The response in words."""
        measure, error = self.measure, max(self.low.half, self.high.half)
        ends = (measure.show(end.value, error) + measure.suffix for end in (self.low, self.high))
        what = WORDS.say(f"measure-{measure.kind}", about=measure.about, unit=measure.unit)
        low, high = ends
        return WORDS.say("responds", what=what, low=low, least=self.least.name, high=high, most=self.most.name)


@dataclass(frozen=True, eq=False)
class Sweep:
    """The result: a comparison of the points of the grid with the unchanged box."""

    game: Game
    varied: Mapping[str, Sequence[Value]]
    points: tuple[Point, ...]
    refused: tuple[Point, ...]
    comparison: Comparison

    @property
    def measures(self) -> list[Measure]:
        """The measures of all points."""
        return self.comparison.measures

    def known(self, point: Point, measure: str) -> Figure:
        """The figure of a measure at a point."""
        return self.comparison.known(point.name, measure)

    def known_of_base(self, measure: str) -> Figure:
        """The figure of a measure with the unchanged box."""
        return self.comparison.known(next(iter(self.comparison.arms)), measure)

    @property
    def responses(self) -> list[Response]:
        """The measures that respond for certain.

        The intervals are wider for many points, because some of many pairs differ by luck. Points share their chance,
        so their separate intervals are rather too wide than too narrow.
        """
        found, pairs = [], max(1, len(self.points) * (len(self.points) - 1) // 2)
        wider = wider_for(pairs)
        for measure in self.measures:
            figures = {point.name: self.known(point, measure.name) for point in self.points}
            least = min(self.points, key=lambda point: figures[point.name].value)
            most = max(self.points, key=lambda point: figures[point.name].value)
            low, high = figures[least.name], figures[most.name]
            if high.value - low.value > wider * hypot(low.half, high.half):
                found.append(Response(measure, least, most, low, high))
        return found

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        return {
            **self.comparison.as_json(),
            "varied": {path: list(values) for path, values in self.varied.items()},
            "points": [{"name": point.name, "values": dict(point.values)} for point in self.points],
            "refused": [{"values": dict(point.values), "why": point.refused} for point in self.refused],
        }

    def frame(self) -> pl.DataFrame:
        """A row for each point and measure: the values, the figure, and the difference from the unchanged box."""
        from molehill.lab.frames import sweep_frame

        return sweep_frame(self)

    def figure(self) -> Picture:
        """A picture of how each measure responds."""
        from molehill.lab.figures import draw_sweep

        return draw_sweep(self)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The tables and sentences that rich prints."""
        from molehill.lab.sweep_drawing import draw

        yield from draw(self)


def sweep(
    game: Game | str,
    vary: Mapping[str, str | Sequence[Value]],
    games: int | None = None,
    until: str | Sequence[str] = (),
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[Comparison, int], None] | None = None,
    keep: bool | str | Path = False,
    resume: bool = False,
    cluster: str | None = None,
    **common: Any,
) -> Sweep:
    """Play every combination of these values, and return how the measures respond.

    `vary` has values for paths into the box (`counts.slots`, `deck[add red]`; see `molehill.lab.paths`), for
    `option.NAME`, `bots` or `seats`: a sequence, or a text such as "1..4". `common` is what all share, as in `compare`:
    `box`, `options`, `bots`, `seats`. Combinations that can't be played are listed in the result.
    """
    game = find_game(game)
    varied = {path: read_values(v) if isinstance(v, str) else list(v) for path, v in vary.items()}
    points, settings = grid(game, varied, common)
    playable = [point for point in points if not point.refused]
    if not playable:
        raise Unknown(f"none of that can be played: {points[0].name}: {points[0].refused}")
    arms = {WORDS.say("as-it-is"): Setting.read(game, **common)} | settings
    comparison = Comparison(arms, seed, read_goals(until))
    comparison.journal = open_journal(keep, list(arms.values()), seed, resume)
    play(comparison, games, arena_of(threads, cluster), progress)
    return Sweep(game, varied, tuple(playable), tuple(p for p in points if p.refused), comparison)


def grid(
    game: Game, varied: Mapping[str, Sequence[Value]], common: Mapping[str, Any]
) -> tuple[list[Point], dict[str, Setting]]:
    """All points, and the settings of those that can be played, by name."""
    count = 1
    for values in varied.values():
        count *= len(values)
    if not varied:
        raise Unknown("a sweep needs something to vary, such as --set counts.slots=5..9; see `molehill paths`")
    if not 1 <= count <= MOST_POINTS:
        raise Unknown(f"a sweep has 1 to {MOST_POINTS} combinations of values, not {count}")
    points, settings = [], dict[str, Setting]()
    for combination in product(*varied.values()):
        point = Point(dict(zip(varied, combination, strict=True)))
        try:
            settings[point.name] = setting_at(game, point.values, common)
        except BadBox as error:
            point = Point(point.values, str(error))
        points.append(point)
    return points, settings


def setting_at(game: Game, values: Mapping[str, Value], common: Mapping[str, Any]) -> Setting:
    """The setting with these values. A path is an option, `bots`, `seats`, or a path into the box."""
    own = {name: _meant(name, value) for name, value in values.items() if name in OTHERS}
    options = {name.removeprefix(OPTION): value for name, value in values.items() if name.startswith(OPTION)}
    changes = {path: v for path, v in values.items() if path not in OTHERS and not path.startswith(OPTION)}
    box = edition(game, game.as_box(common.get("box")), changes)
    return Setting.read(
        game, **{**common, **own, "box": box, "options": {**(common.get("options") or {}), **options}}
    )  # fmt: skip


def _meant(name: str, value: Value) -> Any:
    """Several bots at one table are named with + between them, because commas separate the values."""
    return str(value).split("+") if name == "bots" else value
