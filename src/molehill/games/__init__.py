"""The games: what installed packages offer as entry points of the group `molehill.games`, ours among them.

    [project.entry-points."molehill.games"]
    honeymoon = "molehill.games.honeymoon:GAME"

The name of the entry point is the game's id. A game that can't be loaded is left out and named; the others play on.
"""

from __future__ import annotations

import difflib
import traceback
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple

from molehill.engine.errors import Malformed, Unknown
from molehill.engine.game import Game

GROUP = "molehill.games"
_ENGINE = Path(__file__).parents[1] / "engine"


class LeftOut(NamedTuple):
    """A game that is installed and can't be loaded: its id, the package that it comes from, and why in one line."""

    id: str
    package: str
    why: str


class Installed(NamedTuple):
    """All games by id, in the order of their ids, and those that are left out."""

    games: dict[str, Game]
    left_out: tuple[LeftOut, ...]


@cache
def installed() -> Installed:
    """What is installed, loaded once. Where two packages offer the same id, the first of them by name has it."""
    found: dict[str, Game] = {}
    left_out: list[LeftOut] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, _package(entry))):
        try:
            if entry.name in found:
                raise Malformed("another package has a game of this id")
            found[entry.name] = _load(entry)
        except (Exception, SystemExit) as error:  # whatever a stranger's module does when it is imported
            left_out.append(LeftOut(entry.name, _package(entry), _reason(error)))
    return Installed(found, tuple(left_out))


def games() -> dict[str, Game]:
    """All games by id, in the order of their ids."""
    return installed().games


def left_out() -> tuple[LeftOut, ...]:
    """The games that are installed and can't be loaded."""
    return installed().left_out


def game(name: str | Game) -> Game:
    """The game with this id, or the game itself. Raises Unknown with the nearest id, or why a game is left out."""
    if isinstance(name, Game):
        return name
    known = games()
    if isinstance(name, str) and name in known:
        return known[name]
    for missing in left_out():
        if missing.id == name:
            raise Unknown(f"the game {name} of {missing.package} can't be loaded: {missing.why}")
    near = difflib.get_close_matches(str(name), list(known), 1)
    there_are = f"there are {', '.join(known)}" if known else "no game is installed"
    raise Unknown(f"there is no game {name!r}; {f'did you mean {near[0]}?' if near else there_are}")


# ---- loading --------------------------------------------------------------------------------------------------------


def _load(entry: EntryPoint) -> Game:
    game = entry.load()
    if not isinstance(game, Game):
        raise Malformed(f"{entry.value} is {type(game).__name__}, not a Game")
    if game.id != entry.name:
        raise Malformed(f"its id is {game.id!r} and its entry point is called {entry.name!r}; they must be the same")
    return game


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else "an unknown package"


def _reason(error: BaseException) -> str:
    """What went wrong in one line, and where: the last line of the game's own, if it got that far."""
    kind = "" if isinstance(error, Malformed) else f"{type(error).__name__}: "
    said = " ".join(f"{kind}{error}".split())
    places = [p for p in traceback.extract_tb(error.__traceback__) if not _is_machinery(p.filename)]
    return f"{said} ({places[-1].filename}, line {places[-1].lineno})" if places else said


def _is_machinery(file: str) -> bool:
    """Whether it is this module, the engine, or what Python imports with."""
    ours = file == __file__ or Path(file).is_relative_to(_ENGINE)
    return ours or file.startswith("<") or Path(file).parent.name in ("importlib", "metadata")
