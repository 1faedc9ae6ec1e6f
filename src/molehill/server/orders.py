"""What operators have done beside this server, followed while it runs: tables changed or closed, people banned.

Operators write to the database; every server looks there each second. So their commands need no other way in.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import Any, NamedTuple

import orjson
import sqlalchemy as sa
import structlog

from molehill.server.bans import Bans, network_of
from molehill.server.hub import Hub
from molehill.server.schema import bans, orders, reports
from molehill.server.words import problem

LOOK_AGAIN, BANS, BAN_SEAT = "look-again", "bans", "ban-seat"
_LATE = 100  # numbers: an order may be committed after one that has a higher number
_EVERY = 1.0
_CLEAR_EVERY = 60  # looks: a ban may have ended, a report may be old

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

    def __init__(self, hub: Hub) -> None:
        self.bans = Bans()
        self._hub, self._seen, self._last = hub, frozenset[int](), 0

    async def begin(self) -> None:
        """Know who is banned, and pass over what was ordered before: there is nothing in memory yet."""
        await self._fresh()
        old = orders.delete().where(orders.c.number <= self._last - _LATE)
        await self._hub.store.change(lambda c: c.execute(old))
        self.bans = await self._hub.store.read(Bans.read)

    async def run(self) -> None:
        """Follow as long as the server runs. What fails is tried again."""
        looks = 0
        while True:
            await asyncio.sleep(_EVERY)
            try:
                looks += 1
                for order in await self._fresh():
                    self._hub.spawn(self._do(order))  # one that fails or waits keeps no other waiting
                if looks % _CLEAR_EVERY == 0:
                    await self._read_bans()
                    await self._clear_reports()
            except Exception as error:
                logger.error("orders-failed", exc_info=error)

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
        addresses = {client.address for client in self._hub.clients_at(order.target, order.data["seat"])}
        if addresses:
            row = {"at": time.time(), "until": order.data["until"], "why": order.data["why"]}
            await self._hub.store.change(lambda c: ban(c, addresses, row))

    async def _read_bans(self) -> None:
        """Know who is banned now, and let go of those who are here."""
        self.bans = await self._hub.store.read(Bans.read)
        for client in self._hub.clients():
            if self.bans.forbid(client.address):
                client.dismiss(problem("banned", "banned"))

    async def _clear_reports(self) -> None:
        old = reports.delete().where(reports.c.at < time.time() - self._hub.settings.keep_reports)
        await self._hub.store.change(lambda c: c.execute(old))


def ban(connection: sa.Connection, addresses: Iterable[str], row: dict[str, Any]) -> None:
    """Ban these, or ban them for another time, and tell servers."""
    for network in sorted({str(network_of(address)) for address in addresses}):
        connection.execute(bans.delete().where(bans.c.network == network))
        connection.execute(bans.insert().values(row | {"network": network}))
    give(connection, BANS)
