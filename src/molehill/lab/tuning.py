"""Tuning: varies values of a box, with Optuna, until games between bots are as a designer wants them.

Every trial plays the same games with the same chance, so luck does not decide between trials. A box that was fitted to
some games looks better in these games than it is. So the best few trials play games of another seed, and the best of
these plays games of a third seed, which are the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

from molehill import bots as all_bots
from molehill.engine.errors import BadBox, Unknown
from molehill.engine.game import Game
from molehill.games import game as find_game
from molehill.lab.arena import Arena, arena_of
from molehill.lab.comparison import Comparison, play
from molehill.lab.extras import need
from molehill.lab.measures import Measure, find_measure, measures_of
from molehill.lab.paths import Value, read_values
from molehill.lab.settings import MOST_GAMES, Setting, read_count
from molehill.lab.statistics import Figure
from molehill.lab.sweeps import Point, setting_at
from molehill.lab.words import WORDS

if TYPE_CHECKING:
    import optuna
    from rich.console import Console, ConsoleOptions, RenderResult

    from molehill.engine.box import Box

TRIALS, MOST_TRIALS = 40, 10_000
GAMES = 2_000
FINALISTS = 3
EVIDENCE = 5  # times as many games as a trial, for finalists and for the evidence
_SHARE, _OTHER = 0.01, 0.01  # a point of a share weighs as much as so much of any other measure

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Aim:
    """What a measure should be: a value, or anything between two. If it names `bots`, these play."""

    text: str
    measure: str
    low: float
    high: float
    bots: tuple[str, ...] = ()

    @classmethod
    def read(cls, game: Game, text: str) -> Aim:
        """An aim from text: win_rate[fair]=0.35, wins=35%, length=30..40, edge[1]@fair=0."""
        number = r"(-?\d+(?:\.\d+)?)(%?)"
        found = re.fullmatch(rf"\s*(\w+(?:\[[\w+]+\])?)\s*(?:@([\w+]+))?\s*=\s*{number}(?:\.\.{number})?\s*", text)
        if not found:
            raise Unknown(f"{text!r} is not a target; write one like win_rate[fair]=0.35, length=30..40 or edge[1]=0")
        low = float(found[3]) / (100 if found[4] else 1)
        high = low if found[5] is None else float(found[5]) / (100 if found[6] else 1)
        if low > high:
            raise Unknown(f"{text!r}: {low:g} is more than {high:g}")
        name, names = found[1], found[2]
        rate = re.fullmatch(r"win_rate(?:\[([\w+]+)\])?", name)
        if rate and game.cooperative:  # all win together: the bot that is named plays
            name, names = "wins", rate[1] or names
        elif rate:
            name = f"wins[{rate[1]}]"
        return cls(text.strip(), name, low, high, tuple(all_bots.read_names(names.split("+"))) if names else ())

    def miss(self, value: float) -> float:
        """The distance of a value from the aim, on either side."""
        return max(self.low - value, value - self.high, 0.0)

    @property
    def size(self) -> float:
        """The size of the wanted value, or 1 if that is 0."""
        return max(abs(self.low), abs(self.high)) or 1.0


@dataclass(frozen=True)
class Reached:
    """An aim, with its figure in the box before and in the tuned box, from games that nothing was fitted to."""

    aim: Aim
    measure: Measure
    before: Figure
    after: Figure

    @property
    def sentence(self) -> str:
        """The result in words."""
        measure = self.measure
        what = WORDS.say(f"measure-{measure.kind}", about=measure.about, unit=measure.unit)
        return WORDS.say(
            "reached", aim=self.aim.text, what=what,
            before=measure.show(self.before.value, self.before.half) + measure.suffix,
            after=measure.show(self.after.value, self.after.half) + measure.suffix,
            error=measure.show(self.after.half, self.after.half),
            hit="no" if self.aim.miss(self.after.value) > self.after.half else "yes",
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        return {
            "target": self.aim.text, **self.measure.as_json(), "before": self.before.as_json(),
            "after": self.after.as_json(),
        }  # fmt: skip


@dataclass(frozen=True, eq=False)
class Tuned:
    """The result: the best values, the box with them, and the evidence."""

    game: Game
    point: Point
    box: Box
    reached: tuple[Reached, ...]
    trials: int
    refused: int
    games: int
    seed: int
    stopped: bool

    @property
    def text(self) -> str:
        """The tuned box as a file that starts with its evidence."""
        about = [
            WORDS.say("tuned-file", values=self.point.name),
            *(reached.sentence for reached in self.reached),
            self.budget,
        ]
        return "".join(f"# {line}\n" for line in about) + "\n" + self.box.text

    @property
    def budget(self) -> str:
        """How many games were played for it, in words."""
        evidence = f"{EVIDENCE * self.games:,}"
        return WORDS.say(
            "tuned-budget", trials=str(self.trials), games=f"{self.games:,}", evidence=evidence, seed=str(self.seed)
        )

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        return {
            "game": self.game.id, "values": dict(self.point.values), "box": self.box.hash, "trials": self.trials,
            "refused": self.refused, "games": self.games, "seed": self.seed, "stopped": self.stopped,
            "targets": [reached.as_json() for reached in self.reached], "text": self.text,
        }  # fmt: skip

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The sentences that rich prints."""
        from rich.text import Text

        yield Text(WORDS.say("tuned", game=self.game.name, values=self.point.name), style="bold")
        yield Text()
        for reached in self.reached:
            yield Text(reached.sentence)
        yield Text()
        yield Text(self.budget, style="dim")
        if self.refused:
            yield Text(WORDS.say("tuned-refused", trials=str(self.refused)), style="dim")
        if self.stopped:
            yield Text(WORDS.say("stopped"), style="dim")


