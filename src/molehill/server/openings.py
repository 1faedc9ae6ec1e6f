"""New tables: who may open one, what it is called, and how it is kept; also one from a log that somebody sent."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog

from molehill.server import dice
from molehill.server.entries import Entry, Writing
from molehill.server.keys import Openers
from molehill.server.sandbox import Sandbox
from molehill.server.seats import hashed
from molehill.server.settings import Settings
from molehill.server.store import Store
from molehill.server.table import LONGEST_GAME, Table
from molehill.server.words import problem

_MOST_IMPORTED = 5 * LONGEST_GAME  # moves of one address: each takes a kilobyte of memory where somebody looks at it

logger = structlog.get_logger("molehill.openings")


class Openings:
    """The tables that are being opened at this process."""

    def __init__(self, settings: Settings, store: Store, sandbox: Sandbox) -> None:
        self._settings, self._store, self._sandbox = settings, store, sandbox
        self._openers = Openers(settings, store.file)
        self._at_once: Counter[str] = Counter()  # by who opens them

    @asynccontextmanager
    async def by(self, who: str, imports: bool = False) -> AsyncIterator[str]:
        """Open a table meanwhile, as this opener. Raises Problem if the address has as many as it may have."""
        opener = self._openers.hash(who)
        self._at_once[opener] += 1
        try:
            number, imported = await self._store.tables_of(opener)
            too_many = number + self._at_once[opener] > self._settings.tables_per_address
            if too_many or (imports and imported > _MOST_IMPORTED):
                raise problem("too-many-tables", "too-many-tables")
            yield opener
        finally:
            self._at_once[opener] -= 1
            self._at_once += Counter()  # without those who open none

    def new_id(self) -> str:
        """An address that nobody can guess: anyone who has the link may come. It names the group of servers that have
        the table, for a balancer, and is no option where operators type it."""
        group = self._settings.group
        return (f"{group}_" if group else "") + secrets.token_urlsafe(12).replace("-", "_")

    async def keep(self, table: Table, opener: str) -> None:
        """Keep a new table."""
        await self._store.keep(first_writing(table, opener))
        logger.info("table-opened", table=table.id, game=table.setting.game, seats=len(table.seats))

    async def keep_log(self, who: str, opener: str, game: str, body: bytes, host: str) -> tuple[str, dict[int, str]]:
        """Keep a table from a log that somebody sent, and return its id and the tokens of its seats.

        `game` is what the log seems to be of.
        """
        id, secret, now = self.new_id(), dice.new_secret(), time.time()
        told = await self._sandbox.log(
            who, game, body, table={"id": id, "host": hashed(host), "secret": secret.hex(), "now": now},
            box_size=self._settings.box_size, log_length=LONGEST_GAME,
        )  # fmt: skip
        fresh = [Entry(*entry) for entry in told["entries"]]
        row = told["row"] | _first_row(told["game"], fresh[0], secret, opener)
        await self._store.keep(Writing(id, 0, fresh, row))
        logger.info("table-opened", table=id, game=told["game"], imported=True)
        return id, {int(seat): token for seat, token in told["tokens"].items()}


def first_writing(table: Table, opener: str) -> Writing:
    """What is to be kept of a new table."""
    fresh = table.take_fresh()
    return Writing(table.id, 0, fresh, table.row() | _first_row(table.setting.game, fresh[0], table.secret, opener))


def _first_row(game: str, opened: Entry, secret: bytes, opener: str) -> dict[str, Any]:
    """What the row of a new table says and will not say otherwise."""
    return {
        "game": game, "public": opened.data["public"], "secret": secret, "opener": opener, "opened_at": opened.at,
        "imported": len(opened.data["moves"]),
    }  # fmt: skip
