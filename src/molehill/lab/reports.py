"""A report: what games between bots show about a game or an edition, for its designer or a publisher.

>>> from molehill import lab
>>> found = lab.report("honeymoon", games=20)
>>> found.html.startswith("<!doctype html>")
True

Nothing is drawn here; `report_page.py` makes the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from molehill import bots as all_bots
from molehill.engine import compiling
from molehill.engine.playouts import Playouts, Room, series_of
from molehill.lab.arena import Threads, series
from molehill.lab.settings import Setting, read_count
from molehill.lab.simulation import Simulation, Summary
from molehill.lab.statistics import Counts, Figure, Moments, wider_for
from molehill.lab.watching import Watched, features, watch
from molehill.lab.words import WORDS

if TYPE_CHECKING:
    import numpy.typing as npt
    import polars as pl
    from matplotlib.figure import Figure as Picture

    from molehill.engine.game import Game

RESTRICTED = Path(__file__).parent / "restricted.py"
GAMES, MOST_GAMES = 2_000, 1_000_000
PLAYER = "fair"  # who plays the games that are described
RIVALS = (("greedy", "random", 1), ("fair", "greedy", 1), ("sharp", "fair", 40))  # and a part of the games
TEAMS = (("random", 1), ("greedy", 1), ("fair", 1), ("sharp", 40))
SIMS = 100  # of `sharp`
WATCHED, FEWEST = 50, 4  # one of so many games is watched, and so many at least
CLOSE = 0.1  # a finish is close if the second has that much less than the winner at most
ENOUGH = 10  # decisions of a kind before anything is said about them
NAMED = 8  # spaces that a sentence names
RARE = 0.05  # a clause is rare if it is used in so few games

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Rivalry:
    """How often a bot wins against another, or as a team (without another)."""

    strong: str
    weak: str
    simulation: Simulation

    @property
    def rate(self) -> Any:
        """The wins of the stronger one, for one chair."""
        line = self.simulation.team or self.simulation.bots[0]
        return line.wins


@dataclass(frozen=True)
class Worth:
    """What a kind of move is worth: how much a player who may not use it loses."""

    kind: str
    loss: Figure
    used: float  # moves of that kind in a game


@dataclass(frozen=True, eq=False)
class Report:
    """What was found. `sentences` says it in words, `html` is the page."""

    setting: Setting
    seed: int
    simulation: Simulation
    close: float | None  # the share of close finishes
    rivalries: tuple[Rivalry, ...]
    watched: Watched
    worths: tuple[Worth, ...]  # the most valuable first

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.setting.game

    @cached_property
    def sentences(self) -> list[str]:
        """The findings in plain words, the most important first."""
        return list(_sentences(self))

    @cached_property
    def html(self) -> str:
        """The whole page: it needs no other file."""
        from molehill.lab.report_page import page

        return page(self)

    def frame(self) -> pl.DataFrame:
        """A row for each number of the page that has a name: what it is about, its value, and its interval."""
        from molehill.lab.frames import report_frame

        return report_frame(self)

    def figure(self) -> Picture:
        """A picture of how long games are, how open they stay, and what moves are worth."""
        from molehill.lab.figures import draw_report

        return draw_report(self)

    def clause_text(self, clause: str) -> str:
        """The first sentence of the rulebook that ends with a clause, without its Markdown."""
        for sentence in re.split(r"(?<=[.!?)])\s+(?=[A-Z*\"])|\n", self.game.rulebook):
            if re.search(rf"\({clause}\b[^()]*\)(?:\s*\([^()]*\))*[.!?:]?\s*$", sentence):
                return re.sub(r"\s*\([^()]*\)|[*`#]|^[-\d.\s]+", "", sentence).strip()
        return ""

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON: the same for the same seed."""
        seen = self.watched
        return {
            **self.simulation.as_json(), "sentences": self.sentences, "close": self.close,
            "rivalries": [{"strong": r.strong, "weak": r.weak, **r.simulation.as_json()} for r in self.rivalries],
            "watched": seen.games,
            "clauses": {
                clause: {"a_game": seen.fired[clause] / seen.games, "games": seen.games_with[clause] / seen.games}
                for clause in sorted(seen.fired)
            },
            "visits": {space: seen.visits[space] / seen.games for space in seen.ground.spaces},
            "choices": {kind: counts.mean for kind, counts in seen.choices.items()},
            "gains": {kind: moments.figure.as_json() for kind, moments in seen.gains.items()},
            "foreseen": [moments.figure.as_json() for moments in seen.foreseen if moments.n],
            "lead_changes": seen.lead_changes.mean, "tension": seen.tension.as_json(),
            "branching": [moments.figure.as_json() for moments in seen.branching if moments.n],
            "worth": [{"kind": w.kind, "used": w.used, "loss": w.loss.as_json()} for w in self.worths],
        }  # fmt: skip


