"""The database's tables. `migrations/` holds how they came to be; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

metadata = MetaData()

# One row a table: what finds it and what locks it. `head` is the number of its last entry.
tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("head", Integer, nullable=False),
    Column("game", String(64), nullable=False),
    Column("status", String(8), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("secret", LargeBinary(32), nullable=False),
    Column("opener", String(64), nullable=False),
    Column("opened_at", Float, nullable=False),
    Column("touched_at", Float, nullable=False),
    Column("due_at", Float),  # not used any more; it goes when no process of a version that writes it can be running
    Column("lobby", Text, nullable=False),
    Column("imported", Integer, nullable=False, server_default="0"),  # moves that came along
    Index("tables_by_status", "public", "status", "opened_at"),
    Index("tables_by_due", "due_at"),
    Index("tables_by_touch", "status", "touched_at"),
    Index("tables_by_opener", "opener", "status"),
    Index(
        "tables_by_import",
        "status",
        "touched_at",
        sqlite_where=text("imported > 0"),
        postgresql_where=text("imported > 0"),
    ),
)

# One row for everything that happened at a table: the log, which is the truth. That a key is there once needs no index:
# a process that may add an entry knows all before it, and an index would cost as much as all the rest of writing one.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("data", Text, nullable=False),
    Column("key", String(80)),
)

# Which server processes live, and who is connected to which; nothing here is needed to rebuild a table.
processes = Table(
    "processes",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("beat", Float, nullable=False),
)

presence = Table(
    "presence",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),  # -1: those who watch
    Column("process", String(40), primary_key=True),
    Column("connections", Integer, nullable=False),
    Column("at", Float, nullable=False),
)

# What operators keep. A ban is of a network, one address being the smallest; it ends at `until`, or never.
bans = Table(
    "bans",
    metadata,
    Column("network", String(50), primary_key=True),
    Column("at", Float, nullable=False),
    Column("until", Float),
    Column("why", Text, nullable=False),
)

# A line of chat that somebody has reported, as it was then; its table may be cleared before an operator reads it.
reports = Table(
    "reports",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("times", Integer, nullable=False),
    Column("seat", Integer),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Index("reports_by_time", "at"),
)

# What an operator has done that servers which run have to know of; they look every second.
orders = Table(
    "orders",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("target", String(80), nullable=False),
    Column("data", Text, nullable=False),
)
