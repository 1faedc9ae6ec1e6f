"""Trained nets as bots that may take a seat: those that come with the package, and those of a folder.

A file's name says what can sit where: `net.mole_park-v1.2.npz` is the bot `net` for two seats of the environment
mole_park-v1. So nothing has to be read to know who there is, and this module is as light as its package.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from molehill.engine.errors import Unknown

if TYPE_CHECKING:
    from molehill.bots.nets import Net
    from molehill.engine.game import Game
    from molehill.engine.match import Match

OURS = Path(__file__).parent / "weights"
PATTERN = "NAME.GAME-vVERSION.SEATS.npz, such as net.mole_park-v1.2.npz"
_FILE = re.compile(r"([a-z][a-z0-9_]{0,15})\.([a-z][a-z0-9_]*)-v([0-9]{1,4})\.([0-9]{1,2})\.npz")


class Trained(NamedTuple):
    """A net: what it is called as a bot, and where it can sit."""

    name: str
    game: str
    version: int
    seats: int
    path: Path

    def fits(self, game: Game, seats: int) -> bool:
        """Whether it was trained for such a table."""
        return (game.id, game.environment, seats) == (self.game, self.version, self.seats)

    def net(self) -> Net:
        """The net itself, loaded once."""
        return _load(self.path)


def in_folder(folder: str | Path) -> tuple[Trained, ...]:
    """The nets of a folder. Raises Unknown if there is no such folder, or a file whose name does not say what it is."""
    folder = Path(folder)
    if not folder.is_dir():
        raise Unknown(f"there is no folder of nets {folder}")
    return tuple(_named(path) for path in sorted(folder.glob("*.npz")))


def _named(path: Path) -> Trained:
    found = _FILE.fullmatch(path.name)
    if not found:
        raise Unknown(f"{path} is not named as a net that is to take a seat: {PATTERN}")
    name, game, version, seats = found.groups()
    return Trained(name, game, int(version), int(seats), path)


def checked(folder: str | Path) -> tuple[Trained, ...]:
    """The same, and each was loaded and is what its name says. Raises Unknown and Malformed."""
    found = in_folder(folder)
    for one in found:
        net = one.net()
        if (net.game, net.version, net.seats) != (one.game, one.version, one.seats):
            raise Unknown(f"{one.path} holds a net for {net.game}-v{net.version} with {net.seats} seats")
    return found


@lru_cache(maxsize=64)
def _load(path: Path) -> Net:
    from molehill.bots.nets import load

    return load(path)


class Shelf:
    """The nets that there are: ours, and those of folders that were added."""

    def __init__(self) -> None:
        self._nets = in_folder(OURS)

    def add(self, nets: tuple[Trained, ...]) -> None:
        """Put nets before those that are there already."""
        self._nets = (*nets, *(net for net in self._nets if net not in nets))

    def find(self, name: str, game: Game, seats: int) -> Trained | None:
        """The net of this name for such a table, if there is one."""
        return next((net for net in self._nets if net.name == name and net.fits(game, seats)), None)

    def of(self, game: Game) -> list[Trained]:
        """Those that play this game, with any number of seats."""
        return [net for net in self._nets if net.fits(game, net.seats)]

    def names(self) -> list[str]:
        """What they are called, each name once."""
        return list(dict.fromkeys(net.name for net in self._nets))


SHELF = Shelf()


class TrainedBot:
    """A bot that plays with the net of its name, at every table for which there is one."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<bot {self.name}>"

    def choose(self, match: Match, seat: int) -> dict[str, Any]:
        """A legal move for a seat that owes a decision. Raises Unknown when it owes none, and at other tables."""
        found = SHELF.find(self.name, match.game, match.seats)
        if found is None:
            raise Unknown(f"{self.name} was not trained for {match.game.id} with {match.seats} seats")
        return found.net().choose(match, seat)

    def plan(self, match: Match, seat: int, move: dict[str, Any]) -> list[dict[str, Any]]:
        """What it means to do now: the move that it has just chosen, for it does not look ahead."""
        return [move]
