"""A Ray cluster as an arena: plays portions on as many machines as there are, with the numbers that threads give.

What travels is small: the description of a portion one way, the results of its games the other. A worker that is lost
costs time only, because Ray plays its portion again elsewhere, and a portion is always the same games.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from molehill.engine.errors import BadBox, Unknown
from molehill.engine.playouts import Playouts
from molehill.games import game as find_game
from molehill.lab.arena import AHEAD, Portion
from molehill.lab.extras import need
from molehill.lab.policies import Player
from molehill.lab.settings import Setting

if TYPE_CHECKING:
    from molehill.engine.records import Tables

AUTO = "auto"
_Played = list[tuple[bytes, int]]  # of each setting: its games as bytes, and how many


@dataclass(frozen=True)
class Order:
    """A setting as it travels: no compiled code and no records, so that every machine makes its own."""

    game: str
    version: int
    box: str
    box_name: str
    box_hash: str
    options: tuple[tuple[str, Any], ...]
    seats: int
    bots: tuple[Player, ...]
    rotate: bool
    sims: int

    @classmethod
    def of(cls, setting: Setting) -> Order:
        """The order for a setting."""
        box = setting.box
        return cls(
            setting.game.id, setting.game.version, box.text, box.name, box.hash, tuple(sorted(setting.options.items())),
            setting.seats, setting.bots, setting.rotate, setting.sims,
        )  # fmt: skip

    def setting(self) -> Setting:
        """The setting, made and prepared on this machine. Raises Unknown if the game is another one here."""
        game = find_game(self.game)
        if game.version != self.version:
            raise Unknown(f"a machine of the cluster has rules {game.version} of {self.game}, not {self.version}")
        try:
            box = game.box_from_text(self.box, self.box_name)
        except BadBox as error:
            raise Unknown(f"a machine of the cluster can't read the box: {error}") from None
        found = Setting(game, box, dict(self.options), self.seats, self.bots, self.rotate, self.sims)
        found.prepare()
        return found


@lru_cache(256)
def _setting(order: Order) -> Setting:
    return order.setting()


def play_portion(orders: Sequence[Order], seed: int, first: int, games: int) -> tuple[int, _Played]:
    """Play a portion in a worker: the process that did it, and the games of each setting."""
    found = [_setting(order).play(seed, first, games) for order in orders]
    return os.getpid(), [(played.played.tobytes(), played.games) for played in found]


class Cluster:
    """Plays portions on the Ray cluster at this address. `auto` is one that runs already, or else this machine."""

    def __init__(self, address: str = AUTO) -> None:
        need("ray", "--cluster", "cluster")
        self.address = address
        self.workers: set[int] = set()  # the processes that have played
        self._orders: dict[int, Order] = {}

    def play(self, wanted: Iterable[Portion]) -> Generator[tuple[Portion, list[Playouts]]]:
        """The portions with their games, in order. Playing stops when the generator is closed."""
        ray = _connect(self.address)
        remote = ray.remote(num_cpus=1, max_retries=-1)(play_portion)
        begun: deque[tuple[Portion, Any]] = deque()
        try:
            for portion in wanted:
                orders = [self._order(setting) for setting in portion.settings]
                begun.append((portion, remote.remote(orders, portion.seed, portion.first, portion.games)))
                if len(begun) >= AHEAD * self._cores():
                    yield self._next(begun)
            while begun:
                yield self._next(begun)
        finally:
            for _, waiting in begun:
                ray.cancel(waiting, force=False)

    def _cores(self) -> int:
        """How many cores the cluster has now: machines may come and go."""
        return max(1, int(_ray().cluster_resources().get("CPU", 1)))

    def _order(self, setting: Setting) -> Order:
        if id(setting) not in self._orders:
            self._orders[id(setting)] = Order.of(setting)
        return self._orders[id(setting)]

    def _next(self, begun: deque[tuple[Portion, Any]]) -> tuple[Portion, list[Playouts]]:
        ray = _ray()
        portion, waiting = begun[0]
        try:
            worker, played = ray.get(waiting)
        except ray.exceptions.RayTaskError as error:
            raise (error.cause if isinstance(error.cause, Unknown) else error) from None
        begun.popleft()
        self.workers.add(worker)
        return portion, [
            _playouts(setting, portion, games, n) for setting, (games, n) in zip(portion.settings, played, strict=True)
        ]


def _playouts(setting: Setting, portion: Portion, games: bytes, n: int) -> Playouts:
    found = Playouts.blank(setting.game, n, setting.seats, setting.names, setting.rotate, portion.first)
    arrived: Tables = np.frombuffer(games, dtype=found.played.dtype)
    found.played[:] = arrived
    return found


def _connect(address: str) -> Any:
    """Ray, connected to a cluster, unless this program is connected already. What it starts ends with the program."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    ray = _ray()
    if ray.is_initialized():
        return ray
    quiet = {"logging_level": "error", "log_to_driver": False}
    try:
        ray.init(address=address, **quiet)
    except ConnectionError as error:
        if address != AUTO:
            raise Unknown(f"there is no cluster at {address}: {error}") from None
        # Workers are as important as threads would be; Ray's own niceness is 15.
        ray.init(include_dashboard=False, _system_config={"worker_niceness": 0}, **quiet)
    return ray


def _ray() -> Any:
    """Ray, which only those have installed who have a cluster."""
    return import_module("ray")
