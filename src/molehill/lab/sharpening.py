"""Sharpening: which settings of the search suit a game, found by games instead of by hand.

Three numbers of a game's metadata say how `sharp` thinks: `foresight`, `tries` and `reads`. Each is tried in turn with
the others as they are by then, in games of `sharp` against `fair` (or of teams, where all win together). Of settings
that are equally good within the error the simplest is taken, so that chance does not choose. What is found is then
measured again in other games, together with the levels below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import floor
from typing import TYPE_CHECKING, Any, NamedTuple

from molehill import bots
from molehill.bots.levels import Budget
from molehill.bots.tournament import tournament
from molehill.lab.settings import MOST_GAMES, MOST_THREADS, read_count
from molehill.lab.statistics import Rate
from molehill.lab.words import WORDS

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from molehill.engine.game import Game

# What is tried, the simplest first: see `Game`.
FORESIGHT, TRIES, READS = (1, 2, 4, 8, 100), (0, 4, 8, 16, 32), (0, 8, 24)
_SOME_TRIES = 8
LADDER = (("easy", "random"), ("fair", "easy"), ("sharp", "fair"))
_AGAIN = 1_000_000  # the number of the first of the games that the choice is measured with
_MARGIN = 0.05  # a promise is lower than what was measured by the error, and rounded down to this

Progress = Callable[[int], None]


class Setting(NamedTuple):
    """How `sharp` thinks; by default as in a game that says nothing of it."""

    foresight: int = 1
    tries: int = 0
    reads: int = 0


class Tried(NamedTuple):
    """One setting, and how often `sharp` won with it."""

    setting: Setting
    wins: Rate


@dataclass(frozen=True)
class Sharpening:
    """What was tried, the setting that was chosen, and how much each level then takes from the one below."""

    game: Game
    games: int
    sims: int
    tried: list[Tried]
    chosen: Tried
    ladder: list[Rate]

    @property
    def levels(self) -> tuple[float, ...]:
        """What the game may promise of its bots (`Game.levels`); nothing if a level is not clearly above the other."""
        promised = tuple(round(floor(rate.low / _MARGIN) * _MARGIN, 2) for rate in self.ladder)
        return promised if promised and min(promised) >= 0.5 else ()

    @property
    def lines(self) -> list[str]:
        """What to write into the game's `__init__.py`."""
        usual, chosen = Setting()._asdict(), self.chosen.setting._asdict()
        found = [f"{name}={value}," for name, value in chosen.items() if value != usual[name]]
        return [*found, f"levels={self.levels},"] if self.levels else found

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        rows = [tried.setting._asdict() | {"wins": tried.wins.as_json()} for tried in self.tried]
        ladder = [rate.as_json() for rate in self.ladder]
        told = {"game": self.game.id, "games": self.games, "sims": self.sims, **self.chosen.setting._asdict()}
        return told | {"levels": list(self.levels), "ladder": ladder, "tried": rows}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.table import Table

        team = "yes" if self.game.cooperative else "no"
        title = WORDS.say("sharpen-title", game=self.game.name, team=team, games=self.games, sims=self.sims)
        table = Table(title=title)
        for heading in (*Setting._fields, WORDS.say("sharpen-wins"), WORDS.say("sharpen-interval")):
            table.add_column(heading, justify="right")
        for tried in self.tried:
            best = "bold" if tried == self.chosen else None
            table.add_row(*map(str, tried.setting), str(tried.wins), tried.wins.interval, style=best)
        yield table
        for (better, worse), rate in zip(LADDER, self.ladder, strict=False):
            yield WORDS.say("sharpen-level", better=better, worse=worse, rate=str(rate), interval=rate.interval)
        yield WORDS.say("sharpen-write", lines=" ".join(self.lines)) if self.lines else WORDS.say("sharpen-usual")


def sharpen(
    game: Game,
    games: int = 100,
    sims: int = 200,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Sharpening:
    """Find the settings of the search that suit a game. The same seed gives the same answer."""
    bots.read_seed(seed)
    read_count("games", games, MOST_GAMES)
    read_count("threads", 1 if threads is None else threads, MOST_THREADS)
    Budget(sims=sims)  # refuses what is none
    arena = _Arena(game, games, sims, seed, threads, progress)
    best = arena.attempt(Setting())
    tried = [best]
    for candidates in _rounds(game):
        known = {old.setting for old in tried}
        rivals = [arena.attempt(setting) for setting in candidates(best.setting) if setting not in known]
        best = _simplest_of_the_best([best, *rivals])
        tried += rivals
    ladder = [] if game.cooperative else [arena.share(best.setting, pair, first=_AGAIN) for pair in LADDER]
    return Sharpening(game, games, sims, tried, best, ladder)


Round = Callable[[Setting], list[Setting]]


def _rounds(game: Game) -> Iterator[Round]:
    """What is tried one after the other. How far to look matters only where moves are tried on the way."""
    yield lambda best: [best._replace(foresight=foresight, tries=_SOME_TRIES) for foresight in FORESIGHT]
    yield lambda best: [best._replace(tries=tries) for tries in TRIES]
    if has_plausible(game):
        yield lambda best: [best._replace(reads=reads) for reads in READS]


def attempts(game: Game) -> int:
    """How many series of games are played at most, the last ones to measure the levels."""
    reads = len(READS) - 1 if has_plausible(game) else 0
    return len(FORESIGHT) + len(TRIES) + reads + (0 if game.cooperative else len(LADDER))


def has_plausible(game: Game) -> bool:
    """Whether the game says how well the others' moves go with a possible truth: without that nothing can be read."""
    return hasattr(game.part("judge"), "plausible")


def _simplest_of_the_best(rivals: list[Tried]) -> Tried:
    """The first that is not worse than the best by more than half of what chance may do."""
    best = max(rivals, key=lambda tried: tried.wins.rate)
    within = best.wins.rate - (best.wins.high - best.wins.low) / 4
    return next(tried for tried in sorted(rivals, key=_costs) if tried.wins.rate >= within)


def _costs(tried: Tried) -> tuple[int, int, int]:
    return tried.setting.reads, tried.setting.tries, tried.setting.foresight


@dataclass(frozen=True)
class _Arena:
    """Games between two levels, always with the same deals."""

    game: Game
    games: int
    sims: int
    seed: int
    threads: int | None
    progress: Progress | None

    def attempt(self, setting: Setting) -> Tried:
        """How often `sharp` wins with this setting."""
        return Tried(setting, self.share(setting, LADDER[-1]))

    def share(self, setting: Setting, pair: tuple[str, str], first: int = 0) -> Rate:
        """How much of the wins the better of two takes, or how often a team of it wins."""
        game = replace(self.game, foresight=setting.foresight, tries=setting.tries, reads=setting.reads)
        seats = game.seat_count(None)
        names = [pair[0]] * seats if game.cooperative else [pair[0]] + [pair[1]] * (seats - 1)
        played = tournament(
            game, self.games, seats, None, names, self.seed, self.threads, game.box(), not game.cooperative,
            self.progress, self.sims, first,
        )  # fmt: skip
        if game.cooperative or seats == 1:
            return Rate.of(float(played.scores[:, 0].sum()), self.games)
        return Rate.of(float((played.scores * (played.bot_of_seat() == 0)).sum()), self.games)
