"""How often somebody may do something, and how much of the event loop's time they may take.

Counted in this process; several processes allow as many times more. All of it goes by a clock that nobody sets.
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Coroutine, Generator
from types import coroutine
from typing import Any, TypeVar

from limits import parse
from starlette.types import Scope

from molehill.server.bans import Bans
from molehill.server.settings import Settings
from molehill.server.words import problem

T = TypeVar("T")
_REMEMBERED = 10_000  # names
_EMPTY = 0.0, 0.0
_CROWDED = 10.0  # seconds for which somebody who was served counts as there
_MOST_HELD = 1 << 25  # bytes
_BURST = 4.0  # seconds of one's share of the event loop that may be taken at once


class Buckets:
    """A bucket for each name. What is taken fills it, it empties by `rate` a second, and it must not overflow."""

    def __init__(self, capacity: float, rate: float) -> None:
        self.capacity, self.rate = capacity, rate
        self._levels: dict[str, tuple[float, float]] = {}  # how full, and when

    def level(self, who: str) -> float:
        """How full a bucket is now."""
        level, since = self._levels.get(who, _EMPTY)
        return max(0.0, level - self.rate * (time.monotonic() - since))

    def fill(self, who: str, amount: float) -> None:
        """Take something, whether there is room for it or not. Nobody owes more than a bucketful for that."""
        self._set(who, min(self.level(who) + amount, 2 * self.capacity))

    def take(self, who: str, amount: float = 1.0) -> bool:
        """Take so much, if there is room for it."""
        level = self.level(who) + amount
        if level > self.capacity:
            return False
        self._set(who, level)
        return True

    def _set(self, who: str, level: float) -> None:
        if who not in self._levels and len(self._levels) >= _REMEMBERED:
            self._forget()
        self._levels[who] = level, time.monotonic()

    def _forget(self) -> None:
        """Forget empty buckets; and if almost all are in use, those that were filled first."""
        used = [(name, kept) for name, kept in self._levels.items() if self.level(name)]
        self._levels = dict(used[-_REMEMBERED // 2 :])


class Held:
    """Bytes of each address that wait in memory: for the rest of what somebody sends, or until they read."""

    def __init__(self) -> None:
        self._bytes: Counter[str] = Counter()

    def hold(self, who: str, size: int) -> bool:
        """Count so many more, or fewer; False if there are too many."""
        self._bytes[who] += size
        if self._bytes[who] <= 0:
            del self._bytes[who]
        return self._bytes[who] <= _MOST_HELD


class Rates:
    """What strangers may do: who is banned, rates by name, and shares of the event loop by address."""

    def __init__(self, settings: Settings) -> None:
        self._rates = {
            name.removeprefix("rate_"): buckets(getattr(settings, name))
            for name in Settings.model_fields
            if name.startswith("rate_")
        }
        self._shares = Buckets(settings.loop_share * _BURST, settings.loop_share)
        self._last: tuple[str, float] = "", -_CROWDED  # who was last served, and when
        self._other: tuple[str, float] = "", -_CROWDED  # and who before, of another address
        self.connected: Counter[str] = Counter()
        self.bans = Bans()

    def admit(self, who: str) -> None:
        """Raises Problem for somebody who is banned."""
        if self.bans.forbid(who):
            raise problem("banned", "banned")

    def of_messages(self) -> Buckets:
        """What a new connection may send."""
        every = self._rates["messages"]
        return Buckets(every.capacity, every.rate)

    def allows(self, what: str, who: str) -> bool:
        """Count one, and say whether that was not one too many."""
        return self._rates[what].take(who)

    def check(self, what: str, who: str) -> None:
        """The same, with a Problem."""
        if not self.allows(what, who):
            raise problem("too-fast", "too-fast")

    def overdrawn(self, who: str) -> float:
        """How many seconds somebody has to wait who has taken more than their share of the event loop; 0: none.

        Who has the server to themselves may take all of it.
        """
        wait = self._shares.level(who) / self._shares.rate - _BURST
        return wait if wait > 0 and self._is_crowded(who) else 0.0

    def _is_crowded(self, who: str) -> bool:
        """Whether anybody else was served a moment ago."""
        _, at = self._other if self._last[0] == who else self._last
        return time.monotonic() - at < _CROWDED

    def _note(self, who: str) -> None:
        if self._last[0] != who:
            self._other = self._last
        self._last = who, time.monotonic()

    @coroutine
    def charge(self, who: str, work: Coroutine[Any, Any, T]) -> Generator[Any, Any, T]:
        """Do something, and charge somebody with the time of the event loop that it took. Waiting costs nothing."""
        self._note(who)
        reply, send, took = None, work.send, 0.0
        try:
            while True:
                began = time.perf_counter()
                try:
                    waits_for = send(reply)
                except StopIteration as done:
                    result: T = done.value
                    return result
                finally:
                    took += time.perf_counter() - began
                try:
                    reply, send = (yield waits_for), work.send
                except BaseException as error:
                    reply, send = error, work.throw
        finally:
            self._shares.fill(who, took)


def buckets(rate: str) -> Buckets:
    """A rate as it is written in the settings: 20/second."""
    read = parse(rate)
    return Buckets(read.amount, read.amount / read.get_expiry())


def address(scope: Scope) -> str:
    """Where a client comes from. Somebody with one address of IPv6 has 2^64 of them, so these count as one."""
    host = str((scope.get("client") or ("unknown", 0))[0])
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)