# ---- in words --------------------------------------------------------------------------------------------------------


def percent(value: float) -> str:
    """A share as people read it."""
    return f"{100 * value:.1f}".replace("-", "−")


def _sentences(report: Report) -> Iterator[str]:
    found, seen, setting = report.simulation, report.watched, report.setting
    lengths = found.lengths
    yield WORDS.say(
        "report-length", mean=f"{lengths.mean:.1f}", unit=report.game.unit, low=lengths.quantiles[5],
        high=lengths.quantiles[95],
    )  # fmt: skip
    yield from _about_winning(report)
    if found.team is None and setting.seats > 1:
        if report.close is not None:
            yield WORDS.say("report-close", share=percent(report.close), leads=f"{seen.lead_changes.mean:.1f}")
        if found.shared:
            yield WORDS.say("report-shared", share=percent(found.shared / found.games))
    if seen.foreseen[0].n:
        start, half, late = (percent(seen.foreseen[tenth].mean) for tenth in (0, 5, 9))
        yield WORDS.say("report-decided", start=start, half=half, late=late)
    if seen.tension.drama.n:
        tension = seen.tension
        yield WORDS.say(
            "report-tension", team="yes" if found.team else "no", comebacks=percent(tension.comebacks.mean),
            settled=percent(tension.settled.mean), turns=f"{tension.turns.mean:.1f}",
        )  # fmt: skip
    yield from _about_choices(report)
    rare = [clause for clause, n in sorted(seen.games_with.items()) if n < RARE * seen.games]
    often, times = seen.fired.most_common(1)[0]
    yield WORDS.say(
        "report-clauses", often=_clause(report, often), times=f"{times / seen.games:.1f}", count=len(rare),
        rare="; ".join(_clause(report, clause) for clause in rare),
    )  # fmt: skip
    if seen.visits:
        busiest, times = seen.visits.most_common(1)[0]
        never = [space for space in seen.ground.spaces if not seen.visits[space]]
        yield WORDS.say(
            "report-spaces", busiest=busiest, times=f"{times / seen.games:.1f}", never=", ".join(never[:NAMED]),
            count=len(never), more=len(never[NAMED:]), games=seen.games,
        )  # fmt: skip


def _clause(report: Report, clause: str) -> str:
    """A clause with what it says, if the rulebook does."""
    says = report.clause_text(clause)
    return WORDS.say("report-clause-says", clause=clause, says=says) if says else clause


def _about_winning(report: Report) -> Iterator[str]:
    found, fair = report.simulation, 1 / report.setting.seats
    if found.team:
        teams = ", ".join(f"{r.strong} {r.rate}" for r in report.rivalries)
        yield WORDS.say("report-teams", teams=teams)
        return
    if report.setting.seats == 1:
        return
    first = found.seats[0].wins
    assert first is not None
    verdict = "more" if first.low > fair else "less" if first.high < fair else "fair"
    yield WORDS.say(
        "report-first", verdict=verdict, rate=str(first), interval=first.interval, fair=percent(fair), bot=PLAYER
    )
    for rivalry in report.rivalries:
        rate = rivalry.rate
        verdict = "more" if rate.low > fair else "less" if rate.high < fair else "fair"
        yield WORDS.say(
            "report-rivals", verdict=verdict, strong=rivalry.strong, weak=rivalry.weak, rate=str(rate),
            interval=rate.interval, fair=percent(fair),
        )  # fmt: skip


def _about_choices(report: Report) -> Iterator[str]:
    seen = report.watched
    total = Counts()
    for counts in seen.choices.values():
        total = total + counts
    if total.of:
        forced = total.of.get(1, 0) / sum(total.of.values())
        yield WORDS.say("report-choices", mean=f"{total.mean:.1f}", forced=percent(forced))
    told = {kind: moments.figure for kind, moments in seen.gains.items() if moments.n >= ENOUGH}
    gains = {kind: gain for kind, gain in told.items() if gain.value > wider_for(len(told)) * gain.half}
    if gains:
        kind, gain = max(gains.items(), key=lambda item: item[1].value)
        yield WORDS.say("report-matters", kind=kind, gain=percent(gain.value), error=percent(gain.half))
    wider = wider_for(len(report.worths))
    certain = [worth for worth in report.worths if abs(worth.loss.value) > wider * worth.loss.half]
    if certain and certain[0].loss.value > 0:
        best = certain[0]
        yield WORDS.say("report-worth", kind=best.kind, loss=percent(best.loss.value), error=percent(best.loss.half))
    if certain and certain[-1].loss.value < 0:
        worst = certain[-1]
        yield WORDS.say("report-harm", kind=worst.kind, gain=percent(-worst.loss.value), error=percent(worst.loss.half))


# ---- playing ---------------------------------------------------------------------------------------------------------


