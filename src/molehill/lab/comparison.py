"""Compares settings of one game with the same chance, and says how certain it is that they differ.

>>> from molehill import lab
>>> found = lab.compare("honeymoon", {"A": {}, "B": {"options": {"side": "B"}}}, games=1000)
>>> found.difference("points").verdict
'less'

Game k of every setting meets the same chance, so differences are taken game by game: luck that both share cancels out.
A goal is reached when the interval of a difference is narrow enough, whatever the difference is. Stopping at a width
does not bias the interval; stopping as soon as something looks certain would.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

from molehill import bots as all_bots
from molehill.engine.errors import Unknown
from molehill.engine.game import Game
from molehill.games import game as find_game
from molehill.lab.arena import Arena, arena_of, series
from molehill.lab.editions import edition
from molehill.lab.journal import Journal, open_journal
from molehill.lab.measures import Measure, find_measure, measures_of
from molehill.lab.settings import MOST_GAMES, Setting, read_count
from molehill.lab.statistics import Figure, Moments, Z

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure as Picture
    from rich.console import Console, ConsoleOptions, RenderResult

    from molehill.engine.playouts import Playouts

GAMES = 10_000
MOST_ARMS = 100
TELLING = 30  # games before anything is said: fewer do not show their variance
FEWEST = 200  # games before a goal can be reached
_POWER = 0.8416212335729143  # with so many more standard deviations, four of five series of games would decide it
_HOPELESS = 50  # so many times the games played are too many to ask for


@dataclass(frozen=True)
class Goal:
    """How exactly a difference must be known: within `half`, for one measure or (without a name) for all shares."""

    half: float
    name: str = ""

    @classmethod
    def read(cls, text: str) -> Goal:
        """A goal as people type it: "±0.5%", "length±0.1"."""
        found = re.fullmatch(r"\s*([a-z]+(?:\[\w+\])?)?\s*(?:±|\+-|\+/-)?\s*(\d+(?:\.\d+)?|\.\d+)\s*(%?)\s*", text)
        if not found or not float(found[2]) or not (found[1] or found[3]):
            raise Unknown(f"{text!r} is not a goal; write one like ±0.5% (of all shares) or length±0.1")
        return cls(float(found[2]) / (100 if found[3] else 1), found[1] or "")

    def measures(self, known: Sequence[Measure]) -> list[Measure]:
        """The measures that the goal is about."""
        if self.name:
            return [find_measure(known, self.name)]
        found = [measure for measure in known if measure.share]
        if not found:
            raise Unknown(f"no share is measured here; name what is to be known, such as length±{100 * self.half:g}")
        return found


@dataclass(frozen=True, eq=False)
class Difference:
    """How much more (or, below 0, less) of a measure one setting has than the first, game by game."""

    measure: Measure
    arm: str
    base: Figure
    other: Figure
    gap: Figure
    games: int
    same_chance: float  # how many times as many games separate chance would need
    goal: float | None  # the half width that was asked for

    @property
    def is_certain(self) -> bool:
        """Whether 0 lies outside of the interval."""
        return self.gap.low > 0 or self.gap.high < 0

    @property
    def more_games(self) -> int | None:
        """About how many more games would decide it, if the difference is what it looks like; None if too many."""
        if self.is_certain or not self.gap.value:
            return None
        needed = self.games * (self.gap.half / abs(self.gap.value) * (Z + _POWER) / Z) ** 2 - self.games
        return _rounded(needed) if needed <= _HOPELESS * self.games else None

    @property
    def verdict(self) -> str:
        """`more` or `less` if that is certain, `near` if any difference is small, otherwise `unknown`."""
        if self.is_certain:
            return "more" if self.gap.value > 0 else "less"
        is_narrow = self.goal is not None and self.gap.half <= self.goal
        return "near" if is_narrow or self.more_games is None else "unknown"

    @property
    def words(self) -> dict[str, Any]:
        """The parameters of its sentence in the catalogue, `found-...`, with numbers ready to be read."""
        measure, error = self.measure, self.gap.half
        return {
            "verdict": self.verdict, "b": self.arm, "about": measure.about, "unit": measure.unit,
            "from": measure.show(self.base.value, error), "to": measure.show(self.other.value, error),
            "by": measure.show(abs(self.gap.value), error), "error": measure.show(error, error),
            "within": measure.show(max(abs(self.gap.low), abs(self.gap.high)), error),
            "rises": "yes" if self.gap.value > 0 else "no", "games": f"{self.more_games or 0:,}",
        }  # fmt: skip

    @property
    def sentence(self) -> str:
        """What was found, in plain words."""
        from molehill.lab.words import WORDS

        return WORDS.say(f"found-{self.measure.kind}", **self.words)

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON, with the parameters of the sentence."""
        return {
            **self.measure.as_json(), "arm": self.arm, "verdict": self.verdict, "base": self.base.as_json(),
            "other": self.other.as_json(), "difference": self.gap.as_json(), "more_games": self.more_games,
            "message": f"found-{self.measure.kind}", "words": self.words,
        }  # fmt: skip


