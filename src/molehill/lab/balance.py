"""Balance: plays the games that a game's targets ask for, measures them, and says which targets hold.

>>> from molehill.lab.balance import balance
>>> balance("moledozer", quick=True).failed
False

The seed is fixed and must never be used for tuning, so that no board is judged by the games that it was tuned with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import hypot, inf, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from molehill import bots
from molehill.bots.levels import SEARCHES, Budget, describe
from molehill.bots.tournament import tournament
from molehill.engine.playouts import POLICIES
from molehill.games import game as find_game
from molehill.lab.settings import MOST_THREADS, read_count
from molehill.lab.statistics import Distribution, Figure, Rate, Z
from molehill.lab.targets import Setting, Target, load

if TYPE_CHECKING:
    import numpy.typing as npt
    from rich.console import Console, ConsoleOptions, RenderResult

    from molehill.engine.box import Box
    from molehill.engine.game import Game
    from molehill.engine.playouts import Playouts

SEED = 918_273_645
QUICK = 10  # a quick look plays one game for so many
SHOWN, SHOWN_GAMES = "fair", 3_000  # every game's lengths and win rates between these, at each number of seats


class Verdict(StrEnum):
    """Whether a target holds. "Within error" means that its bound lies inside the 95 % interval of the figure."""

    HOLDS = "holds"
    HOLDS_WITHIN_ERROR = "holds within error"
    FAILS_WITHIN_ERROR = "fails within error"
    FAILS = "fails"


def judge(figure: Figure, at_least: float | None, at_most: float | None) -> Verdict:
    """The verdict on a figure: inside or outside the bounds, clearly or within error."""
    bottom, top = -inf if at_least is None else at_least, inf if at_most is None else at_most
    if bottom <= figure.value <= top:
        return Verdict.HOLDS if bottom <= figure.low and figure.high <= top else Verdict.HOLDS_WITHIN_ERROR
    return Verdict.FAILS_WITHIN_ERROR if figure.low <= top and bottom <= figure.high else Verdict.FAILS


# ---- the measures ----------------------------------------------------------------------------------------------------


def _rate(hits: float, n: int, less: float = 0.0) -> Figure:
    rate = Rate.of(hits, n)
    return Figure(rate.rate, rate.low, rate.high).less(less)


def _mean(values: npt.NDArray[Any]) -> Figure:
    return Figure.around(float(values.mean()), Z * float(values.std()) / sqrt(len(values)))


def _team_wins(target: Target, played: Sequence[Playouts]) -> Figure:
    return _rate(float(played[0].wins[0]), played[0].games)


def _team_wins_difference(target: Target, played: Sequence[Playouts]) -> Figure:
    """The difference of both rates, with Newcombe's interval (from Wilson's intervals of the rates)."""
    ours, theirs = (_rate(float(p.wins[0]), p.games) for p in played)
    gap = ours.value - theirs.value
    low = gap - hypot(ours.value - ours.low, theirs.high - theirs.value)
    return Figure(gap, low, gap + hypot(ours.high - ours.value, theirs.value - theirs.low))


def _top_seat_share(target: Target, played: Sequence[Playouts]) -> Figure:
    return _rate(float(played[0].wins.max()), played[0].games, 1 / played[0].seats)


def _seat_share(target: Target, played: Sequence[Playouts]) -> Figure:
    return _rate(float(played[0].wins[target.seat - 1]), played[0].games, 1 / played[0].seats)


def _role_share(target: Target, played: Sequence[Playouts]) -> Figure:
    """The share of the player with the role. In the first setting the first seat has it, and so on."""
    wins = sum(float(p.wins[seat]) for seat, p in enumerate(played))
    return _rate(wins, sum(p.games for p in played), 1 / played[0].seats)


def _shared(played: Playouts) -> int:
    return int(((played.scores > 0) & (played.scores < 1)).any(axis=1).sum())


def _shared_wins(target: Target, played: Sequence[Playouts]) -> Figure:
    return _rate(_shared(played[0]), played[0].games)


def _shared_games(target: Target, played: Sequence[Playouts]) -> Figure:
    return Figure(*[float(_shared(played[0]))] * 3)


def _length_mean(target: Target, played: Sequence[Playouts]) -> Figure:
    return _mean(played[0].lengths)


def _length_share(target: Target, played: Sequence[Playouts]) -> Figure:
    low, high = target.band
    return _rate(int(((played[0].lengths >= low) & (played[0].lengths <= high)).sum()), played[0].games)


def _points_mean(target: Target, played: Sequence[Playouts]) -> Figure:
    """The mean over games of the mean over seats: games are independent, the seats of one game are not."""
    return _mean(played[0].points.mean(axis=1))


def _points_ratio(target: Target, played: Sequence[Playouts]) -> Figure:
    """The ratio of two means, with an interval by the delta method."""
    ours, theirs = (_points_mean(target, [p]) for p in played)
    ratio = ours.value / theirs.value
    half = hypot(ours.high - ours.value, ratio * (theirs.high - theirs.value)) / abs(theirs.value)
    return Figure(ratio, ratio - half, ratio + half)


def _tally_mean(target: Target, played: Sequence[Playouts]) -> Figure:
    return _mean(played[0].tallies)


class Measure(NamedTuple):
    """How a figure is computed, and how it is shown."""

    of: Callable[[Target, Sequence[Playouts]], Figure]
    shown: str = "{:.2f}"
    unit: str = ""

    def show(self, value: float) -> str:
        """A value without its unit."""
        return self.shown.format(100 * value if self.unit else value).replace("-", "−")


MEASURES = {
    "team_wins": Measure(_team_wins, "{:.1f}", " %"),
    "team_wins_difference": Measure(_team_wins_difference, "{:+.1f}", " pp"),
    "top_seat_share": Measure(_top_seat_share, "{:+.1f}", " pp"),
    "seat_share": Measure(_seat_share, "{:+.1f}", " pp"),
    "role_share": Measure(_role_share, "{:+.1f}", " pp"),
    "shared_wins": Measure(_shared_wins, "{:.2f}", " %"),
    "shared_games": Measure(_shared_games, "{:,.0f}"),
    "length_mean": Measure(_length_mean),
    "length_share": Measure(_length_share, "{:.1f}", " %"),
    "points_mean": Measure(_points_mean),
    "points_ratio": Measure(_points_ratio, "{:.1f}", " %"),
    "tally_mean": Measure(_tally_mean),
}


# ---- the report ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """A target, what was measured for it in how many games, and the verdict."""

    target: Target
    figure: Figure
    games: int

    @property
    def verdict(self) -> Verdict:
        """Whether the target holds."""
        return judge(self.figure, self.target.at_least, self.target.at_most)

    @property
    def wanted(self) -> str:
        """The bounds in words."""
        low, high, measure = self.target.at_least, self.target.at_most, self.measure
        if low is None or high is None:
            word, bound = ("at least", low) if high is None else ("at most", high)
            return f"{word} {measure.show(bound or 0)}{measure.unit}"
        return f"{measure.show(low)} to {measure.show(high)}{measure.unit}"

    @property
    def measured(self) -> str:
        """The figure and its interval."""
        value, low, high = (self.measure.show(v) for v in (self.figure.value, self.figure.low, self.figure.high))
        interval = f" ({low} to {high})" if self.figure.low < self.figure.high else ""
        return f"{value}{self.measure.unit}{interval}"

    @property
    def measure(self) -> Measure:
        """How it was measured."""
        return MEASURES[self.target.measure]

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON, with texts for the pages as well."""
        target, setting = self.target, self.target.setting
        return {
            "target": target.name, "clause": target.clause, "says": target.says, "measure": target.measure,
            "bots": setting.bots, "seats": setting.seats, "options": dict(setting.options), "games": self.games,
            "at_least": target.at_least, "at_most": target.at_most,
            "value": self.figure.value, "low": self.figure.low, "high": self.figure.high,
            "wanted": self.wanted, "measured": self.measured, "verdict": str(self.verdict),
        }  # fmt: skip