def report(
    game: Game | str,
    games: int = GAMES,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    **common: Any,
) -> Report:
    """Play games between bots and report what they show about a game.

    `common` is `box`, `options` and `seats`, as in `compare`. `progress` is called with the steps done, their number
    and what is done. Same seed, same report, with any number of threads.
    """
    read_count("games", games, MOST_GAMES)
    arena, setting = Threads(threads), Setting.read(game, bots=PLAYER, **common)
    all_bots.read_seed(seed)
    setting.prepare()
    compiling.load(setting.game, RESTRICTED)
    watched, kinds = max(FEWEST, games // WATCHED), features(setting)
    tell = _Steps(progress, watched + len(kinds) + 1 + len(TEAMS))
    simulation, close = _simulate(setting, games, seed, arena)
    tell(WORDS.say("report-step-rivals"))
    rivalries = tuple(_rivalries(setting, games, seed, arena, common, tell))
    seen = watch(setting, watched, seed, PLAYER, lambda: tell(WORDS.say("report-step-watch")))
    restrictions, worths = Restrictions(setting, games, seed), []
    for kind, mask in kinds.items():
        worths.append(restrictions.worth(kind, mask, seen))
        tell(kind)
    ranked = sorted((worth for worth in worths if worth), key=lambda worth: -worth.loss.value)
    return Report(setting, seed, simulation, close, rivalries, seen, tuple(ranked))


class _Steps:
    """Counts the steps of a report for a progress bar."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self.progress, self.total, self.done = progress, total, 0

    def __call__(self, what: str) -> None:
        self.done = min(self.total, self.done + 1)
        if self.progress:
            self.progress(self.done, self.total, what)


def _simulate(setting: Setting, games: int, seed: int, arena: Threads) -> tuple[Simulation, float | None]:
    """The games that are described, and the share of close finishes among them."""
    summary, close = Summary(setting), 0
    for _, (played,) in series([setting], seed, games, arena):
        summary.add(played)
        close += _close(played)
    versus = setting.seats > 1 and not setting.game.cooperative
    return summary.report(seed, 1.0), close / games if versus else None


def _close(played: Playouts) -> int:
    """How many games were close: the second had nearly the winner's points."""
    if played.seats < 2:
        return 0
    points = np.sort(played.points, axis=1)
    return int((points[:, -1] - points[:, -2] <= CLOSE * np.abs(points[:, -1])).sum())


def _rivalries(
    setting: Setting, games: int, seed: int, arena: Threads, common: dict[str, Any], tell: _Steps
) -> Iterator[Rivalry]:
    """Bots against each other, or teams, or alone."""
    apart = setting.game.cooperative or setting.seats == 1
    pairs = [(name, "", part) for name, part in TEAMS] if apart else RIVALS
    for strong, weak, part in pairs:
        names = [strong if apart or seat % 2 == 0 else weak for seat in range(setting.seats)]
        other = Setting.read(setting.game, **{**common, "bots": names, "rotate": not apart, "sims": SIMS})
        other.prepare()
        summary = Summary(other)
        for _, (played,) in series([other], seed, max(FEWEST, games // part), arena):
            summary.add(played)
        tell(strong)
        yield Rivalry(strong, weak, summary.report(seed, 1.0))


class Restrictions:
    """Greedy players, one of whom may not use a kind of move, or a whole team: the same games with and without it."""

    def __init__(self, setting: Setting, games: int, seed: int) -> None:
        self.setting, self.games, self.seed = setting, games, seed
        self.apart = setting.game.cooperative or setting.seats == 1
        self.free = self._play(np.zeros(setting.game.move_count, dtype=np.int64))

    def worth(self, kind: str, barred: npt.NDArray[np.int64], seen: Watched) -> Worth | None:
        """What a kind of move is worth; None if it is never used or there is never another."""
        used = sum(count for move, count in seen.moves.items() if barred[move]) / seen.games
        bound = self._play(barred) if used else self.free
        if bound.played.tobytes() == self.free.played.tobytes():
            return None
        alone = self.setting.seats == 1
        mine = self.free.bot_of_seat() == 0
        with_it, without = (played.points[mine] if alone else played.scores[mine] for played in (self.free, bound))
        moments = Moments(0.0 if alone else 1.0)
        moments.add(np.subtract(with_it, without, dtype=np.float64))
        return Worth(kind, moments.figure, used)

    def _play(self, barred: npt.NDArray[np.int64]) -> Playouts:
        setting, game, rotate = self.setting, self.setting.game, not self.apart
        bound = np.full(setting.seats, self.apart, dtype=np.int64)
        bound[0] = 1
        played = Playouts.blank(game, self.games, setting.seats, ["greedy"] * setting.seats, rotate)
        compiling.load(game, RESTRICTED).play_restricted(
            Room(game).desk, setting.box.record, game.option_numbers(setting.options), bound, barred,
            series_of(self.seed, 0, rotate), played.played,
        )  # fmt: skip
        return played
