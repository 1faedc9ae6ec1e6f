"""The arena: agents play each other, and a leaderboard says how strong each of them is.

Every pair of agents plays the same deals twice, the second time with the seats exchanged and the same chance. In a
cooperative game each agent plays as a team with itself, all of them the same deals.

>>> from molehill.lab.leaderboard import arena
>>> board = arena("honeymoon", ["random", "greedy"], games=20)
>>> [place.agent for place in board.places]
['greedy', 'random']
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from molehill import bots
from molehill.bots.tournament import tournament
from molehill.engine.errors import Unknown
from molehill.engine.game import Game
from molehill.engine.playouts import CAP, Playouts
from molehill.games import game as find_game
from molehill.lab.agents import SECONDS, Agent, Fault, Seated, read_all
from molehill.lab.ladder import Duel, compare, rate
from molehill.lab.policies import Stream
from molehill.lab.settings import MOST_GAMES, read_count
from molehill.lab.statistics import Rate

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from molehill.engine.box import Box

FORFEIT = -1.0  # the score of a seat whose agent is at fault: below all others
_TOLD = 5  # faults of an agent that are told in words


@dataclass(frozen=True)
class Place:
    """An agent's place. `ahead` is how often it came before others, or how often its team won; ratings are openskill's.

    A cooperative game has no rating.
    """

    agent: str
    ahead: Rate
    games: int
    mu: float | None
    sigma: float | None
    faults: int

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        rating = {} if self.mu is None else {"mu": self.mu, "sigma": self.sigma}
        played = {"agent": self.agent, "ahead": self.ahead.as_json(), "games": self.games, "faults": self.faults}
        return played | rating


@dataclass(frozen=True, eq=False)
class Board:
    """The leaderboard, the best first, with each pair's result and what went wrong."""

    game: Game
    setting: Mapping[str, Any]
    places: tuple[Place, ...]
    duels: tuple[Duel, ...]
    faults: tuple[str, ...]
    seconds: float

    def duel(self, agent: str, against: str) -> Rate | None:
        """How often one agent came before another; None if they did not play."""
        for duel in self.duels:
            if (duel.level, duel.against) == (agent, against):
                return duel.ahead
            if (duel.level, duel.against) == (against, agent):
                return _turned(duel.ahead)
        return None

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        return {
            **self.setting, "places": [place.as_json() for place in self.places],
            "pairs": [duel.as_json() for duel in self.duels], "faults": list(self.faults), "seconds": self.seconds,
        }  # fmt: skip

    @property
    def html(self) -> str:
        """The page."""
        from molehill.lab.leaderboard_page import page

        return page(self)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The tables and sentences that rich prints."""
        from molehill.lab.leaderboard_page import draw

        yield from draw(self)


def _turned(rate: Rate) -> Rate:
    """The same, seen by the other side."""
    return Rate(1 - rate.rate, 1 - rate.high, 1 - rate.low)


def _mean(rates: Sequence[Rate]) -> Rate:
    """The mean of independent rates; its interval is narrower than theirs."""
    n, mean = len(rates), sum(rate.rate for rate in rates) / len(rates)
    below, above = (sqrt(sum(each**2 for each in sides)) / n for sides in zip(*map(_sides, rates), strict=True))
    return Rate(mean, max(0.0, mean - below), min(1.0, mean + above))


def _sides(rate: Rate) -> tuple[float, float]:
    return rate.rate - rate.low, rate.high - rate.rate


def arena(
    game: Game | str,
    agents: Sequence[str],
    games: int = 100,
    seats: int | None = None,
    seed: int = 0,
    seconds: float = SECONDS,
    threads: int | None = None,
    box: Box | str | Path | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Board:
    """Let agents play, and rate them: at least so many games of each pair, or of each team.

    An agent is a bot (`fair`), a bot with its own simulations (`sharp:200`), or a program (`mine=python my_bot.py`). A
    program that does not answer within so many seconds, or not with a legal move, loses that game.
    """
    game = find_game(game)
    seats, players = game.seat_count(seats), read_all(agents)
    if seats == 1:
        raise Unknown("alone there is nobody to play against: an arena takes 2 seats or more")
    bots.read_seed(seed)
    read_count("games", games, MOST_GAMES)
    if not 0 < seconds <= 600:
        raise Unknown(f"a program has more than 0 and at most 600 seconds for a move, not {seconds!r}")
    began, chosen = time.perf_counter(), game.as_box(box)
    host = _Host(game, seats, chosen, game.read_options(options, seats), games, seed, seconds, threads, progress)
    places, duels = host.teams(players) if game.cooperative else host.duels(players)
    setting = {
        "game": game.id, "rules": game.version, "box": chosen.hash, "options": dict(host.options), "seats": seats,
        "seed": seed, "games": host.games, "agents": [agent.as_json() for agent in players],
    }  # fmt: skip
    return Board(game, setting, tuple(places), tuple(duels), tuple(host.told), time.perf_counter() - began)


@dataclass
class _Host:
    """Plays all games of an arena."""

    game: Game
    seats: int
    box: Box
    options: Mapping[str, Any]
    games: int
    seed: int
    seconds: float
    threads: int | None
    progress: Callable[[int, int], None] | None
    faults: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)
    total: int = 0

    # ---- who plays whom

    def duels(self, agents: Sequence[Agent]) -> tuple[list[Place], list[Duel]]:
        """Each pair on alternating seats, then the same deals with the seats exchanged."""
        pairs = list(combinations(agents, 2))
        deals = -(-self.games // 2)
        self.games, self.total = 2 * deals, 2 * deals * len(pairs)
        played: list[Playouts] = []
        duels: list[Duel] = []
        for a, b in pairs:
            line = ([a, b] * self.seats)[: self.seats], ([b, a] * self.seats)[: self.seats]
            tables = [self._play(agents_of_seats, deals) for agents_of_seats in line]
            duels.append(compare(tables, a.name, b.name))
            played += tables
        return self._places(agents, played, duels), duels

    def _places(self, agents: Sequence[Agent], played: list[Playouts], duels: Sequence[Duel]) -> list[Place]:
        """Rated over all games, the best first."""
        names = [agent.name for agent in agents]
        rungs = {rung.level: rung for rung in rate(played, names, self.seed)}
        places = []
        for name in sorted(names, key=lambda name: -rungs[name].mu):
            mine = [duel for duel in duels if name in (duel.level, duel.against)]
            ahead = _mean([duel.ahead if duel.level == name else _turned(duel.ahead) for duel in mine])
            games = sum(duel.games for duel in mine)
            places.append(Place(name, ahead, games, rungs[name].mu, rungs[name].sigma, self.faults[name]))
        return places

    def teams(self, agents: Sequence[Agent]) -> tuple[list[Place], list[Duel]]:
        """Each agent on all seats, all of them the same deals."""
        self.total = self.games * len(agents)
        places = []
        for agent in agents:
            played = self._play([agent] * self.seats, self.games)
            won = Rate.of(float(np.maximum(played.scores[:, 0], 0).sum()), self.games)
            places.append(Place(agent.name, won, self.games, None, None, self.faults[agent.name]))
        return sorted(places, key=lambda place: -place.ahead.rate), []

    # ---- playing

    def _play(self, agents: Sequence[Agent], deals: int) -> Playouts:
        """So many games with these agents, one a seat. Our own bots play in the compiled loop."""
        names = [agent.name for agent in agents]
        if all(agent.bot for agent in agents):
            played = tournament(
                self.game, deals, self.seats, self.options, [agent.bot for agent in agents], self.seed, self.threads,
                self.box, False, self._tell, [agent.sims for agent in agents],
            )  # fmt: skip
            return replace(played, policies=tuple(names))
        played = Playouts.blank(self.game, deals, self.seats, names, False)
        with ExitStack() as at_end:
            seated = [
                agent.seated(self.game, self.seats, self.options, seat, self.seconds)
                for seat, agent in enumerate(agents)
            ]
            for each in seated:
                at_end.callback(each.close)
            for number in range(deals):
                self._play_one(agents, seated, played, number)
                self._tell(1)
        return played

    def _play_one(self, agents: Sequence[Agent], seated: Sequence[Seated], played: Playouts, number: int) -> None:
        """One game, with the same chance as in the compiled loop. A seat at fault goes on at random, and is last."""
        match, dice, moves = self.game.match(self.seats, self.options, self.box), Stream(self.seed, number), 0
        seeds = np.random.SeedSequence([self.seed, number]).generate_state(self.seats, np.uint64) >> np.uint64(1)
        stand_in = bots.bot("random", int(seeds[0]))
        at_fault: set[int] = set()

        def allowed(seat: int, do: Callable[..., Any], *given: Any) -> Any:
            try:
                return None if seat in at_fault else do(match, seat, *given)
            except Fault as fault:
                at_fault.add(seat)
                self._note(agents[seat].name, f"game {number + 1}: {fault}")
            return None

        for seat, who in enumerate(seated):
            allowed(seat, who.begin, number, int(seeds[seat]))
        while not match.over and moves < CAP:
            moves += 1
            pending = match.pending
            if isinstance(pending, tuple):
                seat = pending[0]
                match.play(seat, allowed(seat, seated[seat].choose) or stand_in.choose(match, seat))
            else:
                match.chance(rng=dice)
        for seat, who in enumerate(seated):
            allowed(seat, who.end)
        played.moves_a_game[number] = moves
        self.game.loops.note(match.veiled(None), 0, self.box.record, played.played, number)
        for seat in at_fault:
            played.scores[number, slice(None) if self.game.cooperative else seat] = FORFEIT

    def _note(self, name: str, fault: str) -> None:
        self.faults[name] += 1
        if self.faults[name] <= _TOLD:
            self.told.append(fault)

    def _tell(self, done: int) -> None:
        if self.progress:
            self.progress(done, self.total)
