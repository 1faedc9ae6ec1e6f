"""The ladder: how much stronger each level of bots is than the next, measured by playing.

Every deal is played twice, the second time with the seats exchanged and the same chance, so that neither a better seat
nor luck makes a level look good. In cooperative games, teams of one level play the same deals instead.

>>> from molehill.lab.ladder import ladder
>>> ladder("honeymoon", levels=["random", "easy"], games=100).duels[0].ahead.rate > 0.6
True
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from openskill.models import PlackettLuce, PlackettLuceRating

from molehill import bots
from molehill.bots.levels import SEARCHES, Budget, describe, how
from molehill.bots.search import Search, load
from molehill.bots.tournament import sims_within, tournament
from molehill.engine.errors import Unknown
from molehill.engine.game import Game
from molehill.games import game as find_game
from molehill.lab.settings import MOST_GAMES, MOST_THREADS, read_count
from molehill.lab.statistics import Rate, Z

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from molehill.engine.box import Box
    from molehill.engine.playouts import Playouts
    from molehill.engine.records import Tables

LEVELS = ("random", *bots.LEVELS)
GAMES = 100
CLEAR = 0.6  # a level is clearly above the next if it is ahead so often, and certainly more often than not
SEARCHER, MEASURE = "sharp", "fair"  # the bot with more and less time, and its opponent
FAMILY, FRIEND = "easy", "sharp"  # in a cooperative game: the weak team, and the strong player in it
FEWEST_SIMS, FACTOR = 50, 4  # of the steps of thinking
_POSITIONS = 12  # on which a decision is timed
_TIMED = 0.1  # seconds at least
_ORDERS = 20  # of the games, in which they are rated


@dataclass(frozen=True)
class Duel:
    """How two levels did against each other. `ahead` is the first one's share of the decided pairs.

    A pair is one seat of each level at the same table: who came first, by score and then by points.
    """

    level: str
    against: str
    ahead: Rate
    ties: float
    games: int

    @property
    def is_often(self) -> bool:
        """Whether the first is ahead often enough for a clear margin."""
        return self.ahead.rate >= CLEAR

    @property
    def is_certain(self) -> bool:
        """Whether the first is certainly ahead more often than not."""
        return self.ahead.low > 0.5

    @property
    def is_clear(self) -> bool:
        """Whether the margin is clear and certain."""
        return self.is_often and self.is_certain

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        return {
            "level": self.level, "against": self.against, "ahead": self.ahead.as_json(), "ties": self.ties,
            "games": self.games, "clear": self.is_clear,
        }  # fmt: skip


@dataclass(frozen=True)
class Rung:
    """A level's rating. `predicted` is how often it would be ahead of the level below at such a table."""

    level: str
    mu: float
    sigma: float
    gap: float | None = None
    predicted: float | None = None

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        below = {} if self.gap is None else {"gap": self.gap, "predicted": self.predicted}
        return {"level": self.level, "mu": self.mu, "sigma": self.sigma} | below


@dataclass(frozen=True)
class Team:
    """How often a team won; the order of its bots does not matter."""

    names: tuple[str, ...]
    wins: Rate

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        return {"bots": list(self.names), "wins": self.wins.as_json()}


@dataclass(frozen=True)
class Difference:
    """How much more often one team won than another on the same deals, with the 95 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, ours: npt.NDArray[np.float64], theirs: npt.NDArray[np.float64]) -> Difference:
        """The difference, from the results game by game."""
        mean, half = float((ours - theirs).mean()), Z * float((ours - theirs).std(ddof=1)) / sqrt(len(ours))
        return cls(mean, mean - half, mean + half)

    def as_json(self) -> dict[str, float]:
        """A dict for JSON."""
        return {"mean": self.mean, "low": self.low, "high": self.high}


@dataclass(frozen=True)
class Step:
    """What `sharp` reached with so many simulations: its share against `fair`, or how often its team won."""

    sims: int
    milliseconds: float
    reached: Rate

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        return {"sims": self.sims, "milliseconds": self.milliseconds, "reached": self.reached.as_json()}


@dataclass(frozen=True, eq=False)
class Ladder:
    """The result. Another run with the same seed differs only in times (`seconds`, `milliseconds`).

    A competitive game has duels, all pairs of levels, and rungs, the strongest level first. A cooperative game has
    teams, and how much a strong player helps a weak team.
    """

    game: Game
    setting: Mapping[str, Any]
    duels: tuple[Duel, ...]
    rungs: tuple[Rung, ...]
    teams: tuple[Team, ...]
    gain: Difference | None
    steps: tuple[Step, ...]
    unfinished: int
    seconds: float

    def duel(self, level: str, against: str) -> Duel:
        """The duel of two levels, the stronger one first."""
        return next(duel for duel in self.duels if (duel.level, duel.against) == (level, against))

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        data: dict[str, Any] = {**self.setting}
        if self.duels:
            data |= {"pairs": [duel.as_json() for duel in self.duels]}
            data |= {"ratings": [rung.as_json() for rung in self.rungs]}
        if self.teams:
            data |= {"teams": [team.as_json() for team in self.teams]}
        if self.gain:
            data |= {"gain": self.gain.as_json()}
        data |= {"thinking": [step.as_json() for step in self.steps]}
        return data | {"unfinished": self.unfinished, "seconds": self.seconds}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The tables and sentences that rich prints."""
        from molehill.lab.ladder_drawing import draw

        yield from draw(self)


