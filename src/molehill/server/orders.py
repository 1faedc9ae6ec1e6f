"""What operators have done beside this server, followed while it runs: tables changed or closed, people banned.

Operators write to the database; every server looks there each second. So their commands need no other way in.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, NamedTuple

import orjson
import sqlalchemy as sa
import structlog

from molehill.server.bans import Bans, network_of
from molehill.server.hub import Hub
from molehill.server.rates import Rates
from molehill.server.schema import bans, orders, reports
from molehill.server.words import problem

LOOK_AGAIN, BANS, BAN_SEAT = "look-again", "bans", "ban-seat"
_LATE = 100  # numbers: an order may be committed after one that has a higher number
_TIDY = 60  # rounds: a ban may have ended, a report may be old

logger = structlog.get_logger("molehill.orders")


class Order(NamedTuple):
    """One of them: what it is about, and of which table."""

    number: int
    kind: str
    target: str
    data: dict[str, Any]


def give(connection: sa.Connection, kind: str, target: str = "", **data: Any) -> None:
    """Tell servers of it when the transaction is committed."""
    row = {"at": time.time(), "kind": kind, "target": target, "data": orjson.dumps(data).decode()}
    connection.execute(orders.insert().values(row))


class Following:
    """One server's following of orders."""

    def __init__(self, hub: Hub, rates: Rates) -> None:
        self._hub, self._rates = hub, rates
        self._seen, self._last = frozenset[int](), 0

    async def begin(self) -> None:
        """Know who is banned, and follow from now on. What was ordered before is done: nothing is in memory yet."""
        await self._fresh()
        await self._read_bans()
        self._hub.rounds.add(1, self._follow)
        self._hub.rounds.add(_TIDY, self._tidy)

    async def _follow(self) -> None:
        for order in await self._fresh():
            self._hub.spawn(self._do(order))  # one that fails or waits keeps no other waiting

    async def _tidy(self) -> None:
        """Let bans end, and delete what nobody needs any more."""
        await self._read_bans()
        old_reports = reports.delete().where(reports.c.at < time.time() - self._hub.settings.keep_reports)
        old_orders = orders.delete().where(orders.c.number <= self._last - _LATE)
        await self._hub.store.change(lambda c: [c.execute(old) for old in (old_reports, old_orders)])

    async def _fresh(self) -> list[Order]:
        """Those that have not been seen yet."""
        query = sa.select(orders.c.number, orders.c.kind, orders.c.target, orders.c.data).order_by(orders.c.number)
        query = query.where(orders.c.number > self._last - _LATE)
        found = await self._hub.store.read(lambda c: c.execute(query).all())
        fresh = [Order(*row[:3], orjson.loads(row.data)) for row in found if row.number not in self._seen]
        self._seen = frozenset(row.number for row in found)
        self._last = max(self._seen, default=self._last)
        return fresh

    async def _do(self, order: Order) -> None:
        logger.info("order", kind=order.kind, target=order.target)
        if order.kind == LOOK_AGAIN:
            await self._hub.look_again(order.target)
        elif order.kind == BANS:
            await self._read_bans()
        elif order.kind == BAN_SEAT:
            await self._ban_seat(order)

    async def _ban_seat(self, order: Order) -> None:
        """Ban those who are connected here for a seat. Nobody else knows where they come from."""
        place = self._hub.places.get(order.target)
        clients = place.audience.clients if place else ()
        addresses = {client.address for client in clients if order.data["seat"] in client.seats}
        if addresses:
            row = {"at": time.time(), "until": order.data["until"], "why": order.data["why"]}
            await self._hub.store.change(lambda c: ban(c, addresses, row))

    async def _read_bans(self) -> None:
        """Know who is banned now, and send those away who are here."""
        self._rates.bans = await self._hub.store.read(Bans.read)
        here = [client for place in self._hub.places.values() for client in place.audience.clients]
        for client in here:
            if self._rates.bans.forbid(client.address):
                client.dismiss(problem("banned", "banned"))


def ban(connection: sa.Connection, addresses: Iterable[str], row: dict[str, Any]) -> None:
    """Ban these, or ban them for another time, and tell servers."""
    for network in sorted({str(network_of(address)) for address in addresses}):
        connection.execute(bans.delete().where(bans.c.network == network))
        connection.execute(bans.insert().values(row | {"network": network}))
    give(connection, BANS)
