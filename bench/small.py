"""Games for measuring bots: those that are installed, Liar's Dice from `examples/`, and boxes so small that everything
that can happen in them can be looked at."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import molehill
from molehill.lab.exploitability import SmallGame

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