def _rounded(n: float) -> int:
    """The number with at most two significant digits."""
    if n < 100:
        return 100
    step = 10 ** (floor(log10(n)) - 1)
    return int(-(-n // step) * step)


class Comparison:
    """Named settings, their games so far, and what these show.

    `add` takes the next games of all settings; everything else is computed from the games so far. Memory does not
    depend on the number of games.
    """

    def __init__(self, arms: Mapping[str, Setting], seed: int = 0, goals: Sequence[Goal] = ()) -> None:
        self.arms, self.seed = dict(arms), all_bots.read_seed(seed)
        self.game = next(iter(arms.values())).game
        if any(setting.game is not self.game for setting in arms.values()):
            raise Unknown("settings of different games can't be compared")
        self.measures = measures_of(list(arms.values()))
        self.goals = {
            measure.name: goal.half for goal in goals for measure in goal.measures(self.measures)
        }  # the last one said about a measure counts
        self.games, self.unfinished, self.stopped = 0, 0, False
        self.journal: Journal | None = None
        self._moments = {(arm, m.name): Moments(m.most) for arm in arms for m in self.measures}
        self._gaps = {(arm, m.name): Moments(m.most) for arm in self.others for m in self.measures}

    @property
    def others(self) -> list[str]:
        """The settings that are compared with the first."""
        return list(self.arms)[1:]

    def is_same(self, arm: str) -> bool:
        """Whether a setting is the first one once more, under another name."""
        first, other = next(iter(self.arms.values())), self.arms[arm]
        return first.bots == other.bots and first.as_json() == other.as_json()

    def add(self, played: Sequence[Playouts]) -> None:
        """Add the next games, with the same numbers for every setting."""
        self.games += played[0].games
        self.unfinished += sum(games.unfinished for games in played)
        for measure in self.measures:
            values = [measure.of(games) for games in played]
            for arm, found in zip(self.arms, values, strict=True):
                self._moments[arm, measure.name].add(found)
            for arm, found in zip(self.others, values[1:], strict=True):
                self._gaps[arm, measure.name].add(found - values[0])

    @property
    def state(self) -> dict[str, Any]:
        """What is known of the games so far, for JSON: `go_on_from` continues with it, in any process."""
        sums = [[found.n, found.total, found.squares] for found in (*self._moments.values(), *self._gaps.values())]
        return {"games": self.games, "unfinished": self.unfinished, "sums": sums}

    def go_on_from(self, state: Mapping[str, Any]) -> None:
        """Continue with the state of a comparison of the same settings."""
        self.games, self.unfinished = state["games"], state["unfinished"]
        for found, (n, total, squares) in zip(
            (*self._moments.values(), *self._gaps.values()), state["sums"], strict=True
        ):
            found.n, found.total, found.squares = n, total, squares

    @property
    def is_telling(self) -> bool:
        """Whether there are enough games to say anything about them."""
        return self.games >= TELLING

    @property
    def is_settled(self) -> bool:
        """Whether every goal has been reached. Without goals nothing is ever settled."""
        if not self.goals or self.games < FEWEST:
            return False
        return all(gap.figure.half <= self.goals[name] for (_, name), gap in self._gaps.items() if name in self.goals)

    def known(self, arm: str, measure: str) -> Figure:
        """The figure of a measure in one setting."""
        return self._moments[arm, measure].figure

    def shown(self, arm: str, measure: str) -> Figure:
        """The same for people to look at: its interval is cut where nothing can be."""
        return find_measure(self.measures, measure).possible(self.known(arm, measure))

    def difference(self, measure: str, arm: str | None = None) -> Difference:
        """The difference of a measure between a setting (by default the second) and the first."""
        arm = self.others[0] if arm is None else arm
        found, first = find_measure(self.measures, measure), next(iter(self.arms))
        gap, base, other = self._gaps[arm, measure], self._moments[first, measure], self._moments[arm, measure]
        apart = base.variance + other.variance
        return Difference(
            found, arm, base.figure, other.figure, gap.figure, self.games,
            apart / gap.variance if gap.variance else 1.0, self.goals.get(measure),
        )  # fmt: skip

    @property
    def differences(self) -> list[Difference]:
        """All differences, setting by setting; none before there are enough games."""
        others = self.others if self.is_telling else []
        return [self.difference(measure.name, arm) for arm in others for measure in self.measures]

    @property
    def sentences(self) -> list[str]:
        """What was found, in plain words."""
        return [difference.sentence for difference in self.differences]

    @property
    def glance(self) -> str:
        """The first share and the length in a few letters, to show while games are played."""
        shown = [m for m in self.measures if m.share][:1] + [m for m in self.measures if m.kind == "length"]
        found = [self.difference(m.name) for m in shown] if self.others and self.is_telling else []
        return ", ".join(
            f"{d.measure.name} {d.measure.show(d.gap.value, d.gap.half, True)}"
            f" ±{d.measure.show(d.gap.half, d.gap.half)}"
            for d in found
        )  # fmt: skip

    @property
    def rows(self) -> pl.LazyFrame:
        """One row for each game and setting (by number), if games were kept."""
        if self.journal is None:
            raise Unknown("these games were not kept: compare with keep=True, or with a folder to keep them in")
        return self.journal.rows

    def frame(self) -> pl.DataFrame:
        """A row for each setting and measure: its value, the difference from the first setting, and the intervals."""
        from molehill.lab.frames import comparison_frame

        return comparison_frame(self)

    def figure(self) -> Picture:
        """A picture of every measure of every setting, with intervals."""
        from molehill.lab.figures import draw_comparison

        return draw_comparison(self)

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON: the same for the same seed and number of games."""
        return {
            "game": self.game.id, "seed": self.seed, "games": self.games, "unfinished": self.unfinished,
            "settled": self.is_settled, "stopped": self.stopped,
            "arms": [
                {"name": arm, **setting.as_json(), "measures": [
                    m.as_json() | self.shown(arm, m.name).as_json() for m in self.measures if self.is_telling
                ]}
                for arm, setting in self.arms.items()
            ],
            "differences": [found.as_json() for found in self.differences],
        }  # fmt: skip

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The tables and sentences that rich prints."""
        from molehill.lab.comparison_drawing import draw

        yield from draw(self)


def compare(
    game: Game | str,
    arms: Mapping[str, Mapping[str, Any]],
    games: int | None = None,
    until: str | Sequence[str] = (),
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[Comparison, int], None] | None = None,
    keep: bool | str | Path = False,
    resume: bool = False,
    cluster: str | None = None,
    **common: Any,
) -> Comparison:
    """Play the same games with each setting, and return how the settings differ from the first.

    `arms` gives each setting a name and its differences: `box`, `options`, `bots`, `seats`, and `set`, values of its
    box by their paths. `common` is what all share.
    So many `games` of each are played, or until every goal is reached (`until="±0.5%"`, or `["length±0.1"]`).
    `progress` is called with the comparison so far and the largest number of games. `keep` and `resume` are as in
    `simulate`. Ctrl-C ends the playing and returns the comparison so far. Same seed, same numbers, with any number of
    threads, and on a Ray `cluster` ("auto", or an address).
    """
    if not 1 <= len(arms) <= MOST_ARMS:
        raise Unknown(f"1 to {MOST_ARMS} settings can be compared, not {len(arms)}")
    settings = {name: _read(game, _joined(common, own)) for name, own in arms.items()}
    comparison = Comparison(settings, seed, read_goals(until))
    comparison.journal = open_journal(keep, list(settings.values()), seed, resume)
    play(comparison, games, arena_of(threads, cluster), progress)
    return comparison


def play(
    comparison: Comparison, games: int | None, arena: Arena, progress: Callable[[Comparison, int], None] | None
) -> None:
    """Play so many games of each setting, or until every goal is reached, or somebody presses Ctrl-C."""
    most = read_count("games", (MOST_GAMES if comparison.goals else GAMES) if games is None else games, MOST_GAMES)
    settings = list(comparison.arms.values())
    for setting in settings:
        setting.prepare()
    with closing(series(settings, comparison.seed, most, arena, comparison.journal)) as playing:
        try:
            for _, played in playing:
                comparison.add(played)
                if progress:
                    progress(comparison, most)
                if comparison.is_settled:
                    break
        except KeyboardInterrupt:
            comparison.stopped = True
            if not comparison.games:
                raise


def read_goals(until: str | Sequence[str]) -> list[Goal]:
    """Goals as people type them."""
    return [Goal.read(text) for text in ([until] if isinstance(until, str) else until)]


def _read(game: Game | str, arguments: dict[str, Any]) -> Setting:
    """A setting; `set` changes values of its box."""
    game = find_game(game)
    changes = arguments.pop("set", {})
    return Setting.read(game, **{**arguments, "box": edition(game, game.as_box(arguments.get("box")), changes)})


def _joined(common: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The common arguments with a setting's own; options are joined one by one."""
    options = {**(common.get("options") or {}), **(own.get("options") or {})}
    return {**common, **own, "options": options}
