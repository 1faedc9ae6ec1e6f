"""Tuning: which settings of the search suit a game, found by games instead of by hand.

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

from molehill.bots.tournament import tournament
from molehill.lab.statistics import Rate

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from molehill.engine.game import Game

# What is tried, the simplest first: see `Game`.
CHOICES: dict[str, tuple[int, ...]] = {"foresight": (1, 2, 4, 8, 100), "tries": (0, 4, 8, 16, 32), "reads": (0, 8, 24)}
LADDER = (("easy", "random"), ("fair", "easy"), ("sharp", "fair"))
_AGAIN = 1_000_000  # the number of the first of the games that the choice is measured with
_MARGIN = 0.05  # a promise is lower than what was measured by the error, and rounded down to this

Progress = Callable[[int], None]


class Tried(NamedTuple):
    """One setting, and how often `sharp` won with it."""

    foresight: int
    tries: int
    reads: int
    wins: Rate


@dataclass(frozen=True)
class Tuning:
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
        usual = {"foresight": 1, "tries": 0, "reads": 0}
        found = [f"{name}={getattr(self.chosen, name)}," for name in usual if getattr(self.chosen, name) != usual[name]]
        return [*found, f"levels={self.levels},"] if self.levels else found

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        rows = [tried._asdict() | {"wins": tried.wins.as_json()} for tried in self.tried]
        settings = {name: getattr(self.chosen, name) for name in CHOICES}
        ladder = [rate.as_json() for rate in self.ladder]
        return {"game": self.game.id, "tried": rows, **settings, "levels": list(self.levels), "ladder": ladder}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.table import Table

        who = "a team of sharp" if self.game.cooperative else "sharp against fair"
        table = Table(title=f"{self.game.name}: {who}, {self.games} games each, {self.sims} simulations a move")
        for heading in (*CHOICES, "wins", "95 %"):
            table.add_column(heading, justify="right")
        for tried in self.tried:
            best = "bold" if tried == self.chosen else None
            numbers = (str(getattr(tried, name)) for name in CHOICES)
            table.add_row(*numbers, str(tried.wins), tried.wins.interval, style=best)
        yield table
        for (better, worse), rate in zip(LADDER, self.ladder, strict=False):
            yield f"{better} against {worse}: {rate} ({rate.interval})"
        yield "Write into __init__.py: " + (" ".join(self.lines) or "nothing, the usual settings are best")


def tune(
    game: Game,
    games: int = 100,
    sims: int = 200,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Tuning:
    """Find the settings of the search that suit a game. The same seed gives the same answer."""
    arena = _Arena(game, games, sims, seed, threads, progress)
    tried: list[Tried] = []
    best = arena.attempt(replace(game, foresight=1, tries=0, reads=0))
    tried.append(best)
    for candidates in _rounds(game):
        rivals = [best]
        for setting in candidates(best):
            if all(setting != {name: getattr(old, name) for name in CHOICES} for old in tried):
                rivals.append(arena.attempt(replace(game, **setting)))
        tried += rivals[1:]
        best = _simplest_of_the_best(rivals)
    chosen = replace(game, **{name: getattr(best, name) for name in CHOICES})
    ladder = [] if game.cooperative else [arena.share(chosen, pair, first=_AGAIN) for pair in LADDER]
    return Tuning(game, games, sims, tried, best, ladder)


Round = Callable[[Tried], Iterator[dict[str, int]]]


def _rounds(game: Game) -> Iterator[Round]:
    """What is tried one after the other. How far to look pays only where moves are tried on the way."""

    def settings(best: Tried, **changes: int) -> dict[str, int]:
        return {name: getattr(best, name) for name in CHOICES} | changes

    tries = CHOICES["tries"][2]
    yield lambda best: (settings(best, foresight=f, tries=t) for f in CHOICES["foresight"] for t in (0, tries))
    yield lambda best: (settings(best, tries=tries) for tries in CHOICES["tries"])
    if has_plausible(game):
        yield lambda best: (settings(best, reads=reads) for reads in CHOICES["reads"])


def attempts(game: Game) -> int:
    """How many series of games are played at most, the last ones to measure the levels."""
    first, second = 2 * len(CHOICES["foresight"]), len(CHOICES["tries"]) - 2
    third = len(CHOICES["reads"]) - 1 if has_plausible(game) else 0
    return first + second + third + (0 if game.cooperative else len(LADDER))


def has_plausible(game: Game) -> bool:
    """Whether the game says how well the others' moves go with a possible truth: without that nothing can be read."""
    return hasattr(game.part("rules"), "plausible")


def _simplest_of_the_best(rivals: list[Tried]) -> Tried:
    """The first that is not worse than the best by more than half of what chance may do."""
    best = max(rivals, key=lambda tried: tried.wins.rate)
    within = best.wins.rate - (best.wins.high - best.wins.low) / 4
    return next(tried for tried in sorted(rivals, key=_costs) if tried.wins.rate >= within)


def _costs(tried: Tried) -> tuple[int, int, int]:
    return tried.reads, tried.tries, tried.foresight


@dataclass(frozen=True)
class _Arena:
    """Games between two levels, always with the same deals."""

    game: Game
    games: int
    sims: int
    seed: int
    threads: int | None
    progress: Progress | None

    def attempt(self, game: Game) -> Tried:
        """How often `sharp` wins with these settings."""
        return Tried(game.foresight, game.tries, game.reads, self.share(game, LADDER[-1]))

    def share(self, game: Game, pair: tuple[str, str], first: int = 0) -> Rate:
        """How much of the wins the better of two takes, or how often a team of it wins."""
        seats = game.seat_count(None)
        names = [pair[0]] * seats if game.cooperative else [pair[0]] + [pair[1]] * (seats - 1)
        played = tournament(
            game, self.games, seats, None, names, self.seed, self.threads, game.box(), not game.cooperative,
            self.progress, self.sims, first,
        )  # fmt: skip
        if game.cooperative or seats == 1:
            return Rate.of(float(played.scores[:, 0].sum()), self.games)
        return Rate.of(float((played.scores * (played.bot_of_seat() == 0)).sum()), self.games)