def ways(game: Game, results: Sequence[Result], sims: int) -> dict[str, dict[str, float]]:
    """The settings of the measured bots, so that figures of earlier bots can be recognised."""
    names = sorted({setting.bots for result in results for setting in result.target.settings})
    return {name: describe(name, game, sims) for name in names}


@dataclass(frozen=True, eq=False)
class Balance:
    """The result for one game: its targets, and how games between `fair` players go."""

    game: Game
    box: Box
    seed: int
    sims: int
    results: tuple[Result, ...]
    shown: Mapping[int, Playouts]

    @property
    def failed(self) -> bool:
        """Whether any target fails beyond doubt."""
        return any(result.verdict is Verdict.FAILS for result in self.results)

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON: the same for the same seed."""
        return {
            "game": self.game.id, "rules": self.game.version, "box": self.box.hash, "seed": self.seed,
            "sims": self.sims, "bots": ways(self.game, self.results, self.sims),
            "targets": [result.as_json() for result in self.results],
            "shown": {"bots": SHOWN, "unit": self.game.unit, "seats": [self._shown(n) for n in self.shown]},
        }  # fmt: skip

    def _shown(self, seats: int) -> dict[str, Any]:
        played = self.shown[seats]
        return {
            "seats": seats, "games": played.games, "points": float(played.points.mean()),
            "wins": [Rate.of(float(wins), played.games).as_json() for wins in played.wins],
            "length": Distribution.of(played.lengths).as_json(),
        }  # fmt: skip

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The tables and sentences that rich prints."""
        from molehill.lab.balance_drawing import draw

        yield from draw(self)


