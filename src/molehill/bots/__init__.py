"""Bots: players that are programs. They see what their seat may see, a veiled table, and nothing else.

    >>> import molehill.bots
    >>> molehill.bots.names()
    ['random', 'greedy']

This module is light; the code that needs NumPy is loaded with the first bot.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

from molehill.engine.errors import Unknown

if TYPE_CHECKING:
    from molehill.engine.match import Match

SEEDS = 2**63  # seeds are 0 to one less: what the compiled loops take on every machine

_ABOUT = {
    "random": "any legal move, each equally likely",
    "greedy": "the move after which it stands best at once, equal ones by lot; it does not look ahead",
}


class Bot(Protocol):
    """A player. One bot may play many seats and many matches; its randomness is its own."""

    name: str

    def choose(self, match: Match, seat: int) -> dict[str, Any]:
        """A legal move for a seat that owes a decision. Raises Unknown when it owes none."""
        ...


def names() -> list[str]:
    """All bots, the weakest first."""
    return list(_ABOUT)


def describe(name: str) -> str:
    """What a bot does, in a few words."""
    return _ABOUT[read_names([name])[0]]


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot with this name; with a seed it plays the same way every time. Raises Unknown with the names there are."""
    read_names([name])
    if seed is not None:
        read_seed(seed)
    from molehill.bots.simple import GreedyBot, RandomBot

    bots: dict[str, type[RandomBot | GreedyBot]] = {"random": RandomBot, "greedy": GreedyBot}
    return bots[name](seed)


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
