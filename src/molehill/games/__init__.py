"""The games, one folder each. A folder with a `GAME` in its `__init__.py` is a game; nothing else registers it."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from functools import cache

from molehill.engine.errors import Unknown
from molehill.engine.game import Game


@cache
def games() -> dict[str, Game]:
    """All games by id, in the order of their ids."""
    found = {}
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda m: m.name):
        if module.ispkg:
            game: Game = importlib.import_module(f"{__name__}.{module.name}").GAME
            found[game.id] = game
    return found


def game(name: str) -> Game:
    """The game with this id. Raises Unknown with the nearest name that exists."""
    known = games()
    if name not in known:
        near = difflib.get_close_matches(str(name), list(known), 1)
        hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
        raise Unknown(f"there is no game {name!r}{hint}")
    return known[name]
