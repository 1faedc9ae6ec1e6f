"""Taking somebody's name out of what is kept: the one thing that changes a log. Its moves stay as they are."""

from __future__ import annotations

from typing import Any

import orjson
import sqlalchemy as sa

from molehill.server.schema import entries, reports, tables
from molehill.server.words import say

_WITH_NAMES = ("opened", "seated", "renamed", "said")
Data = dict[str, Any]


def mentioned(connection: sa.Connection, name: str, table: str | None = None) -> list[str]:
    """The tables where this name may stand, or the one that is said if it is among them."""
    written = orjson.dumps(name)[1:-1].decode()
    in_log = sa.select(entries.c.table_id).where(
        entries.c.kind.in_(_WITH_NAMES), entries.c.data.icontains(written, autoescape=True)
    )
    in_lobby = sa.select(tables.c.id).where(tables.c.lobby.icontains(written, autoescape=True))
    in_reports = sa.select(reports.c.table_id).where(reports.c.name.icontains(name, autoescape=True))
    found = sorted(set(connection.execute(sa.union(in_log, in_lobby, in_reports)).scalars()))
    return [id for id in found if table in (None, id)]


def forget_in(connection: sa.Connection, table: str, name: str) -> bool:
    """Whether the name stood in the log of a table, on its row or in a report. It does not any more."""
    return any(
        [_in_log(connection, table, name), _in_lobby(connection, table, name), _in_reports(connection, table, name)]
    )


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _in_log(connection: sa.Connection, table: str, name: str) -> bool:
    query = sa.select(entries.c.seq, entries.c.kind, entries.c.data).where(
        entries.c.table_id == table, entries.c.kind.in_(_WITH_NAMES)
    )
    changed = False
    for row in connection.execute(query).all():
        data = orjson.loads(row.data)
        if _take_out(row.kind, data, name):
            own = (entries.c.table_id == table, entries.c.seq == row.seq)
            connection.execute(entries.update().where(*own).values(data=orjson.dumps(data).decode()))
            changed = True
    return changed


def _take_out(kind: str, data: Data, name: str) -> bool:
    """Whether an entry's data held the name."""
    named = [each for each in (data["seats"] if kind == "opened" else [data]) if _same(each.get("name") or "", name)]
    for each in named:
        each["name"] = ""
        if kind == "said":
            each["text"] = say("forgotten")
    return bool(named)


def _in_lobby(connection: sa.Connection, table: str, name: str) -> bool:
    own = tables.c.id == table
    written = connection.execute(sa.select(tables.c.lobby).where(own)).scalar_one_or_none()
    about = orjson.loads(written) if written else {}
    named = [(n, seat) for n, seat in enumerate(about.get("seats", ())) if _same(seat["name"], name)]
    for number, seat in named:
        seat["name"] = say("player", number=number + 1)
    if named:
        connection.execute(tables.update().where(own).values(lobby=orjson.dumps(about).decode()))
    return bool(named)


def _in_reports(connection: sa.Connection, table: str, name: str) -> bool:
    own = reports.c.table_id == table
    lines = [row.line for row in connection.execute(sa.select(reports).where(own)) if _same(row.name, name)]
    gone = reports.update().where(own, reports.c.line.in_(lines)).values(name="", text=say("forgotten"))
    return bool(lines and connection.execute(gone).rowcount)
