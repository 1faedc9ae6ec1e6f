"""Who may not come: networks, of which one address is the smallest. A household of IPv6 counts as one address."""

from __future__ import annotations

import ipaddress
import time
from collections import defaultdict
from collections.abc import Iterable

import sqlalchemy as sa

from molehill.engine.errors import Unknown
from molehill.server.schema import bans
from molehill.server.words import say

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_HOUSEHOLD = 64  # bits of an address of IPv6 that tell one household from another
STANDING = sa.select(bans.c.network).where(sa.or_(bans.c.until.is_(None), bans.c.until > sa.bindparam("now")))


def network_of(text: str) -> Network:
    """A network as it is kept. Raises Unknown for what is none."""
    try:
        found = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise Unknown(say("ban-address", given=text)) from None
    if isinstance(found, ipaddress.IPv6Network) and found.prefixlen > _HOUSEHOLD:
        return found.supernet(new_prefix=_HOUSEHOLD)
    return found


class Bans:
    """Those that stand, for quick answers."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self._by_length: dict[tuple[int, int], set[int]] = defaultdict(set)
        for network in map(ipaddress.ip_network, networks):
            self._by_length[network.version, network.prefixlen].add(int(network.network_address))

    @classmethod
    def read(cls, connection: sa.Connection) -> Bans:
        """Those that stand now."""
        return cls(connection.execute(STANDING, {"now": time.time()}).scalars())

    def forbid(self, address: str) -> bool:
        """Whether somebody with this address may not come. What is no address of the internet may."""
        if not self._by_length:
            return False
        try:
            found = ipaddress.ip_network(address)
        except ValueError:
            return False
        own = int(found.network_address)
        return any(
            version == found.version and own >> (shift := found.max_prefixlen - length) << shift in networks
            for (version, length), networks in self._by_length.items()
        )