class Tuner:
    """Plays the games that the aims need, with any values."""

    def __init__(
        self, game: Game, aims: Sequence[Aim], common: Mapping[str, Any], games: int, arena: Arena, told: Progress
    ) -> None:
        self.game, self.aims, self.common, self.games, self.arena = game, aims, common, games, arena
        self._told, self._done, self.total = told, 0, 0

    def tell(self, steps: int, best: str) -> None:
        """Report progress: so many more times the games of a trial are done."""
        self._done += steps
        self._told(self._done, self.total, best)

    def figures(self, values: Mapping[str, Value], seed: int, games: int) -> dict[str, tuple[Measure, Figure]]:
        """The figure of each aim with these values. Aims of the same bots share games. Raises BadBox."""
        found: dict[str, tuple[Measure, Figure]] = {}
        for names in dict.fromkeys(aim.bots for aim in self.aims):
            setting = self._setting(values, names)
            comparison = Comparison({"one": setting}, seed)
            play(comparison, games, self.arena, None)
            if comparison.stopped:
                raise KeyboardInterrupt
            for aim in self.aims:
                if aim.bots == names:
                    measure = find_measure(comparison.measures, aim.measure)
                    found[aim.text] = measure, comparison.known("one", measure.name)
        return found

    def _setting(self, values: Mapping[str, Value], names: Sequence[str]) -> Setting:
        return setting_at(self.game, values, {**self.common, "bots": list(names)} if names else self.common)

    def check(self) -> None:
        """Raise Unknown if the measure of an aim does not exist, or can't ever be what is wanted."""
        for aim in self.aims:
            measure = find_measure(measures_of([self._setting({}, aim.bots)]), aim.measure)
            if measure.share and not measure.least <= aim.low <= aim.high <= measure.most:
                span = f"{measure.least:.0%} to {measure.most:.0%}"
                raise Unknown(f"{aim.text!r}: {measure.name} is a share, from {span}")

    def loss(self, figures: Mapping[str, tuple[Measure, Figure]]) -> float:
        """The distance from all aims together. 0 is perfect."""
        total = 0.0
        for aim in self.aims:
            measure, figure = figures[aim.text]
            total += (aim.miss(figure.value) / (_SHARE if measure.share else _OTHER * aim.size)) ** 2
        return total


