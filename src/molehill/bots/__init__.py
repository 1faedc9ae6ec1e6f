"""Bots: players that are programs. They see what their seat may see, a veiled table, and nothing else.

    >>> import molehill.bots
    >>> molehill.bots.LEVELS
    ('easy', 'fair', 'sharp')

This module is light; the code that needs NumPy is loaded with the first bot.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from molehill.engine.errors import Unknown

if TYPE_CHECKING:
    from molehill.bots.advice import Advice
    from molehill.engine.game import Game
    from molehill.engine.match import Match

SEEDS = 2**63  # seeds are 0 to one less: what the compiled loops take on every machine
LEVELS = ("easy", "fair", "sharp")
THINK = 0.2  # seconds a move, for a level that searches and was not told otherwise
EVEN = 0.05  # seconds in which any other bot decides, and by which one that goes by the clock may miss it

_ABOUT = {
    "random": "any legal move, each equally likely",
    "easy": "takes what stands out at once, and overlooks much of the rest, as a child does",
    "greedy": "the move after which it stands best at once, equal ones by lot; it does not look ahead",
    "fair": "plans its own turn to the end, and overlooks little",
    "sharp": "searches: its own turns, what the others may do, and what chance may bring",
}


class Bot(Protocol):
    """A player. One bot may play many seats and many matches; its randomness is its own."""

    name: str

    def choose(self, match: Match, seat: int) -> dict[str, Any]:
        """A legal move for a seat that owes a decision. Raises Unknown when it owes none."""
        ...

    def plan(self, match: Match, seat: int, move: dict[str, Any]) -> list[dict[str, Any]]:
        """What the bot means to do now, from the move that it has just chosen on, until others decide."""
        ...


def names() -> list[str]:
    """All bots, the weakest first: the levels, `random` for tests and `greedy` for quick simulations."""
    return list(_ABOUT)


def describe(name: str) -> str:
    """What a bot does, in a few words."""
    return _ABOUT[read_names([name])[0]]


def bot(
    name: str, seed: int | None = None, *, sims: int | None = None, think: float | None = None, threads: int = 1
) -> Bot:
    """The bot with this name: one of `names()`, or a trained net. Raises Unknown with the names there are.

    A level that searches thinks for `sims` simulations or `think` seconds about a move (0.2 by default), in so many
    threads. With a seed a bot plays the same way every time, unless it goes by the clock.
    """
    from molehill.bots import trained

    if seed is not None:
        read_seed(seed)
    if name in trained.SHELF.names():
        return trained.TrainedBot(name)
    read_names([name])
    from molehill.bots.levels import Budget
    from molehill.bots.players import player

    return player(name, seed, Budget(sims, THINK if sims is None and think is None else think, threads))


def explain(
    match: Match,
    seat: int,
    *,
    best: int = 3,
    seed: int | None = None,
    sims: int | None = None,
    think: float | None = None,
    threads: int = 1,
) -> list[Advice]:
    """What `sharp` would do in this seat's place: its best moves, with the result it expects and the line it sees.

    Made from what the seat may know. Raises Unknown when the seat owes no decision.
    """
    if seed is not None:
        read_seed(seed)
    from molehill.bots.advice import advise
    from molehill.bots.levels import Budget

    return advise(match, seat, best, seed, Budget(sims, THINK if sims is None and think is None else think, threads))


@dataclass(frozen=True)
class Thinking:
    """How the bots of one table think: settings said once and used for every bot and every hint."""

    seed: int | None = None
    sims: int | None = None
    think: float | None = None
    threads: int = 1

    def bot(self, name: str) -> Bot:
        """See `molehill.bots.bot`."""
        return bot(name, self.seed, sims=self.sims, think=self.think, threads=self.threads)

    def explain(self, match: Match, seat: int) -> list[Advice]:
        """See `molehill.bots.explain`."""
        return explain(match, seat, seed=self.seed, sims=self.sims, think=self.think, threads=self.threads)

    def left_to_wait(self, game: Game, name: str, spent: float) -> float:
        """How much longer a bot waits that has thought for so long.

        Somebody with one kind of card has nothing to choose and would answer at once. Where there are secrets, a bot
        takes the same time for every decision, so that the time tells nothing. A number of simulations has no time.
        """
        by_clock = name == LEVELS[-1] and self.sims is None
        usual = EVEN + ((self.think or THINK) if by_clock else 0.0)
        return max(0.0, usual - spent) if game.hidden else 0.0


def read_names(wanted: Iterable[str]) -> list[str]:
    """The same names, if there is a bot for each of them."""
    wanted = list(wanted)
    for name in wanted:
        if name not in _ABOUT:
            near = difflib.get_close_matches(str(name), list(_ABOUT), 1)
            hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(_ABOUT)}"
            raise Unknown(f"there is no bot {name!r}{hint}")
    return wanted


def read_seed(seed: int) -> int:
    """The same seed, if it is one."""
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < SEEDS:
        raise Unknown(f"a seed is a whole number from 0 to {SEEDS - 1}, not {seed!r}")
    return seed
