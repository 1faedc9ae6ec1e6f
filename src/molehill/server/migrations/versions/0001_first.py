"""The first version: tables, entries, processes, presence."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("head", sa.Integer, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("opener", sa.String(64), nullable=False),
        sa.Column("opened_at", sa.Float, nullable=False),
        sa.Column("touched_at", sa.Float, nullable=False),
        sa.Column("due_at", sa.Float),
        sa.Column("lobby", sa.Text, nullable=False),
    )
    op.create_index("tables_by_status", "tables", ["public", "status", "opened_at"])
    op.create_index("tables_by_due", "tables", ["due_at"])
    op.create_index("tables_by_touch", "tables", ["status", "touched_at"])
    op.create_index("tables_by_opener", "tables", ["opener", "status"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("key", sa.String(80)),
        sa.UniqueConstraint("table_id", "key", name="once_a_key"),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("beat", sa.Float, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("process", sa.String(40), primary_key=True),
        sa.Column("connections", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Go back."""
    for name in ("presence", "processes", "entries", "tables"):
        op.drop_table(name)