# ---- playing ---------------------------------------------------------------------------------------------------------


def balance(
    game: Game | str,
    quick: bool = False,
    sims: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    box: Box | str | Path | None = None,
    targets: str | Path | None = None,
) -> Balance:
    """Play the games that the game's targets ask for, each setting once, and judge. Same seed, same figures.

    `sims` is the number of simulations a move of `sharp`; `quick` plays a tenth of the games. `progress` is called with
    the number of games finished since its last call; `games_of` gives the total. `box` measures another edition, and
    `targets` names a file like the game's own `balance.toml`.
    """
    game = find_game(game)
    sims, seed = SEARCHES if sims is None else sims, SEED if seed is None else bots.read_seed(seed)
    Budget(sims)
    read_count("threads", 1 if threads is None else threads, MOST_THREADS)
    chosen, wanted = game.as_box(box), load(game, targets)
    played = {
        setting: _play(game, chosen, setting, n, seed, threads, sims, progress)
        for setting, n in games_of(game, quick, targets).items()
    }
    results = tuple(_judge(target, [played[setting] for setting in target.settings]) for target in wanted)
    return Balance(game, chosen, seed, sims, results, {s.seats: played[s] for s in _shown(game)})


def games_of(game: Game, quick: bool = False, targets: str | Path | None = None) -> dict[Setting, int]:
    """Every setting that must be played, and the largest number of games that a target asks for."""
    games = dict.fromkeys(_shown(game), SHOWN_GAMES)
    for target in load(game, targets):
        for setting in target.settings:
            games[setting] = max(games.get(setting, 0), target.games_each)
    return {setting: -(-n // QUICK) if quick else n for setting, n in games.items()}


def _shown(game: Game) -> Iterator[Setting]:
    return (Setting(SHOWN, seats) for seats in range(max(2, game.min_seats), game.max_seats + 1))


def _judge(target: Target, played: Sequence[Playouts]) -> Result:
    figure = MEASURES[target.measure].of(target, played)
    return Result(target, figure, sum(p.games for p in played) if target.role else played[0].games)


def _play(
    game: Game,
    box: Box,
    setting: Setting,
    n: int,
    seed: int,
    threads: int | None,
    sims: int,
    progress: Callable[[int], None] | None,
) -> Playouts:
    """The games of one setting. Bots that don't search use the quicker loop."""
    options, names = dict(setting.options), [setting.bots] * setting.seats
    if setting.bots in POLICIES:
        return game.playouts(n, setting.seats, options, names, seed, threads, box, progress=progress)
    return tournament(game, n, setting.seats, options, names, seed, threads, box, False, progress, sims)