def ladder(
    game: Game | str,
    seats: int | None = None,
    levels: Sequence[str] = LEVELS,
    games: int = GAMES,
    sims: int | None = None,
    think: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    box: Box | str | Path | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Ladder:
    """Let each pair of levels play at least so many games, and rate them. `levels` names the weakest first.

    `sharp` makes `sims` simulations a move. With `think` seconds instead, it makes as many as fit into that time on
    this machine, and the ladder says how many. `progress` is called with the number of games finished since its last
    call, and with the total.
    """
    game = find_game(game)
    seats, levels = _read_seats(game, seats), _read_levels(levels)
    bots.read_seed(seed)
    read_count("games", games, MOST_GAMES)
    read_count("threads", 1 if threads is None else threads, MOST_THREADS)
    budget, chosen_box, chosen = Budget(sims, think), game.as_box(box), game.read_options(options, seats)
    load(game)  # compiling does not count as the ladder's time
    began = time.perf_counter()
    count = budget.sims or SEARCHES
    if budget.seconds is not None:
        count = sims_within(game, budget.seconds, seats, chosen, chosen_box)
    host = _Host(game, seats, levels, games, count, seed, threads, chosen_box, chosen, progress)
    setting = {
        "game": game.id, "rules": game.version, "box": chosen_box.hash, "options": chosen, "seed": seed,
        "seats": seats, "levels": list(levels), "games": host.games_a_match, "sims": count, "think": think,
        "bots": {name: describe(name, game, count) for name in levels},
    }  # fmt: skip
    duels, rungs, teams, gain, steps = host.teams() if game.cooperative else host.duels()
    seconds = time.perf_counter() - began
    return Ladder(game, setting, duels, rungs, teams, gain, steps, sum(host.unfinished), seconds)


def _read_seats(game: Game, seats: int | None) -> int:
    seats = game.seat_count(seats)
    if seats == 1:
        raise Unknown("alone there is nobody to be compared with: a ladder takes 2 seats or more")
    return seats


def _read_levels(levels: Sequence[str]) -> tuple[str, ...]:
    wanted = bots.read_names([levels] if isinstance(levels, str) else levels)
    for name in wanted:
        if wanted.count(name) > 1:
            raise Unknown(f"a level is not compared with itself: {name} is named twice")
    if len(wanted) < 2:
        raise Unknown("a ladder takes 2 levels or more, the weakest first")
    return tuple(wanted)


# ---- playing ---------------------------------------------------------------------------------------------------------

_Results = tuple[tuple[Duel, ...], tuple[Rung, ...], tuple[Team, ...], Difference | None, tuple[Step, ...]]


class _Host:
    """Plays all the games of one ladder."""

    def __init__(
        self,
        game: Game,
        seats: int,
        levels: tuple[str, ...],
        games: int,
        sims: int,
        seed: int,
        threads: int | None,
        box: Box,
        options: Mapping[str, Any],
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.game, self.seats, self.levels, self.sims, self.seed = game, seats, levels, sims, seed
        self.threads, self.box, self.options, self.progress = threads, box, options, progress
        seatings = seats if game.cooperative else 2
        self.deals = -(-games // seatings)  # a seating
        self.games_a_match = self.deals * seatings
        self.unfinished: list[int] = []
        self.total = 0

    # ---- against each other

    def duels(self) -> _Results:
        """Play each pair of levels, then `sharp` with less time against `fair`."""
        pairs = [(b, a) for a, b in combinations(self.levels, 2)]
        search = SEARCHER, MEASURE
        steps = self._steps(played_anyway=search in pairs)
        self.total = self.games_a_match * (len(pairs) + len(steps))
        played = {pair: self._meet(*pair, self.sims) for pair in reversed(pairs)}
        duels = {pair: compare(tables, *pair) for pair, tables in played.items()}
        found = {sims: compare(self._meet(*search, sims), *search).ahead for sims in steps}
        if search in duels:
            found[self.sims] = duels[search].ahead
        rungs = rate([table for tables in played.values() for table in tables], self.levels, self.seed)
        return tuple(duels.values()), rungs, (), None, self._timed(found)

    def _meet(self, a: str, b: str, sims: int) -> list[Playouts]:
        """Play two levels on alternating seats, then the same deals with the seats exchanged."""
        seatings = ([a, b] * self.seats)[: self.seats], ([b, a] * self.seats)[: self.seats]
        return [self._play(names, sims, self.seed) for names in seatings]

    # ---- all together

    def teams(self) -> _Results:
        """Play a team of each level, then a strong player in a weak team, then `sharp` with less time."""
        line_ups = [(name,) * self.seats for name in reversed(self.levels)]
        family, mixed = (FAMILY,) * self.seats, (FAMILY,) * (self.seats - 1) + (FRIEND,)
        with_help = FAMILY in self.levels and FRIEND in self.levels
        if with_help:
            line_ups.append(mixed)
        steps = self._steps(played_anyway=True)
        self.total = self.games_a_match * (len(line_ups) + len(steps))
        won = {names: self._work(names, self.sims) for names in line_ups}
        teams = tuple(Team(names, _wins(results)) for names, results in won.items())
        gain = Difference.of(won[mixed], won[family]) if with_help else None
        searchers = (SEARCHER,) * self.seats
        found = {sims: _wins(self._work(searchers, sims)) for sims in steps}
        if searchers in won:
            found[self.sims] = _wins(won[searchers])
        return (), (), teams, gain, self._timed(found)

    def _work(self, names: Sequence[str], sims: int) -> npt.NDArray[np.float64]:
        """The result of each game of a team. The bots move on by a seat from one part of the deals to the next."""
        turned = [[*names[chair:], *names[:chair]] for chair in range(self.seats)]
        tables = [self._play(line, sims, (self.seed + 2 * k) % bots.SEEDS) for k, line in enumerate(turned)]
        return np.concatenate([table.scores[:, 0] for table in tables])

    def _play(self, names: Sequence[str], sims: int, seed: int) -> Playouts:
        def told(done: int) -> None:
            if self.progress:
                self.progress(done, self.total)

        played = tournament(
            self.game, self.deals, self.seats, self.options, names, seed, self.threads, self.box, False, told, sims
        )  # fmt: skip
        self.unfinished.append(played.unfinished)
        return played

    # ---- thinking time

    def _steps(self, played_anyway: bool) -> list[int]:
        """The numbers of simulations that `sharp` plays with in addition, including the full one if it is needed."""
        if SEARCHER not in self.levels:
            return []
        steps: list[int] = []
        while 2 * (sims := FEWEST_SIMS * FACTOR ** len(steps)) <= self.sims:
            steps.append(sims)
        return steps if played_anyway else [*steps, self.sims]

    def _timed(self, found: Mapping[int, Rate]) -> tuple[Step, ...]:
        """The result for each number of simulations, with the time that a decision takes."""
        positions = list(self._positions()) if found else []
        if found:
            self._milliseconds(FEWEST_SIMS, positions)  # loading the search does not count as thinking
        return tuple(Step(sims, self._milliseconds(sims, positions), found[sims]) for sims in sorted(found))

    def _positions(self) -> Iterator[tuple[Tables, int]]:
        """The tables that seats see when they have a choice, in the middle of a game."""
        match, rng = self.game.match(self.seats, self.options, self.box), random.Random(self.seed)
        bot, seen = bots.bot(MEASURE, self.seed), []
        while not match.over:
            pending = match.pending
            if not isinstance(pending, tuple):
                match.chance(rng=rng)
                continue
            if len(match.legal_numbers(pending[0])) > 1:
                seen.append((match.veiled(pending[0]), pending[0]))
            match.play(pending[0], bot.choose(match, pending[0]))
        middle = seen[len(seen) // 4 : -(-3 * len(seen) // 4)]
        yield from rng.sample(middle, min(_POSITIONS, len(middle)))

    def _milliseconds(self, sims: int, positions: Sequence[tuple[Tables, int]]) -> float:
        """The mean time of a decision."""
        row, spent, decisions = how(SEARCHER, self.game, sims), 0.0, 0
        while positions and spent < _TIMED:
            for veiled, seat in positions:
                spent += Search(self.game, row, Budget(sims), self.seed).run(veiled, self.box, seat).seconds
                decisions += 1
        return 1000 * spent / max(1, decisions)


def _wins(results: npt.NDArray[np.float64]) -> Rate:
    return Rate.of(float(results.sum()), len(results))


# ---- comparing -------------------------------------------------------------------------------------------------------


def compare(tables: Sequence[Playouts], a: str, b: str) -> Duel:
    """How often the first level is placed ahead, over all pairs of one seat of each level at a table.

    Row k of every table must be a game of deal k. Games of one deal are not independent; deals are.
    """
    deals = tables[0].games
    won, lost, pairs = np.zeros(deals), np.zeros(deals), 0
    for played in tables:
        kinds, ahead = np.array(played.policies)[played.bot_of_seat()], placed_ahead(played)
        ours, theirs = kinds == a, kinds == b
        won += (ahead & ours[:, :, None] & theirs[:, None, :]).sum(axis=(1, 2))
        lost += (ahead & theirs[:, :, None] & ours[:, None, :]).sum(axis=(1, 2))
        pairs += int((ours.sum(axis=1) * theirs.sum(axis=1)).sum())
    ties = 1 - float((won + lost).sum()) / pairs
    return Duel(a, b, clustered(won, won + lost), ties, deals * len(tables))


def placed_ahead(played: Playouts) -> npt.NDArray[np.bool_]:
    """Game by game, whether a seat (rows) is placed ahead of another (columns): by score, then by points."""
    scores, points = played.scores, played.points
    more, equal = scores[:, :, None] > scores[:, None, :], scores[:, :, None] == scores[:, None, :]
    ahead: npt.NDArray[np.bool_] = more | (equal & (points[:, :, None] > points[:, None, :]))
    return ahead


def clustered(hits: npt.NDArray[np.float64], counts: npt.NDArray[np.float64]) -> Rate:
    """The rate of hits that are counted deal by deal; those of one deal are not independent.

    The interval is Wilson's for as many independent trials as would vary like the deals, at most as many as there are.
    For few deals it is wider, like Student's.
    """
    some = counts > 0
    deals, total = int(some.sum()), float(counts.sum())
    if not deals:
        return Rate(0.5, 0.0, 1.0)
    p = float(hits.sum()) / total
    if deals == 1 or p in (0.0, 1.0):
        return Rate.of(p * deals, deals)
    scatter = float(((hits - p * counts)[some] ** 2).sum()) * deals / (deals - 1) / total**2
    student = 1 + (Z * Z + 1) / (4 * (deals - 1))  # its quantile in those of the normal distribution, nearly
    n = min(total, p * (1 - p) / scatter if scatter else total) / student**2
    return Rate.of(p * n, n)


# ---- rating ----------------------------------------------------------------------------------------------------------

_Ranking = tuple[list[str], list[float]]


def rate(tables: Sequence[Playouts], levels: Sequence[str], seed: int) -> tuple[Rung, ...]:
    """The ratings of the levels (the weakest first), from the places in all games.

    Later games weigh more in such a rating, so it is the mean over several random orders of the games.
    """
    model = PlackettLuce(tau=0.0)  # a level does not get better or worse from game to game
    rankings, rng = [ranking for played in tables for ranking in _rankings(played)], random.Random(seed)
    orders = [_rate_once(model, rng.sample(rankings, len(rankings)), levels) for _ in range(_ORDERS)]
    ratings = [_mean([ratings[name] for ratings in orders]) for name in levels]
    rungs = [Rung(levels[0], ratings[0].mu, ratings[0].sigma)]
    for name, below, mine in zip(levels[1:], ratings, ratings[1:], strict=False):
        chance = _chance(model, mine, below, tables[0].seats)
        rungs.append(Rung(name, mine.mu, mine.sigma, mine.mu - below.mu, chance))
    return tuple(reversed(rungs))


def _rate_once(
    model: PlackettLuce, rankings: Sequence[_Ranking], levels: Sequence[str]
) -> dict[str, PlackettLuceRating]:  # fmt: skip
    """The ratings after these games in this order. A level on several seats takes the mean of them."""
    ratings = {name: model.rating(name=name) for name in levels}
    for names, ranks in rankings:
        after = model.rate([[ratings[name]] for name in names], ranks=ranks)
        for name in dict.fromkeys(names):
            ratings[name] = _mean([team[0] for team, who in zip(after, names, strict=True) if who == name])
    return ratings


def _mean(ratings: Sequence[PlackettLuceRating]) -> PlackettLuceRating:
    n = len(ratings)
    return PlackettLuceRating(sum(each.mu for each in ratings) / n, sum(each.sigma for each in ratings) / n)


def _rankings(played: Playouts) -> Iterator[_Ranking]:
    """Game by game: who sat where, and how many were placed ahead of each."""
    kinds, ranks = np.array(played.policies)[played.bot_of_seat()], placed_ahead(played).sum(axis=1)
    yield from zip(kinds.tolist(), ranks.astype(np.float64).tolist(), strict=True)


def _chance(model: PlackettLuce, a: PlackettLuceRating, b: PlackettLuceRating, seats: int) -> float:
    """How often the first is placed ahead of the second, at a table of the same size.

    The ratings are fitted with this formula. openskill's `predict_win` uses a normal distribution instead, and would
    predict 87 % for ratings from games of which 75 % were won.
    """
    spread = sqrt(seats * (model.beta**2 + (a.sigma**2 + b.sigma**2) / 2))
    return 1 / (1 + exp((b.mu - a.mu) / spread))
