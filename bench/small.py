"""Games for measuring bots: those that are installed, Liar's Dice from `examples/`, and boxes so small that everything
that can happen in them can be looked at."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path

import molehill
from molehill.lab.exploitability import SmallGame
from molehill.lab.solving import Solved

_HERE = Path(__file__).parent
_FOLDERS = [str(_HERE), str(_HERE.parent / "examples" / "liars_dice" / "src")]
BOXES = _HERE / "boxes"
NOT_INSTALLED = ("liars_dice", "poker")
# Games small enough to be solved, by the title of their box; one that would go on is cut off.
SMALL: dict[str, tuple[str, int | None]] = {
    "Kuhn poker": ("poker", None),
    "Leduc poker": ("poker", None),
    "Liar's Dice, a die of three sides each": ("liars_dice", None),
    "Moledozer, a card each": ("moledozer", None),
    "Mole Park, three rounds": ("mole_park", 4),
}


def find(name: str) -> molehill.Game:
    """An installed game, Liar's Dice, or small poker."""
    if name in NOT_INSTALLED:
        sys.path += [folder for folder in _FOLDERS if folder not in sys.path]
        found: molehill.Game = importlib.import_module(name).GAME
        return found
    return molehill.game(name)


def load(name: str) -> SmallGame:
    """One of those that are small enough to be solved, for two."""
    game, until = SMALL[name]
    box = next(path for path in BOXES.glob("*.toml") if f'"{name}"' in path.read_text(encoding="utf-8"))
    found = find(game)
    return SmallGame(found, 2, found.box(box), until=until)


# ---- games without secrets: every position has a value ---------------------------------------------------------------


def alone() -> Solved:
    """One player on a small moon. A roll that allows nothing changes nothing, so rolls are not counted."""
    game = molehill.game("honeymoon")
    return Solved(game, 1, game.box(BOXES / "honeymoon.toml"), forget=["rolls"])


def race() -> Solved:
    """A turn each in Target: Rats; the first seat begins."""
    game = molehill.game("target_rats")
    return Solved(game, 2, game.box(BOXES / "target_rats.toml"), {"starter": 1})


def end_of_mole_rats(game: int) -> Solved:
    """What is left of a game of the shipped box, from the log of what two `greedy` have played until then."""
    log = (_HERE / "positions" / f"mole_rats-{game}.json").read_text(encoding="utf-8")
    return Solved.at(molehill.replay(log))


# Each with what its values count.
OPEN: dict[str, tuple[Callable[[], Solved], str]] = {
    "Honeymoon alone, a small moon": (alone, "points"),
    "Target: Rats, one round": (race, "of a win"),
    "Mole Rats, two cards in the pile, a snake to come": (lambda: end_of_mole_rats(84), "of a win"),
    "Mole Rats, two cards in the pile, any rat to go": (lambda: end_of_mole_rats(42), "of a win"),
}
