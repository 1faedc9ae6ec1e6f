"""Lines of chat that somebody has reported: kept as they were, and listed for operators."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from molehill.server.frames import ChatLine
from molehill.server.schema import reports


def keep(connection: sa.Connection, table: str, line: int, said: ChatLine, at: float) -> None:
    """Keep a reported line; one that was reported before is counted once more."""
    same = (reports.c.table_id == table, reports.c.line == line)
    again = {"at": at, "times": reports.c.times + 1}
    if not connection.execute(reports.update().where(*same).values(again)).rowcount:
        row = {"table_id": table, "line": line, "at": at, "times": 1}
        said_so = {"seat": said["seat"], "name": said["name"], "text": said["text"]}
        connection.execute(reports.insert().values(row | said_so))


def listed(connection: sa.Connection, table: str | None = None) -> list[dict[str, Any]]:
    """What was reported, the latest first; of one table if that is said."""
    query = sa.select(reports).order_by(reports.c.at.desc())
    query = query.where(reports.c.table_id == table) if table else query
    return [row._asdict() for row in connection.execute(query)]
