"""The levels: how each bot thinks, as a record that the compiled loops read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from molehill.bots.records import GREEDY, RANDOM, SEARCH, How
from molehill.engine.errors import Unknown
from molehill.engine.records import Tables, new

if TYPE_CHECKING:
    from molehill.engine.game import Game

PLANS = 24  # simulations of `easy` and `fair`, which look no further than their own turn
PLENTY = 2_000  # simulations, from which on a game's `farsight` pays; anyone who goes by the clock makes more
SEARCHES = 1_000  # simulations of `sharp` where it goes neither by the clock nor by a given number
# How often a bot does not notice a move that it could make. A team talks everything over and overlooks less.
OVERLOOKS = {"easy": 0.8, "fair": 0.03}
OVERLOOKS_TOGETHER = {"easy": 0.2, "fair": 0.0}
MOST_SIMS = 10_000_000
MOST_SECONDS = 600.0


@dataclass(frozen=True)
class Budget:
    """How much a search may think about one move: so many simulations, or so many seconds; and with how many threads.

    A number of simulations gives the same move every time for the same seed; seconds do not.
    """

    sims: int | None = None
    seconds: float | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if self.sims is not None and self.seconds is not None:
            raise Unknown("a search is set by simulations or by seconds, not by both")
        if self.sims is not None and not (_is_number(self.sims, int) and 1 <= self.sims <= MOST_SIMS):
            raise Unknown(f"simulations are a whole number from 1 to {MOST_SIMS:,}, not {self.sims!r}")
        if self.seconds is not None and not (_is_number(self.seconds, int, float) and 0 < self.seconds <= MOST_SECONDS):
            raise Unknown(f"seconds to think are more than 0 and at most {MOST_SECONDS:g}, not {self.seconds!r}")
        if not (_is_number(self.threads, int) and 1 <= self.threads <= 64):
            raise Unknown(f"a search takes 1 to 64 threads, not {self.threads!r}")


def _is_number(value: object, *types: type) -> bool:
    return isinstance(value, types) and not isinstance(value, bool)


def level(name: str, game: Game, budget: Budget) -> tuple[Tables, Budget]:
    """How a bot thinks in this game, and how long. Only `sharp` goes by the given budget."""
    way = how(name, game, PLENTY if budget.seconds else budget.sims or SEARCHES)
    return way, budget if name == "sharp" else Budget(sims=max(1, int(way["sims"][0])))


def how(name: str, game: Game, sims: int = SEARCHES) -> Tables:
    """How a bot thinks in this game, as an array of one record."""
    overlooks = OVERLOOKS_TOGETHER if game.cooperative else OVERLOOKS
    planner = {"kind": SEARCH, "sims": PLANS, "horizon": 1, "own_turn": 1}
    horizon = game.farsight if game.farsight and sims >= PLENTY else game.foresight
    searcher: dict[str, float] = {"kind": SEARCH, "sims": sims, "horizon": horizon}
    ways: dict[str, dict[str, float]] = {
        "random": {"kind": RANDOM},
        "easy": planner | {"overlook": overlooks["easy"]},
        "greedy": {"kind": GREEDY},
        "fair": planner | {"overlook": overlooks["fair"]},
        "sharp": searcher | {"tries": game.tries, "reads": game.reads},
    }
    values = {"explore": 1.0, "trust": 3.0} | ways[name]
    way = new(How)
    for field, value in values.items():
        way[field] = value
    return way


def describe(name: str, game: Game, sims: int = SEARCHES) -> dict[str, float]:
    """The same under its names, for records of what was measured."""
    way = how(name, game, sims)
    return {field: float(way[field][0]) for field in way.dtype.names or ()}
