"""What operators do beside servers that run: through the database alone, with an order for those who have to know."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import orjson
import sqlalchemy as sa

from molehill.engine.errors import Unknown
from molehill.server import database, orders, reporting
from molehill.server.bans import network_of
from molehill.server.forgetting import forget_in, mentioned
from molehill.server.schema import bans, entries, processes, reports, tables
from molehill.server.words import say

_SEAT = re.compile(r"([A-Za-z0-9_-]{6,40})/(\d{1,2})")
_ALIVE = 20.0  # seconds since a server last said that it lives
_ANSWER = 5.0  # seconds that servers have to follow an order; they look every second
_PAUSE = 0.2
Wait = Callable[[float], None]


class Operator:
    """Somebody who runs servers, at their database."""

    def __init__(self, engine: sa.Engine, wait: Wait = time.sleep) -> None:
        self._engine, self._wait = engine, wait

    @contextmanager
    def _changing(self) -> Iterator[sa.Connection]:
        with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection

    # ---- looking -----------------------------------------------------------------------------------------------------

    def tables(self, reported: bool = False, **same: str | None) -> list[dict[str, Any]]:
        """All tables, also those that nobody lists, whose id, game or status is this; the last used come first."""
        times = sa.select(sa.func.coalesce(sa.func.sum(reports.c.times), 0)).where(reports.c.table_id == tables.c.id)
        count = times.scalar_subquery().label("reports")
        t = tables.c
        query = sa.select(t.id, t.game, t.status, t.public, t.head, t.opened_at, t.touched_at, t.lobby, count)
        query = query.where(*(t[name] == value for name, value in same.items() if value is not None))
        query = query.where(count > 0) if reported else query
        with self._engine.connect() as connection:
            return [_about(row) for row in connection.execute(query.order_by(t.touched_at.desc()))]

    def table(self, id: str) -> dict[str, Any]:
        """One table, with its chat and what was reported of it."""
        found = self.tables(id=id)
        if not found:
            raise Unknown(say("operate-no-table", table=id))
        said = sa.select(entries).where(entries.c.table_id == id, entries.c.kind == "said").order_by(entries.c.seq)
        with self._engine.connect() as connection:
            chat = [{"at": row.at, "seat": row.seat, **orjson.loads(row.data)} for row in connection.execute(said)]
            return found[0] | {"chat": chat, "reported": reporting.listed(connection, id)}

    def reports(self) -> list[dict[str, Any]]:
        """What was reported, the latest first."""
        with self._engine.connect() as connection:
            return reporting.listed(connection)

    def bans(self) -> list[dict[str, Any]]:
        """Who is banned, and until when."""
        standing = sa.or_(bans.c.until.is_(None), bans.c.until > time.time())
        with self._engine.connect() as connection:
            return [row._asdict() for row in connection.execute(bans.select().where(standing).order_by(bans.c.at))]

    # ---- changing ----------------------------------------------------------------------------------------------------

    def close(self, ids: Sequence[str]) -> None:
        """Delete tables with all that was kept of them; those who are there are sent away."""
        with self._changing() as connection:
            for id in ids:
                if not connection.execute(tables.delete().where(tables.c.id == id)).rowcount:
                    raise Unknown(say("operate-no-table", table=id))
                orders.give(connection, orders.LOOK_AGAIN, id)

    def ban(self, who: str, seconds: float | None, why: str) -> list[str]:
        """Ban an address, a network, or those who hold a seat right now; returns the networks that are banned."""
        now = time.time()
        row = {"at": now, "until": None if seconds is None else now + seconds, "why": why}
        if seat := _SEAT.fullmatch(who):
            return self._ban_seat(seat[1], int(seat[2]), row)
        with self._changing() as connection:
            orders.ban(connection, [who], row)
        return [str(network_of(who))]

    def _ban_seat(self, table: str, seat: int, row: dict[str, Any]) -> list[str]:
        """Only a server that somebody is connected to knows their address: so it is asked, and bans them."""
        before = {each["network"]: each["at"] for each in self.bans()}
        with self._changing() as connection:
            orders.give(connection, orders.BAN_SEAT, table, seat=seat, until=row["until"], why=row["why"])
        for _ in range(round(_ANSWER / _PAUSE)):
            self._wait(_PAUSE)
            banned = [each["network"] for each in self.bans() if before.get(each["network"]) != each["at"]]
            if banned:
                return banned
        return []

    def lift(self, who: str) -> bool:
        """Whether there was such a ban. There is none any more."""
        with self._changing() as connection:
            found = connection.execute(bans.delete().where(bans.c.network == str(network_of(who)))).rowcount
            orders.give(connection, orders.BANS)
        return bool(found)

    def forget(self, name: str, table: str | None = None) -> int:
        """Take a name, and what was said under it, out of every log; returns how many tables that changed.

        A server that runs may write the name once more before it knows, so it is looked for again.
        """
        changed: set[str] = set()
        while True:
            with self._changing() as connection:
                if self._engine.dialect.name == "sqlite":
                    connection.exec_driver_sql("PRAGMA secure_delete=ON")
                found = [id for id in mentioned(connection, name, table) if forget_in(connection, id, name)]
                for id in found:
                    orders.give(connection, orders.LOOK_AGAIN, id)
            changed.update(found)
            if not found or not self._served():
                break
            self._wait(_ANSWER / 2)
        self._scrub()
        return len(changed)

    def named(self, name: str, table: str | None = None) -> int:
        """At how many tables the name may stand."""
        with self._engine.connect() as connection:
            return len(mentioned(connection, name, table))

    def _served(self) -> bool:
        query = sa.select(sa.func.max(processes.c.beat))
        with self._engine.connect() as connection:
            return (connection.execute(query).scalar() or 0.0) > time.time() - _ALIVE

    def _scrub(self) -> None:
        """What was overwritten shall not stay in the database's files either."""
        sqlite = self._engine.dialect.name == "sqlite"
        statement = "PRAGMA wal_checkpoint(TRUNCATE)" if sqlite else "VACUUM tables, entries, reports"
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(statement)


@contextmanager
def operator(url: str) -> Iterator[Operator]:
    """An operator at a database, which has to have this version's form."""
    with database.beside(url) as engine:
        database.check_form(engine)
        yield Operator(engine)


def _about(row: Any) -> dict[str, Any]:
    seats = [{"kind": seat["kind"], "name": seat["name"]} for seat in orjson.loads(row.lobby)["seats"]]
    return {
        "id": row.id, "game": row.game, "status": row.status, "public": row.public, "entries": row.head,
        "opened_at": row.opened_at, "touched_at": row.touched_at, "seats": seats, "reports": row.reports,
    }  # fmt: skip
