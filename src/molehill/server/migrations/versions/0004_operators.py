"""What operators keep: who is banned, what was reported, and what running servers are to look at again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "bans",
        sa.Column("network", sa.String(50), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("until", sa.Float),
        sa.Column("why", sa.Text, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("line", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("reports_by_time", "reports", ["at"])
    op.create_table(
        "orders",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("target", sa.String(80), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Go back."""
    for name in ("orders", "reports", "bans"):
        op.drop_table(name)
