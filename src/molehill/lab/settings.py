"""Settings: what a series of games is played with, from the box to the bots. Games are played by their numbers.

Game k of a setting and a seed is always the same game, alone or among others, in any thread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from molehill import bots as all_bots
from molehill.bots.levels import SEARCHES, Budget
from molehill.bots.search import load
from molehill.bots.tournament import sims_within, tournament
from molehill.engine.errors import Unknown
from molehill.engine.game import Game
from molehill.engine.playouts import POLICIES
from molehill.games import game as find_game
from molehill.lab.policies import Player, play_by_hand

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.playouts import Playouts

MOST_GAMES = 100_000_000
MOST_THREADS = 256

# Games of a portion, by the bot that takes longest: about as many as one core plays in a part of a second.
_PORTION = {"random": 2_000, "greedy": 2_000, "easy": 200, "fair": 200}
_PORTION_BY_HAND = 10
_PORTION_SIMS = 20_000  # simulations of `sharp` in a portion, if each game had one decision


@dataclass(frozen=True, eq=False)
class Setting:
    """A box, options and seats, who sits where, and how many simulations `sharp` makes for a move."""

    game: Game
    box: Box
    options: Mapping[str, Any]
    seats: int
    bots: tuple[Player, ...]
    rotate: bool = False
    sims: int = SEARCHES

    @classmethod
    def read(
        cls,
        game: Game | str,
        seats: int | None = None,
        bots: Player | Sequence[Player] = "random",
        options: Mapping[str, Any] | None = None,
        box: Box | str | Path | None = None,
        rotate: bool = False,
        sims: int | None = None,
        think: float | None = None,
    ) -> Setting:
        """A setting from names and numbers. Raises Unknown or BadBox for bad ones.

        `bots` is one for all seats or one for each seat: names, or functions of a match and a seat that return a move.
        With `think` seconds a move, `sharp` makes as many simulations as fit into that time on this machine.
        """
        game = find_game(game)
        names, seats = read_bots(game, bots, seats)
        chosen, budget = game.as_box(box), Budget(sims, think)
        setting = cls(game, chosen, game.read_options(options, seats), seats, tuple(names), rotate)
        return setting.thinking(budget)

    def thinking(self, budget: Budget) -> Setting:
        """The same setting with another budget for `sharp`."""
        if budget.seconds is not None and "sharp" in self.bots:
            return replace(self, sims=sims_within(self.game, budget.seconds, self.seats, self.options, self.box))
        return replace(self, sims=budget.sims or SEARCHES)

    @property
    def names(self) -> tuple[str, ...]:
        """What the bots are called."""
        return tuple(name_of(bot) for bot in self.bots)

    @property
    def by_hand(self) -> bool:
        """Whether any of the players is a function, so that games are not played in compiled loops."""
        return any(callable(bot) for bot in self.bots)

    @property
    def thinks(self) -> bool:
        """Whether any of the bots needs the search."""
        return not set(self.bots) <= set(POLICIES)

    def prepare(self) -> None:
        """Load the compiled code for its games, or compile it, so that this does not count as playing time."""
        _ = self.game.loops
        if self.thinks:
            load(self.game)

    def play(self, seed: int, first: int, games: int, threads: int = 1) -> Playouts:
        """Play games number first, first + 1, ... of this seed."""
        game, names = self.game, list(self.names)
        if self.by_hand:
            return play_by_hand(self, seed, first, games)
        if not self.thinks:
            return game.playouts(
                games, self.seats, self.options, names, seed, threads, self.box, self.rotate, first=first
            )
        return tournament(
            game, games, self.seats, self.options, names, seed, threads, self.box, self.rotate, None, self.sims, first
        )

    @property
    def portion(self) -> int:
        """How many games are played at a time."""
        if self.by_hand:
            return _PORTION_BY_HAND
        return min(_PORTION.get(name, max(1, _PORTION_SIMS // self.sims)) for name in self.names)

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        data = {
            "game": self.game.id, "rules": self.game.version, "box": self.box.hash, "options": dict(self.options),
            "seats": self.seats, "bots": list(self.names), "rotate": self.rotate,
        }  # fmt: skip
        return data | ({"sims": self.sims} if "sharp" in self.bots else {})


def name_of(bot: Player) -> str:
    """What a bot or a policy is called."""
    return bot if isinstance(bot, str) else str(getattr(bot, "name", None) or getattr(bot, "__name__", repr(bot)))


def read_bots(game: Game, bots: Player | Sequence[Player], seats: int | None) -> tuple[list[Player], int]:
    """One bot for each seat, and the number of seats. Without a number of seats, several bots give it."""
    wanted: list[Player] = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots]
    all_bots.read_names(bot for bot in wanted if not callable(bot))
    if not wanted:
        raise Unknown("at least one bot must play")
    for name in {name_of(bot) for bot in wanted}:
        if len({id(bot) for bot in wanted if callable(bot) and name_of(bot) == name}) > 1 or (
            name in all_bots.names() and any(callable(bot) and name_of(bot) == name for bot in wanted)
        ):
            raise Unknown(f"two policies are called {name!r}: give one of them a `name`")
    if seats is None and len(wanted) > 1:
        seats = len(wanted)
    seats = game.seat_count(seats)
    players = wanted * seats if len(wanted) == 1 else wanted
    if len(players) != seats:
        raise Unknown(f"{len(players)} bots for {seats} seats: name one bot for all seats, or one for each")
    return players, seats


def read_count(what: str, n: int, most: int) -> int:
    """The number, if it is a whole number from 1 to the most. Raises Unknown otherwise."""
    if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= most:
        raise Unknown(f"the number of {what} must be 1 to {most:,}, not {n!r}")
    return n