def tune(
    game: Game | str,
    targets: Sequence[str],
    vary: Mapping[str, str | Sequence[Value]],
    trials: int = TRIALS,
    games: int = GAMES,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    cluster: str | None = None,
    **common: Any,
) -> Tuned:
    """Find values at these paths that reach the targets, in so many trials of so many games.

    A target is a text such as "win_rate[fair]=0.35" or "length=30..40"; `vary` is as in `sweep`. The best trials are
    played again with other seeds, and the result's figures are from games that nothing was fitted to. `progress` is
    called with the steps done, the number of steps, and the best values so far; a step is as many games as a trial.
    Ctrl-C ends the trials, and the best so far are played again.
    """
    need("optuna", "tune")
    game = find_game(game)
    read_count("trials", trials, MOST_TRIALS)
    read_count("games", games, MOST_GAMES // EVIDENCE)
    aims = [Aim.read(game, text) for text in targets]
    varied = {path: read_values(v) if isinstance(v, str) else list(v) for path, v in vary.items()}
    if not aims or not varied:
        raise Unknown("tuning needs a target and something to vary: --target wins=35% --vary 'deck[add red]=1..4'")
    tuner = Tuner(game, aims, common, games, arena_of(threads, cluster), progress or _silent)
    tuner.check()
    losses, refused, stopped = _try_out(tuner, varied, trials, all_bots.read_seed(seed))
    if not losses:
        raise Unknown("nothing that was tried can be played; `molehill sweep` says why")
    again: dict[_Trial, float] = {}
    for trial in sorted(losses, key=losses.__getitem__)[:FINALISTS]:
        again[trial] = tuner.loss(tuner.figures(dict(trial), seed + 1, EVIDENCE * games))
        tuner.tell(EVIDENCE, Point(dict(trial)).name)
    best: _Trial = min(again, key=again.__getitem__)
    values = dict(best)
    after, before = (tuner.figures(v, seed + 2, EVIDENCE * games) for v in (values, {}))
    tuner.tell(2 * EVIDENCE, Point(values).name)
    reached = tuple(Reached(aim, after[aim.text][0], before[aim.text][1], after[aim.text][1]) for aim in aims)
    box = setting_at(game, values, common).box
    return Tuned(game, Point(values), box, reached, len(losses) + refused, refused, games, seed, stopped)


_Trial = tuple[tuple[str, Value], ...]


def _try_out(
    tuner: Tuner, varied: Mapping[str, Sequence[Value]], trials: int, seed: int
) -> tuple[dict[_Trial, float], int, bool]:
    """The loss of every combination that was tried, how many can't be played, and whether Ctrl-C ended it.

    If there are no more combinations than trials, all are tried. Otherwise Optuna chooses the next one.
    """
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    losses: dict[_Trial, float] = {}
    refused: set[_Trial] = set()
    combinations = prod(len(values) for values in varied.values())
    tuner.total = min(trials, combinations) + EVIDENCE * (FINALISTS + 2)
    sampler: optuna.samplers.BaseSampler = optuna.samplers.TPESampler(seed=seed % 2**32)
    if combinations <= trials:
        sampler = optuna.samplers.GridSampler({path: _places(values) for path, values in varied.items()}, seed % 2**32)

    def objective(trial: optuna.Trial) -> float:
        chosen: _Trial = tuple((path, _suggest(trial, path, values)) for path, values in varied.items())
        if chosen not in losses and chosen not in refused:
            try:
                losses[chosen] = tuner.loss(tuner.figures(dict(chosen), seed, tuner.games))
            except BadBox:
                refused.add(chosen)
        best: _Trial = min(losses, key=losses.__getitem__, default=())
        tuner.tell(1, Point(dict(best)).name)
        if chosen in refused:
            raise optuna.TrialPruned
        return losses[chosen]

    study = optuna.create_study(sampler=sampler)
    try:
        study.optimize(objective, n_trials=trials)
    except KeyboardInterrupt:
        if not losses:
            raise
        return losses, len(refused), True
    return losses, len(refused), False


def _suggest(trial: optuna.Trial, path: str, values: Sequence[Value]) -> Value:
    """One of the values. Optuna knows whole numbers as such, so each says something about its neighbours."""
    if all(type(value) is int for value in values):
        return values[trial.suggest_int(path, 0, len(values) - 1)]
    return values[int(trial.suggest_categorical(path, _places(values)))]


def _silent(done: int, total: int, best: str) -> None:
    """Nobody wants to know."""


def _places(values: Sequence[Value]) -> list[int]:
    return list(range(len(values)))
