"""The levels: how each bot thinks, as one row of numbers that the compiled loops read (`tree.HOW`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from molehill.bots import tree
from molehill.engine.errors import Unknown

if TYPE_CHECKING:
    from molehill.engine.game import Game

PLANS = 24  # simulations of `easy` and `fair`, which look no further than their own turn
SEARCHES = 1_000  # simulations of `sharp` where it goes neither by the clock nor by a given number
# How often a bot does not notice a move that it could make. A team talks everything over and overlooks less.
OVERLOOKS = {"easy": 0.5, "fair": 0.03}
OVERLOOKS_TOGETHER = {"easy": 0.1, "fair": 0.0}
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


def level(name: str, game: Game, budget: Budget) -> tuple[npt.NDArray[np.float64], Budget]:
    """The row of numbers by which a bot thinks in this game, and how long. Only `sharp` goes by the given budget."""
    row = how(name, game)
    return row, budget if name == "sharp" else Budget(sims=max(1, int(row[tree.SIMS])))


def how(name: str, game: Game, sims: int = SEARCHES) -> npt.NDArray[np.float64]:
    """The row of numbers by which a bot thinks in this game."""
    overlooks = OVERLOOKS_TOGETHER if game.cooperative else OVERLOOKS
    planner = {"kind": tree.SEARCH, "sims": PLANS, "horizon": 1, "own_turn": 1}
    searcher = {"kind": tree.SEARCH, "sims": sims, "horizon": game.foresight}
    values = {"explore": 1.0, "trust": 3.0} | {
        "random": {"kind": tree.RANDOM},
        "easy": planner | {"overlook": overlooks["easy"]},
        "greedy": {"kind": tree.GREEDY},
        "fair": planner | {"overlook": overlooks["fair"]},
        "sharp": searcher | {"tries": game.tries, "reads": game.reads},
    }[name]
    return np.array([float(values.get(name, 0)) for name in tree.HOW])


def describe(name: str, game: Game, sims: int = SEARCHES) -> dict[str, float]:
    """The same row with its names, for records of what was measured."""
    return dict(zip(tree.HOW, how(name, game, sims).tolist(), strict=True))
