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

if TYPE_CHECKING:
    from molehill.engine.box import Box
    from molehill.engine.playouts import Playouts

MOST_GAMES = 100_000_000
MOST_THREADS = 256

# Games of a portion, by the bot that takes longest: about as many as one core plays in a part of a second.
_PORTION = {"random": 2_000, "greedy": 2_000, "easy": 200, "fair": 200}
_PORTION_SIMS = 20_000  # simulations of `sharp` in a portion, if each game had one decision


@dataclass(frozen=True, eq=False)
class Setting:
    """A box, options and seats, who sits where, and how many simulations `sharp` makes for a move."""

    game: Game
    box: Box
    options: Mapping[str, Any]
    seats: int
    bots: tuple[str, ...]
    rotate: bool = False
    sims: int = SEARCHES

    @classmethod
    def read(
        cls,
        game: Game | str,
        seats: int | None = None,
        bots: str | Sequence[str] = "random",
        options: Mapping[str, Any] | None = None,
        box: Box | str | Path | None = None,
        rotate: bool = False,
        sims: int | None = None,
        think: float | None = None,
    ) -> Setting:
        """A setting from names and numbers. Raises Unknown or BadBox for bad ones.

        `bots` is one name for all seats or one name for each seat. With `think` seconds a move, `sharp` makes as many
        simulations as fit into that time on this machine.
        """
        game = find_game(game) if isinstance(game, str) else game
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
    def thinks(self) -> bool:
        """Whether any of the bots needs the search."""
        return not set(self.bots) <= set(POLICIES)

    def prepare(self) -> None:
        """Load the compiled code for its games, or compile it, so that this does not count as playing time."""
        _ = load(self.game) if self.thinks else self.game.loops

    def play(self, seed: int, first: int, games: int, threads: int = 1) -> Playouts:
        """Play games number first, first + 1, ... of this seed."""
        game, names = self.game, list(self.bots)
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
        return min(_PORTION.get(name, max(1, _PORTION_SIMS // self.sims)) for name in self.bots)

    def as_json(self) -> dict[str, Any]:
        """A dict for JSON."""
        data = {
            "game": self.game.id, "rules": self.game.version, "box": self.box.hash, "options": dict(self.options),
            "seats": self.seats, "bots": list(self.bots), "rotate": self.rotate,
        }  # fmt: skip
        return data | ({"sims": self.sims} if "sharp" in self.bots else {})


def read_bots(game: Game, bots: str | Sequence[str], seats: int | None) -> tuple[list[str], int]:
    """One bot for each seat, and the number of seats. Without a number of seats, several names give it."""
    wanted = all_bots.read_names([bots] if isinstance(bots, str) else bots)
    if not wanted:
        raise Unknown("at least one bot must play")
    if seats is None and len(wanted) > 1:
        seats = len(wanted)
    seats = game.seat_count(seats)
    names = wanted * seats if len(wanted) == 1 else wanted
    if len(names) != seats:
        raise Unknown(f"{len(names)} bots for {seats} seats: name one bot for all seats, or one for each")
    return names, seats


def read_count(what: str, n: int, most: int) -> int:
    """The number, if it is a whole number from 1 to the most. Raises Unknown otherwise."""
    if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= most:
        raise Unknown(f"the number of {what} must be 1 to {most:,}, not {n!r}")
    return n
